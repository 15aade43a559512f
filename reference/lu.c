/* Gaussian elimination with partial pivoting, by rows. */
#include "lu.h"

static void swap_rows(struct lu *lu, int i, int k)
{
    for (int j = 0; i != k && j < lu->n; j++) {
        quad x = lu->a[i][j];
        lu->a[i][j] = lu->a[k][j];
        lu->a[k][j] = x;
    }
}

void lu_factor(struct lu *lu)
{
    for (int k = 0; k < lu->n; k++) {
        int p = k;
        for (int i = k + 1; i < lu->n; i++)
            if (fabsq(lu->a[i][k]) > fabsq(lu->a[p][k]))
                p = i;
        lu->pivot[k] = p;
        swap_rows(lu, p, k);
        for (int i = k + 1; i < lu->n; i++) {
            if (lu->a[i][k] == 0)
                continue;
            quad l = lu->a[i][k] /= lu->a[k][k];
            for (int j = k + 1; j < lu->n; j++)
                lu->a[i][j] -= l * lu->a[k][j];
        }
    }
}

void lu_solve(const struct lu *lu, quad *x)
{
    for (int k = 0; k < lu->n; k++) { /* all swaps first: whole rows of L were swapped too */
        quad y = x[k];
        x[k] = x[lu->pivot[k]];
        x[lu->pivot[k]] = y;
    }
    for (int i = 0; i < lu->n; i++)
        for (int j = 0; j < i; j++)
            x[i] -= lu->a[i][j] * x[j];
    for (int i = lu->n - 1; i >= 0; i--) {
        for (int j = i + 1; j < lu->n; j++)
            x[i] -= lu->a[i][j] * x[j];
        x[i] /= lu->a[i][i];
    }
}
