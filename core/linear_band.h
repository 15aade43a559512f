#ifndef LINEAR_BAND_H
#define LINEAR_BAND_H

#include "core/linear_ops.h"

/* What factoring and solving a symmetric band share. */

enum { LANES = 4 }; /* columns are padded to whole vector registers */

#define EXPAND static inline __attribute__((always_inline)) /* so that a constant width reaches the loops */

EXPAND int whole_lanes(int count)
{
    return (count + LANES - 1) / LANES * LANES;
}

/* Expands call(w) with a constant w for the widths of the four-bars (3), of Bricard's mechanism (11) and of grids; the
   call returns. Falls through for all other widths. */
#define FOR_WIDTH(width, call)                                                                               \
    switch (width) {                                                                                         \
    case 1:                                                                                                  \
        call(1);                                                                                             \
    case 2:                                                                                                  \
        call(2);                                                                                             \
    case 3:                                                                                                  \
        call(3);                                                                                             \
    case 5:                                                                                                  \
        call(5);                                                                                             \
    case 8:                                                                                                  \
        call(8);                                                                                             \
    case 11:                                                                                                 \
        call(11);                                                                                            \
    case 17:                                                                                                 \
        call(17);                                                                                            \
    case 20:                                                                                                 \
        call(20);                                                                                            \
    default:                                                                                                 \
        break;                                                                                               \
    }

void linear_band_solve(struct linear *linear, double *x, int count);

#endif
