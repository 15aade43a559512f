#include "core/linear_ops.h"

#include <float.h>
#include <math.h>

/*%
\subsection{General band}
$LU$ with partial pivoting on a band: a row exchange can lengthen the rows of $U$ by as many entries as the band has below the
diagonal, so that much is kept free above it \citep{golub2013}. The multipliers stay where they were computed and the exchanges are
applied as the right-hand side meets them.
*/
static void create(struct linear *linear)
{
    linear_find_order(linear);
    linear_reserve(linear, (size_t)linear->n * (size_t)linear_band_stride(linear));
    linear->self = take_ints(linear->arena, (size_t)linear->n);
}

static int pivot_below(const double *restrict column, int length)
{
    int p = 0;
    double most = fabs(column[0]);
    for (int k = 1; k <= length; k++)
        if (fabs(column[k]) > most) {
            most = fabs(column[k]);
            p = k;
        }
    return p;
}

/* d points to the diagonal of column j; to the right the same row is stride - 1 further on. */
static void eliminate(double *d, int length, int reach, int p, int stride)
{
    double inverse = 1 / d[p];
    d[p] = d[0];
    d[0] = inverse; /* what the solution needs */
    for (int k = 1; k <= length; k++)
        d[k] *= inverse;
    const double *restrict l = d;
    for (int c = 1; c <= reach; c++) {
        double *restrict right = d + (size_t)c * (size_t)(stride - 1);
        double u = right[p];
        right[p] = right[0];
        right[0] = u;
        for (int k = 1; k <= length; k++)
            right[k] -= l[k] * u;
    }
}

static enum status factor(struct linear *linear)
{
    int n = linear->n, below = linear->below, above = linear->above, stride = linear_band_stride(linear);
    int *pivot = linear->self, reached = 0; /* last column that the rows so far extend to */
    for (int j = 0; j < n; j++) {
        double *d = linear->values + (size_t)j * (size_t)stride + below + above;
        int length = n - 1 - j < below ? n - 1 - j : below, p = pivot_below(d, length);
        int last = j + p + above < n ? j + p + above : n - 1;
        reached = last > reached ? last : reached;
        pivot[j] = j + p;
        if (!(fabs(d[p]) > 0 && fabs(d[p]) <= DBL_MAX))
            return SINGULAR;
        eliminate(d, length, reached - j, p, stride);
    }
    return OK;
}

static void solve_one(const struct linear *linear, double *x)
{
    int n = linear->n, below = linear->below, stride = linear_band_stride(linear);
    int top = below + linear->above;
    const int *pivot = linear->self;
    for (int j = 0; j < n; j++) { /* x = L \ x */
        const double *l = linear->values + (size_t)j * (size_t)stride + top;
        int length = n - 1 - j < below ? n - 1 - j : below;
        double swap = x[pivot[j]];
        x[pivot[j]] = x[j];
        x[j] = swap;
        for (int k = 1; k <= length; k++)
            x[j + k] -= l[k] * swap;
    }
    for (int j = n - 1; j >= 0; j--) { /* x = U \ x */
        const double *u = linear->values + (size_t)j * (size_t)stride + top;
        int length = j < top ? j : top;
        double xj = x[j] *= u[0];
        for (int k = 1; k <= length; k++)
            x[j - k] -= u[-k] * xj;
    }
}

static void solve(struct linear *linear, double *x, int count)
{
    for (int c = 0; c < count; c++)
        solve_one(linear, x + (size_t)c * (size_t)linear->n);
}

const struct linear_ops linear_band_lu = {create, NULL, linear_band_slot, factor, solve};
