/*%
\subsection{Elliptic functions by the arithmetic--geometric mean}\label{sec:ref-elliptic}

Pendulum and four-bars have closed forms in Jacobi's functions of parameter $m = \kappa^2$. Both the quarter period and the
amplitude come from one descent of Gauss and Landen \citep{dlmf}. Start with $a_0 = 1$, $b_0 = \sqrt{1-m}$, $c_0 = \sqrt m$
and repeat
\begin{equation}\label{eq:ref-agm}
  a_{n+1} = \tfrac12(a_n + b_n), \qquad b_{n+1} = \sqrt{a_n b_n}, \qquad c_{n+1} = \tfrac12(a_n - b_n) .
\end{equation}
The $c_n$ vanish quadratically: seven steps exhaust quadruple precision. Then $K = \pi/(2a_N)$, and the
amplitude climbs back from $\varphi_N = 2^N a_N u$ by
\begin{equation}\label{eq:ref-landen}
  \varphi_{n-1} = \tfrac12\bigl(\varphi_n + \arcsin(c_n \sin\varphi_n / a_n)\bigr), \qquad \mathrm{am}\,u = \varphi_0 .
\end{equation}
The complement $m_1 = 1 - m$ is the argument, because for the four-bars $m$ is close to one and $m_1$ is known exactly.
*/
#include "elliptic.h"

enum { LEVELS = 10 };

struct descent {
    int N;
    quad a[LEVELS], c[LEVELS];
};

static struct descent descend(quad m1)
{
    struct descent d = {.N = 0, .a = {1}, .c = {sqrtq(1 - m1)}};
    quad b = sqrtq(m1);
    while (d.N + 1 < LEVELS && d.c[d.N] > ldexpq(1, -116)) {
        quad a = d.a[d.N];
        d.N++;
        d.a[d.N] = (a + b) / 2;
        d.c[d.N] = (a - b) / 2;
        b = sqrtq(a * b);
    }
    return d;
}

quad elliptic_K(quad m1)
{
    struct descent d = descend(m1);
    return acosq(-1) / (2 * d.a[d.N]);
}

struct jacobi elliptic_jacobi(quad u, quad m1)
{
    struct descent d = descend(m1);
    quad phi = ldexpq(d.a[d.N] * u, d.N);
    for (int n = d.N; n > 0; n--)
        phi = (phi + asinq(d.c[n] * sinq(phi) / d.a[n])) / 2;

    struct jacobi j = {.am = phi, .sn = sinq(phi), .cn = cosq(phi)};
    j.dn = sqrtq(j.cn * j.cn + m1 * j.sn * j.sn); /* 1 - m sn^2 without cancellation */
    return j;
}
