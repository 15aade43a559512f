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
#include "core/formulation.h"
#include "core/kkt.h"
#include "core/projection.h"
#include "core/rank.h"
#include "core/vector.h"

struct ggl {
    struct arena *arena;
    struct at at;
    struct kkt *kkt;
    struct projection *projection;
    struct rank *rank;
    double cv, ca, cw, mass; /* of the last point; the typical mass */
    double *lambda, *mu;     /* m each, contiguous */
    double *none;            /* m zeros */
    double *d, *u, *a;       /* n: phi_q' mu, velocity, acceleration */
    double *H, *M, *J, *MJ;  /* dense, by columns: cv I + (phi_q' mu)_q, P, phi_q', P phi_q' */
    double *T, *S, *x;       /* tangent; the same balanced; right side */
};

static void *create(const struct model *model, const double *parameters, const struct settings *settings)
{
    (void)parameters;
    struct arena *arena = arena_create();
    struct ggl *p = take(arena, 1, sizeof *p);
    size_t n = (size_t)model->n, m = (size_t)model->m, N = n + 2 * m;
    p->arena = arena;
    p->mass = model->mass_scale;
    at_create(&p->at, arena, model);
    p->kkt = kkt_create(model, KKT_AUTOMATIC, SYMMETRIC, settings->backend, 0, 0);
    p->projection = projection_create(model, settings->backend);
    p->rank = rank_create((int)N, (int)N, model->n + 2 * (model->n - model->mobility));
    p->lambda = take_doubles(arena, 2 * m);
    p->mu = p->lambda + m;
    p->none = take_doubles(arena, m);
    double *vectors = take_doubles(arena, 3 * n);
    p->d = vectors, p->u = vectors + n, p->a = vectors + 2 * n;
    p->H = take_doubles(arena, n * n);
    p->M = take_doubles(arena, n * n);
    p->J = take_doubles(arena, n * m);
    p->MJ = take_doubles(arena, n * m);
    p->T = take_doubles(arena, N * N);
    p->S = take_doubles(arena, N * N);
    p->x = take_doubles(arena, N);
    return p;
}

static void destroy(void *self)
{
    struct ggl *p = self;
    kkt_free(p->kkt);
    projection_free(p->projection);
    rank_free(p->rank);
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
static void spread(const struct pattern *A, double s, const double *values, int rows, double *dense)
{
    for (int i = 0; i < A->rows; i++)
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            dense[i + A->index[k] * rows] += s * values[k];
}

/* y(:, j) += A x(:, j) for the columns of x */
static void product(const double *A, int n, const double *x, int columns, double *y, int rows)
{
    for (int j = 0; j < columns; j++)
        for (int k = 0; k < n; k++)
            if (x[k + j * n] != 0)
                add(y + j * rows, x[k + j * n], A + k * n, n);
}

static void dense_parts(struct ggl *p, const struct point *point)
{
    const struct model *model = p->at.model;
    int n = p->at.n, m = p->at.m;
    clear(p->H, n * n);
    at_stiffness(&p->at, point->t, point->q, p->u, p->a, p->mu);
    spread(&model->stiffness_pattern, 1, p->at.K, n, p->H);
    at_stiffness(&p->at, point->t, point->q, p->u, p->a, p->none);
    spread(&model->stiffness_pattern, -1, p->at.K, n, p->H);
    for (int i = 0; i < n; i++)
        p->H[i + i * n] += p->cv; /* from here on c_v I + H */
    at_stiffness(&p->at, point->t, point->q, p->u, p->a, p->lambda);
    clear(p->M, n * n);
    spread(&model->mass_pattern, p->ca / p->cv, p->at.M, n, p->M);
    if (model->damping)
        spread(&model->stiffness_pattern, 1, p->at.C, n, p->M); /* P */
    const struct pattern *J = &model->jacobian_pattern;
    clear(p->J, n * m);
    for (int k = 0; k < m; k++)
        for (int i = J->start[k]; i < J->start[k + 1]; i++)
            p->J[J->index[i] + k * n] = p->at.phi_q[i];
    clear(p->MJ, n * m);
    product(p->M, n, p->J, m, p->MJ, n); /* P phi_q' */
}

static enum status tangent(void *self, const struct point *point)
{
    struct ggl *p = self;
    const struct model *model = p->at.model;
    int n = p->at.n, m = p->at.m, N = n + 2 * m;
    double *T = p->T;
    dense_parts(p, point);
    at_along(&p->at, point->q, p->u);
    clear(T, N * N);
    product(p->M, n, p->H, n, T, N);
    spread(&model->stiffness_pattern, 1, p->at.K, N, T);
    spread(&model->jacobian_pattern, 1, p->at.phi_q, N, T + n);
    spread(&model->jacobian_pattern, 1, p->at.D, N, T + n + m);
    for (int k = 0; k < m; k++) {
        copy(T + (n + k) * N, p->J + k * n, n);
        copy(T + (n + m + k) * N, p->MJ + k * n, n);
    }
    for (int j = 0; j < n; j++)
        add_phi_q(&p->at, 1, p->H + j * n, T + n + m + j * N);
    for (int k = 0; k < m; k++)
        add_phi_q(&p->at, 1, p->J + k * n, T + n + m + (n + m + k) * N);
    return OK;
}

/*%
\subsection{Correction}
Each iteration solves for the increment of $q$ and for the \emph{new} $\lambda$ and $\mu$. The rank of $T$ is known, $n + 2(n - f)$ with $f$ the mobility, and
among the solutions that redundant constraints admit the one of least norm is taken. So that the pivots mean the same everywhere, the rows
are divided by $(c_a \bar m, 1, c_v)$ and the columns multiplied by $(1, c_a\bar m, c_v)$, $\bar m$ being the typical mass.
*/
static double balance(const struct ggl *p, int i, double first, double second, double third)
{
    return i < p->at.n ? first : i < p->at.n + p->at.m ? second : third;
}

static enum status solve(void *self, double *r)
{
    struct ggl *p = self;
    int n = p->at.n, N = n + 2 * p->at.m;
    double force = p->ca * p->mass;
    for (int k = n; k < N; k++)
        add(r, -p->lambda[k - n], p->T + k * N, N); /* the multipliers are solved for anew */
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            p->S[i + j * N] = p->T[i + j * N] * balance(p, j, 1, force, p->cv) /
                              balance(p, i, force, 1, p->cv);
    for (int i = 0; i < N; i++)
        p->x[i] = -r[i] / balance(p, i, force, 1, p->cv);
    TRY(rank_factor(p->rank, p->S));
    rank_min_norm(p->rank, p->x, r);
    for (int i = n; i < N; i++)
        r[i] = r[i] * balance(p, i, 1, force, p->cv) - p->lambda[i - n];
    return OK;
}

static double *extra(void *self)
{
    return ((struct ggl *)self)->lambda;
}

static void matrix(void *self, double *T)
{
    struct ggl *p = self;
    int N = p->at.n + 2 * p->at.m;
    copy(T, p->T, N * N);
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
The tangent couples the positions with both sets of multipliers. It is factored densely by rank-revealing QR at every iteration, at a cost that grows as $(n+2m)^3$: the second set of
multipliers is paid for with the largest matrix of all formulations here, and nothing of the sparsity of a mechanism is used. Where the constraints are redundant $\Phi_q\Phi_q^{\top}$
is singular, and $\lambda$ and $\mu$ are chosen by least norm. At a singular position the rank of $T$ falls below the assumed one; with multipliers that grow without bound
beside it, Newton's method is the first to fail there.
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
