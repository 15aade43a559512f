/* Implicit collocation at the nodes of Gauss or Radau, at a fixed step and a fixed, high order. */
#ifndef REFERENCE_COLLOCATION_H
#define REFERENCE_COLLOCATION_H

#include "gbs.h"

enum { STAGES = 12 };

enum nodes { GAUSS, RADAU };

struct collocation {
    int s;                     /* stages: order 2s (Gauss) or 2s - 1 (Radau) */
    quad c[STAGES], b[STAGES]; /* nodes and weights on [0, 1] */
    quad A[STAGES][STAGES];
};

void collocation_rule(struct collocation *rule, enum nodes nodes, int s);

/* Both move y (n numbers) ahead by H and return the number of iterations, or -1 when they did not converge.
   What rounding drops from y is kept in dropped, or lost when that is NULL. Functional iteration is for smooth problems, Newton's for stiff ones. */
int collocation_step(const struct collocation *rule, field *f, const void *model, int n, quad *y,
                     quad *dropped, quad H);
int collocation_newton(const struct collocation *rule, field *f, const void *model, int n, quad *y,
                       quad *dropped, quad H);

#endif
