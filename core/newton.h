#ifndef NEWTON_H
#define NEWTON_H

#include "core/integrator.h"

/* v = cv q + vhat, a = ca q + ahat; w, where the integrator has one, changes by cw */
struct affine {
    double cv, ca;
    const double *vhat, *ahat;
    double cw;
};

struct newton *newton_create(const struct formulation *formulation, const struct model *model);
void newton_free(struct newton *newton);

/* Solves for motion->q, from the prediction that stands there, so that the equilibrium holds at time t; v and a follow by the
   affine map. Corrections below `tolerance` (relative to the model's length) end it. */
enum status newton_solve(struct motion *motion, double t, const struct affine *map, double tolerance);

#endif
