/*%
\subsection{The grid of four-bars as a chain}\label{sec:ref-grid}

All vertical rods of row $i$ stay parallel: one angle $\varphi_i$ a row, measured from the start and growing as the row leans
to $+y$. The horizontal rods only translate. With $n_r = 6$ vertical and $n_c = 5$ horizontal rods a row, the rods of row $i$
and everything beyond them move as a chain of links: each a rod of mass $n_r$ with a point mass $n_c$ at its end. Everything
beyond row $i$ has the mass $w_i = (n_r + n_c)(R - i)$ for $R$ rows, so
\begin{equation}\label{eq:ref-grid-a}
  T = \tfrac12 \sum_{ij} a_{ij}\cos(\varphi_i-\varphi_j)\,\dot\varphi_i\dot\varphi_j, \quad
  a_{ii} = \tfrac{n_r}{3} + n_c + w_i, \quad a_{ij} = \tfrac{n_r}{2} + n_c + w_{\max(i,j)} ,
\end{equation}
and $V = \mp\sum_i b_i\cos\varphi_i$ with $b_i = g(\tfrac{n_r}{2} + n_c + w_i)$: minus when the grid hangs, plus when it stands.
Route 1 integrates Hamilton's equations, $p = A(\varphi)\dot\varphi$ with $A_{ij} = a_{ij}\cos(\varphi_i-\varphi_j)$, by Gauss
collocation of order 22:
\begin{equation}\label{eq:ref-grid-hamilton}
  \dot\varphi = A^{-1}p, \qquad
  \dot p_i = -\dot\varphi_i\sum_j a_{ij}\sin(\varphi_i-\varphi_j)\,\dot\varphi_j \mp b_i\sin\varphi_i .
\end{equation}
Route 2 integrates Lagrange's by extrapolation of order 18:
\begin{equation}\label{eq:ref-grid-lagrange}
  \sum_j a_{ij}\bigl[\cos(\varphi_i-\varphi_j)\,\ddot\varphi_j + \sin(\varphi_i-\varphi_j)\,\dot\varphi_j^2\bigr]
  \pm b_i\sin\varphi_i = 0 .
\end{equation}
The standing grid is chaotic and loses about twenty digits in ten seconds. Collocation is printed because its rounding
errors are the smaller: extrapolation magnifies those of every step.
*/
#include "collocation.h"
#include "lu.h"
#include "table.h"
#include <stdio.h>
#include <stdlib.h>

enum { R = 5, COLUMNS = 5 };
enum { GAUSS_ORDER = 22, GBS_ORDER = 18 };
enum { ANGLE = 3 }; /* what a row may turn in a step [hundredths of a radian] */

struct grid {
    quad a[R][R], b[R];
    int side; /* +1 hangs, -1 stands */
};

struct state {
    quad y[2 * R], dropped[2 * R];
};

static struct grid grid(int side)
{
    struct grid grid = {.side = side};
    const int rods = COLUMNS + 1;
    for (int i = 0; i < R; i++) {
        for (int j = 0; j < R; j++) {
            int below = (rods + COLUMNS) * (R - 1 - (i > j ? i : j));
            grid.a[i][j] = ratio(rods, i == j ? 3 : 2) + COLUMNS + below;
        }
        grid.b[i] = gravity() * (ratio(rods, 2) + COLUMNS + (rods + COLUMNS) * (R - 1 - i));
    }
    return grid;
}

/* a_ij cos and a_ij sin of the differences, from R sines and cosines. */
static void couple(const struct grid *g, const quad *phi, quad C[R][R], quad S[R][R], quad *sine)
{
    quad cosine[R];
    for (int i = 0; i < R; i++)
        sincosq(phi[i], &sine[i], &cosine[i]);
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++) {
            C[i][j] = g->a[i][j] * (cosine[i] * cosine[j] + sine[i] * sine[j]);
            S[i][j] = g->a[i][j] * (sine[i] * cosine[j] - cosine[i] * sine[j]);
        }
}

static void solve(quad C[R][R], quad *x)
{
    struct lu lu;
    lu.n = R;
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++)
            lu.a[i][j] = C[i][j];
    lu_factor(&lu);
    lu_solve(&lu, x);
}

static void lagrange(const quad *y, quad *dy, const void *model) /* y = (phi, phidot) */
{
    const struct grid *g = model;
    quad C[R][R], S[R][R], sine[R];
    couple(g, y, C, S, sine);
    for (int i = 0; i < R; i++) {
        dy[i] = y[R + i];
        dy[R + i] = -g->side * g->b[i] * sine[i];
        for (int j = 0; j < R; j++)
            dy[R + i] -= S[i][j] * y[R + j] * y[R + j];
    }
    solve(C, dy + R);
}

static void hamilton(const quad *y, quad *dy, const void *model) /* y = (phi, p) */
{
    const struct grid *g = model;
    quad C[R][R], S[R][R], sine[R];
    couple(g, y, C, S, sine);
    for (int i = 0; i < R; i++)
        dy[i] = y[R + i];
    solve(C, dy);
    for (int i = 0; i < R; i++) {
        quad sum = 0;
        for (int j = 0; j < R; j++)
            sum += S[i][j] * dy[j];
        dy[R + i] = -dy[i] * sum - g->side * g->b[i] * sine[i];
    }
}

static quad energy(const struct grid *g, const quad *phi, const quad *rate)
{
    quad E = 0;
    for (int i = 0; i < R; i++) {
        E -= g->side * g->b[i] * cosq(phi[i]);
        for (int j = 0; j < R; j++)
            E += g->a[i][j] * cosq(phi[i] - phi[j]) * rate[i] * rate[j] / 2;
    }
    return E;
}

static void observe(const struct grid *g, quad t, const quad *phi, const quad *rate, quad *row)
{
    row[0] = t;
    row[1] = phi[0];
    row[2] = rate[0];
    row[3] = COLUMNS; /* point A: the free end of the last column in the last row */
    row[4] = 0;
    for (int i = 0; i < R; i++) {
        row[3] += sinq(phi[i]);
        row[4] -= g->side * cosq(phi[i]);
    }
    row[5] = energy(g, phi, rate);
}

/* Both routes move on by a hundredth of a second. The faster the fastest row, the shorter the steps: a whipping last row brings
   the singularities of the solution close to the real axis. */
static void advance(const struct grid *g, const struct collocation *rule, struct state *lag,
                    struct state *ham)
{
    quad fastest = 0;
    for (int i = 0; i < R; i++)
        fastest = fmaxq(fastest, fabsq(lag->y[R + i]));
    int steps = 1 + (int)(fastest / ANGLE);
    for (int k = 0; k < steps; k++) {
        gbs_step(lagrange, g, 2 * R, lag->y, lag->dropped, ratio(1, 100 * steps), GBS_ORDER / 2);
        if (collocation_step(rule, hamilton, g, 2 * R, ham->y, ham->dropped, ratio(1, 100 * steps)) < 0) {
            fprintf(stderr, "grid: the collocation did not converge\n");
            exit(1);
        }
    }
}

static quad generate(struct table *table, int side, quad *phi)
{
    struct grid g = grid(side);
    struct collocation rule;
    collocation_rule(&rule, GAUSS, GAUSS_ORDER / 2);
    quad rate = 2 * acosq(-1) / 3;
    struct state lag = {.y = {[R] = rate}}, ham = {.y = {0}};
    for (int i = 0; i < R; i++)
        ham.y[R + i] = g.a[i][0] * rate;
    quad E = energy(&g, lag.y, lag.y + R);
    for (int i = 0; i < table->rows; i++) {
        quad slopes[2 * R];
        hamilton(ham.y, slopes, &g);
        observe(&g, ratio(i, 100), lag.y, lag.y + R, table->route2[i]);
        observe(&g, ratio(i, 100), ham.y, slopes, table->route1[i]);
        table->route1[i][5] = E; /* exact; route 2 shows its own */
        for (int j = 0; j < R; j++)
            phi[j] = ham.y[j];
        if (i + 1 < table->rows)
            advance(&g, &rule, &lag, &ham);
    }
    return E;
}

static quad apart(const struct table *table, int row)
{
    quad worst = 0;
    for (int j = 1; j < 5; j++)
        worst = fmaxq(worst, fabsq(table->route1[row][j] - table->route2[row][j]));
    return worst;
}

/* How long the two routes stay within a bound: the horizon of a chaotic motion. */
static void print_horizon(const struct table *table, int power)
{
    int i = 0;
    while (i < table->rows && apart(table, i) <= powq(10, power))
        i++;
    printf("    within 1e%d up to      %.2f s\n", power, (i - 1) / 100.0);
}

#define GRID_COLUMNS                                                                                         \
    {                                                                                                        \
        "t [s]", "phi_1 [rad]", "phidot_1 [rad/s]", "y_A [m]", "z_A [m]", "energy [J]"                       \
    }

static struct table hanging = {
    .name = "multi-four-bar-hanging",
    .title =
        "5 x 5 four-bars hanging from z = 0: phi_1 from straight down, positive towards +y; energy is zero at z = 0",
    .column = GRID_COLUMNS,
    .width = 6,
    .rows = 1001,
};
static struct table standing = {
    .name = "multi-four-bar-standing",
    .title =
        "5 x 5 four-bars standing on z = 0: phi_1 from straight up, positive towards +y; energy is zero at z = 0",
    .column = GRID_COLUMNS,
    .width = 6,
    .rows = 1001,
};

int main(int argc, char **argv)
{
    const char *directory = table_directory(argc, argv);
    static const char *const known[R] = {"-0.22044555", "-0.22213068", "-0.17659287", "-0.47712011",
                                         "0.12466281"};
    quad phi[R];
    quad E = generate(&hanging, 1, phi);
    int status = table_write(&hanging, directory);
    table_check("kinetic energy at 0", E + 150 * gravity(), "111.855516545679");
    for (int i = 0; i < R; i++) {
        char name[] = "phi_0(10)";
        name[4] += (char)(i + 1);
        table_check(name, phi[i], known[i]);
    }

    generate(&standing, -1, phi);
    status |= table_write(&standing, directory);
    for (int power = -24; power <= -12; power += 4)
        print_horizon(&standing, power);
    return status;
}
