#include "core/mechanism_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Appends one element to a growing list, which has room for twice as many whenever their number is a power of two. */
#define APPEND(list, count, element)                                                                         \
    ((list) = ((count) & ((count)-1)) ? (list) : grow((list), 2 * (size_t)(count) + 1, sizeof *(list)),      \
     (list)[(count)++] = (element))

struct form between(int A, int B)
{
    return (struct form){2, {{A, -1, false}, {B, 1, false}}};
}

struct form vector_of(int u)
{
    return (struct form){1, {{u, 1, false}}};
}

struct form plus(struct form f, double c, int node)
{
    assert(f.terms < FORM_TERMS);
    f.term[f.terms++] = (struct form_term){node, c, false};
    return f;
}

struct form plus_turned(struct form f, double c, int node)
{
    f = plus(f, c, node);
    f.term[f.terms - 1].turned = true;
    return f;
}

struct mechanism *mechanism_create(int dimensions)
{
    assert(dimensions == 2 || dimensions == 3);
    struct arena *arena = arena_create();
    struct mechanism *mechanism = take(arena, 1, sizeof *mechanism);
    mechanism->model.arena = arena;
    mechanism->d = dimensions;
    return mechanism;
}

/* Constants are numbered -1, -2, … until the number of coordinates is known. */
int partly_fixed(struct mechanism *mechanism, bool is_point, const double value[SPACE],
                 const bool moves[SPACE])
{
    struct node node = {is_point, {0}};
    assert(mechanism->d <= SPACE);
    for (int c = 0; c < mechanism->d; c++)
        if (moves[c]) {
            node.index[c] = mechanism->model.n++;
        } else {
            APPEND(mechanism->constant, mechanism->constants, value[c]);
            node.index[c] = -mechanism->constants;
        }
    APPEND(mechanism->nodes, mechanism->node_count, node);
    return mechanism->node_count - 1;
}

static int moving(struct mechanism *mechanism, bool is_point)
{
    return partly_fixed(mechanism, is_point, (const double[SPACE]){0}, (const bool[SPACE]){true, true, true});
}

int point(struct mechanism *mechanism)
{
    return moving(mechanism, true);
}

int unit_vector(struct mechanism *mechanism)
{
    return moving(mechanism, false);
}

int fixed_point(struct mechanism *mechanism, double x, double y, double z)
{
    return partly_fixed(mechanism, true, (const double[SPACE]){x, y, z}, (const bool[SPACE]){0});
}

int fixed_vector(struct mechanism *mechanism, double x, double y, double z)
{
    return partly_fixed(mechanism, false, (const double[SPACE]){x, y, z}, (const bool[SPACE]){0});
}

/*%
\subsection{Inertia}
A body whose material points are $r = \sum_i w_i(\xi)\, r_i$ has kinetic energy $\tfrac12\sum_{ij} m_{ij}\,\dot r_i\cdot\dot r_j$ with constant
$m_{ij} = \int w_i w_j\,dm$. A thin rod has $w = (1-s, s)$, hence $m/3$ on either end and $m/6$ between them. A box of square section adds the
vectors $u$ and $v$ across the rod, whose weights are the distances from its axis: $m w^2/12$ on each, and no coupling. A planar body that is
not straight about its mass centre, $r_c = P + (x\,e + y\,e_\perp)$ with $e = (Q-P)/\ell$, also couples $P$ and $Q$ by a skew term.
*/
void inertia(struct mechanism *mechanism, int A, int B, double c)
{
    APPEND(mechanism->masses, mechanism->mass_count, ((struct mass_term){A, B, c, 0}));
}

void point_mass(struct mechanism *mechanism, int A, double mass)
{
    inertia(mechanism, A, A, mass);
}

void thin_rod(struct mechanism *mechanism, int A, int B, double mass)
{
    inertia(mechanism, A, A, mass / 3);
    inertia(mechanism, B, B, mass / 3);
    inertia(mechanism, A, B, mass / 6);
}

void box(struct mechanism *mechanism, int A, int B, int u, int v, double mass, double width)
{
    thin_rod(mechanism, A, B, mass);
    inertia(mechanism, u, u, mass * width * width / 12);
    inertia(mechanism, v, v, mass * width * width / 12);
}

void planar_body(struct mechanism *mechanism, int P, int Q, double length, double mass, double inertia_centre,
                 double along, double across)
{
    double J = (inertia_centre + mass * (along * along + across * across)) / (length * length);
    double c = mass * along / length, s = mass * across / length;
    inertia(mechanism, P, P, mass - 2 * c + J);
    inertia(mechanism, Q, Q, J);
    APPEND(mechanism->masses, mechanism->mass_count, ((struct mass_term){P, Q, c - J, -s}));
}

/* The components of a form, as lists of terms. */
static void form_components(struct mechanism *mechanism, const struct form *f, struct component out[SPACE])
{
    for (int c = 0; c < mechanism->d; c++) {
        out[c].start = mechanism->term_count;
        for (int k = 0; k < f->terms; k++) {
            const struct form_term *t = &f->term[k];
            const int *index = mechanism->nodes[t->node].index;
            struct term term = {index[c], t->c};
            if (t->turned)
                term = c == 0 ? (struct term){index[1], -t->c} : (struct term){index[0], t->c};
            if (!(t->turned && c == 2))
                APPEND(mechanism->terms, mechanism->term_count, term);
        }
        out[c].end = mechanism->term_count;
    }
}

void constrain(struct mechanism *mechanism, struct form X, struct form Y, double value, double kappa)
{
    struct product product = {.row = mechanism->model.m++, .kappa = kappa, .value = value};
    form_components(mechanism, &X, product.X);
    form_components(mechanism, &Y, product.Y);
    APPEND(mechanism->products, mechanism->product_count, product);
}

static bool moves(const struct mechanism *mechanism, int node)
{
    for (int c = 0; c < mechanism->d; c++)
        if (mechanism->nodes[node].index[c] < 0)
            return false;
    return true;
}

static bool fixed(const struct mechanism *mechanism, int node)
{
    for (int c = 0; c < mechanism->d; c++)
        if (mechanism->nodes[node].index[c] >= 0)
            return false;
    return true;
}

void keep_distance(struct mechanism *mechanism, int A, int B, double length)
{
    if (fixed(mechanism, B)) {
        int swap = A;
        A = B, B = swap;
    }
    if (!moves(mechanism, B) || !(moves(mechanism, A) || fixed(mechanism, A))) {
        constrain(mechanism, between(A, B), between(A, B), length * length, 1 / (2 * length));
        return;
    }
    struct distance distance = {
        .row = mechanism->model.m++, .kappa = 1 / (2 * length), .value = length * length};
    memcpy(distance.a, mechanism->nodes[A].index, sizeof distance.a);
    memcpy(distance.b, mechanism->nodes[B].index, sizeof distance.b);
    APPEND(mechanism->distances, mechanism->distance_count, distance);
}

void keep_unit(struct mechanism *mechanism, int u)
{
    constrain(mechanism, vector_of(u), vector_of(u), 1, 0.5);
}

void keep_perpendicular(struct mechanism *mechanism, struct form X, struct form Y)
{
    constrain(mechanism, X, Y, 0, 1);
}

void gravity(struct mechanism *mechanism, double gx, double gy, double gz)
{
    memcpy(mechanism->g, (const double[SPACE]){gx, gy, gz}, sizeof mechanism->g);
}

void spring_damper(struct mechanism *mechanism, struct form X, double stiffness, double damping,
                   double free_length)
{
    struct spring spring = {.k = stiffness, .c = damping, .free_length = free_length};
    form_components(mechanism, &X, spring.X);
    APPEND(mechanism->springs, mechanism->spring_count, spring);
}

void torque(struct mechanism *mechanism, struct form X, double length, double moment)
{
    struct moment element = {.length = length, .moment = moment};
    form_components(mechanism, &X, element.X);
    APPEND(mechanism->moments, mechanism->moment_count, element);
}
