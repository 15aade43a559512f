/*%
\section{Classical Runge--Kutta}\label{sec:rk4}
The explicit method that everybody has. It asks the formulation only for accelerations, takes four of them a step, and its error
falls with the fourth power of the step. On a problem of second order its stages $a_1,\dots,a_4$ collapse to \citep{hairer1993}
\begin{equation}\label{eq:rk4}
\begin{aligned}
  a_1 &= a(t, q, v), \\
  a_2 &= a(t + \tfrac h2,\; q + \tfrac h2 v,\; v + \tfrac h2 a_1), \\
  a_3 &= a(t + \tfrac h2,\; q + \tfrac h2 v + \tfrac{h^2}4 a_1,\; v + \tfrac h2 a_2), \\
  a_4 &= a(t + h,\; q + h v + \tfrac{h^2}2 a_2,\; v + h a_3), \\
  q^+ &= q + h v + \tfrac{h^2}6 (a_1 + a_2 + a_3), \qquad v^+ = v + \tfrac h6 (a_1 + 2 a_2 + 2 a_3 + a_4) .
\end{aligned}
\end{equation}
The second and third stage leave the constraint manifold by $O(h^2)$, since a straight line leaves a curved surface, and the step by $O(h^5)$; the formulation projects after the step. The
acceleration of the cleaned state is the first stage of the next step and at the same time the acceleration that is reported.

\paragraph{Cost.} Four accelerations and one projection a step. Each acceleration is an evaluation of the model with a factorisation of the formulation's own matrix; there
is no tangent, no iteration and no memory of earlier steps, so that the work of a step is known beforehand.

\paragraph{Where it fails.} Where the motion is stiff: stability on the negative real axis ends at $h|\lambda| = 2.785$, on the imaginary axis at
$h\omega = 2\sqrt 2$ \citep{hairer1996}, and formulations that stabilise constraints with springs bring such eigenvalues with them. And where accelerations off the manifold are
not those on it: the stages see the constraints violated, which redundant constraints turn into false inertia (Section~\ref{sec:false-inertia}).
*/
#include "core/arena.h"
#include "core/rk4.h"
#include "core/vector.h"

struct self {
    struct arena *arena;
    struct rk4 rk4;
};

static void *create(int n, const double *parameters, double h)
{
    (void)parameters, (void)h;
    struct arena *arena = arena_create();
    struct self *self = take(arena, 1, sizeof *self);
    self->arena = arena;
    rk4_create(&self->rk4, arena, n);
    return self;
}

static void destroy(void *self)
{
    if (self)
        arena_free(((struct self *)self)->arena);
}

static int order(const double *parameters)
{
    (void)parameters;
    return 4;
}

static enum status start(void *self, struct motion *motion)
{
    (void)self;
    return motion_accelerations(motion, motion->t, motion->q, motion->v, motion->a);
}

static enum status step(void *self, struct motion *motion)
{
    struct rk4 *rk4 = &((struct self *)self)->rk4;

    TRY(rk4_advance(rk4, motion, motion->t, motion->h, motion->q, motion->v, motion->a));
    motion->t += motion->h;
    if (!isfinite(norm_max(motion->v, rk4->n)))
        return DIVERGED;
    TRY(motion_project(motion, NULL, NULL));
    return motion_accelerations(motion, motion->t, motion->q, motion->v, motion->a);
}

const struct integrator integrator_rk4 = {
    .name = "rk4",
    .title = "Runge--Kutta 4",
    .cite = "hairer1993",
    .implicit = false,
    .order = order,
    .create = create,
    .destroy = destroy,
    .start = start,
    .step = step,
};
