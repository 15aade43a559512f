/*%
\subsection{Andrews' squeezer in its crank angle}\label{sec:ref-andrews-reduced}

One angle places everything. $F$ is on the crank; $E$ is where circles about $F$ and $B$ meet, $G$ and $H$ where circles about
$E$ and $A$ meet. For centres $P$, $Q$ and radii $r_P$, $r_Q$, with $d = Q - P$,
\begin{equation}\label{eq:ref-andrews-meet}
  X = P + \lambda d \pm \mu d^{\perp}, \qquad \lambda = \frac{d\cdot d + r_P^2 - r_Q^2}{2\,d\cdot d}, \qquad
  \mu = \sqrt{\frac{r_P^2}{d\cdot d} - \lambda^2} .
\end{equation}
The circles never touch on the way, so the sign chosen at the start holds. Velocities for $\dot\beta = 1$ solve the
differentiated distances, $(X-P)\cdot X' = (X-P)\cdot P'$ and the same for $Q$. The kinetic energy is
$\tfrac12 J(\beta)\dot\beta^2$, the spring's $V(\beta)$, and with the motor's torque
\begin{equation}\label{eq:ref-andrews}
  J\ddot\beta + \tfrac12 J'\dot\beta^2 + V' = \tau .
\end{equation}
All formulas are analytic in $\beta$: a complex step through them gives $J'$ and $V'$ to the last digit.

The start is the toggle, where $O$ lies between $F$ and $E$ and $E = -3F$, because $FE = 4\,OF$. With
$u = (\cos\beta, \sin\beta)$ the length $BE$ asks for $|3\,OF\,u + B| = BE$: a linear equation for $B\cdot u$, hence a closed form for $\beta_0$.
*/
#include "andrews_model.h"

typedef cquad point[2];

struct andrews andrews_model(void)
{
    struct andrews m = {
        .A = {ratio(-6934, 100000), ratio(-227, 100000)},
        .B = {ratio(-3635, 100000), ratio(3273, 100000)},
        .C = {ratio(14, 1000), ratio(72, 1000)},
        .OF = ratio(7, 1000),
        .FE = ratio(28, 1000),
        .BE = ratio(35, 1000),
        .EG = ratio(20, 1000),
        .AG = ratio(40, 1000),
        .m_FE = ratio(365, 100000),
        .I_FE = ratio(441, 1000000000),
        .s_FE = ratio(115, 280),
        .m_EG = ratio(706, 100000),
        .I_EG = ratio(5667, 10000000000),
        .s_EG = ratio(1421, 2000),
        .along = ratio(18, 1000),
        .aside = ratio(20, 1000),
        .stiffness = 4530,
        .free = ratio(7785, 100000),
        .torque = ratio(33, 1000),
    };
    quad unit = ratio(1, 10000000000); /* squares of 1e-5 m */
    m.I_OF = ratio(2194, 1000000000) + ratio(4325, 100000) * unit * (92 * 92);
    m.I_BE = ratio(5255, 1000000000) + ratio(2373, 100000) * unit * (1874 * 1874 + 1043 * 1043);
    m.I_AG = ratio(1169, 100000000) + ratio(7050, 100000) * unit * (2308 * 2308 + 916 * 916);
    m.I_AH = ratio(1912, 100000000) + ratio(5498, 100000) * unit * (1228 * 1228 + 449 * 449);
    return m;
}

quad andrews_toggle(const struct andrews *m)
{
    quad B = hypotq(m->B[0], m->B[1]), arm = m->FE - m->OF;
    quad cosine = (m->BE * m->BE - arm * arm - B * B) / (2 * arm * B); /* of the angle from B to u */
    return atan2q(m->B[1], m->B[0]) - acosq(cosine);
}

static cquad dot(const point x, const point y)
{
    return x[0] * y[0] + x[1] * y[1];
}

static cquad cross(const point x, const point y)
{
    return x[0] * y[1] - x[1] * y[0];
}

static void subtract(const point x, const point y, point z)
{
    z[0] = x[0] - y[0];
    z[1] = x[1] - y[1];
}

struct moving {
    point at, rate; /* position, and its derivative by beta */
};

static struct moving meet(struct moving P, quad r_P, struct moving Q, quad r_Q, int sign)
{
    struct moving X;
    point d, p, q;
    subtract(Q.at, P.at, d);
    cquad d2 = dot(d, d), lambda = (d2 + r_P * r_P - r_Q * r_Q) / (2 * d2);
    cquad mu = sign * csqrtq(r_P * r_P / d2 - lambda * lambda);
    X.at[0] = P.at[0] + lambda * d[0] - mu * d[1];
    X.at[1] = P.at[1] + lambda * d[1] + mu * d[0];

    subtract(X.at, P.at, p);
    subtract(X.at, Q.at, q);
    cquad f = dot(p, P.rate), g = dot(q, Q.rate), det = cross(p, q);
    X.rate[0] = (f * q[1] - g * p[1]) / det;
    X.rate[1] = (p[0] * g - q[0] * f) / det;
    return X;
}

struct places {
    struct moving A, B, F, E, G, H;
};

static struct places place(const struct andrews *m, cquad beta)
{
    cquad c = m->OF * ccosq(beta), s = m->OF * csinq(beta);
    struct places p = {
        .A = {.at = {m->A[0], m->A[1]}}, .B = {.at = {m->B[0], m->B[1]}}, .F = {{c, s}, {-s, c}}};
    p.E = meet(p.F, m->FE, p.B, m->BE, +1);
    p.G = meet(p.E, m->EG, p.A, m->AG, -1);
    p.H = meet(p.E, m->EG, p.A, m->AG, +1);
    return p;
}

void andrews_place(const struct andrews *m, quad beta, quad E[2], quad G[2], quad H[2])
{
    struct places p = place(m, beta);
    for (int k = 0; k < 2; k++) {
        E[k] = crealq(p.E.at[k]);
        G[k] = crealq(p.G.at[k]);
        H[k] = crealq(p.H.at[k]);
    }
}

static cquad spin(struct moving P, struct moving Q) /* angular velocity of the line PQ */
{
    point d, v;
    subtract(Q.at, P.at, d);
    subtract(Q.rate, P.rate, v);
    return cross(d, v) / dot(d, d);
}

static cquad rod(struct moving P, struct moving Q, quad m, quad I, quad s) /* twice its kinetic energy */
{
    point v = {(1 - s) * P.rate[0] + s * Q.rate[0], (1 - s) * P.rate[1] + s * Q.rate[1]};
    cquad w = spin(P, Q);
    return m * dot(v, v) + I * w * w;
}

static cquad inertia(const struct andrews *m, const struct places *p) /* J(beta) */
{
    cquad BE = spin(p->B, p->E), AG = spin(p->A, p->G), AH = spin(p->A, p->H);
    return m->I_OF + m->I_BE * BE * BE + m->I_AG * AG * AG + m->I_AH * AH * AH +
           rod(p->F, p->E, m->m_FE, m->I_FE, m->s_FE) + rod(p->E, p->G, m->m_EG, m->I_EG, m->s_EG) +
           rod(p->E, p->H, m->m_EG, m->I_EG, m->s_EG);
}

static cquad potential(const struct andrews *m, const struct places *p)
{
    point e, C = {m->C[0], m->C[1]}, D;
    subtract(p->E.at, p->B.at, e);
    D[0] = m->B[0] + (m->along * e[0] - m->aside * e[1]) / m->BE - C[0];
    D[1] = m->B[1] + (m->along * e[1] + m->aside * e[0]) / m->BE - C[1];
    cquad stretch = csqrtq(dot(D, D)) - m->free;
    return m->stiffness * stretch * stretch / 2;
}

void andrews_reduced(const quad *y, quad *dy, const void *model)
{
    const struct andrews *m = model;
    quad tiny = ldexpq(1, -200);
    cquad beta = 0;
    __real__ beta = y[0];
    __imag__ beta = tiny;
    struct places p = place(m, beta);
    cquad J = inertia(m, &p), V = potential(m, &p);
    dy[0] = y[1];
    dy[1] = (m->torque - (cimagq(V) + cimagq(J) * y[1] * y[1] / 2) / tiny) / crealq(J);
}

quad andrews_reduced_energy(const struct andrews *m, const quad *y)
{
    struct places p = place(m, y[0]);
    return crealq(inertia(m, &p)) * y[1] * y[1] / 2 + crealq(potential(m, &p));
}
