#ifndef REDUCED_H
#define REDUCED_H

#include "core/arena.h"

/* Exact solutions by reduction. Where a mechanism's motion obeys a small ordinary differential equation in independent
   variables, that equation is solved here in extended precision, far more exactly than anything that is judged by it. */
enum { REDUCED_MAX = 16 };

typedef void reduced_rhs(void *context, long double t, const long double *y, long double *dydt);

struct reduced;

/* Solves y' = f(t, y), y(0) = y0, on [0, duration] and keeps nodes at most duration / nodes apart; where the motion is
   fast, such as in an initial transient, they come closer by themselves. Stiff equations are welcome. The solution and
   `context` live as long as the arena. */
struct reduced *reduced_create(struct arena *arena, reduced_rhs *f, void *context, int dimension,
                               const long double *y0, double duration, int nodes);

/* y(t). Allocates nothing and changes nothing; beyond the duration it integrates on from the last node, which is slow. */
void reduced_at(const struct reduced *reduced, long double t, long double *y);

int reduced_nodes(const struct reduced *reduced); /* how many were kept */

#endif
