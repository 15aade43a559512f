/*%
\section{The stabilised index-2 formulation}\label{sec:ggl}
Held at the level of position alone, the constraints make an implicit integrator choose velocities that do not quite satisfy $\Phi_q v = 0$. Gear,
Gupta and Leimkuhler \citep{gear1985} ask for both levels at once, and pay for the second with a second set of multipliers, $\mu$, which lets the
velocity $u$ of the equations of motion differ from the derivative $v$ of the coordinates:
\begin{equation}\label{eq:ggl}
  \dot q = u - \Phi_q^{\top}\mu, \qquad M\dot u + \Phi_q^{\top}\lambda = Q(t, q, u), \qquad \Phi = 0, \qquad \Phi_q u = 0 .
\end{equation}
The exact motion has $\mu = 0$: the new term holds nothing but the error of the integrator. As $\Phi_q\Phi_q^{\top}$ is regular where the constraints are
independent, \eqref{eq:ggl} has index two where the original equations have index three.
*/
#include "core/corrections.h"
#include "core/formulation.h"
#include "core/kkt.h"
#include "core/places.h"
#include "core/projection.h"
#include "core/vector.h"

/* Row and column of the unknowns w_0, x_0, w_1, x_1, … */
static const struct block WW = {2, 0, 0, false}, WX = {2, 0, 1, false}, XW = {2, 1, 0, false},
                          XX = {2, 1, 1, false};

struct ggl {
    struct arena *arena;
    struct at at;
    struct kkt *kkt; /* of the explicit view */
    struct projection *projection;
    struct linear *linear; /* 2n x 2n, of (ggl-pair) */
    struct places M_ww, C_ww, K_wx, H_xx, I_xw, I_xx;
    int *square_ww, *square_wx, *square_xx; /* phi_q' phi_q, phi_q' D, phi_q' phi_q */
    double alpha;
    double cv, ca, cw;        /* of the last point */
    double typical;           /* [kg] mass */
    double *lambda, *mu;      /* m each, contiguous */
    double *none, *ones;      /* m zeros, n ones */
    double *H;                /* (phi_q' mu)_q, in the pattern of K */
    double *d, *u, *a, *y;    /* n: phi_q' mu, velocity, acceleration, change of the velocity */
    double *b;                /* 2n */
    double *rest, *delta;     /* n + 2m: of the system, of the solution */
    int most;                 /* corrections */
    struct corrections *slow; /* NULL where a few corrections are all that is wanted */
};

/* Everything is declared in the three blocks that have a phi_q' B, and the identity in the fourth, too. */
static void create_pair(struct ggl *p, const struct model *model, enum backend backend)
{
    const struct pattern *M = &model->mass_pattern, *K = &model->stiffness_pattern,
                         *J = &model->jacobian_pattern;
    const struct block blocks[] = {WW, WX, XX};
    struct entries entries = {0}, diagonal = {0};
    for (int i = 0; i < model->n; i++)
        entries_add(&diagonal, i, i);
    struct pattern I = pattern_from(p->arena, model->n, model->n, &diagonal);
    for (int k = 0; k < 3; k++) {
        places_declare(&entries, M, blocks[k]);
        places_declare(&entries, K, blocks[k]);
        places_declare(&entries, &I, blocks[k]);
        square_declare(&entries, J, blocks[k]);
    }
    places_declare(&entries, &I, XW);
    struct pattern pattern = pattern_from(p->arena, 2 * model->n, 2 * model->n, &entries);
    p->linear = linear_create(&pattern, GENERAL, backend);
    p->M_ww = places_find(p->arena, p->linear, M, WW);
    p->C_ww = places_find(p->arena, p->linear, K, WW);
    p->K_wx = places_find(p->arena, p->linear, K, WX);
    p->H_xx = places_find(p->arena, p->linear, K, XX);
    p->I_xw = places_find(p->arena, p->linear, &I, XW);
    p->I_xx = places_find(p->arena, p->linear, &I, XX);
    p->square_ww = square_find(p->arena, p->linear, J, WW);
    p->square_wx = square_find(p->arena, p->linear, J, WX);
    p->square_xx = square_find(p->arena, p->linear, J, XX);
}

static void *create(const struct model *model, const double *parameters, const struct settings *settings)
{
    (void)parameters;
    struct arena *arena = arena_create();
    struct ggl *p = take(arena, 1, sizeof *p);
    size_t n = (size_t)model->n, m = (size_t)model->m;
    p->arena = arena;
    p->typical = model->mass_scale;
    p->alpha = kkt_penalty(model);
    at_create(&p->at, arena, model);
    p->kkt = kkt_create(model, &(struct kkt_choice){.h = settings->h}, SYMMETRIC, settings->backend);
    p->projection = projection_create(model, settings->backend);
    create_pair(p, model, settings->backend);
    p->lambda = take_doubles(arena, 2 * m);
    p->mu = p->lambda + m;
    p->none = take_doubles(arena, m);
    p->ones = take_doubles(arena, n);
    for (size_t i = 0; i < n; i++)
        p->ones[i] = 1;
    p->H = take_doubles(arena, (size_t)pattern_size(&model->stiffness_pattern));
    double *vectors = take_doubles(arena, 6 * n);
    p->d = vectors, p->u = vectors + n, p->a = vectors + 2 * n, p->y = vectors + 3 * n,
    p->b = vectors + 4 * n;
    p->rest = take_doubles(arena, n + 2 * m);
    p->delta = take_doubles(arena, n + 2 * m);
    p->most = kkt_corrections(model, 0);
    if (!is_redundant(model))
        p->slow = corrections_create(arena, model->n, model->n + 2 * model->m);
    return p;
}

static void destroy(void *self)
{
    struct ggl *p = self;
    kkt_free(p->kkt);
    projection_free(p->projection);
    linear_free(p->linear);
    arena_free(p->arena);
}

/*%
\subsection{Explicit integrators}
An explicit method has no equation for $\mu$ to be solved with. It is served with the accelerations of the index-1 equations and the projection of $q$ and
$v$ after each step (Section~\ref{sec:projection}), which removes what $\mu$ would have removed.
*/
static enum status accelerations(void *self, double t, const double *q, const double *v, double *a)
{
    struct ggl *p = self;
    at_position(&p->at, q);
    at_velocity(&p->at, q, v);
    at_forces(&p->at, t, q, v);
    copy(a, p->at.Q, p->at.n);
    clear(p->mu, p->at.m);
    kkt_assemble(p->kkt, &p->at, 1, 0, false, p->at.phi_q);
    return kkt_solve(p->kkt, a, p->at.gamma, p->lambda);
}

/*%
\subsection{Residual}
An integrator with the affine map \eqref{eq:affine} discretises $\dot q$ as $v = c_v q + \hat v$, and its acceleration changes with its velocity by
$c_a/c_v$. Hence
\begin{equation}\label{eq:ggl-u}
  u = v + \Phi_q^{\top}\mu, \qquad a^{\star} = a + \frac{c_a}{c_v}\,\Phi_q^{\top}\mu, \qquad
  r = \begin{pmatrix} M a^{\star} + \Phi_q^{\top}\lambda - Q(t, q, u) \\ \Phi \\ \Phi_q u \end{pmatrix} .
\end{equation}
*/
static enum status residual(void *self, const struct point *point, double *r)
{
    struct ggl *p = self;
    int n = p->at.n, m = p->at.m;
    p->cv = point->cv;
    p->ca = point->ca;
    p->cw = point->cw;
    at_position(&p->at, point->q);
    clear(p->d, n);
    add_phi_q_transposed(&p->at, 1, p->mu, p->d);
    for (int i = 0; i < n; i++) {
        p->u[i] = point->v[i] + p->d[i];
        p->a[i] = point->a[i] + p->ca / p->cv * p->d[i];
    }
    at_forces(&p->at, point->t, point->q, p->u);
    clear(r, n + 2 * m);
    add(r, -1, p->at.Q, n);
    add_mass(&p->at, 1, p->a, r);
    add_phi_q_transposed(&p->at, 1, p->lambda, r);
    copy(r + n, p->at.phi, m);
    add_phi_q(&p->at, 1, p->u, r + n + m);
    return OK;
}

/*%
\subsection{Tangent}
Let $H = (\Phi_q^{\top}\mu)_q$, which is the difference of $K$ with and without $\mu$ in the place of $\lambda$, and $P = \tfrac{c_a}{c_v} M + C$. Then
$\partial u/\partial q = c_v I + H$, and with $K$, $C$ taken at $(q, u, a^{\star}, \lambda)$
\begin{equation}\label{eq:ggl-tangent}
  T = \begin{pmatrix} P\,(c_v I + H) + K & \Phi_q^{\top} & P\,\Phi_q^{\top} \\ \Phi_q & 0 & 0 \\
      \Phi_q (c_v I + H) + D(u) & 0 & \Phi_q\Phi_q^{\top} \end{pmatrix} .
\end{equation}
*/
/* out -= T (x, lambda, mu) */
static void subtract(struct ggl *p, const double *x, const double *lambda, const double *mu, double *out)
{
    const struct model *model = p->at.model;
    const struct pattern *K = &model->stiffness_pattern, *J = &model->jacobian_pattern;
    int n = p->at.n, m = p->at.m;
    copy(p->y, x, n);
    scale(p->y, p->cv, n);
    add_multiplied(K, 1, p->H, x, p->y);
    add_phi_q_transposed(&p->at, 1, mu, p->y); /* the change of u: (cv I + H) x + phi_q' mu */
    add_mass(&p->at, -p->ca / p->cv, p->y, out);
    if (model->damping)
        add_multiplied(K, -1, p->at.C, p->y, out);
    add_multiplied(K, -1, p->at.K, x, out);
    add_phi_q_transposed(&p->at, -1, lambda, out);
    add_phi_q(&p->at, -1, x, out + n);
    add_phi_q(&p->at, -1, p->y, out + n + m);
    add_multiplied(J, -1, p->at.D, x, out + n + m);
}

/*%
\subsection{Correction}
Each iteration solves for the increment $x$ of $q$ and for the \emph{new} $\lambda$ and $\mu$. Dense, $T$ would have $n + 2m$ rows. But the change of the velocity,
$y = (c_v I + H)\,x + \Phi_q^{\top}\mu$, stands in it wherever $\mu$ does, and with $w = y/c_v$ as a second unknown it becomes two saddle-point systems, one of the
equilibrium and one of the velocity, that share little:
\begin{equation}\label{eq:ggl-pair}
\begin{aligned}
  (c_a M + c_v C)\,w + K x + \Phi_q^{\top}\lambda &= \rho_1, & \Phi_q w + \tfrac{1}{c_v} D(u)\, x &= \tfrac{1}{c_v}\rho_3, \\
  -w + (I + \tfrac{1}{c_v} H)\,x + \Phi_q^{\top}\nu &= 0, & \Phi_q x &= \rho_2, \qquad \mu = c_v \nu .
\end{aligned}
\end{equation}
An augmented Lagrangian removes $\lambda$ and $\nu$ as in Section~\ref{sec:kkt}: the multipliers are $\alpha$ times what is left of the constraints, and the whole is solved again
for what the last solution leaves of $\rho$. Taken as $(w_1, x_1, w_2, x_2, \dots)$ the unknowns keep the band of a normal matrix, at twice its width. The factor is $10^{12}$
where the constraints are independent, with as many corrections as change the result; where they are redundant it is $10^3$ with three, and what is left to
do is done by the next of Newton's iterations, since the residual does not depend on $\alpha$.
*/
static void assemble(struct ggl *p)
{
    const struct model *model = p->at.model;
    const struct pattern *J = &model->jacobian_pattern;
    double s = p->ca * p->typical, *S = linear_values(p->linear);
    clear(S, linear_size(p->linear));
    places_add(&p->M_ww, p->ca / s, p->at.M, S);
    if (model->damping)
        places_add(&p->C_ww, p->cv / s, p->at.C, S);
    places_add(&p->K_wx, 1 / s, p->at.K, S);
    places_add(&p->H_xx, 1 / p->cv, p->H, S);
    square_add(J, p->square_ww, false, p->alpha, p->at.phi_q, p->at.phi_q, S);
    square_add(J, p->square_wx, false, p->alpha / p->cv, p->at.phi_q, p->at.D, S);
    square_add(J, p->square_xx, false, p->alpha, p->at.phi_q, p->at.phi_q, S);
    places_add(&p->I_xw, -1, p->ones, S);
    places_add(&p->I_xx, 1, p->ones, S);
}

static enum status tangent(void *self, const struct point *point)
{
    struct ggl *p = self;
    const struct pattern *K = &p->at.model->stiffness_pattern;
    at_stiffness(&p->at, point->t, point->q, p->u, p->a, p->none);
    copy(p->H, p->at.K, pattern_size(K));
    scale(p->H, -1, pattern_size(K));
    at_stiffness(&p->at, point->t, point->q, p->u, p->a, p->mu);
    add(p->H, 1, p->at.K, pattern_size(K));
    at_stiffness(&p->at, point->t, point->q, p->u, p->a, p->lambda);
    at_along(&p->at, point->q, p->u);
    assemble(p);
    return linear_factor(p->linear);
}

/* (ggl-pair) with the multipliers that one pass gives: rest -> delta */
static void pass(struct ggl *p)
{
    const struct pattern *J = &p->at.model->jacobian_pattern;
    int n = p->at.n, m = p->at.m;
    double s = p->ca * p->typical, *lambda = p->delta + n, *mu = lambda + m, *b = p->b;
    clear(p->delta, n);
    clear(p->y, n);
    add_phi_q_transposed(&p->at, p->alpha / p->cv, p->rest + n + m, p->y);
    add_phi_q_transposed(&p->at, p->alpha, p->rest + n, p->delta);
    for (int i = 0; i < n; i++) {
        b[2 * i] = p->rest[i] / s + p->y[i];
        b[2 * i + 1] = p->delta[i];
    }
    linear_solve(p->linear, b, 1);
    for (int i = 0; i < n; i++) {
        p->y[i] = b[2 * i];
        p->delta[i] = b[2 * i + 1];
    }
    for (int k = 0; k < m; k++) {
        lambda[k] = -p->rest[n + m + k] / p->cv;
        mu[k] = -p->rest[n + k];
    }
    add_phi_q(&p->at, 1, p->y, lambda);
    add_multiplied(J, 1 / p->cv, p->at.D, p->delta, lambda);
    add_phi_q(&p->at, 1, p->delta, mu);
    scale(lambda, p->alpha * s, m);
    scale(mu, p->alpha * p->cv, m);
}

static enum status solve(void *self, double *r)
{
    struct ggl *p = self;
    int n = p->at.n, m = p->at.m, N = n + 2 * m;
    double last = 0;
    bool helped = false;
    clear(p->d, n);
    subtract(p, p->d, p->lambda, p->mu, r); /* the multipliers are solved for anew */
    for (int i = 0; i < N; i++)
        p->rest[i] = -r[i];
    clear(r, N);
    if (p->slow)
        corrections_begin(p->slow);
    for (int k = 0;; k++) {
        pass(p);
        double size = norm_max(p->delta, n);
        helped = helped || (p->slow && k > 1 && are_slow(size, last));
        if (helped)
            corrections_improve(p->slow, p->delta);
        add(r, 1, p->delta, N);
        if (k == p->most || (k && are_enough(size, last, norm_max(r, n))))
            break;
        last = size;
        subtract(p, p->delta, p->delta + n, p->delta + n + m, p->rest);
    }
    add(r + n, -1, p->lambda, 2 * m);
    return OK;
}

static double *extra(void *self)
{
    return ((struct ggl *)self)->lambda;
}

/* Column by column, from the product that `solve` uses. */
static void matrix(void *self, double *T)
{
    struct ggl *p = self;
    int n = p->at.n, m = p->at.m, N = n + 2 * m;
    clear(T, N * N);
    for (int j = 0; j < N; j++) {
        clear(p->delta, N);
        p->delta[j] = -1;
        subtract(p, p->delta, p->delta + n, p->delta + n + m, T + j * N);
    }
}

/*%
\subsection{After a step}
The integrator goes on from $u$ and $a^{\star}$, which are what \eqref{eq:ggl} calls velocity and acceleration. An algorithmic acceleration $w$
(Section~\ref{sec:newmark}) changes with $q$ by $c_w = 1/(\beta h^2)$, not by $c_a$, and takes its own share, $\tfrac{c_w}{c_v}\Phi_q^{\top}\mu$. To give
it that of $a$ is a subtle mistake: the difference is of order $h$, and as $\Phi_q^{\top}\mu$ is not orthogonal to the free motions in the metric of $M$, no
projection removes all of it. The recurrence of generalized-$\alpha$ turns the error over and hides it; HHT adds it up and drops to first order. Position and velocity satisfy their constraints already,
to the tolerance of Newton's method; the projection removes the rest, and gives accelerations, $a^{\star}$ and the integrator's own $w$, a constraint
level that the method itself does not impose.
*/
static enum status project(void *self, double t, double *q, double *v, double *a, double *w)
{
    (void)t;
    struct ggl *p = self;
    if (a) {
        at_position(&p->at, q);
        clear(p->d, p->at.n);
        add_phi_q_transposed(&p->at, 1, p->mu, p->d);
        add(v, 1, p->d, p->at.n);
        add(a, p->ca / p->cv, p->d, p->at.n);
        if (w)
            add(w, p->cw / p->cv, p->d, p->at.n);
    }
    return projection_apply(p->projection, q, v, a, w);
}

static const double *multipliers(void *self)
{
    return ((struct ggl *)self)->lambda;
}

/*%
\subsection{Cost, and where it fails}
An iteration factors one unsymmetric banded matrix of order $2n$, of twice the width of a normal matrix, and corrects the solution with the same factors; the second set of multipliers is
paid for with about that. The projection adds a symmetric factorisation a step. Where the constraints are redundant $\Phi_q\Phi_q^{\top}$ is singular and neither $\lambda$ nor $\mu$ is unique;
the corrections, which stay in the range of the Jacobian, lead to those of least norm.

Beside a singular position let $\sigma$ be the singular value that vanishes there. What a pass leaves of the position in that direction, a fraction $1/(\alpha\sigma^2)$, enters the
velocity through $\tfrac{1}{c_v}D(u)$, divided by $\sigma$ once more, and returns through $-w$: by themselves the corrections of \eqref{eq:ggl-pair} would shrink only while
\begin{equation}\label{eq:ggl-limit}
  \frac{|D(u)|}{c_v\,\alpha\,\sigma^3} < 1 .
\end{equation}
In the symmetric systems of Section~\ref{sec:kkt} they become slow there; here they grow, and without the help of Section~\ref{sec:corrections} a step that lands so close is lost in
its first iteration. What is lost at larger steps is lost by Newton's method, since the multipliers that both levels ask for grow as $1/\sigma$.
*/
const struct formulation formulation_ggl = {
    .name = "ggl",
    .title = "Stabilised index 2 of Gear, Gupta and Leimkuhler",
    .cite = "gear1985",
    .adapted_explicit = "accelerations of the index-1 equations, then projections of position and velocity",
    .adapted_implicit = "accelerations are projected after each step",
    .unknowns = {{"q", 'n'}, {"lambda", 'm'}, {"mu", 'm'}},
    .equations = {{"equilibrium", 'n'}, {"position", 'm'}, {"velocity", 'm'}},
    .create = create,
    .destroy = destroy,
    .accelerations = accelerations,
    .residual = residual,
    .tangent = tangent,
    .solve = solve,
    .extra = extra,
    .matrix = matrix,
    .project = project,
    .multipliers = multipliers,
};
