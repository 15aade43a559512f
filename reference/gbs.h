/* Extrapolated midpoint rule (Gragg, Bulirsch, Stoer) at a fixed step and a fixed, high order. */
#ifndef REFERENCE_GBS_H
#define REFERENCE_GBS_H

#include "quad.h"

enum { GBS_SIZE = 16, GBS_COLUMNS = 16 };

/* dy/dt = f(y) for an autonomous system. */
typedef void field(const quad *y, quad *dy, const void *model);

/* Moves y (n numbers) ahead by H with the given number of extrapolation columns: order 2 columns. What rounding drops from
   y is kept in dropped (n numbers, zero at the start), or lost when that is NULL. */
void gbs_step(field *f, const void *model, int n, quad *y, quad *dropped, quad H, int columns);

#endif
