/*%
\section{Penalty formulation}\label{sec:penalty}
Let a violated constraint pull back instead of forbidding it. Give every constraint an inertia $\alpha$, a damping $2\xi\omega\alpha$ and a
stiffness $\omega^2\alpha$, so that the equations of motion become \citep{bayo1988}
\begin{equation}\label{eq:penalty}
  M a + \Phi_q^{\top}\alpha\,\bigl(\ddot\Phi + 2\xi\omega\,\dot\Phi + \omega^2\Phi\bigr) = Q .
\end{equation}
There are no multipliers to solve for; the price is a violation of order $1/\alpha$, and a matrix whose condition grows with $\alpha$.
*/
#include "core/formulation.h"
#include "core/projection.h"
#include "core/stabilised.h"
#include "core/vector.h"

enum parameters { ALPHA, XI, OMEGA, PROJECT };
static const double OMEGA_EXPLICIT = 10; /* [1/s] */

struct penalty {
    struct arena *arena;
    struct at at;
    struct normal *explicit_normal, *implicit_normal;
    struct projection *projection;
    struct stabilised stabilised; /* of the implicit view */
    double alpha, xi, omega;      /* omega: of the explicit view */
    bool project;
    double *pull; /* m: what the constraints exert, the multipliers of this method */
};

static void *create(const struct model *model, const double *parameters, const struct settings *settings)
{
    struct arena *arena = arena_create();
    struct penalty *p = take(arena, 1, sizeof *p);
    double omega = parameters[OMEGA];
    p->arena = arena;
    p->alpha = parameters[ALPHA] * model->mass_scale;
    p->xi = p->stabilised.xi = parameters[XI];
    p->omega = omega > 0 ? omega : OMEGA_EXPLICIT;
    p->stabilised.omega = omega > 0 ? omega : 1 / settings->h;
    p->project = parameters[PROJECT] != 0;
    at_create(&p->at, arena, model);
    stabilised_create(&p->stabilised, arena, model);
    p->explicit_normal = normal_create(model, SYMMETRIC, settings->backend);
    p->implicit_normal = normal_create(model, GENERAL, settings->backend);
    p->projection = p->project ? projection_create(model, settings->backend) : NULL;
    p->pull = take_doubles(arena, (size_t)model->m);
    return p;
}

static void destroy(void *self)
{
    struct penalty *p = self;
    normal_free(p->explicit_normal);
    normal_free(p->implicit_normal);
    projection_free(p->projection);
    arena_free(p->arena);
}

/*%
\subsection{Accelerations}
With $\ddot\Phi = \Phi_q a - \gamma$, \eqref{eq:penalty} is linear in $a$:
\begin{equation}\label{eq:penalty-a}
  \bigl(M + \Phi_q^{\top}\alpha\,\Phi_q\bigr)\, a
     = Q + \Phi_q^{\top}\alpha\,\bigl(\gamma - 2\xi\omega\,\dot\Phi - \omega^2\Phi\bigr).
\end{equation}
The matrix is positive definite whatever the rank of $\Phi_q$, so neither redundancy nor a singular position can stop the method. Redundant
constraints do something subtler: off their manifold they become independent, with a singular value $\sigma$ of the size of the violation, and
$\alpha\sigma^2$ is then an inertia that no body has. A larger $\alpha$ makes it worse. At a violation of $10^{-5}$ and $\alpha = 10^7$ this
\emph{false inertia} is a thousandth; at coarse steps it rules.
*/
static enum status accelerations(void *self, double t, const double *q, const double *v, double *a)
{
    struct penalty *p = self;
    struct at *at = &p->at;
    at_position(at, q);
    at_velocity(at, q, v);
    at_forces(at, t, q, v);
    for (int k = 0; k < at->m; k++)
        p->pull[k] = p->alpha *
                     (at->gamma[k] - 2 * p->xi * p->omega * at->phidot[k] - p->omega * p->omega * at->phi[k]);
    copy(a, at->Q, at->n);
    add_phi_q_transposed(at, 1, p->pull, a);                           /* Q + phi_q' pull          */
    normal_mass(p->explicit_normal, 1, at->M);                         /* M                        */
    normal_square(p->explicit_normal, p->alpha, at->phi_q, at->phi_q); /* M + alpha phi_q' phi_q   */
    TRY(normal_factor(p->explicit_normal));
    normal_solve(p->explicit_normal, a, 1);
    scale(p->pull, -1, at->m);
    add_phi_q(at, p->alpha, a, p->pull); /* alpha (phi_q a - …)      */
    return isfinite(norm_max(a, at->n)) ? OK : DIVERGED;
}

/*%
\subsection{Residual and tangent}
An implicit integrator evaluates \eqref{eq:penalty} at the end of the step, with $s$ from \eqref{eq:stabilised} and $p = \alpha s$:
\begin{equation}\label{eq:penalty-tangent}
  r = M a + \Phi_q^{\top} p - Q, \qquad
  T = c_a M + c_v C + K(p) + \alpha\,\Phi_q^{\top}\frac{ds}{dq} .
\end{equation}
The last product is not symmetric. Dropping its unsymmetric part, which is tempting, works on well-behaved mechanisms and fails at every step size near a
singular position, where the neglected terms grow. With $\omega = 1/h$ and critical damping, a violation dies within a few steps.
*/
static enum status residual(void *self, const struct point *point, double *r)
{
    struct penalty *p = self;
    struct at *at = &p->at;
    at_position(at, point->q);
    at_velocity(at, point->q, point->v);
    at_forces(at, point->t, point->q, point->v);
    stabilised_value(&p->stabilised, at, point->a);
    for (int k = 0; k < at->m; k++)
        p->pull[k] = p->alpha * p->stabilised.s[k];
    for (int i = 0; i < at->n; i++)
        r[i] = -at->Q[i];
    add_mass(at, 1, point->a, r);
    add_phi_q_transposed(at, 1, p->pull, r);
    return OK;
}

static enum status tangent(void *self, const struct point *point)
{
    struct penalty *p = self;
    struct at *at = &p->at;
    at_stiffness(at, point->t, point->q, point->v, point->a, p->pull);
    stabilised_slope(&p->stabilised, at, point);
    normal_mass(p->implicit_normal, point->ca, at->M);
    normal_stiffness(p->implicit_normal, 1, at->K);
    if (at->model->damping)
        normal_stiffness(p->implicit_normal, point->cv, at->C);
    normal_square(p->implicit_normal, p->alpha, at->phi_q, p->stabilised.B);
    return OK;
}

static enum status solve(void *self, double *r)
{
    struct penalty *p = self;
    TRY(normal_factor(p->implicit_normal));
    scale(r, -1, p->at.n);
    normal_solve(p->implicit_normal, r, 1);
    return OK;
}

static void matrix(void *self, double *T)
{
    struct penalty *p = self;
    normal_export(p->implicit_normal, p->at.n, T);
}

static enum status project(void *self, double t, double *q, double *v, double *a, double *w)
{
    (void)t;
    struct penalty *p = self;
    return p->project ? projection_apply(p->projection, q, v, a, w) : OK;
}

static const double *multipliers(void *self)
{
    return ((struct penalty *)self)->pull;
}

/*%
\subsection{Choosing the parameters}
$\alpha$ is a compromise. Singular positions want it large, for the multipliers needed there grow without bound; redundant constraints want it
small, because of their false inertia. $10^7$ times the typical mass serves all the mechanisms here. Projection after each step
(Section~\ref{sec:projection}) removes what the penalty leaves.
*/
/*%
\subsection{Cost, and where it fails}
An acceleration costs one factorisation of a symmetric positive definite matrix of order $n$, banded after reordering. An iteration of an implicit step costs one of the
unsymmetric tangent, which needs row exchanges; the projection adds a symmetric one a step. On paper the method never fails, since no matrix is ever singular. In practice it fails
quietly: with $\alpha$ too small the bodies come apart, with $\alpha$ too large false inertia holds back redundant mechanisms, and the condition
number, which grows with $\alpha$, takes digits from $a$.
*/
const struct formulation formulation_penalty = {
    .name = "penalty",
    .title = "Penalty",
    .cite = "bayo1988",
    .parameters =
        {
            {"alpha", 1e7,
             "penalty factor relative to the typical mass: violation falls as 1/alpha, conditioning suffers as alpha",
             .least = 1e-3, .most = 1e15},
            {"xi", 1, "damping ratio of the violated constraint; 1 is critical", .least = 0, .most = 100},
            {"omega", 0,
             "[1/s] its natural frequency; 0: 10 with explicit integrators, 1/h with implicit ones",
             .least = 0, .most = 1e9},
            {"project", 1, "1: project q, v, a after each step; 0: do not", .most = 1, .whole = true},
        },
    .adapted_explicit = "projected after each step; project=0 is the textbook's method",
    .adapted_implicit =
        "its own residual at the end of the step with the exact unsymmetric tangent, then projected",
    .unknowns = {{"q", 'n'}},
    .equations = {{"equilibrium", 'n'}},
    .create = create,
    .destroy = destroy,
    .accelerations = accelerations,
    .residual = residual,
    .tangent = tangent,
    .solve = solve,
    .matrix = matrix,
    .project = project,
    .multipliers = multipliers,
};
