#include "core/saddle.h"

#include "core/lapack.h"
#include "core/profile.h"
#include "core/rank.h"
#include "core/vector.h"

/*%
\section{Elimination through the null space}\label{sec:saddle}
Let the columns of $R$ span the null space of $\Phi_q$, those of $Z$ that of $B$; both have $f$ columns, and for $B = \Phi_q$ they are the same. Any solution
of $Bx = g$ is $x = x_g + Zy$ with a particular $x_g$; $R^{\top}$ removes the multipliers from the first row of \eqref{eq:kkt}; what is left of it
determines them:
\begin{equation}\label{eq:saddle}
  (R^{\top}A Z)\,y = R^{\top}(f - A x_g), \qquad \Phi_q^{\top}\lambda = f - A x .
\end{equation}
One factorisation of fixed rank (Section~\ref{sec:rank}) of $\Phi_q^{\top}$ gives $R$, $x_g$ and the $\lambda$ of least norm. It has $n\times m$ entries where
\eqref{eq:kkt} has $(n+m)^2$. The system that remains is as small as the
mobility.
*/
struct side { /* phi_q or B */
    struct rank *rank;
    double *T;     /* n x m: its transpose, dense */
    double *basis; /* n x f: of its null space */
};

struct saddle {
    struct arena *arena;
    const struct model *model;
    int n, m, f;
    struct side J, B;
    const struct side *below; /* what stands in the second row: &J or &B */
    struct effective A;
    double *AZ;       /* n x f */
    double *small;    /* f x f: R'A Z */
    int *pivot;       /* f */
    double *rest, *y; /* n, f */
};

static struct side create_side(struct arena *arena, const struct model *model, double tolerance, size_t f)
{
    size_t n = (size_t)model->n;
    struct side side = {rank_create(model->n, model->m, model->n - model->mobility),
                        take_doubles(arena, n * (size_t)model->m), take_doubles(arena, n * f)};
    rank_by_tolerance(side.rank, tolerance);
    return side;
}

struct saddle *saddle_create(const struct model *model, double tolerance)
{
    struct arena *arena = arena_create();
    struct saddle *s = take(arena, 1, sizeof *s);
    int least = model->m < model->n - model->mobility ? model->m : model->n - model->mobility;
    size_t n = (size_t)model->n, f = tolerance > 0 ? n : (size_t)(model->n - least);
    *s = (struct saddle){.arena = arena, .model = model, .n = model->n, .m = model->m};
    s->J = create_side(arena, model, tolerance, f);
    s->B = create_side(arena, model, tolerance, f);
    s->AZ = take_doubles(arena, n * f);
    s->small = take_doubles(arena, f * f);
    s->pivot = take_ints(arena, f);
    s->rest = take_doubles(arena, n);
    s->y = take_doubles(arena, f);
    return s;
}

void saddle_free(struct saddle *s)
{
    if (!s)
        return;
    rank_free(s->J.rank);
    rank_free(s->B.rank);
    arena_free(s->arena);
}

/* Factors the transpose of `values`; the last columns of Q are the basis. */
static enum status factor_side(const struct saddle *s, const struct side *side, const double *values)
{
    const struct pattern *p = &s->model->jacobian_pattern;
    int n = s->n;
    clear(side->T, n * s->m);
    for (int k = 0; k < p->rows; k++)
        for (int i = p->start[k]; i < p->start[k + 1]; i++)
            side->T[p->index[i] + k * n] = values[i];
    TRY(rank_factor(side->rank, side->T));
    int r = rank_rank(side->rank), f = n - r;
    clear(side->basis, n * f);
    for (int j = 0; j < f; j++)
        side->basis[r + j + j * n] = 1;
    rank_apply_q(side->rank, side->basis, f);
    return OK;
}

static enum status factor_small(struct saddle *s)
{
    int n = s->n, f = s->f, info = 0;
    const double *R = s->J.basis, *Z = s->below->basis;
    clear(s->AZ, n * f);
    for (int j = 0; j < f; j++)
        add_effective(&s->A, 1, Z + j * n, s->AZ + j * n);
    for (int j = 0; j < f; j++)
        for (int i = 0; i < f; i++)
            s->small[i + j * f] = dot(R + i * n, s->AZ + j * n, n);
    if (f > 0)
        dgetrf_(&f, &f, s->small, &f, s->pivot, &info);
    return info == 0 ? OK : SINGULAR;
}

enum status saddle_factor(struct saddle *s, const struct effective *A, const double *B)
{
    PHASE(FACTOR);
    bool same = B == A->at->phi_q;
    s->A = *A;
    s->below = same ? &s->J : &s->B;
    enum status status = factor_side(s, &s->J, A->at->phi_q);
    if (status == OK && !same)
        status = factor_side(s, &s->B, B);
    s->f = s->n - rank_rank(s->J.rank);
    if (status == OK && rank_rank(s->below->rank) != rank_rank(s->J.rank))
        status = SINGULAR; /* a tolerance saw different ranks: more equations than unknowns, or fewer */
    if (status == OK)
        status = factor_small(s);
    PHASE_END(FACTOR);
    return status;
}

enum status saddle_solve(struct saddle *s, const double *f, const double *g, double *x, double *lambda)
{
    int n = s->n, one = 1, info = 0;
    const double *R = s->J.basis, *Z = s->below->basis;
    PHASE(SOLVE);
    rank_transposed(s->below->rank, g, x); /* B x = g, orthogonal to Z */
    copy(s->rest, f, n);
    add_effective(&s->A, -1, x, s->rest); /* f - A x */
    for (int j = 0; j < s->f; j++)
        s->y[j] = dot(R + j * n, s->rest, n);
    if (s->f > 0)
        dgetrs_("N", &s->f, &one, s->small, &s->f, s->pivot, s->y, &s->f, &info, 1);
    for (int j = 0; j < s->f; j++) {
        add(x, s->y[j], Z + j * n, n);
        add(s->rest, -s->y[j], s->AZ + j * n, n); /* f - A x, now in the range of phi_q' */
    }
    rank_min_norm(s->J.rank, s->rest, lambda);
    PHASE_END(SOLVE);
    return isfinite(norm_max(x, n)) ? OK : SINGULAR;
}
