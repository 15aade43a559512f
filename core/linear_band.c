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

Four columns at a time form a panel, whose rows stand in \emph{quads} of four, counted from row 0 whatever the column. So every quad of one panel
meets those of another as whole vector registers, and what was written by one step is read by the next as it was written; a band that is stored by
diagonals must shift, and a processor that reads what it has just written in other portions waits. With the diagonal quad $A_{11} = L_{11} D_1
L_{11}^{\top}$ and $A_{21}$ below it,
\begin{equation}\label{eq:panel}
  Y = A_{21} L_{11}^{-\top}, \qquad Z = Y D_1^{-1}, \qquad A_{22} \leftarrow A_{22} - Z\,Y^{\top}, \qquad W = Z L_{11}^{-1} .
\end{equation}
The update is read and written once for four columns. Of two pivots in a row, as in \eqref{eq:pairs-pivots}, the second division does not wait for
the first. $W$ is kept in the place of $A_{21}$ for the substitutions: it lets all four unknowns of a panel enter the next panel at once
(Section~\ref{sec:band-solve}). For the heights of the mechanisms at hand the compiler is given the number of quads as a constant. Every sum has its
fixed order.
*/

/* Tuned with these times of one factorisation and one solution, in microseconds on one core of an AMD EPYC (Zen 4), beside
   LAPACK's band and dense routines in OpenBLAS and CHOLMOD (n unknowns, half-bandwidth b; the chains with b = 3 are solved
   as linear_pairs.c says). LAPACK's blocked Cholesky draws level at a half-bandwidth of about 150, for positive definite
   matrices.

        n    b   here  dpbtrf  dsytrf  CHOLMOD
        6    3   0.03    0.26    0.46     0.26
       24   11   0.31     1.9     3.3      2.3
       82    3   0.32     3.6      34      3.1
       90   17    2.7      12      43       20
      300   30     19      75     584      150
      300   60     50     151     589      422
      390  100    164     226    1114     1711
     1200  150   1250    1250   19600     8800
*/
static int slot(const struct linear *linear, int i, int j)
{
    const struct band *band = linear->self;
    int row = i > j ? i : j, column = i > j ? j : i;
    return FOUR * (column / FOUR * band->stride + (row / FOUR - column / FOUR) * FOUR + column % FOUR) +
           row % FOUR;
}

/* Rows that elimination reaches: the last of any column so far. Returns the greatest height. */
static int find_heights(const struct linear *linear, int *height)
{
    const struct pattern *p = &linear->graph;
    int reached = 0, most = 0;
    for (int j = 0; j < linear->n; j++) {
        int i = linear->order ? linear->order[j] : j;
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            int row = linear->place ? linear->place[p->index[k]] : p->index[k];
            reached = row > reached ? row : reached;
        }
        height[j / FOUR] = reached / FOUR - j / FOUR;
        most = height[j / FOUR] > most ? height[j / FOUR] : most;
    }
    return most;
}

static void create(struct linear *linear)
{
    linear_find_order(linear);
    if (linear_pairs_fit(linear)) {
        linear->ops = &linear_pairs;
        linear->ops->create(linear);
        return;
    }
    struct band *band = linear->self = take(linear->arena, 1, sizeof *band);
    size_t panels = ((size_t)linear->n + FOUR - 1) / FOUR;
    band->panels = (int)panels;
    band->height = take_ints(linear->arena, panels);
    band->stride = FOUR * (find_heights(linear, band->height) + 1);
    size_t stride = (size_t)band->stride;
    linear_reserve(linear, panels * stride * FOUR);
    band->scale = take_doubles(linear->arena, FOUR * panels);
    band->Y = take(linear->arena, stride, sizeof *band->Y);
    band->Z = take(linear->arena, stride, sizeof *band->Z);
    band->x = take(linear->arena, panels, sizeof *band->x);
    band->order = linear->order;
    linear->order = NULL; /* the substitution translates by itself */
}

EXPAND bool sound(double d, double scale)
{
    return fabs(d) > LINEAR_ROUNDING * scale && fabs(d) <= DBL_MAX;
}

/* The diagonal quad by columns: L under the diagonal, 1/d on it. */
EXPAND bool factor_quad(double *A, const double *scale)
{
    double a = A[0], b = A[1], c = A[5], det = a * c - b * b, d0 = 1 / a, d1 = a / det;
    double l10 = b * d0, l20 = A[2] * d0, l30 = A[3] * d0, y2 = A[6] - l10 * A[2], y3 = A[7] - l10 * A[3];
    double l21 = y2 * d1, l31 = y3 * d1;
    double e = (A[10] - l20 * A[2]) - l21 * y2, f = (A[11] - l30 * A[2]) - l31 * y2;
    double g = (A[15] - l30 * A[3]) - l31 * y3, det2 = e * g - f * f, d2 = 1 / e, d3 = e / det2;
    A[0] = d0, A[1] = l10, A[2] = l20, A[3] = l30;
    A[5] = d1, A[6] = l21, A[7] = l31;
    A[10] = d2, A[11] = f * d2;
    A[15] = d3;
    return sound(a, scale[0]) && sound(det, scale[1] * fabs(a)) && sound(e, scale[2]) &&
           sound(det2, scale[3] * fabs(e));
}

/* eq:panel for one quad q of the panel: Y and Z aside, W in its place. */
EXPAND void finish_quad(const double *A, four *q, four *Y, four *Z)
{
    const double l10 = A[1], l20 = A[2], l30 = A[3], l21 = A[6], l31 = A[7], l32 = A[11];
    const four y0 = q[0], y1 = q[1] - l10 * y0, y2 = (q[2] - l20 * y0) - l21 * y1;
    const four y3 = ((q[3] - l30 * y0) - l31 * y1) - l32 * y2;
    const four z0 = y0 * A[0], z1 = y1 * A[5], z2 = y2 * A[10], z3 = y3 * A[15];
    const four w2 = z2 - l32 * z3, w1 = (z1 - l31 * z3) - l21 * w2;
    Y[0] = y0, Y[1] = y1, Y[2] = y2, Y[3] = y3;
    Z[0] = z0, Z[1] = z1, Z[2] = z2, Z[3] = z3;
    q[0] = ((z0 - l30 * z3) - l20 * w2) - l10 * w1, q[1] = w1, q[2] = w2, q[3] = z3;
}

/* One quad A22 -= Z Y': row c of Y' belongs to column c. */
EXPAND void update_quad(four *q, const four *Z, const double *Y)
{
    for (int c = 0; c < FOUR; c++)
        q[c] -= (Z[0] * Y[c] + Z[1] * Y[c + FOUR]) + (Z[2] * Y[c + 2 * FOUR] + Z[3] * Y[c + 3 * FOUR]);
}

/* Column t of quads to the right of the panel p. */
EXPAND void update_panel(const struct band *band, four *p, const int t, const int height)
{
    four *right = p + (size_t)(t + 1) * (size_t)band->stride;
    for (int s = t; s < height; s++)
        update_quad(right + (s - t) * FOUR, band->Z + s * FOUR, (const double *)(band->Y + t * FOUR));
}

/* One panel, its diagonal quad being factored. The next one is updated first and its diagonal quad factored before the rest is
   updated: its divisions then take their time while there is other work. */
EXPAND bool panel(const struct band *band, four *p, const double *next_scale, const int height)
{
    for (int s = 0; s < height; s++)
        finish_quad((const double *)p, p + (s + 1) * FOUR, band->Y + s * FOUR, band->Z + s * FOUR);
    if (height)
        update_panel(band, p, 0, height);
    bool good = factor_quad((double *)(p + band->stride), next_scale);
    for (int t = 1; t < height; t++)
        update_panel(band, p, t, height);
    return good;
}

static bool any_panel(const struct band *band, four *p, const double *next_scale, int height)
{
#define PANEL(h) return panel(band, p, next_scale, h)
    FOR_HEIGHT(height, PANEL)
}

static enum status factor(struct linear *linear)
{
    const struct band *band = linear->self;
    for (int k = 0; k < FOUR * band->panels; k++) {
        double *diagonal = &linear->values[slot(linear, k, k)];
        if (k >= linear->n)
            *diagonal = 1; /* fills up the last panel */
        band->scale[k] = fabs(*diagonal);
    }
    four *p = (four *)linear->values;
    bool good = factor_quad(linear->values, band->scale);
    for (int P = 0; P + 1 < band->panels && good; P++, p += band->stride)
        good = any_panel(band, p, band->scale + (P + 1) * FOUR, band->height[P]);
    return good ? OK : SINGULAR;
}

const struct linear_ops linear_band = {create, NULL, slot, factor, linear_band_solve};
