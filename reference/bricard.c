/*%
\subsection{The Bricard motion by two routes}\label{sec:ref-bricard}

\emph{Route 1} is a quadrature. The motion starts at rest at $a = 0$, where $E = V(0) = -3g$; $V$ depends on $s = \sin a$ alone, so it
comes to rest at $a = \pi$ and returns. The potential in closed form is $V = -g\sqrt{1+2s}\,(3+s)/(1+s)$, and
\begin{equation}\label{eq:ref-bricard-fall}
  E - V = g\,\frac{6s + 4s^2 + 2s^3}{(1+s)\bigl(\sqrt{1+2s}\,(3+s) + 3(1+s)\bigr)}
\end{equation}
is free of cancellation near the turning points. There $da/dt$ has square-root zeros, which
$a = \tfrac\pi2(1-\cos\psi)$ removes: the phase $\psi$ grows for ever and
\begin{equation}\label{eq:ref-bricard-G}
  \frac{dt}{d\psi} = G(\psi) = \frac\pi2\sin\psi\sqrt{\frac{I(a)}{2\,(E-V)}}
\end{equation}
is even, positive, analytic and $2\pi$-periodic. Its cosine coefficients $c_k$ therefore fall geometrically (as $e^{-0.8k}$, set by
$\sin a = -\tfrac12$), the trapezoidal rule at $2n$ points finds them all, and
\begin{equation}\label{eq:ref-bricard-t}
  t(\psi) = c_0\psi + \sum_{k\ge1} \frac{c_k}{k}\sin k\psi
\end{equation}
is inverted by Newton's iteration. The period is $2\pi c_0$.
*/
#include "bricard_loop.h"
#include "gbs.h"
#include "table.h"
#include <stddef.h>
#include <stdio.h>

enum { POINTS = 128 }; /* samples on half a period, and harmonics */

/* sin a from the phase; a = pi sin^2(psi/2) or pi less pi cos^2(psi/2), whichever is the smaller angle. */
static quad sine_of(quad psi)
{
    quad s = sinq(psi / 2), c = cosq(psi / 2);
    return sinq(acosq(-1) * (s * s < c * c ? s * s : c * c));
}

static quad fall(quad s) /* E - V */
{
    quad r = sqrtq(1 + 2 * s);
    return gravity() * s * (6 + 4 * s + 2 * s * s) / ((1 + s) * (r * (3 + s) + 3 * (1 + s)));
}

static quad angle(quad psi)
{
    quad s = sinq(psi / 2);
    return acosq(-1) * s * s;
}

static quad G(quad psi)
{
    quad I = bricard_inertia_natural(angle(psi));
    return acosq(-1) / 2 * fabsq(sinq(psi)) * sqrtq(I / (2 * fall(sine_of(psi))));
}

static void harmonics(quad *c) /* from midpoints, which avoid the 0/0 at the ends */
{
    quad sample[POINTS], pi = acosq(-1);
    for (int j = 0; j < POINTS; j++)
        sample[j] = G(pi * (2 * j + 1) / (2 * POINTS));
    for (int k = 0; k < POINTS; k++) {
        c[k] = 0;
        for (int j = 0; j < POINTS; j++)
            c[k] += sample[j] * cosq(pi * k * (2 * j + 1) / (2 * POINTS)) * (k ? 2 : 1) / POINTS;
    }
}

static void series(const quad *c, quad psi, quad *t, quad *slope)
{
    quad sine = 0, cosine = 1, s1 = sinq(psi), c1 = cosq(psi); /* of k psi, by rotation */
    *t = c[0] * psi;
    *slope = c[0];
    for (int k = 1; k < POINTS; k++) {
        quad next = sine * c1 + cosine * s1;
        cosine = cosine * c1 - sine * s1;
        sine = next;
        *t += c[k] / k * sine;
        *slope += c[k] * cosine;
    }
}

static quad phase(const quad *c, quad t, quad guess)
{
    quad psi = guess;
    for (int k = 0; k < 12; k++) {
        quad at, slope;
        series(c, psi, &at, &slope);
        psi -= (at - t) / slope;
    }
    return psi;
}

/*%
\emph{Route 2} integrates Lagrange's equation
\begin{equation}\label{eq:ref-bricard-ode}
  I\ddot a + \tfrac12 I'\dot a^2 + V' = 0
\end{equation}
by extrapolation, with $I$ from \eqref{eq:ref-bricard-I} and both derivatives by one complex step through the whole kinematics. It
shares with route 1 the positions, but neither the formula for $I$, nor that for $V$, nor the variable.
*/
static void motion(const quad *y, quad *dy, const void *model)
{
    (void)model;
    quad tiny = ldexpq(1, -200);
    cquad a = 0;
    __real__ a = y[0];
    __imag__ a = tiny;
    struct loop loop = bricard_loop(a);
    cquad I = bricard_inertia(&loop), V = bricard_potential(&loop);
    dy[0] = y[1];
    dy[1] = -(cimagq(V) + cimagq(I) * y[1] * y[1] / 2) / (tiny * crealq(I));
}

static void observe(quad t, quad a, quad *row)
{
    struct loop loop = bricard_loop(a);
    row[0] = t;
    for (int k = 0; k < 3; k++)
        row[1 + k] = crealq(loop.P[2][k]);
}

static quad energy(const quad *y)
{
    struct loop loop = bricard_loop(y[0]);
    return crealq(bricard_inertia(&loop)) * y[1] * y[1] / 2 + crealq(bricard_potential(&loop));
}

/* A formula for I fitted elsewhere, as a third witness; and the largest gap of the loop. */
static quad fitted_inertia(quad a)
{
    quad s = sinq(a), s2 = s * s, s3 = s * s2, s4 = s2 * s2, s6 = s3 * s3, q = (1 + s) * (1 + s);
    quad N1 = ratio(9, 2) + 18 * s + 28 * s2 + 21 * s3 + 7 * s4 - s6 / 2;
    quad N2 = 6 + 24 * s + 40 * s2 + 36 * s3 + 16 * s4 - 2 * s6;
    quad N3 = 3 + 12 * s + 20 * s2 + 18 * s3 + 11 * s4 + 6 * s4 * s + 2 * s6;
    return (N1 + ratio(101, 1200) * N2 + ratio(2, 1200) * N3) / (q * q * (1 + 2 * s));
}

static void print_witnesses(void)
{
    quad gap = 0, formulas = 0, fitted = 0;
    for (int i = 0; i <= 100; i++) {
        quad a = acosq(-1) * i / 100;
        struct loop loop = bricard_loop(a);
        quad I = crealq(bricard_inertia(&loop));
        gap = fmaxq(gap, bricard_closure(&loop));
        formulas = fmaxq(formulas, fabsq(I - bricard_inertia_natural(a)));
        fitted = fmaxq(fitted, fabsq(I - fitted_inertia(a)));
    }
    printf(
        "    gap of the closed loop %8.1e\n    I(a), two derivations  %8.1e\n    I(a), fitted quotient  %8.1e\n",
        (double)gap, (double)formulas, (double)fitted);
}

static struct table table = {
    .name = "bricard",
    .title = "rectangular Bricard mechanism: point P_2; energy is zero at y = 0",
    .column = {"t [s]", "x [m]", "y [m]", "z [m]", "energy [J]", "|phi|", "|phidot|"},
    .width = 7,
    .rows = 1001,
};

int main(int argc, char **argv)
{
    const char *directory = table_directory(argc, argv);
    quad c[POINTS], psi = 0, y[2] = {0, 0};
    harmonics(c);
    for (int i = 0; i < table.rows; i++) {
        psi = phase(c, ratio(i, 100), psi);
        observe(ratio(i, 100), angle(psi), table.route1[i]);
        table.route1[i][4] = -3 * gravity();
        observe(ratio(i, 100), y[0], table.route2[i]);
        table.route2[i][4] = energy(y);
        gbs_step(motion, NULL, 2, y, NULL, ratio(1, 100), 8);
    }
    int status = table_write(&table, directory);
    print_witnesses();
    printf("    last harmonics         %8.1e\n", (double)fmaxq(fabsq(c[POINTS - 1]), fabsq(c[POINTS - 2])));
    static const char *const axis[3] = {"x", "y", "z"};
    static const char *const at_1[3] = {"0.274481319264", "-0.886707938735", "-0.462330002687"};
    static const char *const at_10[3] = {"0.99973098731", "-0.999999963826", "-0.000268976506"};
    table_check("period [s]", 2 * acosq(-1) * c[0], "4.991711513688724");
    for (int k = 0; k < 3; k++) {
        char name[16];
        snprintf(name, sizeof name, "%s(1)", axis[k]);
        table_check(name, table.route1[100][1 + k], at_1[k]);
        snprintf(name, sizeof name, "%s(10)", axis[k]);
        table_check(name, table.route1[1000][1 + k], at_10[k]);
    }
    return status;
}
