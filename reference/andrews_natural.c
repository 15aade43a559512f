/*%
\subsection{Andrews' squeezer in natural coordinates}\label{sec:ref-andrews-natural}

The second model knows nothing of the loops. Its coordinates are the points $q = (F, E, G, H)$; seven squared distances
$\Phi_k = \tfrac12(|p_k - q_k|^2 - \ell_k^2)$ hold them. A pinned body of inertia $I$ about its pin and length $\ell$ gives $I/\ell^2$ to its
free point; a rod $PQ$ with its centre at the fraction $\sigma$ gives
\begin{equation}\label{eq:ref-andrews-mass}
  M_{PP} = m(1-\sigma)^2 + I/\ell^2, \qquad M_{PQ} = m\sigma(1-\sigma) - I/\ell^2, \qquad M_{QQ} = m\sigma^2 + I/\ell^2 .
\end{equation}
Every evaluation solves the full system with multipliers,
\begin{equation}\label{eq:ref-andrews-kkt}
  \begin{pmatrix} M & \Phi_q^{\top} \\ \Phi_q & 0 \end{pmatrix}
  \begin{pmatrix} \ddot q \\ \lambda \end{pmatrix} = \begin{pmatrix} Q \\ -|\dot p_k - \dot q_k|^2 \end{pmatrix} .
\end{equation}
Nothing holds the constraints afterwards: in quadruple precision the drift over 0.05~s is so small that it is itself a measure of the
accuracy.
*/
#include "andrews_model.h"
#include "lu.h"

enum { F, E, G, H, POINTS, GROUND = -1 };
enum { COORDINATES = 2 * POINTS, CONSTRAINTS = 7 };

struct distance {
    int p, q;        /* two points, or a point and the ground */
    const quad *pin; /* where on the ground; NULL is the origin */
    quad length;
};

static void distances(const struct andrews *m, struct distance *list)
{
    struct distance all[CONSTRAINTS] = {
        {F, GROUND, NULL, m->OF}, {F, E, NULL, m->FE}, {E, GROUND, m->B, m->BE}, {E, G, NULL, m->EG},
        {G, GROUND, m->A, m->AG}, {E, H, NULL, m->EG}, {H, GROUND, m->A, m->AG},
    };
    for (int k = 0; k < CONSTRAINTS; k++)
        list[k] = all[k];
}

static void gap(const struct distance *d, const quad *q, quad *difference)
{
    for (int k = 0; k < 2; k++) {
        quad other = d->q != GROUND ? q[2 * d->q + k] : d->pin ? d->pin[k] : 0;
        difference[k] = q[2 * d->p + k] - other;
    }
}

static void rod(quad M[POINTS][POINTS], int P, int Q, quad m, quad I, quad s, quad length)
{
    quad turn = I / (length * length);
    M[P][P] += m * (1 - s) * (1 - s) + turn;
    M[Q][Q] += m * s * s + turn;
    M[P][Q] += m * s * (1 - s) - turn;
    M[Q][P] = M[P][Q];
}

/* The same for x and for y, so one number stands for a block. */
static void mass(const struct andrews *m, quad M[POINTS][POINTS])
{
    for (int i = 0; i < POINTS * POINTS; i++)
        M[i / POINTS][i % POINTS] = 0;
    M[F][F] = m->I_OF / (m->OF * m->OF);
    M[E][E] = m->I_BE / (m->BE * m->BE);
    M[G][G] = m->I_AG / (m->AG * m->AG);
    M[H][H] = m->I_AH / (m->AG * m->AG);
    rod(M, F, E, m->m_FE, m->I_FE, m->s_FE, m->FE);
    rod(M, E, G, m->m_EG, m->I_EG, m->s_EG, m->EG);
    rod(M, E, H, m->m_EG, m->I_EG, m->s_EG, m->EG);
}

static quad stretch(const struct andrews *m, const quad *q,
                    quad direction[2]) /* D - C and its excess length */
{
    quad e[2] = {q[2 * E] - m->B[0], q[2 * E + 1] - m->B[1]};
    direction[0] = m->B[0] + (m->along * e[0] - m->aside * e[1]) / m->BE - m->C[0];
    direction[1] = m->B[1] + (m->along * e[1] + m->aside * e[0]) / m->BE - m->C[1];
    quad length = hypotq(direction[0], direction[1]);
    direction[0] /= length;
    direction[1] /= length;
    return length - m->free;
}

static void forces(const struct andrews *m, const quad *q, quad *Q)
{
    quad n[2], pull = -m->stiffness * stretch(m, q, n), r2 = m->OF * m->OF;
    for (int i = 0; i < COORDINATES; i++)
        Q[i] = 0;
    Q[2 * F] = -m->torque / r2 * q[2 * F + 1];
    Q[2 * F + 1] = m->torque / r2 * q[2 * F];
    Q[2 * E] = pull * (m->along * n[0] + m->aside * n[1]) / m->BE; /* D is linear in E: the transposed map */
    Q[2 * E + 1] = pull * (m->along * n[1] - m->aside * n[0]) / m->BE;
}

static void constrain(const struct distance *list, const quad *q, const quad *v, struct lu *lu, quad *x)
{
    for (int c = 0; c < CONSTRAINTS; c++) {
        quad d[2], rate[2];
        struct distance still = list[c];
        static const quad zero[2];
        still.pin = zero;
        gap(&list[c], q, d);
        gap(&still, v, rate);
        int row = COORDINATES + c;
        for (int k = 0; k < 2; k++) {
            lu->a[row][2 * list[c].p + k] = lu->a[2 * list[c].p + k][row] = d[k];
            if (list[c].q != GROUND)
                lu->a[row][2 * list[c].q + k] = lu->a[2 * list[c].q + k][row] = -d[k];
        }
        x[row] = -(rate[0] * rate[0] + rate[1] * rate[1]);
    }
}

void andrews_natural(const quad *y, quad *dy, const void *model)
{
    const struct andrews *m = model;
    const quad *q = y, *v = y + COORDINATES;
    struct distance list[CONSTRAINTS];
    struct lu lu;
    quad M[POINTS][POINTS], x[COORDINATES + CONSTRAINTS];
    distances(m, list);
    mass(m, M);
    lu.n = COORDINATES + CONSTRAINTS;
    for (int i = 0; i < lu.n; i++)
        for (int j = 0; j < lu.n; j++) {
            int block = i < COORDINATES && j < COORDINATES && i % 2 == j % 2;
            lu.a[i][j] = block ? M[i / 2][j / 2] : 0;
        }
    forces(m, q, x);
    constrain(list, q, v, &lu, x);
    lu_factor(&lu);
    lu_solve(&lu, x);
    for (int i = 0; i < COORDINATES; i++) {
        dy[i] = v[i];
        dy[COORDINATES + i] = x[i];
    }
}

quad andrews_natural_energy(const struct andrews *m, const quad *y)
{
    const quad *v = y + COORDINATES;
    quad M[POINTS][POINTS], n[2], excess = stretch(m, y, n), energy = m->stiffness * excess * excess / 2;
    mass(m, M);
    for (int i = 0; i < COORDINATES; i++)
        for (int j = i % 2; j < COORDINATES; j += 2)
            energy += M[i / 2][j / 2] * v[i] * v[j] / 2;
    return energy;
}

void andrews_natural_start(const struct andrews *m, quad beta, quad *y)
{
    for (int i = 0; i < 2 * COORDINATES; i++)
        y[i] = 0;
    y[2 * F] = m->OF * cosq(beta);
    y[2 * F + 1] = m->OF * sinq(beta);
    andrews_place(m, beta, y + 2 * E, y + 2 * G, y + 2 * H);
}

quad andrews_natural_violation(const struct andrews *m, const quad *y, int rate)
{
    struct distance list[CONSTRAINTS];
    static const quad zero[2];
    quad sum = 0;
    distances(m, list);
    for (int c = 0; c < CONSTRAINTS; c++) {
        quad d[2], v[2];
        struct distance still = list[c];
        still.pin = zero;
        gap(&list[c], y, d);
        gap(&still, y + COORDINATES, v);
        quad phi = (d[0] * d[0] + d[1] * d[1] - list[c].length * list[c].length) / 2;
        quad phidot = d[0] * v[0] + d[1] * v[1];
        sum += rate ? phidot * phidot : phi * phi;
    }
    return sqrtq(sum);
}
