#include "core/linear_ops.h"

#include <float.h>
#include <math.h>
#include <suitesparse/klu.h>

/*%
\subsection{Sparse general}
KLU \citep{davis2010klu} chooses pivots at the first factorisation and keeps them while they serve: a refactorisation only computes
numbers, in memory already taken. When the entries have grown more than a hundredfold over what the chosen pivots gave at first, or one
of them vanishes, the pivots are chosen anew.
*/
struct klu {
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    int *start, *row; /* compressed columns */
    double growth;    /* reciprocal pivot growth of the last full factorisation */
};

static void create(struct linear *linear)
{
    struct klu *klu = linear->self = take(linear->arena, 1, sizeof *klu);
    struct entries entries = {0};
    const struct pattern *p = &linear->declared;
    for (int i = 0; i < linear->n; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            entries_add(&entries, p->index[k], i);
    struct pattern columns = pattern_from(linear->arena, linear->n, linear->n, &entries);
    klu->start = columns.start;
    klu->row = columns.index;
    linear_reserve(linear, (size_t)pattern_size(&columns));
    klu_defaults(&klu->common);
    klu->common.tol = 0.1; /* the default prefers a diagonal pivot even if a thousand times too small */
    if (linear->n)
        klu->symbolic = klu_analyze(linear->n, klu->start, klu->row, &klu->common);
    if (klu->common.status == KLU_OUT_OF_MEMORY)
        out_of_memory((size_t)linear->size * sizeof(double));
}

static void destroy(struct linear *linear)
{
    struct klu *klu = linear->self;
    klu_free_numeric(&klu->numeric, &klu->common);
    klu_free_symbolic(&klu->symbolic, &klu->common);
}

static int slot(const struct linear *linear, int i, int j)
{
    struct klu *klu = linear->self;
    struct pattern columns = {linear->n, linear->n, klu->start, klu->row, 1, false};
    return pattern_slot(&columns, j, i);
}

/* The kept pivots on the new values: do they still serve? */
static bool refactored(struct klu *klu, double *values)
{
    return klu->numeric &&
           klu_refactor(klu->start, klu->row, values, klu->symbolic, klu->numeric, &klu->common) &&
           klu->common.status == KLU_OK &&
           klu_rgrowth(klu->start, klu->row, values, klu->symbolic, klu->numeric, &klu->common) &&
           klu->common.rgrowth > klu->growth / 100;
}

static enum status factor(struct linear *linear)
{
    struct klu *klu = linear->self;
    if (!klu->symbolic)
        return SINGULAR;
    if (!refactored(klu, linear->values)) {
        klu_free_numeric(&klu->numeric, &klu->common);
        klu->numeric = klu_factor(klu->start, klu->row, linear->values, klu->symbolic, &klu->common);
        if (klu->common.status == KLU_OUT_OF_MEMORY)
            out_of_memory((size_t)linear->size * sizeof(double));
        if (klu->common.status != KLU_OK) {
            klu_free_numeric(&klu->numeric, &klu->common);
            return SINGULAR;
        }
        klu_rgrowth(klu->start, klu->row, linear->values, klu->symbolic, klu->numeric, &klu->common);
        klu->growth = klu->common.rgrowth;
    }
    klu_rcond(klu->symbolic, klu->numeric, &klu->common);
    return klu->common.rcond > 0 && klu->common.rcond <= DBL_MAX ? OK : SINGULAR; /* NaN is neither */
}

static void solve(struct linear *linear, double *x, int count)
{
    struct klu *klu = linear->self;
    klu_solve(klu->symbolic, klu->numeric, linear->n, count, x, &klu->common);
}

const struct linear_ops linear_sparse_lu = {create, destroy, slot, factor, solve};
