/*%
\subsection{Implicit collocation: the coefficients}\label{sec:ref-collocation-rule}

The second route of the harder references is collocation \citep{hairer1996}: the polynomial that satisfies the differential
equation at $s$ nodes $c_i$. With the Lagrange polynomials $\ell_j$ of the nodes,
\begin{equation}\label{eq:ref-collocation}
  A_{ij} = \int_0^{c_i} \ell_j(\tau)\,d\tau, \qquad b_j = \int_0^1 \ell_j(\tau)\,d\tau .
\end{equation}
Gauss nodes are the zeros of $P_s(2c-1)$ and give order $2s$; Radau nodes those of $P_s - P_{s-1}$, which include
$c_s = 1$, and give order $2s-1$ with stiff decay. Both sets are bracketed by sign changes and bisected. The integrals are
done with an $s$-point Gauss rule, exact for these degrees, instead of a Vandermonde system, which would lose ten digits.
*/
#include "collocation.h"

/* P_s - rho P_{s-1}, by the three-term recurrence. */
static quad legendre(int s, int rho, quad x)
{
    quad before = 1, now = x;
    for (int k = 1; k < s; k++) {
        quad next = ((2 * k + 1) * x * now - k * before) / (k + 1);
        before = now;
        now = next;
    }
    return now - rho * before;
}

static quad bisect(int s, int rho, quad low, quad high)
{
    int rising = legendre(s, rho, low) < 0;
    for (int k = 0; k < 125; k++) {
        quad middle = (low + high) / 2;
        if ((legendre(s, rho, middle) < 0) == rising)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* Zeros of P_s - rho P_{s-1} in [-1, 1]. An odd number of cells keeps x = 0 off the grid. */
static void zeros(int s, int rho, quad *x)
{
    const int cells = 2001;
    int found = 0;
    for (int i = 0; i < cells && found < s - rho; i++) {
        quad low = ratio(2 * i - cells, cells), high = ratio(2 * i + 2 - cells, cells);
        if ((legendre(s, rho, low) < 0) != (legendre(s, rho, high) < 0))
            x[found++] = bisect(s, rho, low, high);
    }
    if (rho)
        x[s - 1] = 1;
}

static quad lagrange(const struct collocation *rule, int j, quad tau)
{
    quad l = 1;
    for (int i = 0; i < rule->s; i++)
        if (i != j)
            l *= (tau - rule->c[i]) / (rule->c[j] - rule->c[i]);
    return l;
}

static quad integral(const struct collocation *rule, int j, quad end, const quad *x)
{
    quad sum = 0;
    int s = rule->s;
    for (int k = 0; k < s; k++) {
        quad slope = s * legendre(s - 1, 0, x[k]) / (1 - x[k] * x[k]); /* P_s' at a zero of P_s */
        quad weight = 2 / ((1 - x[k] * x[k]) * slope * slope);
        sum += weight * lagrange(rule, j, end * (1 + x[k]) / 2);
    }
    return sum * end / 2;
}

void collocation_rule(struct collocation *rule, enum nodes nodes, int s)
{
    quad gauss[STAGES], own[STAGES];
    zeros(s, 0, gauss);
    zeros(s, nodes == RADAU, own);
    rule->s = s;
    for (int i = 0; i < s; i++)
        rule->c[i] = (1 + own[i]) / 2;
    for (int j = 0; j < s; j++) {
        rule->b[j] = integral(rule, j, 1, gauss);
        for (int i = 0; i < s; i++)
            rule->A[i][j] = integral(rule, j, rule->c[i], gauss);
    }
}
