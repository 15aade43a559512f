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
#include "core/projection.h"
#include "core/vector.h"

static const double PENALTY = 1e12, PENALTY_REDUNDANT = 1e3;
enum { CORRECTIONS = 30, CORRECTIONS_REDUNDANT = 3 };
static const double SLOW = 0.1; /* corrections that shrink by less are helped */

/* Where the entries of a matrix go: in the row of w or x, and in the column of w or x. */
struct slots {
    int *ww, *wx, *xw, *xx;
};

struct ggl {
    struct arena *arena;
    struct at at;
    struct kkt *kkt; /* of the explicit view */
    struct projection *projection;
    struct pattern pattern;
    struct linear *linear; /* 2n x 2n, in w_0, x_0, w_1, x_1, … */
    struct slots mass, stiffness, square, identity;
    double alpha;
    double cv, ca, cw;        /* of the last point */
    double typical;           /* [kg] mass */
    double *lambda, *mu;      /* m each, contiguous */
    double *none;             /* m zeros */
    double *H;                /* (phi_q' mu)_q, in the pattern of K */
    double *d, *u, *a, *y;    /* n: phi_q' mu, velocity, acceleration, change of the velocity */
    double *b;                /* 2n */
    double *rest, *delta;     /* n + 2m: of the system, of the solution */
    int most;                 /* corrections */
    struct corrections *slow; /* NULL where a few corrections are all that is wanted */
};

/* The places of w and x that an entry (i, j) of M, K or phi_q' phi_q can touch. */
static void declare(struct entries *entries, int i, int j)
{
    entries_add(entries, 2 * i, 2 * j);
    entries_add(entries, 2 * i, 2 * j + 1);
    entries_add(entries, 2 * i + 1, 2 * j + 1);
}

static void declare_all(struct ggl *p, const struct model *model)
{
    const struct pattern *of[] = {&model->mass_pattern, &model->stiffness_pattern},
                         *J = &model->jacobian_pattern;
    struct entries entries = {0};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < model->n; i++)
            for (int l = of[k]->start[i]; l < of[k]->start[i + 1]; l++)
                declare(&entries, i, of[k]->index[l]);
    for (int k = 0; k < J->rows; k++)
        for (int i = J->start[k]; i < J->start[k + 1]; i++)
            for (int l = J->start[k]; l < J->start[k + 1]; l++)
                declare(&entries, J->index[i], J->index[l]);
    for (int i = 0; i < model->n; i++) {
        declare(&entries, i, i);
        entries_add(&entries, 2 * i + 1, 2 * i);
    }
    p->pattern = pattern_from(p->arena, 2 * model->n, 2 * model->n, &entries);
}

static int *find(struct ggl *p, int row, int column, const int *i, const int *j, int count)
{
    int *slot = take_ints(p->arena, (size_t)count);
    for (int k = 0; k < count; k++)
        slot[k] = linear_slot(p->linear, 2 * i[k] + row, 2 * j[k] + column);
    return slot;
}

/* `xw` is declared on the diagonal only, and -1 elsewhere. */
static struct slots find_slots(struct ggl *p, const int *i, const int *j, int count)
{
    return (struct slots){find(p, 0, 0, i, j, count), find(p, 0, 1, i, j, count), find(p, 1, 0, i, j, count),
                          find(p, 1, 1, i, j, count)};
}

static struct slots pattern_slots(struct ggl *p, const struct pattern *of, int *i)
{
    for (int row = 0; row < of->rows; row++)
        for (int k = of->start[row]; k < of->start[row + 1]; k++)
            i[k] = row;
    return find_slots(p, i, of->index, pattern_size(of));
}

/* The products of phi_q' B in the order in which `square` makes them. */
static void find_all(struct ggl *p, const struct model *model)
{
    const struct pattern *J = &model->jacobian_pattern;
    int count = 0, *i = NULL, *j = NULL;
    for (int k = 0; k < J->rows; k++)
        count += (J->start[k + 1] - J->start[k]) * (J->start[k + 1] - J->start[k]);
    int most = count + model->n + pattern_size(&model->mass_pattern) +
               pattern_size(&model->stiffness_pattern);
    i = take_ints(p->arena, (size_t)most);
    j = take_ints(p->arena, (size_t)most);
    p->mass = pattern_slots(p, &model->mass_pattern, i);
    p->stiffness = pattern_slots(p, &model->stiffness_pattern, i);
    for (int k = 0; k < model->n; k++)
        i[k] = k;
    p->identity = find_slots(p, i, i, model->n);
    count = 0;
    for (int k = 0; k < J->rows; k++)
        for (int a = J->start[k]; a < J->start[k + 1]; a++)
            for (int b = J->start[k]; b < J->start[k + 1]; b++)
                i[count] = J->index[a], j[count++] = J->index[b];
    p->square = find_slots(p, i, j, count);
}

static void *create(const struct model *model, const double *parameters, const struct settings *settings)
{
    (void)parameters;
    struct arena *arena = arena_create();
    struct ggl *p = take(arena, 1, sizeof *p);
    size_t n = (size_t)model->n, m = (size_t)model->m;
    p->arena = arena;
    p->typical = model->mass_scale;
    p->alpha = is_redundant(model) ? PENALTY_REDUNDANT : PENALTY;
    at_create(&p->at, arena, model);
    p->kkt = kkt_create(model, &(struct kkt_choice){0}, SYMMETRIC, settings->backend);
    p->projection = projection_create(model, settings->backend);
    declare_all(p, model);
    p->linear = linear_create(&p->pattern, GENERAL, settings->backend);
    find_all(p, model);
    p->lambda = take_doubles(arena, 2 * m);
    p->mu = p->lambda + m;
    p->none = take_doubles(arena, m);
    p->H = take_doubles(arena, (size_t)pattern_size(&model->stiffness_pattern));
    double *vectors = take_doubles(arena, 6 * n);
    p->d = vectors, p->u = vectors + n, p->a = vectors + 2 * n, p->y = vectors + 3 * n,
    p->b = vectors + 4 * n;
    p->rest = take_doubles(arena, n + 2 * m);
    p->delta = take_doubles(arena, n + 2 * m);
    p->most = is_redundant(model) ? CORRECTIONS_REDUNDANT : CORRECTIONS;
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
static void scatter(struct ggl *p, const int *slot, int count, double s, const double *values)
{
    double *into = linear_values(p->linear);
    for (int k = 0; k < count; k++)
        into[slot[k]] += s * values[k];
}

/* phi_q' B */
static void square(struct ggl *p, const int *slot, double s, const double *B)
{
    const struct pattern *J = &p->at.model->jacobian_pattern;
    double *into = linear_values(p->linear);
    for (int k = 0; k < J->rows; k++)
        for (int i = J->start[k]; i < J->start[k + 1]; i++)
            for (int j = J->start[k]; j < J->start[k + 1]; j++)
                into[*slot++] += s * p->at.phi_q[i] * B[j];
}

static void assemble(struct ggl *p)
{
    const struct model *model = p->at.model;
    int size = pattern_size(&model->stiffness_pattern);
    double s = p->ca * p->typical, *into = linear_values(p->linear);
    clear(into, linear_size(p->linear));
    scatter(p, p->mass.ww, pattern_size(&model->mass_pattern), p->ca / s, p->at.M);
    if (model->damping)
        scatter(p, p->stiffness.ww, size, p->cv / s, p->at.C);
    scatter(p, p->stiffness.wx, size, 1 / s, p->at.K);
    scatter(p, p->stiffness.xx, size, 1 / p->cv, p->H);
    square(p, p->square.ww, p->alpha, p->at.phi_q);
    square(p, p->square.wx, p->alpha / p->cv, p->at.D);
    square(p, p->square.xx, p->alpha, p->at.phi_q);
    for (int i = 0; i < p->at.n; i++) {
        into[p->identity.xw[i]] -= 1;
        into[p->identity.xx[i]] += 1;
    }
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
        helped = helped || (p->slow && k > 1 && size > SLOW * last);
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
