/*%
\section{Augmented Lagrangian, index 3}\label{sec:ali3}
A penalty alone leaves a violation; multipliers alone need a saddle-point system. The augmented Lagrangian has both: a penalty makes the matrix
positive definite whatever the rank of the constraints, and multipliers, corrected as the iteration goes, take the violation away
\citep{bayo1996,cuadrado1997,cuadrado2000}. At the end of a step it asks for
\begin{equation}\label{eq:ali3}
  M a + \Phi_q^{\top}\bigl(\lambda + \alpha\,\Phi\bigr) - Q = 0, \qquad \Phi = 0 .
\end{equation}
*/
#include "core/formulation.h"
#include "core/kkt.h"
#include "core/projection.h"
#include "core/vector.h"

enum parameters { ALPHA, PROJECT, ALPHA_EXPLICIT, CORRECTIONS };
static const double LONG_CHAIN = 2000; /* coordinates */
enum { UPDATES = 3 };                  /* of the multipliers in a step, before they are frozen */

struct ali3 {
    struct arena *arena;
    struct at at;
    struct normal *normal;
    struct kkt *kkt; /* of the explicit view */
    struct projection *projection;
    double alpha;
    bool project;
    double t;            /* [s] end of the step that is being solved */
    int iteration;       /* in that step */
    double *lambda;      /* m */
    double *J;           /* phi_q of the last tangent: what S was assembled from */
    double *delta, *gap; /* n, m */
};

static void *create(const struct model *model, const double *parameters, const struct settings *settings)
{
    struct arena *arena = arena_create();
    struct ali3 *p = take(arena, 1, sizeof *p);
    p->arena = arena;
    double chain = fmax(1, model->n / LONG_CHAIN);
    p->alpha = parameters[ALPHA] * chain * chain * model->mass_scale / (settings->h * settings->h);
    p->project = parameters[PROJECT] != 0;
    at_create(&p->at, arena, model);
    p->normal = normal_create(model, model->symmetric ? SYMMETRIC : GENERAL, settings->backend);
    const struct kkt_choice by = {.method = KKT_AL,
                                  .alpha = parameters[ALPHA_EXPLICIT],
                                  .corrections = (int)parameters[CORRECTIONS],
                                  .h = settings->h};
    p->kkt = kkt_create(model, &by, SYMMETRIC, settings->backend);
    p->projection = projection_create(model, settings->backend);
    p->lambda = take_doubles(arena, (size_t)model->m);
    p->J = take_doubles(arena, (size_t)pattern_size(&model->jacobian_pattern));
    p->delta = take_doubles(arena, (size_t)model->n);
    p->gap = take_doubles(arena, (size_t)model->m);
    return p;
}

static void destroy(void *self)
{
    struct ali3 *p = self;
    normal_free(p->normal);
    kkt_free(p->kkt);
    projection_free(p->projection);
    arena_free(p->arena);
}

/*%
The smallest singular value of a long chain of constraints falls with its length, so beyond two thousand coordinates $\alpha$ grows with the square of
their number; a fixed value would not hold a very long chain together.

\subsection{Accelerations}
With an explicit integrator the same idea is applied to accelerations, where it is linear: equation \eqref{eq:uzawa} with $A = M$, $B = \Phi_q$, $g = \gamma$ and
its choice of $\alpha$: large where the constraints are independent, so that singular positions do no harm; small, and with few corrections, where they are
redundant, because a large one would be a false inertia (Section~\ref{sec:normal}). There the number of corrections grows as the step shrinks
\eqref{eq:corrections}, so that what they leave undone stays below the error of the step.
*/
static enum status accelerations(void *self, double t, const double *q, const double *v, double *a)
{
    struct ali3 *p = self;
    at_position(&p->at, q);
    at_gamma(&p->at, q, v);
    at_forces(&p->at, t, q, v);
    copy(a, p->at.Q, p->at.n);
    p->t = (double)NAN;
    kkt_assemble(p->kkt, &p->at, 1, 0, false, p->at.phi_q);
    return kkt_solve(p->kkt, a, p->at.gamma, p->lambda);
}

/*%
\subsection{Residual, tangent and multipliers}
In the unknowns $(q, \lambda)$ the residual is that of the Lagrange multipliers at position level,
$r = (M a + \Phi_q^{\top}\lambda - Q,\; \Phi)$. Its Newton system is regularised by $-\lambda/\alpha$ in the lower right block, that is,
$\delta\lambda = \alpha(\Phi + \Phi_q\,\delta q)$. Eliminating $\delta\lambda$ leaves
\begin{equation}\label{eq:ali3-newton}
  \bigl(c_a M + c_v C + K(\lambda) + \alpha\,\Phi_q^{\top}\Phi_q\bigr)\,\delta q
    = -\bigl(M a + \Phi_q^{\top}(\lambda + \alpha\Phi) - Q\bigr), \qquad \lambda \leftarrow \lambda + \alpha\,(\Phi + \Phi_q\,\delta q).
\end{equation}
At the solution $\Phi = 0$ exactly, whatever $\alpha$: an iteration leaves a fraction of about $c_a m/(\alpha\sigma^2)$ of the violation to the next, and the
regularisation does nothing else. Two mistakes are easy here. Updating $\lambda$ by $\alpha\Phi$ at the \emph{new} position and adding
$\alpha\Phi$ in the residual again counts the penalty twice, and the iteration crawls. And the geometric stiffness belongs to
$\lambda$, not to $\lambda+\alpha\Phi$, which during the first iteration is dominated by the error of the prediction.

Close to a singular position one $\sigma$ is nearly zero and its multiplier converges too slowly to wait for. After three updates the multipliers are
therefore frozen. What remains is Newton's method for \eqref{eq:ali3} with fixed $\lambda$, but for the small geometric stiffness of $\alpha\Phi$. It ends at a position with
the violation $\delta\lambda/\alpha$, where $\delta\lambda$ is what the multipliers lack, and they take up this $\alpha\Phi$ once it has ended.

The tangent may serve a second time (Section~\ref{sec:newton-keep}). It must then be the \emph{whole} tangent that is old: \texttt{J} keeps the
$\Phi_q$ that $S$ was assembled from, and the eliminated $\delta\lambda$ uses that one. A new $\Phi_q$ beside an old $S$ multiplies the small
difference of the two by $\alpha h^2/m$, and on the double four-bar that is enough to lose the motion at the singular position.
*/
static enum status residual(void *self, const struct point *point, double *r)
{
    struct ali3 *p = self;
    if (point->t != p->t) {
        p->t = point->t;
        p->iteration = 0;
    }
    at_position(&p->at, point->q);
    at_forces(&p->at, point->t, point->q, point->v);
    for (int i = 0; i < p->at.n; i++)
        r[i] = -p->at.Q[i];
    add_mass(&p->at, 1, point->a, r);
    add_phi_q_transposed(&p->at, 1, p->lambda, r);
    copy(r + p->at.n, p->at.phi, p->at.m);
    return OK;
}

static enum status tangent(void *self, const struct point *point)
{
    struct ali3 *p = self;
    at_stiffness(&p->at, point->t, point->q, point->v, point->a, p->lambda);
    normal_mass(p->normal, point->ca, p->at.M);
    normal_stiffness(p->normal, 1, p->at.K);
    if (p->at.model->damping)
        normal_stiffness(p->normal, point->cv, p->at.C);
    copy(p->J, p->at.phi_q, pattern_size(&p->at.model->jacobian_pattern));
    normal_square(p->normal, p->alpha, p->J, p->J);
    return OK;
}

static enum status solve(void *self, double *r)
{
    struct ali3 *p = self;
    int n = p->at.n, m = p->at.m;
    const struct pattern *pattern = &p->at.model->jacobian_pattern;
    TRY(normal_factor(p->normal));
    scale(r, -1, n);
    scale(r + n, p->alpha, m);
    add_transposed(pattern, -1, p->J, r + n, r); /* -(M a + phi_q'(lambda + alpha phi) - Q) */
    normal_solve(p->normal, r, 1);               /* delta q */
    if (p->iteration++ < UPDATES)
        add_multiplied(pattern, p->alpha, p->J, r, r + n); /* delta lambda = alpha (phi + phi_q delta q) */
    else
        clear(r + n, m);
    return OK;
}

static double *extra(void *self)
{
    return ((struct ali3 *)self)->lambda;
}

/* The blocks as assembled, without the regularisation: S - alpha phi_q' phi_q, phi_q', phi_q, 0. */
static void matrix(void *self, double *T)
{
    struct ali3 *p = self;
    const struct pattern *J = &p->at.model->jacobian_pattern;
    int n = p->at.n, N = n + p->at.m;
    normal_export(p->normal, N, T);
    clear(T + n * N, (N - n) * N);
    for (int k = 0; k < J->rows; k++)
        for (int i = J->start[k]; i < J->start[k + 1]; i++) {
            for (int j = J->start[k]; j < J->start[k + 1]; j++)
                T[J->index[i] + J->index[j] * N] -= p->alpha * p->at.phi_q[i] * p->at.phi_q[j];
            T[J->index[i] + (n + k) * N] = p->at.phi_q[i];
            T[n + k + J->index[i] * N] = p->at.phi_q[i];
        }
}

/*%
\subsection{Projections}
The step satisfies the constraints at position level only. Velocities and accelerations are projected by the increments \eqref{eq:project-v} in the
metric of the \emph{last} tangent, whose factors are at hand: a pair of triangular solves each. The integrator's algorithmic acceleration $w$ is
projected with the same factors; overwriting it with $a$ would make the integrator first order. What is to be removed, $\Phi_q v$, is measured at
the new position; the directions in which it is removed are those of the factors, \texttt{J}. Without projections velocities and
accelerations leave their constraints by the error of the step, and the next step inherits it.
*/
static void level(struct ali3 *p, const double *target, double *x)
{
    for (int k = 0; k < p->at.m; k++)
        p->gap[k] = target ? -target[k] : 0;
    add_phi_q(&p->at, 1, x, p->gap);
    clear(p->delta, p->at.n);
    add_transposed(&p->at.model->jacobian_pattern, -p->alpha, p->J, p->gap, p->delta);
    normal_solve(p->normal, p->delta, 1);
    add(x, 1, p->delta, p->at.n);
}

static enum status project(void *self, double t, double *q, double *v, double *a, double *w)
{
    (void)t;
    struct ali3 *p = self;
    if (!p->project)
        return OK;
    if (!a)
        return projection_apply(p->projection, q, v, a, w);
    at_position(&p->at, q);
    if (p->iteration > UPDATES)
        add(p->lambda, p->alpha, p->at.phi, p->at.m);
    level(p, NULL, v);
    at_gamma(&p->at, q, v);
    level(p, p->at.gamma, a);
    if (w)
        level(p, p->at.gamma, w);
    return OK;
}

static const double *multipliers(void *self)
{
    return ((struct ali3 *)self)->lambda;
}

/*%
\subsection{Cost, and where it fails}
An iteration factors one matrix of order $n$, banded after reordering, whatever the number of constraints and their rank, or keeps the last one; it is symmetric unless damping or
follower forces make $K$ unsymmetric. The multipliers cost a product. The
projections of an implicit step reuse the last factors and need none of their own. An explicit step factors $M + \alpha\Phi_q^{\top}\Phi_q$ for each acceleration and once for its
projection. The method fails where its multipliers do not settle: with too small an $\alpha$ each iteration removes too little of the violation, with too large a one
$c_a M$ drowns in the round-off of $\alpha\Phi_q^{\top}\Phi_q$, and steps that end beside a singular position keep a violation of $\delta\lambda/\alpha$.
*/
const struct formulation formulation_ali3 = {
    .name = "ali3",
    .title = "Augmented Lagrangian, index 3, with projections",
    .cite = "cuadrado2000",
    .parameters =
        {
            {"alpha", 1e6, "penalty factor of the implicit view, in units of the typical mass over h^2",
             .least = 1, .most = 1e14},
            {"project", 1,
             "1: project velocity and acceleration (explicit: position and velocity); 0: do not", .most = 1,
             .whole = true},
            {"alpha_explicit", 0,
             "penalty factor of the explicit view, relative to the typical mass; 0: 1e12, redundant constraints 1e3",
             .least = 0, .most = 1e12},
            {"corrections", 0,
             "of the multipliers in the explicit view, at most; 0: 30, redundant constraints 3 or more, as h falls",
             .least = 0, .most = 100, .whole = true},
        },
    .adapted_explicit =
        "index-1 augmented Lagrangian for the accelerations, then projections of position and velocity",
    .unknowns = {{"q", 'n'}, {"lambda", 'm'}},
    .equations = {{"equilibrium", 'n'}, {"constraints", 'm'}},
    .create = create,
    .destroy = destroy,
    .accelerations = accelerations,
    .residual = residual,
    .tangent = tangent,
    .solve = solve,
    .keeps = true,
    .extra = extra,
    .matrix = matrix,
    .project = project,
    .multipliers = multipliers,
};
