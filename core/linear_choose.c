#include "core/linear_ops.h"
#include "core/order.h"

#include <suitesparse/amd.h>

void linear_find_order(struct linear *linear)
{
    int n = linear->n;
    const struct pattern *declared = &linear->declared;
    linear->order = take_ints(linear->arena, (size_t)n);
    linear->place = take_ints(linear->arena, (size_t)n);
    order_narrow(&linear->graph, linear->order);
    bool natural = true;
    for (int k = 0; k < n; k++) {
        linear->place[linear->order[k]] = k;
        natural = natural && linear->order[k] == k;
    }
    linear->below = linear->above = 0;
    for (int i = 0; i < n; i++)
        for (int k = declared->start[i]; k < declared->start[i + 1]; k++) {
            int distance = linear->place[i] - linear->place[declared->index[k]];
            linear->below = distance > linear->below ? distance : linear->below;
            linear->above = -distance > linear->above ? -distance : linear->above;
        }
    if (natural)
        linear->order = linear->place = NULL;
}

/*%
\subsection{Which back-end}\label{sec:backend}
How long a factorisation takes is known well enough from the pattern. With $m$ multiplications in the band after reordering (and no
row exchanges), and with $n_L$ entries of $L$ and $m_L$ multiplications after minimum degree ordering, timings of four-bar chains
($n = 6 \ldots 2002$, half-bandwidth 3), of grids ($n = 90 \ldots 2700$, half-bandwidth 17 to 92) and of full matrices
($n = 50 \ldots 390$) on one core of an AMD EPYC (Zen~4) are met within about a quarter by
\begin{center}\begin{tabular}{lll}
  & symmetric [ns] & general [ns] \\
  band & $10\,n + 0.1\,m$ & $18\,n + 0.16\,m$ \\
  sparse & $10\,n + 6\,n_L + 0.75\,m_L$ & $20\,n + 5\,n_L + 0.7\,m_L$ \\
  dense & $3.5\,n^2 + 0.011\,n^3$ & $2.5\,n^2 + 0.02\,n^3$
\end{tabular}\end{center}
and the shortest is chosen. (Narrow symmetric bands take less, 2.3~ns an unknown in a chain of pairs and 8~ns at half-bandwidth 11; they are chosen
in any case.) Bands win as long as the mechanism is a chain or a grid of moderate size: chains of any length; grids of
points up to about $30 \times 30$ when general, and beyond that when symmetric. Trees and stars are sparse. LAPACK's band routines draw level with
our loops at a half-bandwidth of about 150 when symmetric (they need a positive definite matrix, so nothing is chosen there) and overtake them at 95
when general.
*/
enum { LAPACK_FROM = 96, SURELY_BAND = 12 };

static double band_time(const struct linear *linear)
{
    double m = 0;
    for (int j = 0; j < linear->n; j++) {
        double left = linear->n - 1 - j, below = left < linear->below ? left : linear->below;
        m += linear->kind == SYMMETRIC ? below * below / 2
                                       : below * (left < linear->above ? left : linear->above);
    }
    return linear->kind == SYMMETRIC ? 10.0 * linear->n + 0.1 * m : 18.0 * linear->n + 0.16 * m;
}

static double sparse_time(const struct linear *linear)
{
    double info[AMD_INFO], n = linear->n;
    struct arena *scratch = arena_create();
    int *order = take_ints(scratch, (size_t)linear->n);
    if (amd_order(linear->n, linear->graph.start, linear->graph.index, order, NULL, info) < AMD_OK)
        out_of_memory((size_t)linear->n * sizeof *order);
    arena_free(scratch);
    return linear->kind == SYMMETRIC ? 10 * n + 6 * info[AMD_LNZ] + 0.75 * info[AMD_NMULTSUBS_LDL]
                                     : 20 * n + 5 * info[AMD_LNZ] + 0.7 * info[AMD_NMULTSUBS_LU];
}

static double dense_time(const struct linear *linear)
{
    double n = linear->n;
    return linear->kind == SYMMETRIC ? n * n * (3.5 + 0.011 * n) : n * n * (2.5 + 0.02 * n);
}

enum backend linear_choose(struct linear *linear)
{
    linear_find_order(linear);
    linear->order = linear->place = NULL; /* the back-end finds its own */
    if (linear->below <= SURELY_BAND && linear->above <= SURELY_BAND)
        return BAND;
    double band = band_time(linear), dense = dense_time(linear), sparse = sparse_time(linear);
    if (sparse < band && sparse < dense)
        return SPARSE;
    if (dense < band)
        return DENSE;
    return linear->kind == GENERAL && linear->below >= LAPACK_FROM ? BAND_LAPACK : BAND;
}
