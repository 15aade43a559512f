#include "core/lapack.h"
#include "core/linear_ops.h"
#include "core/vector.h"

/* LAPACK on the full square, by columns: Bunch-Kaufman LDL' or LU. */
struct dense {
    int *pivot;
    double *work;
    int room;
};

static void create(struct linear *linear)
{
    struct dense *dense = linear->self = take(linear->arena, 1, sizeof *dense);
    size_t n = (size_t)linear->n;
    linear_reserve(linear, n * n);
    dense->pivot = take_ints(linear->arena, n);
    if (linear->kind == SYMMETRIC && n) {
        int query = -1, info;
        double best;
        dsytrf_("L", &linear->n, linear->values, &linear->n, dense->pivot, &best, &query, &info, 1);
        dense->room = (int)best;
        dense->work = take_doubles(linear->arena, (size_t)dense->room);
    }
}

static int slot(const struct linear *linear, int i, int j)
{
    bool mirrored = linear->kind == SYMMETRIC && i < j;
    return mirrored ? j + i * linear->n : i + j * linear->n;
}

static enum status factor(struct linear *linear)
{
    struct dense *dense = linear->self;
    int n = linear->n, info;
    if (linear->kind == SYMMETRIC)
        dsytrf_("L", &n, linear->values, &n, dense->pivot, dense->work, &dense->room, &info, 1);
    else
        dgetrf_(&n, &n, linear->values, &n, dense->pivot, &info);
    return info == 0 && isfinite(norm_max(linear->values, linear->size)) ? OK : SINGULAR;
}

static void solve(struct linear *linear, double *x, int count)
{
    struct dense *dense = linear->self;
    int n = linear->n, info;
    if (linear->kind == SYMMETRIC)
        dsytrs_("L", &n, &count, linear->values, &n, dense->pivot, x, &n, &info, 1);
    else
        dgetrs_("N", &n, &count, linear->values, &n, dense->pivot, x, &n, &info, 1);
}

const struct linear_ops linear_dense = {create, NULL, slot, factor, solve};
