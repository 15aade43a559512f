#ifndef MECHANISM_PARTS_H
#define MECHANISM_PARTS_H

#include "core/mechanism.h"

/* What mechanism_build.c collects and the evaluating files read. x denotes all components: the n coordinates first,
   then the constants, then the zeros of a missing node. */

struct node {
    bool is_point;
    int index[SPACE]; /* into x */
};

/* One component of a linear form: sum of c x[index]. */
struct component {
    int start, end; /* in mechanism->terms */
};
struct term {
    int index;
    double c;
};

struct mass_term { /* T += c/2 A'B' + (skew) s/2 (A'_x B'_y - A'_y B'_x), entered for both orders */
    int A, B;
    double c, skew;
};

/* Constant length between two nodes, the commonest constraint: B - A, with slots into the Jacobian's values.
   A fixed A has those of B, which are written later. */
struct distance {
    int row;
    int a[SPACE], b[SPACE], slot_a[SPACE], slot_b[SPACE];
    double kappa, value;
};

/* kappa ((x[1] - x[0])'(x[3] - x[2]) - value), with slots likewise: eq:simple-product. */
enum { CROSS_ENDS = 4 };
struct cross {
    int row;
    int x[CROSS_ENDS][SPACE], slot[CROSS_ENDS][SPACE];
    double kappa, value;
};

/* Any other quadratic constraint. */
struct product {
    int row;
    struct component X[SPACE], Y[SPACE];
    double kappa, value;
};

struct spring {
    struct component X[SPACE];
    double k, c, free_length;
};

struct moment {
    struct component X[SPACE];
    double length, moment;
};

/* K += lambda[row] c at slot: the geometric stiffness is constant per multiplier. The first `opening_count` of the list are
   the first at their slots. */
struct geometric {
    int row, slot;
    double c;
};

struct mechanism {
    struct model model;
    int d; /* dimensions */
    bool finished;
    double g[SPACE];

    struct node *nodes;
    int node_count, constants;
    double *constant; /* values of the fixed components */

    struct term *terms; /* of all forms; `jacobian_slot` runs beside it */
    int term_count;
    int *jacobian_slot;

    struct mass_term *masses;
    struct distance *distances;
    struct product *products; /* once it is finished: those that are neither distances nor crosses */
    struct cross *crosses;
    struct spring *springs;
    struct moment *moments;
    bool
        together; /* the components of every node in distances and crosses, and their slots, are consecutive */
    int mass_count, distance_count, product_count, cross_count, spring_count, moment_count;

    struct geometric *geometric;
    int geometric_count, opening_count;

    double *M;           /* constant mass values */
    double *weight;      /* n: generalised force of gravity */
    double weight_fixed; /* potential energy of what gravity does to fixed points */
    double *x, *u;       /* scratch: all components of a position, of a direction */
    double *middle;      /* scratch: q and v in the middle of a step */
    double *reaction;    /* scratch: forces on the fixed components */
};

/* Fills x with q and the constants, or with a direction and zeros. */
const double *all_components(const struct mechanism *mechanism, const double *q);
const double *all_directions(const struct mechanism *mechanism, const double *u);

static inline double component_value(const struct mechanism *mechanism, struct component c, const double *x)
{
    double sum = 0;
    for (int k = c.start; k < c.end; k++)
        sum += mechanism->terms[k].c * x[mechanism->terms[k].index];
    return sum;
}

void sort_products(struct mechanism *mechanism); /* once patterns and tables stand (mechanism_simple.c) */
void mechanism_callbacks(struct model *model);   /* fills in what a mechanism can evaluate (mechanism.c) */

void mechanism_reactions(struct model *model); /* and the forces at its fixed points (reaction.c) */

/* Forces other than gravity (mechanism_forces.c). */
void forces_add(const struct mechanism *mechanism, const double *x, const double *u, double *Q);
void forces_stiffness(const struct mechanism *mechanism, const double *x, const double *u, double *K);
void forces_damping(const struct model *model, double t, const double *q, const double *v, double *C);
bool has_dampers(const struct mechanism *mechanism);
double springs_energy(const struct mechanism *mechanism, const double *x);
void ledger_account(const struct model *model, double t, const double *q, const double *v, double *ledger);
int ledger_size(const struct mechanism *mechanism);
double ledger_work(const struct mechanism *mechanism, const double *ledger);

#endif
