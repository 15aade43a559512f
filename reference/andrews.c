/*%
\subsection{Andrews' squeezer by two routes}\label{sec:ref-andrews}

Route 1 integrates the reduced equation \eqref{eq:ref-andrews} by Gauss collocation, route 2 the natural coordinates
\eqref{eq:ref-andrews-kkt} by extrapolation. They share the start and the table of masses, nothing else. Theory asks for
$\Delta U = T + V - V_0 - \tau(\beta - \beta_0) = 0$; the file has that zero, and route 2 its own value, with $\beta$
unwrapped from step to step.
*/
#include "andrews_model.h"
#include "collocation.h"
#include "table.h"
#include <stddef.h>
#include <stdio.h>

enum { STEPS = 2 }; /* per output of 2.5e-4 s */

static quad unwrap(quad x, quad y, quad before) /* the angle of (x, y) nearest to the last one */
{
    quad turn = 2 * acosq(-1), angle = atan2q(y, x);
    return angle + turn * roundq((before - angle) / turn);
}

static struct table table = {
    .name = "andrews",
    .title = "Andrews' squeezer: crank pin F, energy balance, and the unwrapped crank angle beta",
    .column = {"t [s]", "x_F [m]", "y_F [m]", "DeltaU [J]", "|phi|", "|phidot|", "beta [rad]"},
    .width = 7,
    .rows = 201,
};

static void observe(const struct andrews *m, quad t, const quad *y, quad *row)
{
    row[0] = t;
    row[1] = m->OF * cosq(y[0]);
    row[2] = m->OF * sinq(y[0]);
    row[6] = y[0];
}

static void observe_natural(const struct andrews *m, const quad *z, quad V0, quad beta0, quad before,
                            quad *row)
{
    row[1] = z[0];
    row[2] = z[1];
    row[6] = unwrap(z[0], z[1], before);
    row[3] = andrews_natural_energy(m, z) - V0 - m->torque * (row[6] - beta0);
    row[4] = andrews_natural_violation(m, z, 0);
    row[5] = andrews_natural_violation(m, z, 1);
}

static void print_checks(const struct andrews *m, quad beta0)
{
    quad E[2], G[2], H[2];
    andrews_place(m, beta0, E, G, H);
    table_check("beta(0)", beta0, "-0.0617138900142764496");
    table_check("x_G(0)", G[0], "-0.0339972038858400");
    table_check("y_G(0)", G[1], "0.0164619716749977");
    table_check("x_H(0)", H[0], "-0.0316331345074089");
    table_check("y_H(0)", H[1], "-0.0156188686683045");
    table_check("x_F(0.03)", table.route1[120][1], "-0.006963039427046852");
    table_check("y_F(0.03)", table.route1[120][2], "-0.000718388430719102");
    table_check("x_F(0.05)", table.route1[200][1], "-0.005208504722296720");
    table_check("y_F(0.05)", table.route1[200][2], "0.004676695260310722");
    table_check("beta(0.05)", table.route1[200][6], "33.8258677669545173");
}

int main(int argc, char **argv)
{
    const char *directory = table_directory(argc, argv);
    struct andrews m = andrews_model();
    struct collocation rule;
    collocation_rule(&rule, GAUSS, 10);
    quad beta0 = andrews_toggle(&m), before = beta0, H = ratio(1, 4000 * STEPS);
    quad y[2] = {beta0, 0}, z[16], V0 = andrews_reduced_energy(&m, y), balance = 0;
    andrews_natural_start(&m, beta0, z);
    for (int i = 0; i < table.rows; i++) {
        observe(&m, ratio(i, 4000), y, table.route1[i]);
        observe_natural(&m, z, V0, beta0, before, table.route2[i]);
        before = table.route2[i][6];
        balance = fmaxq(balance, fabsq(andrews_reduced_energy(&m, y) - V0 - m.torque * (y[0] - beta0)));
        for (int k = 0; k < STEPS; k++) {
            if (collocation_step(&rule, andrews_reduced, &m, 2, y, NULL, H) < 0) {
                fprintf(stderr, "andrews: the collocation did not converge\n");
                return 1;
            }
            gbs_step(andrews_natural, &m, 16, z, NULL, H, 10);
        }
    }
    int status = table_write(&table, directory);
    printf("    DeltaU of route 1      %8.1e\n", (double)balance);
    print_checks(&m, beta0);
    return status;
}
