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

enum parameters { ALPHA, XI, OMEGA, PROJECT, ALPHA_POSITION };
static const double PURE = 1e5; /* omega h of an implicit step: position rules */
static const double ENOUGH = 1e-13,
                    ILL_CONDITIONED = 1e8; /* relative: error left in a; alpha that needs refinement */
enum { REFINEMENTS = 30 };

struct penalty {
    struct arena *arena;
    struct at at;
    struct normal *explicit_normal, *implicit_normal;
    struct projection *projection;
    struct stabilised stabilised; /* of the implicit view */
    double alpha, alpha_explicit; /* [kg] */
    double xi, omega_explicit;
    int refinements; /* at most */
    bool project;
    double *delta; /* n */
    double *pull;  /* m: what the constraints exert, the multipliers of this method */
};

/* The textbook's parameters where they are given or nothing is projected; see the end of this section. */
static void choose(struct penalty *p, const struct model *model, const double *parameters, double h)
{
    double mass = model->mass_scale, alpha = parameters[ALPHA], omega = parameters[OMEGA];
    bool textbook = !p->project || omega > 0;
    double accelerating = alpha > 0 ? alpha : !p->project ? 1e7 : is_redundant(model) ? 300 / (h * h) : 1e13;
    p->alpha_explicit = accelerating * mass;
    p->refinements = accelerating > ILL_CONDITIONED ? REFINEMENTS : 0;
    p->omega_explicit = omega > 0 ? omega : p->project ? 0 : 10;
    p->xi = p->stabilised.xi = parameters[XI];
    p->stabilised.omega = omega > 0 ? omega : (textbook ? 1 : PURE) / h;
    p->alpha = (!textbook ? parameters[ALPHA_POSITION] / (PURE * PURE) : alpha > 0 ? alpha : 1e7) * mass;
}

static void *create(const struct model *model, const double *parameters, const struct settings *settings)
{
    struct arena *arena = arena_create();
    struct penalty *p = take(arena, 1, sizeof *p);
    p->arena = arena;
    p->project = parameters[PROJECT] != 0;
    choose(p, model, parameters, settings->h);
    at_create(&p->at, arena, model);
    stabilised_create(&p->stabilised, arena, model);
    p->explicit_normal = normal_create(model, SYMMETRIC, settings->backend);
    p->implicit_normal = normal_create(model, GENERAL, settings->backend);
    p->projection = p->project ? projection_create(model, settings->backend) : NULL;
    p->delta = take_doubles(arena, (size_t)model->n);
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
The matrix is positive definite whatever the rank of $\Phi_q$, so neither redundancy nor a singular position can stop the method. Both can spoil it, from
opposite sides (Section~\ref{sec:normal}): near a singular position the multipliers needed grow as $1/\sigma$, the penalty's answer is wrong by
$m/(\alpha\sigma^2)$, and $\alpha$ must be large; redundant constraints want it small, because of their false inertia.

A large $\alpha$ makes \eqref{eq:penalty-a} ill-conditioned. Its solution is therefore refined, with the residual written as
$Q - Ma - \Phi_q^{\top}p$ and the pull $p = \alpha(\ddot\Phi + \dots)$ carried along: the error of $\alpha$ times a small difference then stays in the directions of the
constraints, where the matrix is stiff and it does no harm. Two or three refinements, a pair of triangular solves each, restore all digits at $\alpha = 10^{13}$.
*/
/* Solves (penalty-a) for a, from p->pull at a = 0 to that at the solution. */
static void pull_along(struct penalty *p, double *a)
{
    struct at *at = &p->at;
    double *delta = p->delta, last = 0;
    clear(a, at->n);
    for (int pass = 0;; pass++) {
        copy(delta, at->Q, at->n);
        add_mass(at, -1, a, delta);
        add_phi_q_transposed(at, -1, p->pull, delta); /* Q - M a - phi_q' pull */
        normal_solve(p->explicit_normal, delta, 1);
        add(a, 1, delta, at->n);
        add_phi_q(at, p->alpha_explicit, delta, p->pull);
        double size = norm_max(delta, at->n); /* the next one is about size * size / last */
        if (pass == p->refinements || (pass && !(size * size > ENOUGH * norm_max(a, at->n) * last)))
            return;
        last = size;
    }
}

static enum status accelerations(void *self, double t, const double *q, const double *v, double *a)
{
    struct penalty *p = self;
    struct at *at = &p->at;
    double alpha = p->alpha_explicit, xi = p->xi, omega = p->omega_explicit;
    at_position(at, q);
    at_velocity(at, q, v);
    at_forces(at, t, q, v);
    for (int k = 0; k < at->m; k++) /* where a = 0 */
        p->pull[k] = -alpha * (at->gamma[k] - 2 * xi * omega * at->phidot[k] - omega * omega * at->phi[k]);
    normal_mass(p->explicit_normal, 1, at->M);                      /* M                      */
    normal_square(p->explicit_normal, alpha, at->phi_q, at->phi_q); /* M + alpha phi_q' phi_q */
    TRY(normal_factor(p->explicit_normal));
    pull_along(p, a);
    return isfinite(norm_max(a, at->n)) ? OK : DIVERGED;
}

/*%
\subsection{Residual and tangent}
An implicit integrator evaluates \eqref{eq:penalty} at the end of the step, with $s$ from \eqref{eq:stabilised} and $p = \alpha s$:
\begin{equation}\label{eq:penalty-tangent}
  r = M a + \Phi_q^{\top} p - Q, \qquad
  T = c_a M + c_v C + K(p) + \alpha\,\Phi_q^{\top}\frac{ds}{dq} .
\end{equation}
The last product is not symmetric. Dropping its unsymmetric part, which is tempting, works on well-behaved mechanisms and fails near a
singular position, where the neglected terms grow.

With $\omega = 1/h$ the three levels have equal weight, and redundant constraints pay for it. Velocity and acceleration follow from $q$ by the
affine map, so that $\Phi$, $\dot\Phi$ and $\ddot\Phi$ cannot all vanish at the end of a step. Independent constraints settle on some $q$ with $s = 0$. Redundant ones
cannot: if $u^{\top}\Phi_q = 0$, no change of $q$ moves $u^{\top}s$ in first order. A pull $\alpha\,u^{\top}s$ remains that nothing balances, and its geometric
stiffness $K$ holds the mechanism back. At large steps the energy of redundant mechanisms then drifts several times as much, and no choice of $\alpha$
mends that. But $\Phi = 0$ alone is consistent, however redundant. So the implicit view takes $\omega = 10^5/h$, which leaves $\alpha\omega^2\Phi$ in
charge of the position, and velocity and acceleration to the projections.
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

    /* alpha times the last, small correction is no small part of the pull */
    multiply(&p->at.model->jacobian_pattern, p->stabilised.B, r, p->stabilised.s);
    add(p->pull, p->alpha, p->stabilised.s, p->at.m);
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
Projection after each step (Section~\ref{sec:projection}) removes what the penalty leaves of a violation, and with it the need for $\xi$ and $\omega$ to do so: at
$\omega = 10$~1/s they multiply the error of Runge--Kutta, as they do with Lagrange multipliers. Projected, the explicit view has $\omega = 0$ and
$\alpha = 10^{13}$ times the typical mass where constraints are independent. There it costs a few unlucky steps, those with a stage so close to a singular position
that $\alpha\sigma^2$ no longer outweighs the inertia; the larger $\alpha$, the rarer they are. Where constraints are redundant, two errors have to be balanced. The
penalty's own is normal to the free motions in the metric of $M$; the projection after a step of length $h$ is normal to those at its end, which are $O(h)$ away, and so turns
it into a drift of $O(h/\alpha)$. The false inertia of the stages adds an error that on the Bricard mechanism is observed to grow as $\alpha h^5$ (on the wall
of four-bars, whose constraints stay redundant off their manifold, there is none). $\alpha = 300\,(1\,\mathrm{s}/h)^2$ lies between the two, and both then fall with
the third power of $h$, where a method with multipliers keeps the fourth. The implicit view has $\alpha\omega^2 = 10^8$ times the typical mass over $h^2$; its Newton iteration must
follow a stiff valley and takes more iterations than that of a method with multipliers.

Unprojected (\texttt{project=0}) the parameters are the textbook's: $\alpha = 10^7$, $\xi = 1$ and $\omega = 10$~1/s, or $1/h$ with implicit integrators.
*/
/*%
\subsection{Cost, and where it fails}
An acceleration costs one factorisation of a symmetric positive definite matrix of order $n$, banded after reordering, and a pair of triangular solves for each refinement. An iteration of an implicit step costs one of the
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
            {"alpha", 0,
             "penalty factor relative to the typical mass; 0: 1e13, redundant constraints 300 (1 s/h)^2, unprojected 1e7",
             .least = 0, .most = 1e15},
            {"xi", 1, "damping ratio of the violated constraint; 1 is critical", .least = 0, .most = 100},
            {"omega", 0,
             "[1/s] its natural frequency; 0: none where projected, else 10 with explicit integrators and 1/h with implicit ones",
             .least = 0, .most = 1e9},
            {"project", 1, "1: project q, v, a after each step; 0: do not", .most = 1, .whole = true},
            {"alpha_position", 1e8,
             "penalty factor of an implicit step in units of the typical mass over h^2; alpha and omega rule instead when omega is given or project=0",
             .least = 1, .most = 1e14},
        },
    .adapted_explicit = "projected after each step, and unstabilised; project=0 is the textbook's method",
    .adapted_implicit =
        "its own residual at the end of the step, almost wholly of position, with the exact tangent; then projected",
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
