#ifndef RADAU_H
#define RADAU_H

#include <stdbool.h>
#include "core/reduced.h"

enum { RADAU_STAGES = 5 };

/* What one step hands to the next; zero at first. */
struct radau {
    bool ready; /* the coefficients below are known */
    bool stiff; /* fixed-point iteration has failed: use Newton's method */
    long double c[RADAU_STAGES], A[RADAU_STAGES][RADAU_STAGES];
    long double t, h; /* the last step, none while h = 0, and its stages less the state at its start */
    long double z[RADAU_STAGES][REDUCED_MAX];
};

/* One step of the Radau IIA method of order 9 for y' = f(t, y). False when its equations could not be solved: take a
   shorter one. */
bool radau_step(struct radau *radau, reduced_rhs *f, void *context, int dimension, long double t,
                long double h, const long double *y, long double *next);

#endif
