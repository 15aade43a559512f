/*%
\section{Null space}\label{sec:nullspace}
Forces of constraint do no work on motions that the constraints allow. If the columns of $R$ span these, $\Phi_q R = 0$, then $R^{\top}$ removes the
multipliers from \eqref{eq:motion}, and the constraints themselves supply the missing equations \citep{kim1986}:
\begin{equation}\label{eq:nullspace}
  \begin{pmatrix} R^{\top}M \\ \Phi_q \end{pmatrix} a = \begin{pmatrix} R^{\top}Q \\ \gamma \end{pmatrix} .
\end{equation}
A QR factorisation with column pivoting, $\Phi_q^{\top}P = (Q_1\; R)\begin{pmatrix} R_{11} & R_{12} \\ 0 & 0 \end{pmatrix}$, gives an
orthonormal basis of both spaces. Its rank is \emph{fixed} to $n$ less the mobility. A tolerance would have to be chosen, and there is no good
choice: it must exceed the violation of the constraints, or redundant rows count as independent, and stay below what a singular position leaves of
the regular ones.
*/
#include "core/formulation.h"
#include "core/lapack.h"
#include "core/projection.h"
#include "core/profile.h"
#include "core/rank.h"
#include "core/vector.h"

enum parameters { PROJECT };

struct nullspace {
    struct arena *arena;
    struct at at;
    struct rank *rank;
    struct projection *projection;
    bool project;
    int f;                    /* mobility: columns of R */
    double *Jt;               /* n x m: phi_q', dense */
    double *R, *AR;           /* n x f */
    double *small;            /* f x f: R'A R */
    int *pivot;               /* f */
    double *lambda, *next;    /* m */
    double *x, *y, *rest, *g; /* n, n, n, m */
    double ca, cv;
};

static void *create(const struct model *model, const double *parameters, const struct settings *settings)
{
    struct arena *arena = arena_create();
    struct nullspace *p = take(arena, 1, sizeof *p);
    size_t n = (size_t)model->n, m = (size_t)model->m;
    p->arena = arena;
    p->project = parameters[PROJECT] != 0;
    at_create(&p->at, arena, model);
    p->rank = rank_create(model->n, model->m, model->n - model->mobility);
    p->f = model->n - rank_rank(p->rank);
    size_t f = (size_t)p->f;
    p->projection = p->project ? projection_create(model, settings->backend) : NULL;
    p->Jt = take_doubles(arena, n * m);
    p->R = take_doubles(arena, n * f);
    p->AR = take_doubles(arena, n * f);
    p->small = take_doubles(arena, f * f);
    p->pivot = take_ints(arena, f);
    p->lambda = take_doubles(arena, m);
    p->next = take_doubles(arena, m);
    p->x = take_doubles(arena, n);
    p->y = take_doubles(arena, n);
    p->rest = take_doubles(arena, n);
    p->g = take_doubles(arena, m);
    return p;
}

static void destroy(void *self)
{
    struct nullspace *p = self;
    rank_free(p->rank);
    projection_free(p->projection);
    arena_free(p->arena);
}

/* y += s A x with A = ca M + cv C + K, or M alone when ca is zero. */
static void add_A(const struct nullspace *p, double s, const double *x, double *y)
{
    const struct model *model = p->at.model;
    add_mass(&p->at, p->ca != 0 ? s * p->ca : s, x, y);
    if (p->ca != 0)
        add_multiplied(&model->stiffness_pattern, s, p->at.K, x, y);
    if (p->ca != 0 && model->damping)
        add_multiplied(&model->stiffness_pattern, s * p->cv, p->at.C, x, y);
}

/* Factors phi_q' and R'A R. */
static enum status factor(struct nullspace *p)
{
    const struct pattern *J = &p->at.model->jacobian_pattern;
    int n = p->at.n, f = p->f, info = 0;
    PHASE(FACTOR);
    clear(p->Jt, n * p->at.m);
    for (int k = 0; k < J->rows; k++)
        for (int i = J->start[k]; i < J->start[k + 1]; i++)
            p->Jt[J->index[i] + k * n] = p->at.phi_q[i];
    TRY(rank_factor(p->rank, p->Jt));
    clear(p->R, n * f);
    for (int j = 0; j < f; j++)
        p->R[n - f + j + j * n] = 1;
    rank_apply_q(p->rank, p->R, f); /* the last columns of Q */
    clear(p->AR, n * f);
    for (int j = 0; j < f; j++)
        add_A(p, 1, p->R + j * n, p->AR + j * n);
    for (int j = 0; j < f; j++)
        for (int i = 0; i < f; i++)
            p->small[i + j * f] = dot(p->R + i * n, p->AR + j * n, n);
    if (f > 0)
        dgetrf_(&f, &f, p->small, &f, p->pivot, &info);
    PHASE_END(FACTOR);
    return info == 0 ? OK : SINGULAR;
}

/* Solves A x + phi_q' lambda = rhs, phi_q x = g: x on the constraints first, then along R, then the multipliers. */
static enum status saddle(struct nullspace *p, const double *rhs, const double *g, double *x, double *lambda)
{
    int n = p->at.n, f = p->f, one = 1, info = 0;
    PHASE(SOLVE);
    rank_transposed(p->rank, g, x); /* phi_q x = g, orthogonal to R */
    copy(p->rest, rhs, n);
    add_A(p, -1, x, p->rest); /* rhs - A x */
    for (int j = 0; j < f; j++)
        p->y[j] = dot(p->R + j * n, p->rest, n);
    if (f > 0)
        dgetrs_("N", &f, &one, p->small, &f, p->pivot, p->y, &f, &info, 1);
    for (int j = 0; j < f; j++) {
        add(x, p->y[j], p->R + j * n, n);
        add(p->rest, -p->y[j], p->AR + j * n, n); /* rhs - A x, now in the range of phi_q' */
    }
    rank_min_norm(p->rank, p->rest, lambda);
    PHASE_END(SOLVE);
    return isfinite(norm_max(x, n)) ? OK : SINGULAR;
}

/*%
\subsection{Accelerations}
In the basis $(Q_1\; R)$ equation \eqref{eq:nullspace} falls apart: the part of $a$ along $Q_1$ follows from $\Phi_q a = \gamma$ alone, the part along $R$ from
an $f\times f$ system with $R^{\top}MR$, and the multipliers, of least norm, from what is left, $\Phi_q^{\top}\lambda = Q - Ma$.
*/
static enum status accelerations(void *self, double t, const double *q, const double *v, double *a)
{
    struct nullspace *p = self;
    at_position(&p->at, q);
    at_velocity(&p->at, q, v);
    at_forces(&p->at, t, q, v);
    p->ca = 0;
    TRY(factor(p));
    return saddle(p, p->at.Q, p->at.gamma, a, p->lambda);
}

/*%
\subsection{Residual and tangent}
At the end of an implicit step $R^{\top}(Ma - Q) = 0$ and $\Phi = 0$. Since $R$ depends on $q$, its derivative would enter the tangent; it is avoided by keeping
the multipliers: $R^{\top}(Ma - Q)_q\,\delta q = R^{\top}\bigl(c_a M + c_v C + K(\lambda)\bigr)\delta q$ on the motion, with the $\lambda$ that the QR recovers. The
Newton system is thus that of the Lagrange multipliers at position level, \eqref{eq:lagrange-residual}, solved by eliminating $\lambda$ through $R$, with a
fresh factorisation at every iterate. (Frozen at the prediction it costs two to three times the step.)
*/
static enum status residual(void *self, const struct point *point, double *r)
{
    struct nullspace *p = self;
    int n = p->at.n;
    at_position(&p->at, point->q);
    at_forces(&p->at, point->t, point->q, point->v);
    for (int i = 0; i < n; i++)
        r[i] = -p->at.Q[i];
    add_mass(&p->at, 1, point->a, r);
    add_phi_q_transposed(&p->at, 1, p->lambda, r);
    copy(r + n, p->at.phi, p->at.m);
    return OK;
}

static enum status tangent(void *self, const struct point *point)
{
    struct nullspace *p = self;
    at_stiffness(&p->at, point->t, point->q, point->v, point->a, p->lambda);
    p->ca = point->ca;
    p->cv = point->cv;
    return factor(p);
}

static enum status solve(void *self, double *r)
{
    struct nullspace *p = self;
    int n = p->at.n, m = p->at.m;
    add_phi_q_transposed(&p->at, -1, p->lambda, r); /* lambda is solved for anew */
    scale(r, -1, n + m);
    copy(p->g, r + n, m);
    TRY(saddle(p, r, p->g, p->x, p->next));
    copy(r, p->x, n);
    for (int k = 0; k < m; k++)
        r[n + k] = p->next[k] - p->lambda[k];
    return OK;
}

static double *extra(void *self)
{
    return ((struct nullspace *)self)->lambda;
}

/* Column by column from what `factor` and `saddle` use. */
static void matrix(void *self, double *T)
{
    struct nullspace *p = self;
    int n = p->at.n, m = p->at.m, N = n + m;
    clear(T, N * N);
    for (int j = 0; j < n; j++) {
        clear(p->x, n);
        p->x[j] = 1;
        add_A(p, 1, p->x, T + j * N);
        for (int k = 0; k < m; k++) {
            T[n + k + j * N] = p->Jt[j + k * n];
            T[j + (n + k) * N] = p->Jt[j + k * n];
        }
    }
}

/*%
\subsection{Cost, and where it fails}
The QR factorisation is dense: its cost grows as $n^3$, which makes this the method for small mechanisms; a basis of a large sparse null space
that stays sparse and well conditioned through singular positions is a research problem of its own. At a singular position the true rank
drops below the fixed one, and the direction that the QR then drops last is decided by round-off; as with the Lagrange multipliers it takes position
\emph{and} velocity projections (Section~\ref{sec:projection}) to hold the branch.
*/
static enum status project(void *self, double t, double *q, double *v, double *a, double *w)
{
    (void)t;
    struct nullspace *p = self;
    return p->project ? projection_apply(p->projection, q, v, a, w) : OK;
}

static const double *multipliers(void *self)
{
    return ((struct nullspace *)self)->lambda;
}

const struct formulation formulation_nullspace = {
    .name = "nullspace",
    .title = "Null space by fixed-rank QR",
    .cite = "kim1986",
    .parameters = {{"project", 1, "1: project q, v, a after each step; 0: do not", .most = 1, .whole = true}},
    .adapted_explicit = "projected after each step; project=0 is the textbook's method",
    .adapted_implicit = "position level and null space at every iterate, then projected",
    .unknowns = {{"q", 'n'}, {"lambda", 'm'}},
    .equations = {{"equilibrium", 'n'}, {"constraints", 'm'}},
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
