/*%
\subsection{Implicit collocation: the steps}\label{sec:ref-collocation}

A step solves $F_i = f\bigl(y + H\sum_j A_{ij}F_j\bigr)$ for the slopes at the nodes and ends at $y + H\sum_j b_j F_j$. For smooth
problems the equation is its own iteration, run in the manner of Gauss and Seidel. For the stiff governor it is Newton's: the
Jacobian $J$ at the start of the step, by differences (good to seventeen digits here, far better than a frozen matrix needs),
and one factorisation of $I - H A\otimes J$ a step.
*/
#include "collocation.h"
#include "lu.h"
#include <stddef.h>

enum { ITERATIONS = 200 };

static void stage(const struct collocation *rule, int n, const quad *y, quad H, quad F[][GBS_SIZE], int i,
                  quad *Y)
{
    for (int k = 0; k < n; k++) {
        quad sum = 0;
        for (int j = 0; j < rule->s; j++)
            sum += rule->A[i][j] * F[j][k];
        Y[k] = y[k] + H * sum;
    }
}

static void finish(const struct collocation *rule, int n, quad *y, quad *dropped, quad H, quad F[][GBS_SIZE])
{
    for (int k = 0; k < n; k++) {
        quad sum = 0;
        for (int j = 0; j < rule->s; j++)
            sum += rule->b[j] * F[j][k];
        accumulate(&y[k], dropped ? &dropped[k] : NULL, H * sum);
    }
}

/* Rounding ends every iteration somewhere near 1e-33: go on until the changes are small and no longer shrink. */
static int settled(quad change, quad before, quad size)
{
    return change <= ldexpq(1 + size, -96) && 2 * change >= before;
}

int collocation_step(const struct collocation *rule, field *f, const void *model, int n, quad *y,
                     quad *dropped, quad H)
{
    quad F[STAGES][GBS_SIZE];
    for (int i = 0; i < rule->s; i++)
        f(y, F[i], model);
    quad before = 0;
    for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
        quad change = 0, size = 0;
        for (int i = 0; i < rule->s; i++) {
            quad Y[GBS_SIZE], slope[GBS_SIZE];
            stage(rule, n, y, H, F, i, Y);
            f(Y, slope, model);
            for (int k = 0; k < n; k++) {
                change = fmaxq(change, fabsq(slope[k] - F[i][k]));
                size = fmaxq(size, fabsq(slope[k]));
                F[i][k] = slope[k];
            }
        }
        if (settled(change, before, size)) {
            finish(rule, n, y, dropped, H, F);
            return iteration;
        }
        before = change;
    }
    return -1;
}

static void jacobian(field *f, const void *model, int n, const quad *y, quad J[][GBS_SIZE])
{
    quad at[GBS_SIZE], near[GBS_SIZE], Y[GBS_SIZE], step = ldexpq(1, -56);
    f(y, at, model);
    for (int l = 0; l < n; l++) {
        for (int k = 0; k < n; k++)
            Y[k] = y[k] + (k == l ? step : 0);
        f(Y, near, model);
        for (int k = 0; k < n; k++)
            J[k][l] = (near[k] - at[k]) / step;
    }
}

static void newton_matrix(const struct collocation *rule, int n, quad H, quad J[][GBS_SIZE], struct lu *lu)
{
    lu->n = rule->s * n;
    for (int i = 0; i < rule->s; i++)
        for (int j = 0; j < rule->s; j++)
            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l++)
                    lu->a[i * n + k][j * n + l] = (i == j && k == l) - H * rule->A[i][j] * J[k][l];
    lu_factor(lu);
}

int collocation_newton(const struct collocation *rule, field *f, const void *model, int n, quad *y,
                       quad *dropped, quad H)
{
    static struct lu lu;
    quad F[STAGES][GBS_SIZE], J[GBS_SIZE][GBS_SIZE], r[LU_SIZE];
    for (int i = 0; i < rule->s; i++)
        f(y, F[i], model);
    jacobian(f, model, n, y, J);
    newton_matrix(rule, n, H, J, &lu);
    quad before = 0;
    for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
        quad change = 0, size = 0;
        for (int i = 0; i < rule->s; i++) {
            quad Y[GBS_SIZE];
            stage(rule, n, y, H, F, i, Y);
            f(Y, r + i * n, model);
            for (int k = 0; k < n; k++)
                r[i * n + k] -= F[i][k];
        }
        lu_solve(&lu, r); /* (I - H A x J) dF = f(Y) - F */
        for (int i = 0; i < rule->s * n; i++) {
            F[i / n][i % n] += r[i];
            change = fmaxq(change, fabsq(r[i]));
            size = fmaxq(size, fabsq(F[i / n][i % n]));
        }
        if (settled(change, before, size)) {
            finish(rule, n, y, dropped, H, F);
            return iteration;
        }
        before = change;
    }
    return -1;
}
