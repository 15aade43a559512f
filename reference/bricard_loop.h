/* The Bricard loop as a function of its one joint angle a. */
#ifndef REFERENCE_BRICARD_LOOP_H
#define REFERENCE_BRICARD_LOOP_H

#include "quad.h"

struct loop {
    cquad P[6][3], u[6][3]; /* joints and their axes; P_5 P_0 is the ground */
    cquad slope;            /* b' = db/da */
};

/* For complex a the positions are the analytic continuation: the imaginary part of a tiny step carries the derivative. */
struct loop bricard_loop(cquad a);

cquad bricard_inertia(const struct loop *loop);   /* I(a) = 2T / adot^2 from the angular velocities */
cquad bricard_potential(const struct loop *loop); /* V(a), zero at y = 0 */
quad bricard_inertia_natural(quad a);             /* I(a) again, from the velocities of P and u */
quad bricard_closure(const struct loop *loop);    /* how far P_5 and u_5 are from the ground's */

#endif
