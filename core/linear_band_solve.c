#include "core/linear_band.h"

/*%
\subsection{Solving with a symmetric band}\label{sec:band-solve}
Substitution is a chain in which every unknown waits for the one before. With $W$ of \eqref{eq:panel} it is a chain of panels instead: forward, the four unknowns of a panel, as the
panels before have left them, are multiplied into those below,
\begin{equation}
  x_2 \leftarrow x_2 - W x_1, \qquad z_1 = L_{11}^{-\top} D_1^{-1} L_{11}^{-1} x_1 ,
\end{equation}
and solving within the panel keeps nobody waiting. Backward, $x_1 = z_1 - W^{\top} x_2$, the newest unknowns last.
*/
EXPAND void solve_quad(const double *L, double *x) /* x = L' \ (D \ (L \ x)) */
{
    double x0 = x[0], x1 = x[1] - L[1] * x0, x2 = (x[2] - L[2] * x0) - L[6] * x1;
    double x3 = ((x[3] - L[3] * x0) - L[7] * x1) - L[11] * x2;
    x3 *= L[15];
    x2 = x2 * L[10] - L[11] * x3;
    x1 = (x1 * L[5] - L[7] * x3) - L[6] * x2;
    x0 = ((x0 * L[0] - L[3] * x3) - L[2] * x2) - L[1] * x1;
    x[0] = x0, x[1] = x1, x[2] = x2, x[3] = x3;
}

EXPAND void forward(const four *p, four *x, const int there)
{
    const double *b = (const double *)x;
    for (int q = 1; q <= there; q++) {
        const four *W = p + q * FOUR;
        x[q] -= (W[0] * b[0] + W[1] * b[1]) + (W[2] * b[2] + W[3] * b[3]);
    }
    solve_quad((const double *)p, (double *)x);
}

EXPAND void backward(const four *p, four *x, const int there)
{
    four a = {0}, b = {0}, c = {0}, d = {0};
    for (int q = there; q >= 1; q--) {
        const four *W = p + q * FOUR;
        a += W[0] * x[q];
        b += W[1] * x[q];
        c += W[2] * x[q];
        d += W[3] * x[q];
    }
    x[0] -= (four){(a[0] + a[1]) + (a[2] + a[3]), (b[0] + b[1]) + (b[2] + b[3]),
                   (c[0] + c[1]) + (c[2] + c[3]), (d[0] + d[1]) + (d[2] + d[3])};
}

static void substitute(const struct band *band, const four *S)
{
    const four *p = S;
    four *x = band->x;
    int P = 0;
#define FORWARD(h)                                                                                           \
    forward(p, x + P, h);                                                                                    \
    break
#define BACKWARD(h)                                                                                          \
    backward(p, x + P, h);                                                                                   \
    break
    for (; P < band->panels; P++, p += band->stride)
        FOR_HEIGHT(band->height[P], FORWARD)
    for (P--, p -= band->stride; P >= 0; P--, p -= band->stride)
        FOR_HEIGHT(band->height[P], BACKWARD)
}

void linear_band_solve(struct linear *linear, double *x, int count)
{
    const struct band *band = linear->self;
    const int n = linear->n, *order = band->order;
    double *inside = (double *)band->x;
    for (int c = 0; c < count; c++, x += n) {
        for (int k = 0; k < n; k++)
            inside[k] = x[order ? order[k] : k];
        for (int k = n; k < FOUR * band->panels; k++)
            inside[k] = 0;
        substitute(band, (const four *)linear->values);
        for (int k = 0; k < n; k++)
            x[order ? order[k] : k] = inside[k];
    }
}
