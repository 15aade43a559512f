#ifndef PLACES_H
#define PLACES_H

#include "core/linear.h"

/* Where the entries of a pattern go in a larger matrix: declared before its solver is made, found once, and followed whenever it is assembled. */
struct block { /* entry (i, j) stands at (step i + down, step j + right), or with i and j exchanged */
    int step, down, right;
    bool transposed;
};

struct places {
    int count, *entry, *slot; /* with a symmetric solver, those of one triangle */
};

void places_declare(struct entries *entries, const struct pattern *p, struct block block);
struct places places_find(struct arena *arena, const struct linear *linear, const struct pattern *p,
                          struct block block);
void places_add(const struct places *places, double s, const double *A, double *values); /* += s A */

/* The same for the product J'B of two matrices in the pattern of the Jacobian, row by row of it. */
void square_declare(struct entries *entries, const struct pattern *J, struct block block);
int *square_find(struct arena *arena, const struct linear *linear, const struct pattern *J,
                 struct block block);
void square_add(const struct pattern *p, const int *slot, bool symmetric, double s, const double *J,
                const double *B, double *values); /* += s J'B */

#endif
