/* Sorts products of forms into those simple enough for a loop without lists, and those that are not. */
#include "core/mechanism_parts.h"

#include "core/vector.h"

/*%
\subsection{Simple products}\label{sec:simple-products}
Nearly every form in use is a node or a difference of two nodes, so that a product reads
\begin{equation}\label{eq:simple-product}
  \Phi = \kappa\,\bigl((x_b - x_a)^{\top}(x_d - x_c) - \text{const}\bigr),
\end{equation}
with a node that is always zero in the place of a missing one. If the four nodes have no moving component in common, each entry of
the row is one product and needs no sum; $\kappa(u^{\top}u - 1)$ is a distance from the origin. A fixed node has no place in the row. Rather than ask for that each time, the
loop writes its entry where another entry of the row is written afterwards. The last one written must therefore belong to a node that moves, $d$; exchanging the two forms, or the
ends of the second, arranges that.
*/
struct ends { /* of a difference x[to] - x[from], by components */
    int from[SPACE], to[SPACE];
};

static bool difference(const struct mechanism *mechanism, const struct component X[SPACE], int zero,
                       struct ends *ends)
{
    for (int c = 0; c < mechanism->d; c++) {
        ends->from[c] = ends->to[c] = zero + c;
        for (int k = X[c].start; k < X[c].end; k++) {
            const struct term *term = &mechanism->terms[k];
            int *end = term->c > 0 ? &ends->to[c] : &ends->from[c];
            if (*end != zero + c || fabs(term->c) != 1)
                return false;
            *end = term->index;
        }
    }
    return true;
}

static int moving(const struct mechanism *mechanism, const int index[SPACE])
{
    int count = 0;
    for (int c = 0; c < mechanism->d; c++)
        count += index[c] < mechanism->model.n;
    return count;
}

static struct ends reversed(const struct ends *ends)
{
    struct ends other;
    memcpy(other.from, ends->to, sizeof other.from);
    memcpy(other.to, ends->from, sizeof other.to);
    return other;
}

/* The place in the row of a component that moves, or the one that is written last. */
static int slot_of(const struct mechanism *mechanism, int row, int index, int last)
{
    return pattern_slot(&mechanism->model.jacobian_pattern, row, index < mechanism->model.n ? index : last);
}

static bool as_cross(const struct mechanism *mechanism, const struct product *p, int zero,
                     struct cross *cross)
{
    const int *start = mechanism->model.jacobian_pattern.start + p->row;
    struct ends X, Y, swap;
    double sign = 1;
    int d = mechanism->d;
    if (!difference(mechanism, p->X, zero, &X) || !difference(mechanism, p->Y, zero, &Y))
        return false;
    if (moving(mechanism, X.from) + moving(mechanism, X.to) + moving(mechanism, Y.from) +
            moving(mechanism, Y.to) !=
        start[1] - start[0])
        return false; /* some component stands in the row twice */
    if (moving(mechanism, Y.to) < d && moving(mechanism, Y.from) < d)
        swap = X, X = Y, Y = swap;
    if (moving(mechanism, Y.to) < d)
        Y = reversed(&Y), sign = -1;
    if (moving(mechanism, Y.to) < d)
        return false;
    *cross = (struct cross){.row = p->row, .kappa = sign * p->kappa, .value = sign * p->value};
    for (int c = 0; c < d; c++) {
        const int ends[CROSS_ENDS] = {X.from[c], X.to[c], Y.from[c], Y.to[c]};
        for (int k = 0; k < CROSS_ENDS; k++) {
            cross->x[k][c] = ends[k];
            cross->slot[k][c] = slot_of(mechanism, p->row, ends[k], Y.to[c]);
        }
    }
    return true;
}

/* X'X of a single node that moves. */
static bool as_distance(const struct mechanism *mechanism, const struct product *p, int zero,
                        struct distance *s)
{
    struct ends X, Y;
    if (!difference(mechanism, p->X, zero, &X) || !difference(mechanism, p->Y, zero, &Y))
        return false;
    *s = (struct distance){.row = p->row, .kappa = p->kappa, .value = p->value};
    for (int c = 0; c < mechanism->d; c++) {
        if (X.from[c] != zero + c || Y.from[c] != zero + c || X.to[c] != Y.to[c] ||
            X.to[c] >= mechanism->model.n)
            return false;
        s->a[c] = zero + c;
        s->b[c] = X.to[c];
        s->slot_b[c] = slot_of(mechanism, p->row, X.to[c], zero);
    }
    return true;
}

static bool consecutive(const struct mechanism *mechanism, const int index[SPACE])
{
    for (int c = 1; c < mechanism->d; c++)
        if (index[c] != index[0] + c)
            return false;
    return true;
}

static bool all_together(const struct mechanism *mechanism)
{
    bool together = true;
    for (int k = 0; k < mechanism->distance_count; k++) {
        const struct distance *s = &mechanism->distances[k];
        together = together && consecutive(mechanism, s->a) && consecutive(mechanism, s->b) &&
                   consecutive(mechanism, s->slot_a) && consecutive(mechanism, s->slot_b);
    }
    for (int k = 0; k < mechanism->cross_count; k++)
        for (int end = 0; end < CROSS_ENDS; end++)
            together = together && consecutive(mechanism, mechanism->crosses[k].x[end]) &&
                       consecutive(mechanism, mechanism->crosses[k].slot[end]);
    return together;
}

void sort_products(struct mechanism *mechanism)
{
    struct arena *arena = mechanism->model.arena;
    size_t distances = (size_t)mechanism->distance_count, products = (size_t)mechanism->product_count;
    struct distance *all = take(arena, distances + products, sizeof *all);
    int zero = mechanism->model.n + mechanism->constants, general = 0;
    memcpy(all, mechanism->distances, distances * sizeof *all);
    mechanism->distances = all;
    mechanism->crosses = take(arena, products, sizeof *mechanism->crosses);
    for (size_t k = 0; k < products; k++) {
        const struct product p = mechanism->products[k];
        if (as_distance(mechanism, &p, zero, &all[mechanism->distance_count]))
            mechanism->distance_count++;
        else if (as_cross(mechanism, &p, zero, &mechanism->crosses[mechanism->cross_count]))
            mechanism->cross_count++;
        else
            mechanism->products[general++] = p;
    }
    mechanism->product_count = general;
    for (int k = 0; k < mechanism->distance_count; k++)
        for (int c = 0; c < mechanism->d; c++)
            if (all[k].a[c] >= mechanism->model.n)
                all[k].slot_a[c] = all[k].slot_b[c]; /* written first, and then written over */
    mechanism->together = all_together(mechanism);
}
