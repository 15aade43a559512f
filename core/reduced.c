#include "core/reduced.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "core/radau.h"

/* Steps of Radau IIA (radau.c) leave nodes (t, y, y'); between them the polynomial through value and derivative at the
   six nearest nodes, of degree eleven, gives y(t). With a frequency w and node distance d its error is about
   2.6e-8 (d w)^12, which decides the distance: d w = 0.09 keeps it below 1e-20.

   The measure of d w is how far the same kind of polynomial through the last three nodes, degree five, misses the new
   node: about 0.05 (d w)^6. */
enum { NEAREST = 6, BACKWARD = 3 };
#define MISS 2e-8L /* relative */

struct node {
    long double t, y[REDUCED_MAX], dydt[REDUCED_MAX];
};

struct reduced {
    reduced_rhs *f;
    void *context;
    int dimension, count;
    struct node *node;
};

/* Newton's divided differences over nodes that count twice, for one component after another. */
static void hermite(const struct node *node, int count, int dimension, long double t, long double *y)
{
    long double x[2 * NEAREST], c[2 * NEAREST];
    const int last = 2 * count - 1;
    assert(last > 0 && last < 2 * NEAREST);
    for (int i = 0; i <= last; i++)
        x[i] = node[i / 2].t;
    for (int d = 0; d < dimension; d++) {
        for (int i = 0; i <= last; i++)
            c[i] = node[i / 2].y[d];
        for (int i = last; i > 0; i--) /* first differences: slopes at doubled nodes */
            c[i] = i % 2 ? node[i / 2].dydt[d] : (c[i] - c[i - 1]) / (x[i] - x[i - 1]);
        for (int level = 2; level <= last; level++)
            for (int i = last; i >= level; i--)
                c[i] = (c[i] - c[i - 1]) / (x[i] - x[i - level]);
        long double sum = c[last];
        for (int i = last - 1; i >= 0; i--)
            sum = sum * (t - x[i]) + c[i];
        y[d] = sum;
    }
}

static long double greatest(const long double *x, int n)
{
    long double most = 0;
    for (int i = 0; i < n; i++)
        most = fmaxl(most, fabsl(x[i]));
    return most;
}

/* How far the polynomial through the last nodes misses the new one, relative to the largest component. */
static long double miss(const struct reduced *r, const struct node *next)
{
    if (r->count < BACKWARD)
        return 0;
    long double guess[REDUCED_MAX];
    hermite(r->node + r->count - BACKWARD, BACKWARD, r->dimension, next->t, guess);
    for (int d = 0; d < r->dimension; d++)
        guess[d] -= next->y[d];
    return greatest(guess, r->dimension) / (greatest(next->y, r->dimension) + LDBL_MIN);
}

static void keep(struct arena *arena, struct reduced *r, int *room, const struct node *node)
{
    if (r->count == *room) { /* the arena gives nothing back singly: doubling wastes at most as much again */
        struct node *bigger = take(arena, 2 * (size_t)*room, sizeof *bigger);
        memcpy(bigger, r->node, (size_t)r->count * sizeof *bigger);
        r->node = bigger;
        *room *= 2;
    }
    r->node[r->count++] = *node;
}

/* One step of length h, or of a part of it when that is all that can be solved; NaN when not even that can. */
static void step_from(const struct reduced *r, const struct node *from, long double h, struct radau *radau,
                      struct node *to)
{
    enum { PARTS = 20 };
    for (int i = 0; i < PARTS; i++) {
        long double part = ldexpl(h, -2 * i);
        to->t = from->t + part;
        if (radau_step(radau, r->f, r->context, r->dimension, from->t, part, from->y, to->y)) {
            r->f(r->context, to->t, to->y, to->dydt);
            return;
        }
    }
    to->t = from->t + h;
    for (int d = 0; d < r->dimension; d++)
        to->y[d] = to->dydt[d] = (long double)NAN;
}

struct reduced *reduced_create(struct arena *arena, reduced_rhs *f, void *context, int dimension,
                               const long double *y0, double duration, int nodes)
{
    assert(0 < dimension && dimension <= REDUCED_MAX && duration > 0 && nodes > 0);
    struct reduced *r = take(arena, 1, sizeof *r);
    int room = nodes + 64;
    *r = (struct reduced){f, context, dimension, 0, take(arena, (size_t)room, sizeof *r->node)};

    struct node node = {.t = 0};
    memcpy(node.y, y0, (size_t)dimension * sizeof *y0);
    f(context, 0, node.y, node.dydt);
    keep(arena, r, &room, &node);

    struct radau radau = {.stiff = false};
    const long double end = (long double)duration, longest = end / nodes, shortest = 1e-7L * end;
    long double h = shortest; /* begins cautiously: the transient decides */
    while (r->node[r->count - 1].t < end) {
        step_from(r, &r->node[r->count - 1], h, &radau, &node);
        long double off = miss(r, &node), factor = powl(MISS / (off + 1e-12L), 1.0L / 6);
        if (factor < 0.7L && h > shortest) {
            h = (node.t - r->node[r->count - 1].t) * fmaxl(0.9L * factor, 0.2L);
            continue;
        }
        h = fminl(longest, (node.t - r->node[r->count - 1].t) * fminl(0.95L * factor, 1.5L));
        keep(arena, r, &room, &node);
    }
    return r;
}

void reduced_at(const struct reduced *r, long double t, long double *y)
{
    int low = 0, high = r->count - 1; /* node[low].t <= t < node[high].t */
    if (t > r->node[high].t) {
        struct radau radau = {.stiff = false};
        struct node from = r->node[high], to;
        const long double h = from.t - r->node[high - 1].t;
        for (; from.t < t; from = to)
            step_from(r, &from, fminl(h, t - from.t), &radau, &to);
        memcpy(y, from.y, (size_t)r->dimension * sizeof *y);
        return;
    }
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(t < r->node[middle].t ? &high : &low) = middle;
    }
    int count = r->count < NEAREST ? r->count : NEAREST, first = low - (count / 2 - 1);
    first = first < 0 ? 0 : first > r->count - count ? r->count - count : first;
    hermite(r->node + first, count, r->dimension, t, y);
}

int reduced_nodes(const struct reduced *r)
{
    return r->count;
}
