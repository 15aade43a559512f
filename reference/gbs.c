/*%
\subsection{Explicit extrapolation}\label{sec:ref-gbs}

The explicit route of every reference is Gragg's midpoint rule, extrapolated \citep{gragg1965,bulirsch1966}. Cut a step $H$
into an even number $n$ of substeps $h = H/n$ and take
\begin{equation}\label{eq:ref-gragg}
  z_1 = z_0 + h f(z_0), \qquad z_{m+1} = z_{m-1} + 2h f(z_m), \qquad
  S_n = \tfrac12\bigl(z_n + z_{n-1} + h f(z_n)\bigr).
\end{equation}
The error of $S_n$ has an expansion in even powers of $h$, so each further value of $n = 2, 4, 6, \dots$ removes one more
power of $h^2$ by Aitken and Neville's scheme
\begin{equation}\label{eq:ref-neville}
  T_{j,l} = T_{j,l-1} + \frac{T_{j,l-1} - T_{j-1,l-1}}{(n_j/n_{j-l})^2 - 1}.
\end{equation}
The scheme is applied to the increments $z_m - z_0$: the extrapolation magnifies rounding errors a thousandfold, and those of an
increment are that much smaller. Twelve columns give order 24: at quadruple precision the step is then set by the radius of convergence of the
solution, not by the tolerance. Nothing is adaptive, so two runs give the same digits.
*/
#include "gbs.h"
#include <stddef.h>

static void gragg(field *f, const void *model, int n, const quad *y, const quad *f0, quad H, int parts,
                  quad *S)
{
    quad before[GBS_SIZE], now[GBS_SIZE], z[GBS_SIZE], dz[GBS_SIZE];
    quad h = H / parts;
    for (int i = 0; i < n; i++) {
        before[i] = 0;
        now[i] = h * f0[i];
        z[i] = y[i] + now[i];
    }
    for (int m = 1; m < parts; m++) {
        f(z, dz, model);
        for (int i = 0; i < n; i++) {
            quad next = before[i] + 2 * h * dz[i];
            before[i] = now[i];
            now[i] = next;
            z[i] = y[i] + next;
        }
    }
    f(z, dz, model);
    for (int i = 0; i < n; i++)
        S[i] = (now[i] + before[i] + h * dz[i]) / 2;
}

void gbs_step(field *f, const void *model, int n, quad *y, quad *dropped, quad H, int columns)
{
    quad T[GBS_COLUMNS][GBS_SIZE]; /* T[l] is the last row's column l */
    quad f0[GBS_SIZE];
    f(y, f0, model);
    for (int j = 0; j < columns; j++) {
        quad S[GBS_SIZE];
        gragg(f, model, n, y, f0, H, 2 * (j + 1), S);
        for (int i = 0; i < n; i++) {
            quad value = S[i]; /* T_{j,0}, then T_{j,l} */
            for (int l = 1; l <= j; l++) {
                quad above = T[l - 1][i];
                quad r = ratio(j + 1, j + 1 - l);
                T[l - 1][i] = value;
                value += (value - above) / (r * r - 1);
            }
            T[j][i] = value;
        }
    }
    for (int i = 0; i < n; i++)
        accumulate(&y[i], dropped ? &dropped[i] : NULL, T[columns - 1][i]);
}
