#ifndef RK4_H
#define RK4_H

#include "core/integrator.h"

/* One step of the classical Runge-Kutta method, for the integrator of that name and for whoever needs a start. */
struct rk4 {
    int n;
    double *q, *v;        /* n: the stage */
    double *a2, *a3, *a4; /* n: accelerations at stages 2 to 4 */
};

void rk4_create(struct rk4 *rk4, struct arena *arena, int n);

/* Advances q and v from t by h, given the acceleration a at (t, q, v). The motion only lends its formulation. A negative
   h steps back. */
enum status rk4_advance(struct rk4 *rk4, struct motion *motion, double t, double h, double *q, double *v,
                        const double *a);

#endif
