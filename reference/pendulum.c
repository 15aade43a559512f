/*%
\subsection{The pendulum in closed form}\label{sec:ref-pendulum}

With $\psi$ the angle from straight down, $x = \sin\psi$, $y = -\cos\psi$ and
\begin{equation}\label{eq:ref-pendulum}
  \ddot\psi = -g\sin\psi, \qquad \psi(0) = -\tfrac{\pi}{2}, \quad \dot\psi(0) = 0 .
\end{equation}
Energy gives $\dot\psi^2 = 4g\,(m - \sin^2\tfrac\psi2)$ with $m = \sin^2\tfrac\pi4 = \tfrac12$. Put
$\sin\tfrac\psi2 = \sqrt m\,\mathrm{sn}$; then the argument of sn runs at the rate $\sqrt g$, and the start at the turning
point shifts it by a quarter period:
\begin{equation}\label{eq:ref-pendulum-exact}
  \sin\tfrac\psi2 = \sqrt m\,\mathrm{sn}(\sqrt g\,t - K), \qquad \cos\tfrac\psi2 = \mathrm{dn}(\sqrt g\,t - K) .
\end{equation}
The second route integrates \eqref{eq:ref-pendulum} by extrapolation; its energy column is its own energy.
*/
#include "elliptic.h"
#include "gbs.h"
#include "table.h"
#include <stddef.h>

static void motion(const quad *y, quad *dy, const void *model)
{
    (void)model;
    dy[0] = y[1];
    dy[1] = -gravity() * sinq(y[0]);
}

static void closed_form(quad t, quad *row)
{
    quad m1 = ratio(1, 2), m = 1 - m1;
    struct jacobi j = elliptic_jacobi(sqrtq(gravity()) * t - elliptic_K(m1), m1);
    row[0] = t;
    row[1] = 2 * sqrtq(m) * j.sn * j.dn; /* sin psi */
    row[2] = 2 * m * j.sn * j.sn - 1;    /* -cos psi */
}

static struct table table = {
    .name = "pendulum",
    .title = "pendulum: 1 kg point on a massless 1 m bar, released from (-1, 0); energy is zero at y = 0",
    .column = {"t [s]", "x [m]", "y [m]", "energy [J]", "|phi|", "|phidot|", "|phiddot|"},
    .width = 7,
    .rows = 1001,
};

int main(int argc, char **argv)
{
    const char *directory = table_directory(argc, argv);
    quad y[2] = {-acosq(-1) / 2, 0};
    for (int i = 0; i < table.rows; i++) {
        closed_form(ratio(i, 100), table.route1[i]);
        table.route2[i][1] = sinq(y[0]);
        table.route2[i][2] = -cosq(y[0]);
        table.route2[i][3] = y[1] * y[1] / 2 - gravity() * cosq(y[0]);
        gbs_step(motion, NULL, 2, y, NULL, ratio(1, 100), 8);
    }
    int status = table_write(&table, directory);
    table_check("x(1)", table.route1[100][1], "0.986292");
    table_check("y(1)", table.route1[100][2], "-0.165011");
    return status;
}
