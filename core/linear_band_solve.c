#include "core/linear_band.h"

/*%
\subsection{Solving with a symmetric band}
Substitution is a chain in which every unknown waits for the one before, so what counts is how soon the newest enters the next. Forward,
the unknowns that the current one touches are kept in registers when the width is a constant; otherwise two columns are applied at once.
Backward, two rows are summed together, the oldest terms first; the terms of long rows gather in four partial sums. Two right-hand
sides go forward together, so that the processor has something to do while it waits.
*/
enum { WIDEST_CONSTANT = 20 };

/* x = D \ (L \ x), for the vector x and, if `both`, for the one that follows it. */
EXPAND void forward_window(const double *S, double *x, int n, const int width, const int both)
{
    const int stride = whole_lanes(width + 1);
    double window[2][WIDEST_CONSTANT]; /* x[j] … x[j + width - 1] as far as they are updated */
    for (int r = 0; r <= both; r++)
        for (int k = 0; k < width; k++)
            window[r][k] = k < n ? x[r * n + k] : 0;
    for (int j = 0; j < n; j++) {
        const double *l = S + (size_t)j * (size_t)stride;
        for (int r = 0; r <= both; r++) {
            double t = window[r][0], entering = j + width < n ? x[r * n + j + width] : 0;
            for (int k = 1; k < width; k++)
                window[r][k - 1] = window[r][k] - l[k] * t;
            window[r][width - 1] = entering - l[width] * t;
            x[r * n + j] = t * l[0];
        }
    }
}

/* The same for one vector and any width; l is column j from under the diagonal, m is column j + 1. */
static void forward(const double *S, double *x, int n, int width)
{
    const int stride = whole_lanes(width + 1);
    int j = 0;
    for (; j + 1 < n; j += 2) {
        const double *restrict l = S + (size_t)j * (size_t)stride + 1, *restrict m = l + stride - 1;
        double *restrict y = x + j + 1, t = x[j], u = y[0] - l[0] * t;
        int length = n - 2 - j < width ? n - 2 - j : width, shared = length < width ? length : width - 1;
        for (int k = 1; k <= shared; k++)
            y[k] = (y[k] - l[k] * t) - m[k] * u;
        if (shared < length)
            y[width] -= m[width] * u;
        x[j] = t * l[-1];
        y[0] = u * m[0];
    }
    if (j < n)
        x[j] *= S[(size_t)j * (size_t)stride];
}

/* x[0] and x[-1] of L'\ x, from the `length` unknowns that follow; l and m as above, for rows j - 1 and j. */
EXPAND void two_rows(const double *l, const double *m, double *x, int length, const int width)
{
    double t = x[-1], u = x[0], a[LANES] = {0}, b[LANES] = {0};
    int k = length < width ? length : width - 1;
    if (k < length)
        u -= m[width] * x[width];
    for (; k >= 2 * LANES - 1; k -= LANES)
        for (int v = 0; v < LANES; v++) {
            a[v] += l[k - 3 + v] * x[k - 3 + v];
            b[v] += m[k - 3 + v] * x[k - 3 + v];
        }
    t -= (a[0] + a[1]) + (a[2] + a[3]);
    u -= (b[0] + b[1]) + (b[2] + b[3]);
    for (; k >= 1; k--) {
        t -= l[k] * x[k];
        u -= m[k] * x[k];
    }
    x[0] = u;
    x[-1] = t - l[0] * u;
}

/* x = L' \ x */
EXPAND void backward(const double *S, double *x, int n, const int width)
{
    const int stride = whole_lanes(width + 1);
    int j = n - 1;
    for (; j >= 1; j -= 2) {
        const double *m = S + (size_t)j * (size_t)stride;
        two_rows(m - stride + 1, m, x + j, n - 1 - j < width ? n - 1 - j : width, width);
    }
    if (j == 0)
        for (int k = n - 1 < width ? n - 1 : width; k >= 1; k--)
            x[0] -= S[k] * x[k];
}

static void solve_one(const double *S, double *x, int n, int width)
{
#define ONE(w)                                                                                               \
    forward_window(S, x, n, w, 0);                                                                           \
    backward(S, x, n, w);                                                                                    \
    return
    FOR_WIDTH(width, ONE)
    forward(S, x, n, width);
    backward(S, x, n, width);
}

static void solve_two(const double *S, double *x, int n, int width)
{
#define TWO(w)                                                                                               \
    forward_window(S, x, n, w, 1);                                                                           \
    backward(S, x, n, w);                                                                                    \
    backward(S, x + n, n, w);                                                                                \
    return
    FOR_WIDTH(width, TWO)
    solve_one(S, x, n, width);
    solve_one(S, x + n, n, width);
}

void linear_band_solve(struct linear *linear, double *x, int count)
{
    int c = 0;
    for (; c + 1 < count; c += 2)
        solve_two(linear->values, x + (size_t)c * (size_t)linear->n, linear->n, linear->below);
    if (c < count)
        solve_one(linear->values, x + (size_t)c * (size_t)linear->n, linear->n, linear->below);
}
