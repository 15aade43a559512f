#include "core/linear_ops.h"

#include <math.h>
#include <suitesparse/amd.h>
#include <suitesparse/cholmod.h>

/*%
\subsection{Sparse symmetric}
CHOLMOD's simplicial $LDL^{\top}$ \citep{chen2008} in an approximate minimum degree order \citep{amestoy2004}. The slots already stand in
that order, as the upper triangle, so CHOLMOD has nothing to permute and refactors in the memory that it took the first time. The
triangular solves are a few lines and are written here.
*/
struct simplicial {
    cholmod_common common;
    cholmod_sparse upper; /* its x is linear->values */
    cholmod_factor *L;
    double *scale; /* the diagonal before factoring */
};

static void find_order(struct linear *linear)
{
    size_t n = (size_t)linear->n;
    linear->order = take_ints(linear->arena, n);
    linear->place = take_ints(linear->arena, n);
    if (amd_order(linear->n, linear->graph.start, linear->graph.index, linear->order, NULL, NULL) < AMD_OK)
        out_of_memory(n * sizeof(int));
    for (int k = 0; k < linear->n; k++)
        linear->place[linear->order[k]] = k;
}

/* The upper triangle by columns is the lower one by rows. */
static struct pattern lower_rows(const struct linear *linear)
{
    struct entries entries = {0};
    for (int i = 0; i < linear->n; i++)
        for (int k = linear->graph.start[i]; k < linear->graph.start[i + 1]; k++) {
            int a = linear->place[i], b = linear->place[linear->graph.index[k]];
            if (a >= b)
                entries_add(&entries, a, b);
        }
    return pattern_from(linear->arena, linear->n, linear->n, &entries);
}

static enum status factor(struct linear *linear)
{
    struct simplicial *s = linear->self;
    const int *start = s->upper.p;
    for (int j = 0; j < linear->n; j++) /* the diagonal closes its column */
        s->scale[j] = fabs(linear->values[start[j + 1] - 1]);
    cholmod_factorize(&s->upper, s->L, &s->common);
    if (s->common.status == CHOLMOD_OUT_OF_MEMORY)
        out_of_memory(s->L->nzmax * sizeof(double));
    if (s->common.status != CHOLMOD_OK || s->L->minor < s->L->n)
        return SINGULAR;
    const int *first = s->L->p;
    const double *x = s->L->x;
    for (int j = 0; j < linear->n; j++)
        if (!(fabs(x[first[j]]) > LINEAR_ROUNDING * s->scale[j] && fabs(x[first[j]]) <= DBL_MAX))
            return SINGULAR;
    return OK;
}

static void create(struct linear *linear)
{
    struct simplicial *s = linear->self = take(linear->arena, 1, sizeof *s);
    find_order(linear);
    struct pattern lower = lower_rows(linear);
    size_t n = (size_t)linear->n, count = (size_t)pattern_size(&lower);
    linear_reserve(linear, count);
    s->scale = take_doubles(linear->arena, n);
    s->upper = (cholmod_sparse){.nrow = n,
                                .ncol = n,
                                .nzmax = count,
                                .p = lower.start,
                                .i = lower.index,
                                .x = linear->values,
                                .stype = 1,
                                .itype = CHOLMOD_INT,
                                .xtype = CHOLMOD_REAL,
                                .dtype = CHOLMOD_DOUBLE,
                                .sorted = 1,
                                .packed = 1};
    cholmod_start(&s->common);
    s->common.supernodal = CHOLMOD_SIMPLICIAL;
    s->common.final_ll = 0;
    s->common.print = 0;
    s->common.nmethods = 1;
    s->common.method[0].ordering = CHOLMOD_NATURAL;
    s->common.postorder = 0;
    s->L = cholmod_analyze(&s->upper, &s->common);
    if (!s->L)
        out_of_memory(count * sizeof(double));
    for (int j = 0; j < linear->n; j++) /* one factorisation of the unit matrix takes the memory */
        linear->values[lower.start[j + 1] - 1] = 1;
    factor(linear);
    for (size_t k = 0; k < count; k++)
        linear->values[k] = 0;
}

static void destroy(struct linear *linear)
{
    struct simplicial *s = linear->self;
    cholmod_free_factor(&s->L, &s->common);
    cholmod_finish(&s->common);
}

static int slot(const struct linear *linear, int i, int j)
{
    struct simplicial *s = linear->self;
    struct pattern lower = {linear->n, linear->n, s->upper.p, s->upper.i, 1, false};
    return i > j ? pattern_slot(&lower, i, j) : pattern_slot(&lower, j, i);
}

static void solve_one(const cholmod_factor *L, double *x)
{
    const int n = (int)L->n, *first = L->p, *row = L->i, *length = L->nz;
    const double *l = L->x;
    for (int j = 0; j < n; j++) /* x = L \ x */
        for (int k = first[j] + 1; k < first[j] + length[j]; k++)
            x[row[k]] -= l[k] * x[j];
    for (int j = n - 1; j >= 0; j--) { /* x = L' \ (D \ x) */
        double sum = x[j] / l[first[j]];
        for (int k = first[j] + 1; k < first[j] + length[j]; k++)
            sum -= l[k] * x[row[k]];
        x[j] = sum;
    }
}

static void solve(struct linear *linear, double *x, int count)
{
    struct simplicial *s = linear->self;
    for (int c = 0; c < count; c++)
        solve_one(s->L, x + (size_t)c * (size_t)linear->n);
}

const struct linear_ops linear_sparse = {create, destroy, slot, factor, solve};
