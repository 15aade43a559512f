#ifndef LINEAR_BAND_H
#define LINEAR_BAND_H

#include "core/linear_ops.h"

/* What factoring and solving a symmetric band share: four columns are a panel, four rows of a panel a quad. */
enum { FOUR = 4, QUAD = FOUR * FOUR };

typedef double four __attribute__((vector_size(32), may_alias)); /* values are assembled as doubles */

#define EXPAND static inline __attribute__((always_inline)) /* so that a constant height reaches the loops */

struct band {
    int panels, stride; /* FOURs from panel to panel: the tallest has so many */
    int *height;        /* quads of a panel under the diagonal one, as far as the envelope reaches */
    double *scale;      /* |diagonal| before the elimination */
    four *Y, *Z;        /* of the panel at work, FOUR a quad */
    four *x;            /* a right-hand side, in the order of the band */
    int *order;         /* of the unknowns; NULL: their own */
};

/* Expands call(h) with a constant for the heights of Bricard's mechanism and of grids; what the call starts it must end. */
#define FOR_HEIGHT(height, call)                                                                             \
    switch (height) {                                                                                        \
    case 0:                                                                                                  \
        call(0);                                                                                             \
    case 1:                                                                                                  \
        call(1);                                                                                             \
    case 2:                                                                                                  \
        call(2);                                                                                             \
    case 3:                                                                                                  \
        call(3);                                                                                             \
    case 4:                                                                                                  \
        call(4);                                                                                             \
    case 5:                                                                                                  \
        call(5);                                                                                             \
    default:                                                                                                 \
        call(height);                                                                                        \
    }

void linear_band_solve(struct linear *linear, double *x, int count);

#endif
