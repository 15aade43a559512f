#ifndef EVALUATION_H
#define EVALUATION_H

#include "core/problem.h"

/* Everything that equation (motion) needs at one (t, q, v), evaluated when asked for. */
struct at {
    const struct model *model;
    int n, m;
    double *M;              /* mass values */
    double *Q;              /* n: applied forces */
    double *phi, *phi_q;    /* m, Jacobian values */
    double *phidot, *gamma; /* m */
    double *D;              /* Jacobian pattern: phi_q along a vector */
    double *K, *C;          /* stiffness pattern */
};

void at_create(struct at *at, struct arena *arena, const struct model *model);
void at_position(struct at *at, const double *q);                          /* M, phi, phi_q     */
void at_velocity(struct at *at, const double *q, const double *v);         /* phidot, gamma     */
void at_gamma(struct at *at, const double *q, const double *v);            /* gamma alone       */
void at_forces(struct at *at, double t, const double *q, const double *v); /* Q                 */
void at_along(struct at *at, const double *q, const double *u);            /* D(u)              */
void at_stiffness(struct at *at, double t, const double *q, const double *v, const double *a,
                  const double *lambda); /* K, and C if any   */

/* y += s phi_q x, y += s phi_q' x, y += s M x */
void add_phi_q(const struct at *at, double s, const double *x, double *y);
void add_phi_q_transposed(const struct at *at, double s, const double *x, double *y);
void add_mass(const struct at *at, double s, const double *x, double *y);

#endif
