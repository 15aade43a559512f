#include "core/linear_band.h"

#include <math.h>

/*%
\subsection{Symmetric band}\label{sec:band}
Mechanisms are chains and grids of small bodies, and their matrices small and narrow: six unknowns for a four-bar, ninety for a grid of
five by five. At such sizes a library spends more time on being called than on arithmetic, so this factorisation is our own. It is the
textbook $A = L D L^{\top}$ \citep{golub2013}, eliminating to the right,
\begin{equation}\label{eq:ldl}
  d_j = a_{jj}, \qquad l_{ij} = a_{ij}/d_j, \qquad a_{ik} \leftarrow a_{ik} - l_{kj}\, a_{ij} \quad (i \ge k > j),
\end{equation}
without pivoting, so that a negative $d_j$ is welcome and a vanishing one ends it: when $|d_j|$ is no larger than a few rounding
errors of the diagonal entry that it came from, it holds no information and the matrix is reported singular. (A larger bound would find
more singular matrices, and refuse some that are merely ill-conditioned.)

Column $j$ of the lower triangle stands at \lstinline|S[j * stride]|, diagonal first, and is padded with zeros to a multiple of four
numbers. That lets the loops of \eqref{eq:ldl} run over whole vector registers without remainders and, as each entry still receives its
updates one after the other, without changing the order of any sum. Two columns are eliminated at a time: the block to their
right is then read and written once instead of twice. For the widths of the mechanisms at hand the compiler is given the width as a
constant.

One factorisation and one solution, in microseconds on one core of an AMD EPYC (Zen~4), against LAPACK's band and dense routines in
OpenBLAS and against CHOLMOD ($n$ unknowns, half-bandwidth $b$):
\begin{center}\begin{tabular}{rrrrrr}
  $n$ & $b$ & here & \lstinline|dpbtrf| & \lstinline|dsytrf| & CHOLMOD \\
  6 & 3 & 0.06 & 0.27 & 0.48 & 0.26 \\
  24 & 11 & 0.50 & 2.0 & 3.7 & 2.9 \\
  82 & 3 & 1.2 & 3.8 & 35 & 3.5 \\
  90 & 17 & 3.1 & 11.6 & 44 & 14 \\
  300 & 30 & 21 & 80 & 600 & 156 \\
  300 & 60 & 53 & 62 & 600 & 424 \\
  390 & 100 & 170 & 61 & 1130 & 1690
\end{tabular}\end{center}
LAPACK's blocked Cholesky overtakes at a half-bandwidth of about 65, for positive definite matrices.
*/
int linear_band_stride(const struct linear *linear)
{
    return linear->kind == SYMMETRIC ? whole_lanes(linear->below + 1) : 2 * linear->below + linear->above + 1;
}

int linear_band_slot(const struct linear *linear, int i, int j)
{
    int stride = linear_band_stride(linear);
    if (linear->kind == SYMMETRIC)
        return i > j ? j * stride + i - j : i * stride + j - i;
    return j * stride + linear->below + linear->above + i - j;
}

struct band {
    double *scale;          /* |diagonal| before the elimination               */
    double *first, *second; /* the two columns at work, followed by zeros      */
};

static void create(struct linear *linear)
{
    linear_find_order(linear);
    if (linear_pairs_fit(linear)) {
        linear->ops = &linear_pairs;
        linear->ops->create(linear);
        return;
    }
    struct band *band = linear->self = take(linear->arena, 1, sizeof *band);
    linear->below = linear->below ? linear->below : 1; /* the padding has room, and the loops need not ask */
    int stride = linear_band_stride(linear);
    linear_reserve(linear, (size_t)linear->n * (size_t)stride);
    band->scale = take_doubles(linear->arena, (size_t)linear->n);
    band->first = take_doubles(linear->arena, (size_t)stride + 2 * LANES);
    band->second = take_doubles(linear->arena, (size_t)stride + 2 * LANES);
}

EXPAND bool sound(double d, double scale)
{
    return fabs(d) > LINEAR_ROUNDING * scale && fabs(d) <= DBL_MAX;
}

/* c, its successor: two columns become L, with 1/d on the diagonal; a, b keep what they were. */
EXPAND bool finish_pair(double *restrict c, const int stride, const double *scale, double *restrict a,
                        double *restrict b)
{
    double *restrict next = c + stride;
    double given = c[0], inverse = 1 / given, l = c[1] * inverse;
    double d = next[0] - l * c[1], d_inverse = 1 / d;
    for (int k = 0; k < stride; k += LANES)
        for (int v = k; v < k + LANES; v++) {
            a[v] = c[v];
            c[v] *= inverse;
        }
    for (int k = 0; k < stride; k += LANES)
        for (int v = k; v < k + LANES; v++) {
            b[v] = next[v] - l * a[v + 1];
            next[v] = b[v] * d_inverse;
        }
    c[0] = inverse;
    next[0] = d_inverse;
    return sound(given, scale[0]) && sound(d, scale[1]);
}

/* Columns to the right of the pair; next is its second column and has `length` entries under the diagonal. */
EXPAND void update_right(double *restrict next, const int length, const int width, const int stride,
                         const double *restrict a, const double *restrict b)
{
    const double *c = next - stride;
    for (int k = 1; k <= length; k++) {
        double *restrict right = next + (size_t)k * (size_t)stride;
        double l = k < width ? c[k + 1] : 0, m = next[k];
        const double *restrict from_a = a + k + 1, *restrict from_b = b + k;
        for (int i = 0; i < whole_lanes(length - k + 1); i += LANES)
            for (int v = i; v < i + LANES; v++)
                right[v] = (right[v] - l * from_a[v]) - m * from_b[v];
    }
}

EXPAND enum status factor_band(const struct band *band, double *S, int n, const int width)
{
    const int stride = whole_lanes(width + 1);
    int j = 0;
    for (int i = 0; i < n; i++)
        band->scale[i] = fabs(S[(size_t)i * (size_t)stride]);
    for (; j + 1 < n; j += 2) {
        double *c = S + (size_t)j * (size_t)stride;
        int length = n - 2 - j < width ? n - 2 - j : width;
        if (!finish_pair(c, stride, band->scale + j, band->first, band->second))
            return SINGULAR;
        update_right(c + stride, length, width, stride, band->first, band->second);
    }
    if (j < n) {
        double *d = S + (size_t)j * (size_t)stride;
        if (!sound(*d, band->scale[j]))
            return SINGULAR;
        *d = 1 / *d;
    }
    return OK;
}

static enum status factor(struct linear *linear)
{
#define FACTOR(w) return factor_band(linear->self, linear->values, linear->n, w)
    FOR_WIDTH(linear->below, FACTOR)
    FACTOR(linear->below);
}

const struct linear_ops linear_band = {create, NULL, linear_band_slot, factor, linear_band_solve};
