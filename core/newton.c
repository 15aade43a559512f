#include "core/newton.h"

#include <float.h>
#include "core/arena.h"
#include "core/vector.h"

/*%
\section{The Newton loop}\label{sec:newton}
Every implicit integrator of the testbed ends in the same task: find the unknowns $x = (q, \lambda)$ at the end of the step, the
multipliers only if the formulation has them as unknowns, such that
\begin{equation}\label{eq:newton-residual}
  r(x) = r\bigl(t,\; q,\; c_v q + \hat v,\; c_a q + \hat a,\; \lambda\bigr) = 0 .
\end{equation}
Newton's method starts from the integrator's prediction and repeats
\begin{equation}\label{eq:newton}
  T(x_k)\,\delta_k = -r(x_k), \qquad x_{k+1} = x_k + \delta_k, \qquad T = \frac{\partial r}{\partial x} ,
\end{equation}
with $\partial/\partial q$ taken through the affine map \eqref{eq:affine}: the formulation sees $c_v$ and $c_a$ and forms, for instance,
$c_a M + c_v C + K$. Velocity and acceleration follow the coordinates,
\begin{equation}\label{eq:newton-follow}
  q \leftarrow q + \delta, \qquad v \leftarrow v + c_v \delta, \qquad a \leftarrow a + c_a \delta ,
\end{equation}
which keeps them on the affine map if the prediction was on it. This form matters: $c_a q + \hat a$ evaluated as it stands is a difference of
numbers of size $|q|/h^2$, whose round-off, $10^{-16}|q|/h^2$, would dominate the acceleration of small steps. Integrators that can predict all
three therefore leave them in the motion and pass no $\hat v$ and $\hat a$.
*/
enum { CAP = 50, GROWTHS = 3 };

struct newton {
    struct arena *arena;
    int n, N;   /* coordinates, unknowns */
    double t;   /* of the last solution */
    double eta; /* what a first correction left behind when last that was seen */
    double *r;  /* residual, then correction */
};

struct newton *newton_create(const struct formulation *formulation, const struct model *model)
{
    struct arena *arena = arena_create();
    struct newton *newton = take(arena, 1, sizeof *newton);
    newton->arena = arena;
    newton->n = model->n;
    newton->N = formulation_unknowns(formulation, model);
    newton->t = (double)INFINITY;
    newton->r = take_doubles(arena, (size_t)newton->N);
    return newton;
}

void newton_free(struct newton *newton)
{
    if (newton)
        arena_free(newton->arena);
}

/* q += delta, v += cv delta, a += ca delta: eq:newton-follow */
static void follow(const struct motion *motion, const struct affine *map, const double *restrict delta, int n)
{
    const double cv = map->cv, ca = map->ca;
    double *restrict q = motion->q, *restrict v = motion->v, *restrict a = motion->a;
    for (int i = 0; i < n; i++) {
        q[i] += delta[i];
        v[i] += cv * delta[i];
        a[i] += ca * delta[i];
    }
}

/* v = cv q + vhat, a = ca q + ahat, unless v and a stand there already */
static void place(const struct motion *motion, const struct affine *map, int n)
{
    for (int i = 0; i < n && map->vhat; i++)
        motion->v[i] = map->cv * motion->q[i] + map->vhat[i];
    for (int i = 0; i < n && map->ahat; i++)
        motion->a[i] = map->ca * motion->q[i] + map->ahat[i];
}

/*%
\subsection{When to stop}\label{sec:newton-stop}
What matters is the error that is left, not the last correction. With the contraction $\theta_k = \|\delta_k\|/\|\delta_{k-1}\|$ the
corrections still to come add up to no more than
\begin{equation}\label{eq:newton-eta}
  \eta_k \|\delta_k\|, \qquad \eta_k = \frac{\theta_k}{1 - \theta_k},
\end{equation}
if they keep contracting at least as fast \citep{hairer1996}; as Newton's method contracts ever faster, this is cautious. The loop ends
when $\eta_k\|\delta_k\| \le \varepsilon L$, with $L$ the typical length of the mechanism, $\varepsilon$ the tolerance, and the maximum norm
over the coordinates.

The first correction has no predecessor to be compared with. Successive steps of a smooth motion resemble each other, so the ratio that
the first correction showed in an earlier step serves, weakened each time that it is used without being confirmed:
$\eta_0 \leftarrow \eta_0^{3/4}$. A step therefore ends after one iteration only when the motion has just shown that the second one
would change less than the tolerance, and every few steps this is verified; at the start of a run $\eta_0 = 1$. (Hairer and Wanner use the exponent
$0.8$; three quarters costs two square roots instead of a power.)

Corrections of a few units in the last place of $q$ are round-off: they end the loop whatever the tolerance, and so do
corrections near that level which no longer shrink.
*/
static bool is_roundoff(double size, double theta, const double *q, int n)
{
    double unit = DBL_EPSILON * norm_max(q, n);
    return size <= 4 * unit || (theta > 0.25 && size <= 1000 * unit);
}

static inline double weakened(double eta)
{
    double root = sqrt(fmax(eta, DBL_EPSILON));
    return root * sqrt(root); /* eta^(3/4) */
}

/*%
\subsection{When to keep the tangent}\label{sec:newton-keep}
Assembling and factoring $T$ costs more than everything else in an iteration. If the contraction that was seen last holds, the correction after
$\delta_k$ has the size $\eta_k\|\delta_k\|$ and leaves $\eta_k^2\|\delta_k\|$ behind. Where that is within the tolerance the next iteration is the
last one, and its tangent need only be as good as the contraction was: the factors at hand serve. The residual is evaluated anew in any case, so a
tangent that is a little old changes the speed of convergence and not where it leads; and the contraction is measured with the tangent that was
used, so that a motion on which old tangents converge badly asks for new ones. This is left to formulations that say so (\texttt{keeps}), and a
tangent is never kept from one step to the next.
*/
static bool last_one_ahead(double eta, double size, double enough)
{
    return eta * eta * size <= enough;
}

/* One iteration: the correction of the unknowns, applied; returns its size in q. */
static enum status iterate(struct motion *motion, const struct point *point, const struct affine *map,
                           double *extra, bool keep, double *size)
{
    const struct formulation *formulation = motion->formulation;
    const struct newton *newton = motion->newton;
    double *r = newton->r;

    TRY(formulation->residual(motion->form, point, r));
    if (!keep) {
        TRY(formulation->tangent(motion->form, point));
        motion->factorizations++;
    }
    TRY(formulation->solve(motion->form, r)); /* r = -T \ r */
    motion->iterations++;

    *size = norm_max(r, newton->n);
    if (!isfinite(*size))
        return DIVERGED;
    follow(motion, map, r, newton->n);
    if (extra)
        add(extra, 1, r + newton->n, newton->N - newton->n);
    return OK;
}

/*%
\subsection{When to give up}
Corrections that double three times in a row, or that are no longer numbers, mean divergence; fifty iterations without an
end mean no convergence. Both are outcomes of the run (Section~\ref{sec:run}). Time that does not advance tells the loop that a new run has
begun, so that repeating a run repeats its digits.
*/
enum status newton_solve(struct motion *motion, double t, const struct affine *map, double tolerance)
{
    struct newton *newton = motion->newton;
    const double enough = tolerance * motion->model->length;
    double *extra = newton->N > newton->n ? motion->formulation->extra(motion->form) : NULL;
    const struct point point = {t, motion->q, motion->v, motion->a, map->cv, map->ca, map->cw};

    double eta = t > newton->t ? weakened(newton->eta) : 1;
    newton->t = t;
    newton->eta = eta;
    place(motion, map, newton->n);

    double last = 0;
    bool keep = false;
    for (int k = 0, growths = 0; k < CAP; k++) {
        double size;
        TRY(iterate(motion, &point, map, extra, keep, &size));
        double theta = k ? size / last : 0;
        if (k) {
            eta = theta < 1 ? theta / (1 - theta) : (double)INFINITY;
            if (k == 1)
                newton->eta = fmin(eta, 1);
        }
        if (size <= enough || eta * size <= enough)
            return OK;
        if (k && is_roundoff(size, theta, motion->q, newton->n))
            return OK;
        growths = theta >= 2 ? growths + 1 : 0;
        if (growths == GROWTHS)
            return DIVERGED;
        keep = motion->formulation->keeps && last_one_ahead(eta, size, enough);
        last = size;
    }
    return NO_CONVERGENCE;
}
