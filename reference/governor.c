/*%
\subsection{The flyball governor in two coordinates}\label{sec:ref-governor}

By symmetry both rods have the angle $\alpha$ below the horizontal, and everything turns at $\omega$ about the shaft. No torque acts about
$z$, so $L_z = J(\alpha)\,\omega$ stays what it was. Shaft and slider add $J_0 = 0.3\,w^2/6 + 3\,b^2/6$ ($w = 0.01$, $b = 0.1$). A rod has
$I_\parallel = 0.3\,w^2/6$ along, $I_\perp = 0.3(1+w^2)/12$ across, its middle at $c + \tfrac12\cos\alpha$ from the axis
($c = 0.05$) and a 5~kg point at its end:
\begin{equation}\label{eq:ref-governor-J}
  J = J_0 + 2\bigl[I_\parallel\sin^2\alpha + I_\perp\cos^2\alpha + 0.3(c+\tfrac12\cos\alpha)^2 + 5(c+\cos\alpha)^2\bigr] .
\end{equation}
A spring-damper has the length $l^2 = \tfrac14\cos^2\alpha + (1 - \tfrac12\sin\alpha - s)^2$ and pulls with
$F = K(l-\tfrac12) + C\dot l$. With $I_\alpha = 2(I_\perp + 0.3/4 + 5)$ the equations of motion are
\begin{align}\label{eq:ref-governor}
  I_\alpha\ddot\alpha &= \tfrac12 J'(\alpha)\,\omega^2 + 2(5 + 0.15)\,g\cos\alpha - 2F\,\partial l/\partial\alpha , \\
  3\ddot s &= -3g - 2F\,\partial l/\partial s ,
\end{align}
and $D$, the work that the dampers have taken, grows as $\dot D = 2C\dot l^2$, so that $E + D$ is constant.

Damping divided by mass makes an eigenvalue between $-8000$ and $-2000$~1/s. The springs start unstretched, without the force that the slow motion asks of
them, so a boundary layer of that width opens the motion: its first hundredth of a second is cut into two hundred
steps. Afterwards route 1, Radau collocation of order 13 with Newton's iteration, is free to take long steps. Route 2, extrapolation, is
explicit: the stiffness, not the accuracy, holds it to steps of 0.5~ms for the whole ten seconds.
*/
#include "collocation.h"
#include "table.h"
#include <stddef.h>
#include <stdio.h>

enum { ALPHA, ALPHADOT, S, SDOT, LOST, SIZE };   /* LOST is D */
enum { LAYER = 200, SMOOTH = 2, EXPLICIT = 20 }; /* steps per hundredth of a second */

struct governor {
    quad along, across, rod, ball, slider; /* inertias and masses */
    quad J0, I_alpha, c, K, C, L_z;
};

struct spring {
    quad l, ldot, by_alpha, by_s;
};

static quad spin_inertia(const struct governor *g, quad alpha) /* J */
{
    quad s = sinq(alpha), c = cosq(alpha), middle = g->c + c / 2, end = g->c + c;
    return g->J0 +
           2 * (g->along * s * s + g->across * c * c + g->rod * middle * middle + g->ball * end * end);
}

static quad spin_slope(const struct governor *g, quad alpha) /* J' */
{
    quad s = sinq(alpha), c = cosq(alpha), middle = g->c + c / 2, end = g->c + c;
    return 2 * s * (2 * (g->along - g->across) * c - g->rod * middle - 2 * g->ball * end);
}

static struct governor governor(void)
{
    quad w2 = ratio(1, 10000), b2 = ratio(1, 100);
    struct governor g = {
        .rod = ratio(3, 10), .ball = 5, .slider = 3, .c = ratio(1, 20), .K = 800000, .C = 40000};
    g.along = g.rod * w2 / 6;
    g.across = g.rod * (1 + w2) / 12;
    g.J0 = g.along + g.slider * b2 / 6; /* the shaft is a box like the rods */
    g.I_alpha = 2 * (g.across + g.rod / 4 + g.ball);
    g.L_z = spin_inertia(&g, acosq(-1) / 6) * 2 * acosq(-1);
    return g;
}

static struct spring spring(const quad *y)
{
    quad c = cosq(y[ALPHA]) / 2, h = 1 - sinq(y[ALPHA]) / 2 - y[S];
    struct spring p = {.l = sqrtq(c * c + h * h)};
    p.by_alpha = -c * (sinq(y[ALPHA]) / 2 + h) / p.l;
    p.by_s = -h / p.l;
    p.ldot = p.by_alpha * y[ALPHADOT] + p.by_s * y[SDOT];
    return p;
}

static void motion(const quad *y, quad *dy, const void *model)
{
    const struct governor *g = model;
    struct spring p = spring(y);
    quad F = g->K * (p.l - ratio(1, 2)) + g->C * p.ldot, omega = g->L_z / spin_inertia(g, y[ALPHA]);
    quad weight = 2 * (g->ball + g->rod / 2) * gravity() * cosq(y[ALPHA]);
    dy[ALPHA] = y[ALPHADOT];
    dy[ALPHADOT] = (spin_slope(g, y[ALPHA]) * omega * omega / 2 + weight - 2 * F * p.by_alpha) / g->I_alpha;
    dy[S] = y[SDOT];
    dy[SDOT] = -gravity() - 2 * F * p.by_s / g->slider;
    dy[LOST] = 2 * g->C * p.ldot * p.ldot;
}

static quad energy(const struct governor *g, const quad *y)
{
    quad excess = spring(y).l - ratio(1, 2), omega = g->L_z / spin_inertia(g, y[ALPHA]);
    quad T = g->I_alpha * y[ALPHADOT] * y[ALPHADOT] + g->slider * y[SDOT] * y[SDOT] + g->L_z * omega;
    quad height = g->slider * y[S] - 2 * (g->ball + g->rod / 2) * sinq(y[ALPHA]);
    return T / 2 + gravity() * height + g->K * excess * excess;
}

static void observe(const struct governor *g, quad t, const quad *y, quad *row)
{
    row[0] = t;
    row[1] = y[S];
    row[2] = y[SDOT];
    row[3] = g->L_z / spin_inertia(g, y[ALPHA]);
}

static int advance(const struct governor *g, const struct collocation *rule, int i, quad *y, quad *z)
{
    int steps = i ? SMOOTH : LAYER, substeps = i ? EXPLICIT : LAYER;
    for (int k = 0; k < steps; k++)
        if (collocation_newton(rule, motion, g, SIZE, y, NULL, ratio(1, 100 * steps)) < 0)
            return 0;
    for (int k = 0; k < substeps; k++)
        gbs_step(motion, g, SIZE, z, NULL, ratio(1, 100 * substeps), 10);
    return 1;
}

#define GOVERNOR_COLUMNS                                                                                     \
    {                                                                                                        \
        "t [s]", "s [m]", "sdot [m/s]", "omega [rad/s]", "balance [J]", "L_z - L_z(0) [J s]", "|phi|",       \
            "|phidot|"                                                                                       \
    }

static struct table fine = {
    .name = "flyball-governor-0.01",
    .title =
        "stiff flyball governor, every 0.01 s: slider height s, angular velocity, balance E + dissipated - E(0)",
    .column = GOVERNOR_COLUMNS,
    .width = 8,
    .rows = 1001,
};
static struct table coarse = {
    .name = "flyball-governor",
    .title = "stiff flyball governor: slider height s, angular velocity, balance E + dissipated - E(0)",
    .column = GOVERNOR_COLUMNS,
    .width = 8,
    .rows = 101,
};

static void thin_out(void)
{
    for (int i = 0; i < coarse.rows; i++)
        for (int j = 0; j < coarse.width; j++) {
            coarse.route1[i][j] = fine.route1[10 * i][j];
            coarse.route2[i][j] = fine.route2[10 * i][j];
        }
}

static void print_checks(const struct governor *g, quad lost, quad balance)
{
    printf("    balance of route 1     %8.1e\n", (double)balance);
    table_check("L_z", g->L_z, "53.868998658418432");
    table_check("s(1)", fine.route1[100][1], "0.5014209223795677");
    table_check("s(5)", fine.route1[500][1], "0.5355631037216435");
    table_check("s(10)", fine.route1[1000][1], "0.6196229170613657");
    table_check("omega(10)", fine.route1[1000][3], "5.54820362265493");
    table_check("dissipated in 10 s [J]", lost, "3.12186e-3");
}

int main(int argc, char **argv)
{
    const char *directory = table_directory(argc, argv);
    struct governor g = governor();
    struct collocation rule;
    collocation_rule(&rule, RADAU, 7);
    quad y[SIZE] = {[ALPHA] = acosq(-1) / 6, [S] = ratio(1, 2)}, z[SIZE];
    quad E0 = energy(&g, y), balance = 0, lost = 0;
    for (int i = 0; i < SIZE; i++)
        z[i] = y[i];
    for (int i = 0; i < fine.rows; i++) {
        observe(&g, ratio(i, 100), y, fine.route1[i]);
        observe(&g, ratio(i, 100), z, fine.route2[i]);
        fine.route2[i][4] = energy(&g, z) + z[LOST] - E0;
        balance = fmaxq(balance, fabsq(energy(&g, y) + y[LOST] - E0));
        lost = y[LOST];
        if (i + 1 < fine.rows && !advance(&g, &rule, i, y, z)) {
            fprintf(stderr, "governor: the collocation did not converge\n");
            return 1;
        }
    }
    thin_out();
    int status = table_write(&coarse, directory) | table_write(&fine, directory);
    print_checks(&g, lost, balance);
    return status;
}
