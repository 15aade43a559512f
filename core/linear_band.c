#include "core/linear_ops.h"

#include <float.h>
#include <math.h>

int linear_band_stride(const struct linear *linear)
{
    return linear->kind == SYMMETRIC ? linear->below + 1 : 2 * linear->below + linear->above + 1;
}

int linear_band_slot(const struct linear *linear, int i, int j)
{
    if (linear->kind == SYMMETRIC && i < j) {
        int swap = i;
        i = j;
        j = swap;
    }
    int diagonal = linear->kind == SYMMETRIC ? 0 : linear->below + linear->above;
    return j * linear_band_stride(linear) + diagonal + i - j;
}

static void create(struct linear *linear)
{
    linear_find_order(linear);
    linear_reserve(linear, (size_t)linear->n * (size_t)linear_band_stride(linear));
    linear->self = take_doubles(linear->arena, (size_t)linear->n + (size_t)linear->below + 1);
}

#define EXPAND static inline __attribute__((always_inline))

/* Eliminates with column c: its `length` entries under the diagonal become L, the columns to the right are updated. */
EXPAND bool eliminate(double *restrict c, const int length, const int stride, double scale,
                      double *restrict l)
{
    double d = c[0], inverse = 1 / d;
    for (int k = 1; k <= length; k++)
        l[k] = c[k] * inverse;
    for (int k = 1; k <= length; k++) {
        double *restrict right = c + (size_t)k * (size_t)stride;
        for (int i = k; i <= length; i++)
            right[i - k] -= l[k] * c[i];
    }
    for (int k = 1; k <= length; k++)
        c[k] = l[k];
    c[0] = inverse;
    return fabs(d) > DBL_EPSILON * scale && fabs(d) <= DBL_MAX;
}

EXPAND enum status factor_band(double *S, double *scale, int n, const int width)
{
    const int stride = width + 1;
    double *l = scale + n;
    int j = 0;
    for (int i = 0; i < n; i++)
        scale[i] = fabs(S[(size_t)i * (size_t)stride]);
    for (; j < n - width; j++)
        if (!eliminate(S + (size_t)j * (size_t)stride, width, stride, scale[j], l))
            return SINGULAR;
    for (; j < n; j++)
        if (!eliminate(S + (size_t)j * (size_t)stride, n - 1 - j, stride, scale[j], l))
            return SINGULAR;
    return OK;
}

EXPAND void solve_band(const double *S, double *x, int n, const int width)
{
    const int stride = width + 1;
    for (int j = 0; j < n; j++) {
        const double *l = S + (size_t)j * (size_t)stride;
        int length = j < n - width ? width : n - 1 - j;
        for (int k = 1; k <= length; k++)
            x[j + k] -= l[k] * x[j];
        x[j] *= l[0];
    }
    for (int j = n - 1; j >= 0; j--) {
        const double *l = S + (size_t)j * (size_t)stride;
        int length = j < n - width ? width : n - 1 - j;
        double sum = x[j];
        for (int k = length; k >= 1; k--)
            sum -= l[k] * x[j + k];
        x[j] = sum;
    }
}

static enum status factor(struct linear *linear)
{
    return factor_band(linear->values, linear->self, linear->n, linear->below);
}

static void solve(struct linear *linear, double *x, int count)
{
    for (int c = 0; c < count; c++)
        solve_band(linear->values, x + (size_t)c * (size_t)linear->n, linear->n, linear->below);
}

const struct linear_ops linear_band = {create, NULL, linear_band_slot, factor, solve};
