#ifndef LINEAR_BAND_H
#define LINEAR_BAND_H

#include "core/linear_ops.h"

/* What factoring and solving a symmetric band share: four columns are a panel, four rows of a panel a quad. */
enum { FOUR = 4, QUAD = FOUR * FOUR };

typedef double four __attribute__((vector_size(32), may_alias)); /* values are assembled as doubles */

#define EXPAND static inline __attribute__((always_inline)) /* so that a constant height reaches the loops */

struct band {
    int panels, height; /* quads of a panel under the diagonal one */
    double *scale;      /* |diagonal| before the elimination */
    four *Y, *Z;        /* of the panel at work, FOUR a quad */
    four *x;            /* a right-hand side, in the order of the band */
    int *order;         /* of the unknowns; those beyond n are left out */
};

/* Expands call(h) with a constant height for those of Bricard's mechanism (3) and of grids (5, 6) and for less; the call
   returns. Falls through for all others. */
#define FOR_HEIGHT(height, call)                                                                             \
    switch (height) {                                                                                        \
    case 1:                                                                                                  \
        call(1);                                                                                             \
    case 2:                                                                                                  \
        call(2);                                                                                             \
    case 3:                                                                                                  \
        call(3);                                                                                             \
    case 5:                                                                                                  \
        call(5);                                                                                             \
    case 6:                                                                                                  \
        call(6);                                                                                             \
    default:                                                                                                 \
        break;                                                                                               \
    }

void linear_band_solve(struct linear *linear, double *x, int count);

#endif
