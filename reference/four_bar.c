/*%
\subsection{The N-four-bar in closed form}\label{sec:ref-four-bar}

On the parallelogram branch every upright rod has the same angle $\theta$ from upright and every coupler only translates, with
the velocity of the tops. $N+1$ rods turn about their ends and $N$ couplers move on unit circles:
\begin{equation}\label{eq:ref-four-bar-energy}
  T = \tfrac12\Bigl(\frac{N+1}{3} + N\Bigr)\dot\theta^2, \qquad V = g\Bigl(\frac{N+1}{2} + N\Bigr)\cos\theta ,
\end{equation}
so that $\ddot\theta = k\sin\theta$ with $k$ the quotient of the two brackets times $g$: a pendulum, started at the top with
$\dot\theta = 1$. It has energy enough to go round. From $\dot\theta^2 = 1 + 2k(1-\cos\theta)$ and
$\theta = \pi + 2\vartheta$,
\begin{equation}\label{eq:ref-four-bar-exact}
  \begin{gathered}
    \dot\vartheta^2 = \Omega^2(1 - m\sin^2\vartheta), \quad \Omega^2 = k + \tfrac14, \quad m = k/\Omega^2, \\
    \theta = \pi + 2\,\mathrm{am}(\Omega t - K), \quad \dot\theta = 2\Omega\,\mathrm{dn}(\Omega t - K) ,
  \end{gathered}
\end{equation}
where $m_1 = 1 - m = 1/(4\Omega^2)$ is exact. One revolution takes $2K/\Omega$. The singular positions
$\cos\theta = 0$ leave no trace in the reduced motion: they trouble only a model that does not know its branch.
*/
#include "elliptic.h"
#include "gbs.h"
#include "table.h"
#include <stddef.h>

struct four_bar {
    quad inertia, weight; /* the brackets of T and V (times g) */
};

static struct four_bar four_bar(int N)
{
    return (struct four_bar){ratio(N + 1, 3) + N, gravity() * (ratio(N + 1, 2) + N)};
}

static void motion(const quad *y, quad *dy, const void *model)
{
    const struct four_bar *b = model;
    dy[0] = y[1];
    dy[1] = b->weight / b->inertia * sinq(y[0]);
}

static quad energy(const struct four_bar *b, quad theta, quad rate)
{
    return b->inertia * rate * rate / 2 + b->weight * cosq(theta);
}

static void closed_form(const struct four_bar *b, quad t, quad *row)
{
    quad Omega = sqrtq(b->weight / b->inertia + ratio(1, 4)), m1 = 1 / (4 * Omega * Omega);
    struct jacobi j = elliptic_jacobi(Omega * t - elliptic_K(m1), m1);
    quad sine = -2 * j.sn * j.cn, cosine = 2 * j.sn * j.sn - 1; /* of theta = pi + 2 am */
    row[0] = t;
    row[1] = sine;
    row[2] = cosine * 2 * Omega * j.dn;
    row[3] = energy(b, 0, 1);
}

static int generate(struct table *table, int N, const char *directory)
{
    struct four_bar b = four_bar(N);
    quad y[2] = {0, 1};
    for (int i = 0; i < table->rows; i++) {
        closed_form(&b, ratio(i, 100), table->route1[i]);
        table->route2[i][1] = sinq(y[0]);
        table->route2[i][2] = cosq(y[0]) * y[1];
        table->route2[i][3] = energy(&b, y[0], y[1]);
        gbs_step(motion, &b, 2, y, NULL, ratio(1, 100), 8);
    }
    return table_write(table, directory);
}

static quad revolution(int N)
{
    struct four_bar b = four_bar(N);
    quad Omega = sqrtq(b.weight / b.inertia + ratio(1, 4));
    return 2 * elliptic_K(1 / (4 * Omega * Omega)) / Omega;
}

static struct table two = {
    .name = "double-four-bar",
    .title = "double four-bar: x_1 is measured from the first ground pin; energy is zero at y = 0",
    .column = {"t [s]", "x_1 [m]", "xdot_1 [m/s]", "energy [J]", "|phi|", "|phidot|", "|phiddot|"},
    .width = 7,
    .rows = 1001,
};
static struct table forty = {
    .name = "n-four-bar-40",
    .title = "N-four-bar, N = 40: x_1 is measured from the first ground pin; energy is zero at y = 0",
    .column = {"t [s]", "x_1 [m]", "xdot_1 [m/s]", "energy [J]", "|phi|", "|phidot|", "|phiddot|"},
    .width = 7,
    .rows = 2001,
};

int main(int argc, char **argv)
{
    const char *directory = table_directory(argc, argv);
    int status = generate(&two, 2, directory);
    table_check("one revolution [s]", revolution(2), "1.94251492260708");
    table_check("x_1(10)", two.route1[1000][1], "0.32845811154");
    table_check("xdot_1(10)", two.route1[1000][2], "1.42305147020");
    return status | generate(&forty, 40, directory);
}
