#include "core/kkt.h"

#include "core/profile.h"
#include "core/rank.h"
#include "core/vector.h"

/*%
\section{Saddle-point systems}\label{sec:kkt}
Lagrange multipliers lead to
\begin{equation}\label{eq:kkt}
  \begin{pmatrix} A & \Phi_q^{\top} \\ B & 0 \end{pmatrix}
  \begin{pmatrix} x \\ \lambda \end{pmatrix} = \begin{pmatrix} f \\ g \end{pmatrix},
\end{equation}
with $A = M$ and $B = \Phi_q$ for accelerations. Redundant constraints make the matrix singular: $x$ is still unique, $\lambda$ is not. Three ways
to solve it are at hand.

\emph{Rank-revealing QR.} Scaled to $A/s$, with $s$ the size of $A$, the matrix is factored by QR with column pivoting, its rank fixed to
$n + (n-f)$ from the known mobility $f$, and the solution of least norm taken. A tolerance on the rank would have to exceed the violation of the
constraints, off whose manifold redundant rows become independent, and to stay below what the singular positions do to the regular ones; the
mobility needs no tolerance.

\emph{Augmented Lagrangian.} The QR is dense. For large systems eliminate $\lambda$ by a penalty and correct it:
\begin{equation}\label{eq:uzawa}
  \bigl(A + \alpha\,\Phi_q^{\top}B\bigr)\,x = f + \Phi_q^{\top}(\alpha g - \lambda), \qquad \lambda \leftarrow \lambda + \alpha\,(Bx - g),
\end{equation}
starting at $\lambda = 0$. Corrections stay in the range of $B$, so the multipliers tend to those of least norm, by a factor of about
$1/(1+\alpha\sigma^2/s)$ each. The matrix has the pattern of a normal matrix (Section~\ref{sec:normal}), and the cost is linear in the size of a chain.
Where the constraints are independent, $\alpha = 10^{12}$: of two hundred step sizes on the double four-bar five lose the fourth order of Runge--Kutta with $10^{10}$,
because some stage falls into the window about the singular position, and one barely with $10^{12}$. Such an $\alpha$ costs the solution twelve of its sixteen digits;
they are won back by correcting not only $Bx = g$ but, with the same factors, the first equation too, whose residual $f - Ax - \Phi_q^{\top}\lambda$ is
free of $\alpha$. The corrections end when the next would change less than $10^{-13}$ of the solution, after one or two as a rule. Where the constraints are
redundant, $\alpha = 10^3$ keeps the false inertia small, and three corrections are enough: more would enforce what the constraints
say off their manifold.

\emph{Plain LU} is what one writes first. It is kept because its failure on redundant constraints is a result.
*/
enum { SMALL = 80 }; /* dense QR pays up to this many unknowns */
static const double PENALTY = 1e12, PENALTY_REDUNDANT = 1e3;
enum { CORRECTIONS = 30, CORRECTIONS_REDUNDANT = 3 };
static const double ENOUGH = 1e-13; /* relative: what may be left of a solution */

struct kkt {
    struct arena *arena;
    const struct model *model;
    enum kkt_method method;
    int n, m, N, corrections;
    bool fresh;      /* assembled, not factored yet */
    double alpha, s; /* penalty relative to s; s: size of A */
    double c, cv;    /* A = c M + K + cv C, the last two when stiff */
    bool stiff;
    const struct at *at; /* of the last factorisation, as are J and B */
    const double *J, *B;
    struct normal *normal;
    struct rank *rank;
    struct linear *lu;
    struct pattern pattern;
    int *mass_slot, *stiffness_slot, *J_slot, *B_slot;
    double *T, *values; /* a dense copy for QR and for export; where assembling goes */
    double *b, *rest;   /* N, n */
    double *gap;        /* m */
};

static int place(const struct kkt *kkt, int i, int j)
{
    return kkt->method == KKT_LU ? linear_slot(kkt->lu, i, j) : i + j * kkt->N;
}

static int *places(struct kkt *kkt, const struct pattern *p, int down, int right, bool transposed)
{
    int *slot = take_ints(kkt->arena, (size_t)pattern_size(p));
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            slot[k] = transposed ? place(kkt, down + p->index[k], right + i)
                                 : place(kkt, down + i, right + p->index[k]);
    return slot;
}

static void declare(struct entries *entries, const struct pattern *p, int down, int right, bool transposed)
{
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            entries_add(entries, transposed ? down + p->index[k] : down + i,
                        transposed ? right + i : right + p->index[k]);
}

static void create_lu(struct kkt *kkt, enum backend backend)
{
    const struct model *model = kkt->model;
    struct entries entries = {0};
    declare(&entries, &model->mass_pattern, 0, 0, false);
    declare(&entries, &model->stiffness_pattern, 0, 0, false);
    declare(&entries, &model->jacobian_pattern, kkt->n, 0, false);
    declare(&entries, &model->jacobian_pattern, 0, kkt->n, true);
    kkt->pattern = pattern_from(kkt->arena, kkt->N, kkt->N, &entries);
    kkt->lu = linear_create(&kkt->pattern, GENERAL, backend);
    kkt->values = linear_values(kkt->lu);
}

static void create_slots(struct kkt *kkt)
{
    const struct model *model = kkt->model;
    kkt->mass_slot = places(kkt, &model->mass_pattern, 0, 0, false);
    kkt->stiffness_slot = places(kkt, &model->stiffness_pattern, 0, 0, false);
    kkt->B_slot = places(kkt, &model->jacobian_pattern, kkt->n, 0, false);
    kkt->J_slot = places(kkt, &model->jacobian_pattern, 0, kkt->n, true);
}

struct kkt *kkt_create(const struct model *model, enum kkt_method method, enum linear_kind kind,
                       enum backend backend, double alpha, int corrections)
{
    struct arena *arena = arena_create();
    struct kkt *kkt = take(arena, 1, sizeof *kkt);
    int n = model->n, m = model->m, N = n + m;
    if (method == KKT_AUTOMATIC)
        method = N <= SMALL ? KKT_QR : KKT_AL;
    *kkt = (struct kkt){.arena = arena, .model = model, .method = method, .n = n, .m = m, .N = N};
    bool redundant = is_redundant(model);
    kkt->alpha = alpha > 0 ? alpha : redundant ? PENALTY_REDUNDANT : PENALTY;
    kkt->corrections = corrections > 0 ? corrections : redundant ? CORRECTIONS_REDUNDANT : CORRECTIONS;
    kkt->b = take_doubles(arena, (size_t)N);
    kkt->rest = take_doubles(arena, (size_t)n);
    kkt->gap = take_doubles(arena, (size_t)m);
    if (method == KKT_AL) {
        kkt->normal = normal_create(model, kind, backend);
        return kkt;
    }
    if (method == KKT_LU) {
        create_lu(kkt, backend);
    } else {
        kkt->T = kkt->values = take_doubles(arena, (size_t)N * (size_t)N);
        kkt->rank = rank_create(N, N, n + (n - model->mobility));
    }
    create_slots(kkt);
    return kkt;
}

void kkt_free(struct kkt *kkt)
{
    if (!kkt)
        return;
    normal_free(kkt->normal);
    rank_free(kkt->rank);
    linear_free(kkt->lu);
    arena_free(kkt->arena);
}

static void scatter(struct kkt *kkt, const int *slot, const struct pattern *p, double s, const double *A)
{
    for (int k = 0; k < pattern_size(p); k++)
        kkt->values[slot[k]] += s * A[k];
}

/* The scaled matrix [A/s J'; B 0], in the unknowns x and lambda/s. */
static void assemble(struct kkt *kkt, const struct at *at, double c, double cv, bool stiff)
{
    PHASE(ASSEMBLE);
    const struct model *model = kkt->model;
    clear(kkt->values, kkt->method == KKT_LU ? linear_size(kkt->lu) : kkt->N * kkt->N);
    scatter(kkt, kkt->mass_slot, &model->mass_pattern, c / kkt->s, at->M);
    if (stiff)
        scatter(kkt, kkt->stiffness_slot, &model->stiffness_pattern, 1 / kkt->s, at->K);
    if (stiff && model->damping)
        scatter(kkt, kkt->stiffness_slot, &model->stiffness_pattern, cv / kkt->s, at->C);
    scatter(kkt, kkt->J_slot, &model->jacobian_pattern, 1, kkt->J);
    scatter(kkt, kkt->B_slot, &model->jacobian_pattern, 1, kkt->B);
    PHASE_END(ASSEMBLE);
}

static void assemble_normal(struct kkt *kkt, const struct at *at, double c, double cv, bool stiff)
{
    normal_mass(kkt->normal, c / kkt->s, at->M);
    if (stiff)
        normal_stiffness(kkt->normal, 1 / kkt->s, at->K);
    if (stiff && kkt->model->damping)
        normal_stiffness(kkt->normal, cv / kkt->s, at->C);
    normal_square(kkt->normal, kkt->alpha, kkt->J, kkt->B);
}

void kkt_assemble(struct kkt *kkt, const struct at *at, double c, double cv, bool stiff, const double *B)
{
    kkt->s = c * kkt->model->mass_scale;
    kkt->c = c;
    kkt->cv = cv;
    kkt->stiff = stiff;
    kkt->at = at;
    kkt->J = at->phi_q;
    kkt->B = B;
    kkt->fresh = true;
    if (kkt->method == KKT_AL)
        assemble_normal(kkt, at, c, cv, stiff);
    else
        assemble(kkt, at, c, cv, stiff);
}

static enum status factor(struct kkt *kkt)
{
    if (!kkt->fresh)
        return OK;
    kkt->fresh = false;
    if (kkt->method == KKT_AL)
        return normal_factor(kkt->normal);
    PHASE(FACTOR);
    enum status status = kkt->method == KKT_LU ? linear_factor(kkt->lu) : rank_factor(kkt->rank, kkt->T);
    PHASE_END(FACTOR);
    return status;
}

/* y += s A x */
static void add_A(const struct kkt *kkt, double s, const double *x, double *y)
{
    const struct pattern *stiffness = &kkt->model->stiffness_pattern;
    add_mass(kkt->at, s * kkt->c, x, y);
    if (kkt->stiff)
        add_multiplied(stiffness, s, kkt->at->K, x, y);
    if (kkt->stiff && kkt->model->damping)
        add_multiplied(stiffness, s * kkt->cv, kkt->at->C, x, y);
}

/* Equation (uzawa) by increments. What the solution leaves of either equation, `rest` and `gap`, is driven out. */
static void solve_normal(struct kkt *kkt, double *x, const double *g, double *lambda)
{
    const struct pattern *p = &kkt->model->jacobian_pattern;
    int n = kkt->n, m = kkt->m;
    double *delta = kkt->b, *rest = kkt->rest, *gap = kkt->gap, last = 0;
    copy(rest, x, n);
    scale(rest, 1 / kkt->s, n);
    copy(delta, rest, n);
    copy(gap, g, m);
    clear(x, n);
    clear(lambda, m);
    add_transposed(p, kkt->alpha, kkt->J, gap, delta); /* f/s + alpha J'g */
    for (int pass = 0;; pass++) {
        normal_solve(kkt->normal, delta, 1);
        add(x, 1, delta, n);
        add_multiplied(p, -1, kkt->B, delta, gap); /* g - B x */
        add(lambda, -kkt->alpha * kkt->s, gap, m);
        double size = norm_max(delta, n); /* the next one is about size * size / last */
        if (pass == kkt->corrections || (pass && !(size * size > ENOUGH * norm_max(x, n) * last)))
            return;
        last = size;
        add_A(kkt, -1 / kkt->s, delta, rest);
        clear(delta, n);
        add_transposed(p, kkt->alpha, kkt->J, gap, delta);
        add(rest, 1, delta, n); /* (f - A x - J'lambda)/s */
        add(delta, 1, rest, n);
    }
}

enum status kkt_solve(struct kkt *kkt, double *x, const double *g, double *lambda)
{
    TRY(factor(kkt));
    PHASE(SOLVE);
    int n = kkt->n, m = kkt->m;
    if (kkt->method == KKT_AL) {
        solve_normal(kkt, x, g, lambda);
    } else {
        double *b = kkt->b;
        for (int i = 0; i < n; i++)
            b[i] = x[i] / kkt->s;
        copy(b + n, g, m);
        if (kkt->method == KKT_LU) {
            linear_solve(kkt->lu, b, 1);
            copy(x, b, n);
            copy(lambda, b + n, m);
        } else {
            double *y = kkt->T; /* factored already: its first column is room for the solution */
            rank_min_norm(kkt->rank, b, y);
            copy(x, y, n);
            copy(lambda, y + n, m);
        }
        scale(lambda, kkt->s, m);
    }
    PHASE_END(SOLVE);
    return isfinite(norm_max(x, n)) ? OK : SINGULAR;
}

void kkt_export(const struct kkt *kkt, double *T)
{
    int n = kkt->n, N = kkt->N;
    clear(T, N * N);
    if (kkt->method == KKT_LU) {
        linear_export(kkt->lu, &kkt->pattern, T);
    } else if (kkt->method == KKT_QR) {
        copy(T, kkt->T, N * N);
    } else { /* A = S - alpha J'B, as it was assembled */
        const struct pattern *p = &kkt->model->jacobian_pattern;
        normal_export(kkt->normal, N, T);
        for (int k = 0; k < p->rows; k++)
            for (int i = p->start[k]; i < p->start[k + 1]; i++) {
                for (int j = p->start[k]; j < p->start[k + 1]; j++)
                    T[p->index[i] + p->index[j] * N] -= kkt->alpha * kkt->J[i] * kkt->B[j];
                T[p->index[i] + (n + k) * N] = kkt->J[i];
                T[n + k + p->index[i] * N] = kkt->B[i];
            }
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            T[i + j * N] *= kkt->s;
}
