/*%
\subsection{The Bricard loop closes}\label{sec:ref-bricard-loop}

Joint angles alternate $a, b, a, b, a$. Let $A$ be the rotation by $a$ about $y$ (the axis at $P_0$), $B$ that by $b$ about $z$
(the axis at $P_1$), and $C$ the cyclic permutation $x \to z \to y \to x$ that carries each link of the initial cube to the link
two further on. Two links of the loop are then one rigid motion $G$, $p \mapsto P_2 + D p$ with
\begin{equation}\label{eq:ref-bricard-D}
  D = ABC = \begin{pmatrix} s_a & c_a c_b & -c_a s_b \\ 0 & s_b & c_b \\ c_a & -s_a c_b & s_a s_b \end{pmatrix}, \qquad
  P_2 = \begin{pmatrix} c_a(1+s_b) \\ -c_b \\ -s_a(1+s_b) \end{pmatrix} ,
\end{equation}
and $P_{i+2} = P_2 + D P_i$, $u_{i+2} = D u_i$. The loop closes when $G^3$ is the identity: when $G$ turns by
$120^\circ$ about some axis and does not slide along it. The first asks for $\operatorname{tr} D = 0$,
\begin{equation}\label{eq:ref-bricard-b}
  s_a + s_b + s_a s_b = 0 \quad\Longleftrightarrow\quad (1 + \sin a)(1 + \sin b) = 1 ,
\end{equation}
the second for $n\cdot P_2 = 0$, where $n \propto \bigl((1+s_a)c_b,\; c_a(1+s_b),\; c_a c_b\bigr)$ is the axis of $D$:
\begin{equation}\label{eq:ref-bricard-pitch}
  n\cdot P_2 \;\propto\; c_a c_b (1+s_b)\bigl[(1 + s_a) - 1 - s_a\bigr] = 0 \quad\text{for every } a \text{ and } b .
\end{equation}
That is the secret of the mechanism: of the two conditions on two angles one always holds, so one freedom remains where
counting joints finds none, and one constraint is redundant in every position. On the branch $\cos b > 0$,
$\cos b = \sqrt{1 + 2\sin a}/(1 + \sin a)$ and $b' = db/da = -\cos a/\bigl((1+\sin a)^2\cos b\bigr)$; nothing is singular for
$\sin a > -\tfrac12$.
*/
#include "bricard_loop.h"

typedef cquad vector[3];

static cquad dot(const vector x, const vector y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; /* analytic: no conjugate */
}

static void cross(const vector x, const vector y, vector z)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        z[i] = x[j] * y[k] - x[k] * y[j];
    }
}

static void set(vector v, cquad x, cquad y, cquad z)
{
    v[0] = x;
    v[1] = y;
    v[2] = z;
}

struct loop bricard_loop(cquad a)
{
    struct loop loop;
    cquad sa = csinq(a), ca = ccosq(a);
    cquad sb = -sa / (1 + sa), cb = csqrtq(1 + 2 * sa) / (1 + sa);
    loop.slope = -ca / ((1 + sa) * (1 + sa) * cb);

    vector D[3];
    set(D[0], sa, ca * cb, -ca * sb);
    set(D[1], 0, sb, cb);
    set(D[2], ca, -sa * cb, sa * sb);
    set(loop.P[0], 0, 0, 0);
    set(loop.P[1], ca, 0, -sa); /* A x */
    set(loop.P[2], ca * (1 + sb), -cb, -sa * (1 + sb));
    set(loop.u[0], 0, 1, 0);
    set(loop.u[1], sa, 0, ca); /* A z */
    for (int i = 2; i < 6; i++)
        for (int k = 0; k < 3; k++) {
            loop.u[i][k] = dot(D[k], loop.u[i - 2]);
            if (i > 2)
                loop.P[i][k] = loop.P[2][k] + dot(D[k], loop.P[i - 2]);
        }
    return loop;
}

quad bricard_closure(const struct loop *loop)
{
    static const int ground_P[3] = {0, 0, 1}, ground_u[3] = {1, 0, 0};
    quad worst = 0;
    for (int k = 0; k < 3; k++)
        worst = fmaxq(worst, fmaxq(cabsq(loop->P[5][k] - ground_P[k]), cabsq(loop->u[5][k] - ground_u[k])));
    return worst;
}

/*%
\subsection{The Bricard loop moves}\label{sec:ref-bricard-energy}

For $\dot a = 1$ the links turn at $\omega_1 = u_0$, $\omega_2 = \omega_1 + b'u_1$, $\omega_3 = \omega_2 + u_2$ and so on, and
$\dot P_i = \dot P_{i-1} + \omega_i\times e_i$ with $e_i = P_i - P_{i-1}$. A box of length 1 and width $w$ has
$I_\parallel = w^2/6$ along and $I_\perp = (1+w^2)/12$ across, hence
\begin{equation}\label{eq:ref-bricard-I}
  I(a) = \sum_{i=1}^{5}\Bigl[ \bigl|\tfrac12(\dot P_{i-1}+\dot P_i)\bigr|^2 + I_\perp|\omega_i|^2
         + (I_\parallel - I_\perp)(\omega_i\cdot e_i)^2 \Bigr], \qquad V(a) = g\sum_{i=1}^{4} P_i\cdot y .
\end{equation}
A second formula for $I$ needs no angular velocity. The axes at the ends of a link are normal to it and to each
other, so a box is two points and two vectors:
\begin{equation}\label{eq:ref-bricard-I-natural}
  I(a) = \sum_{i=1}^{5}\Bigl[\tfrac13\bigl(|P'_{i-1}|^2 + P'_{i-1}\cdot P'_i + |P'_i|^2\bigr)
         + \tfrac{w^2}{12}\bigl(|u'_{i-1}|^2 + |u'_i|^2\bigr)\Bigr] ,
\end{equation}
where the derivatives by $a$ come from a complex step: $P'(a) = \operatorname{Im} P(a + \mathrm{i}\varepsilon)/\varepsilon$ with
$\varepsilon = 2^{-200}$ has no difference in it and so no cancellation.
*/
cquad bricard_inertia(const struct loop *loop)
{
    quad w2 = ratio(1, 100), along = w2 / 6, across = (1 + w2) / 12;
    vector omega = {0}, v = {0};
    cquad I = 0;
    for (int i = 1; i < 6; i++) {
        vector e, turn;
        cquad rate = i % 2 ? 1 : loop->slope;
        for (int k = 0; k < 3; k++) {
            omega[k] += rate * loop->u[i - 1][k];
            e[k] = loop->P[i][k] - loop->P[i - 1][k];
        }
        cross(omega, e, turn);
        vector middle;
        for (int k = 0; k < 3; k++) {
            middle[k] = v[k] + turn[k] / 2;
            v[k] += turn[k];
        }
        cquad spin = dot(omega, e);
        I += dot(middle, middle) + across * dot(omega, omega) + (along - across) * spin * spin;
    }
    return I;
}

cquad bricard_potential(const struct loop *loop)
{
    return gravity() * (loop->P[1][1] + loop->P[2][1] + loop->P[3][1] + loop->P[4][1]);
}

quad bricard_inertia_natural(quad a)
{
    quad tiny = ldexpq(1, -200), w2 = ratio(1, 100), I = 0;
    cquad shifted = 0;
    __real__ shifted = a;
    __imag__ shifted = tiny;
    struct loop loop = bricard_loop(shifted);
    for (int i = 1; i < 6; i++)
        for (int k = 0; k < 3; k++) {
            quad p = cimagq(loop.P[i - 1][k]) / tiny, q = cimagq(loop.P[i][k]) / tiny;
            quad du = cimagq(loop.u[i - 1][k]) / tiny, dv = cimagq(loop.u[i][k]) / tiny;
            I += (p * p + p * q + q * q) / 3 + w2 * (du * du + dv * dv) / 12;
        }
    return I;
}
