#ifndef SADDLE_H
#define SADDLE_H

#include "core/evaluation.h"
#include "core/status.h"

/* [A phi_q'; B 0] eliminated through the null spaces of phi_q and of B, with B in the Jacobian's pattern. */
struct saddle;

/* The rank comes from the mobility; with a tolerance above 0 it is found at each factorisation instead. */
struct saddle *saddle_create(const struct model *model, double tolerance);
void saddle_free(struct saddle *saddle);

/* A, its `at` and B must stay as they are until the last solve. */
enum status saddle_factor(struct saddle *saddle, const struct effective *A, const double *B);
/* A x + phi_q' lambda = f, B x = g: the x that is unique, the lambda of least norm. No two arguments may overlap. */
enum status saddle_solve(struct saddle *saddle, const double *f, const double *g, double *x, double *lambda);

#endif
