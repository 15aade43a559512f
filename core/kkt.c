#include "core/kkt.h"

#include "core/corrections.h"
#include "core/places.h"
#include "core/profile.h"
#include "core/saddle.h"
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

\emph{Fixed-rank QR} of $\Phi_q^{\top}$ eliminates $x$ along the constraints first (Section~\ref{sec:saddle}). The rank comes from the mobility $f$. A tolerance would have
to exceed the violation of the constraints, off whose manifold redundant rows become independent, and to stay below what the singular positions do to the
regular ones. It is kept as a parameter, to show that.

\emph{Augmented Lagrangian.} The QR is dense. For large systems eliminate $\lambda$ by a penalty and correct it:
\begin{equation}\label{eq:uzawa}
  \bigl(A + \alpha\,\Phi_q^{\top}B\bigr)\,x = f + \Phi_q^{\top}(\alpha g - \lambda), \qquad \lambda \leftarrow \lambda + \alpha\,(Bx - g),
\end{equation}
starting at $\lambda = 0$. Corrections stay in the range of $B$, so the multipliers tend to those of least norm, by a factor of about
$1/(1+\alpha\sigma^2/s)$ each. The matrix has the pattern of a normal matrix (Section~\ref{sec:normal}), and the cost is linear in the size of a chain.
Where the constraints are independent, $\alpha = 10^{12}$, so that hardly a stage falls into the window about a singular position in which the constraint is not felt. Such
an $\alpha$ costs the solution twelve of its sixteen digits. They are won back by correcting not only $Bx = g$ but, with the same factors, the first equation too, whose residual $f - Ax - \Phi_q^{\top}\lambda$ is
free of $\alpha$. One or two corrections are enough as a rule. Inside the window they shrink slowly, and are helped (Section~\ref{sec:corrections}). Where the constraints are
redundant, $\alpha = 10^3$ keeps the false inertia small. A correction then takes about three digits off what is left, so that
\begin{equation}\label{eq:corrections}
  c = 1 + \bigl\lceil \tfrac43 \log_{10}(1\,\mathrm{s}/h) \bigr\rceil, \qquad c \ge 3,
\end{equation}
corrections of an acceleration stay below the error $O(h^4)$ of the best explicit method here; a fixed number would put a floor under its error. The linear systems of Newton's method make do with
three, since the next iteration goes on with the rest.

\emph{Plain LU} is what one writes first. It is kept because its failure on redundant constraints is a result.

On independent constraints the first two give the same motion and keep the integrator's order through singular positions, but for the rare step with a stage so close to one that the
multipliers, which grow as $1/\sigma$, drown in rounding errors. The augmented Lagrangian, being sparse, is the choice. On redundant constraints the QR asks for no
factor and solves exactly what corrections approach, and the augmented Lagrangian is the choice only beyond eighty unknowns, where the dense QR becomes too dear.
*/
enum { SMALL = 80 }; /* dense QR pays up to this many unknowns */

double kkt_penalty(const struct model *model)
{
    return is_redundant(model) ? 1e3 : 1e12;
}

int kkt_corrections(const struct model *model, double h)
{
    if (!is_redundant(model))
        return 30;
    return h > 0 ? (int)fmax(3, 1 + ceil(4.0 / 3 * log10(1 / h))) : 3; /* eq:corrections */
}

struct kkt {
    struct arena *arena;
    const struct model *model;
    enum kkt_method method;
    int n, m, N, corrections;
    bool fresh;      /* assembled, not factored yet */
    double alpha, s; /* penalty relative to s; s: size of A */
    struct effective A;
    const double *J, *B; /* of the last factorisation, as is A */
    struct normal *normal;
    struct saddle *saddle;
    struct linear *lu;
    struct pattern pattern;
    struct places mass_place, stiffness_place, J_place, B_place; /* in the LU */
    double *b, *rest;                                            /* N, n */
    double *gap;                                                 /* m */
    struct corrections *slow; /* NULL where a few corrections are all that is wanted */
};

/* The blocks of [A J'; B 0] and the mass and the stiffness that A consists of. */
static void create_lu(struct kkt *kkt, enum backend backend)
{
    const struct pattern *M = &kkt->model->mass_pattern, *K = &kkt->model->stiffness_pattern,
                         *J = &kkt->model->jacobian_pattern;
    const struct block A = {.step = 1}, below = {.step = 1, .down = kkt->n},
                       beside = {.step = 1, .right = kkt->n, .transposed = true};
    struct entries entries = {0};
    places_declare(&entries, M, A);
    places_declare(&entries, K, A);
    places_declare(&entries, J, below);
    places_declare(&entries, J, beside);
    kkt->pattern = pattern_from(kkt->arena, kkt->N, kkt->N, &entries);
    kkt->lu = linear_create(&kkt->pattern, GENERAL, backend);
    kkt->mass_place = places_find(kkt->arena, kkt->lu, M, A);
    kkt->stiffness_place = places_find(kkt->arena, kkt->lu, K, A);
    kkt->B_place = places_find(kkt->arena, kkt->lu, J, below);
    kkt->J_place = places_find(kkt->arena, kkt->lu, J, beside);
}

struct kkt *kkt_create(const struct model *model, const struct kkt_choice *choice, enum linear_kind kind,
                       enum backend backend)
{
    struct arena *arena = arena_create();
    struct kkt *kkt = take(arena, 1, sizeof *kkt);
    int n = model->n, m = model->m, N = n + m;
    bool redundant = is_redundant(model);
    enum kkt_method method = choice->method;
    if (method == KKT_AUTOMATIC)
        method = (redundant && N <= SMALL) || choice->rank_tolerance > 0 ? KKT_QR : KKT_AL;
    *kkt = (struct kkt){.arena = arena, .model = model, .method = method, .n = n, .m = m, .N = N};
    kkt->alpha = choice->alpha > 0 ? choice->alpha : kkt_penalty(model);
    kkt->corrections = choice->corrections > 0 ? choice->corrections : kkt_corrections(model, choice->h);
    kkt->b = take_doubles(arena, (size_t)N);
    kkt->rest = take_doubles(arena, (size_t)n);
    kkt->gap = take_doubles(arena, (size_t)m);
    if (method == KKT_AL)
        kkt->normal = normal_create(model, kind, backend);
    if (method == KKT_AL && !redundant)
        kkt->slow = corrections_create(arena, n, N);
    if (method == KKT_QR)
        kkt->saddle = saddle_create(model, choice->rank_tolerance);
    if (method == KKT_LU)
        create_lu(kkt, backend);
    return kkt;
}

void kkt_free(struct kkt *kkt)
{
    if (!kkt)
        return;
    normal_free(kkt->normal);
    saddle_free(kkt->saddle);
    linear_free(kkt->lu);
    arena_free(kkt->arena);
}

/* The scaled matrix [A/s J'; B 0], in the unknowns x and lambda/s. */
static void assemble_lu(struct kkt *kkt, const struct at *at, double c, double cv, bool stiff)
{
    PHASE(ASSEMBLE);
    double *values = linear_values(kkt->lu);
    clear(values, linear_size(kkt->lu));
    places_add(&kkt->mass_place, c / kkt->s, at->M, values);
    if (stiff)
        places_add(&kkt->stiffness_place, 1 / kkt->s, at->K, values);
    if (stiff && kkt->model->damping)
        places_add(&kkt->stiffness_place, cv / kkt->s, at->C, values);
    places_add(&kkt->J_place, 1, kkt->J, values);
    places_add(&kkt->B_place, 1, kkt->B, values);
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
    kkt->A = (struct effective){at, c, cv, stiff};
    kkt->J = at->phi_q;
    kkt->B = B;
    kkt->fresh = true;
    if (kkt->method == KKT_AL)
        assemble_normal(kkt, at, c, cv, stiff);
    if (kkt->method == KKT_LU)
        assemble_lu(kkt, at, c, cv, stiff);
}

static enum status factor(struct kkt *kkt)
{
    if (!kkt->fresh)
        return OK;
    kkt->fresh = false;
    if (kkt->method == KKT_AL)
        return normal_factor(kkt->normal);
    if (kkt->method == KKT_QR)
        return saddle_factor(kkt->saddle, &kkt->A, kkt->B);
    PHASE(FACTOR);
    enum status status = linear_factor(kkt->lu);
    PHASE_END(FACTOR);
    return status;
}

/* Drives out `rest` = (f - A x - J'lambda)/s and `gap` = g - B x where corrections alone take too many passes. Each correction delta is followed by what
   it leaves of the gap; the multipliers change by -alpha s times that. */
static void drive_out(struct kkt *kkt, int pass, double *x, double *lambda)
{
    const struct pattern *p = &kkt->model->jacobian_pattern;
    int n = kkt->n, m = kkt->m;
    double *delta = kkt->b, *left = delta + n, last = 0;
    corrections_begin(kkt->slow);
    for (; pass <= kkt->corrections; pass++) {
        copy(delta, kkt->rest, n);
        add_transposed(p, kkt->alpha, kkt->J, kkt->gap, delta);
        normal_solve(kkt->normal, delta, 1);
        copy(left, kkt->gap, m);
        add_multiplied(p, -1, kkt->B, delta, left);
        double size = norm_max(delta, n);
        corrections_improve(kkt->slow, delta);
        add(x, 1, delta, n);
        add(lambda, -kkt->alpha * kkt->s, left, m);
        if (last > 0 && are_enough(size, last, norm_max(x, n)))
            return;
        last = size;
        add_effective(&kkt->A, -1 / kkt->s, delta, kkt->rest);
        add_transposed(p, kkt->alpha, kkt->J, left, kkt->rest);
        add_multiplied(p, -1, kkt->B, delta, kkt->gap);
    }
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
        double size = norm_max(delta, n); /* the next one is about size * size / last */
        if (pass > 1 && kkt->slow && are_slow(size, last)) {
            drive_out(kkt, pass, x, lambda);
            return;
        }
        if (pass > 1 && size >= last)
            return; /* a correction that grows is none */
        add(x, 1, delta, n);
        add_multiplied(p, -1, kkt->B, delta, gap); /* g - B x */
        add(lambda, -kkt->alpha * kkt->s, gap, m);
        if (pass == kkt->corrections || (pass && are_enough(size, last, norm_max(x, n))))
            return;
        last = size;
        add_effective(&kkt->A, -1 / kkt->s, delta, rest);
        clear(delta, n);
        add_transposed(p, kkt->alpha, kkt->J, gap, delta);
        add(rest, 1, delta, n); /* (f - A x - J'lambda)/s */
        add(delta, 1, rest, n);
    }
}

static void solve_lu(struct kkt *kkt, double *x, const double *g, double *lambda)
{
    int n = kkt->n, m = kkt->m;
    double *b = kkt->b;
    for (int i = 0; i < n; i++)
        b[i] = x[i] / kkt->s;
    copy(b + n, g, m);
    linear_solve(kkt->lu, b, 1);
    copy(x, b, n);
    copy(lambda, b + n, m);
    scale(lambda, kkt->s, m);
}

enum status kkt_solve(struct kkt *kkt, double *x, const double *g, double *lambda)
{
    TRY(factor(kkt));
    if (kkt->method == KKT_QR) {
        copy(kkt->b, x, kkt->n);
        return saddle_solve(kkt->saddle, kkt->b, g, x, lambda);
    }
    PHASE(SOLVE);
    if (kkt->method == KKT_AL)
        solve_normal(kkt, x, g, lambda);
    else
        solve_lu(kkt, x, g, lambda);
    PHASE_END(SOLVE);
    return isfinite(norm_max(x, kkt->n)) ? OK : SINGULAR;
}

void kkt_export(const struct kkt *kkt, double *T)
{
    int n = kkt->n, N = kkt->N;
    if (kkt->method != KKT_LU) {
        export_effective(&kkt->A, kkt->B, T);
        return;
    }
    linear_export(kkt->lu, &kkt->pattern, T);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            T[i + j * N] *= kkt->s;
}
