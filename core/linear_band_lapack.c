#include "core/lapack.h"
#include "core/linear_ops.h"

/* LAPACK's band routines: the oracle of our own. Their Cholesky factorisation has no room for a negative pivot, so an
   indefinite matrix counts as singular here. */
int linear_band_stride(const struct linear *linear)
{
    return linear->kind == SYMMETRIC ? linear->below + 1 : 2 * linear->below + linear->above + 1;
}

int linear_band_slot(const struct linear *linear, int i, int j)
{
    int stride = linear_band_stride(linear);
    if (linear->kind == SYMMETRIC)
        return i > j ? j * stride + i - j : i * stride + j - i;
    return j * stride + linear->below + linear->above + i - j;
}

static void create(struct linear *linear)
{
    linear_find_order(linear);
    linear_reserve(linear, (size_t)linear->n * (size_t)linear_band_stride(linear));
    linear->self = take_ints(linear->arena, (size_t)linear->n);
}

static enum status factor(struct linear *linear)
{
    int n = linear->n, stride = linear_band_stride(linear), info;
    double *diagonal = linear->values;
    if (linear->kind == SYMMETRIC) {
        dpbtrf_("L", &n, &linear->below, linear->values, &stride, &info, 1);
    } else {
        dgbtrf_(&n, &n, &linear->below, &linear->above, linear->values, &stride, linear->self, &info);
        diagonal += linear->below + linear->above;
    }
    double poison = 0;
    for (int j = 0; j < n; j++)
        poison += diagonal[(size_t)j * (size_t)stride] * 0;
    return info == 0 && poison == 0 ? OK : SINGULAR;
}

static void solve(struct linear *linear, double *x, int count)
{
    int n = linear->n, stride = linear_band_stride(linear), info;
    if (linear->kind == SYMMETRIC)
        dpbtrs_("L", &n, &linear->below, &count, linear->values, &stride, x, &n, &info, 1);
    else
        dgbtrs_("N", &n, &linear->below, &linear->above, &count, linear->values, &stride, linear->self, x, &n,
                &info, 1);
}

const struct linear_ops linear_band_lapack = {create, NULL, linear_band_slot, factor, solve};
