/*%
\section{Rectangular Bricard}\label{sec:problem-bricard}
Six equal links in a closed loop, with revolute joints $P_0\dots P_5$ on six edges of a cube \citep{bricard1897,gonzalez2006}. Counting
joints finds no freedom, and yet the loop moves: one constraint is redundant in every position, and not always the same one. Link
$P_5P_0$ is the ground. The others are solid boxes of 1~kg, $1\times0.1\times0.1$~m; gravity acts along $-y$, and the
mechanism starts from rest. The drift of energy must stay below 1~mJ for 10~s. The gate for the trajectory, 5~mm in $P_2$, is a choice of this testbed.

The coordinates are the points $P_1\dots P_4$ and the axes $u_1\dots u_4$, 24 numbers. On every link $P_iP_{i+1}$ the axes $u_i$ and
$u_{i+1}$ are normal to it and to each other, so the box inertia is exact with both of them, and the constraints are
\begin{equation}\label{eq:bricard-constraints}
  |P_{i+1}-P_i| = 1, \quad (P_{i+1}-P_i)\cdot u_i = (P_{i+1}-P_i)\cdot u_{i+1} = u_i\cdot u_{i+1} = 0, \quad |u_i| = 1 ,
\end{equation}
24 of them, of rank 23. All are kept.
*/
#include <complex.h>
#include "core/mechanism.h"
#include "core/reduced.h"
#include "core/vector.h"

enum { JOINTS = 6, NODES = 2000 };
static const double g = 9.81, width = 0.1;

struct bricard {
    struct model model; /* first: a pointer to the model is one to all of this */
    int P[JOINTS], u[JOINTS];
    struct reduced *motion; /* (a, da/dt) */
};

/*%
\subsection{The closed loop}
The first link turns about $y$ by an angle $a$, the second about $u_1$ by $b$ relative to it. With $e = (\cos a, 0, -\sin a)$ this gives $P_1 = e$
and $P_2 = (1 + \sin b)\,e - \cos b\,\hat y$. Start and mechanism are symmetric under the threefold rotation that takes $P_0$ to $P_2$ to $P_4$. The symmetric
positions form a curve through the start, and since the mechanism has one degree of freedom, that curve is the motion: the joint
angles alternate, $a, b, a, b, a, b$. So the last moving link, which turns about the $x$ axis through $P_5$, makes the angle $b$ with the ground,
$P_4 = (0, -\cos b, 1 + \sin b)$, and the triangle $P_0P_2P_4$ is equilateral. Two of its sides are $2 + 2\sin b$, squared, and the third is
\begin{equation}\label{eq:bricard-side}
  |P_2 - P_4|^2 = (1 + \sin b)^2\bigl[\cos^2 a + (1 + \sin a)^2\bigr] = 2\,(1 + \sin b)^2 (1 + \sin a) .
\end{equation}
Equating them, the loop closes when
\begin{equation}\label{eq:bricard-b}
  (1+\sin a)(1+\sin b) = 1, \qquad \cos b = \frac{\sqrt{1+2\sin a}}{1+\sin a}, \qquad
  b' = \frac{db}{da} = \frac{-\cos a}{(1+\sin a)^2\cos b} .
\end{equation}
Two links on, the loop repeats itself, moved: $P_{i+2} = P_2 + D P_i$ and $u_{i+2} = D u_i$ with the rotation
\begin{equation}\label{eq:bricard-D}
  D = \begin{pmatrix} s_a & c_a c_b & -c_a s_b \\ 0 & s_b & c_b \\ c_a & -s_a c_b & s_a s_b \end{pmatrix}, \qquad
  P_2 = \frac{1}{1+s_a}\begin{pmatrix} c_a \\ -\sqrt{1+2s_a} \\ -s_a \end{pmatrix} .
\end{equation}
Velocities for $\dot a = 1$ follow along the chain: link $i$ turns at $\omega_i = \omega_{i-1} + (1 \text{ or } b')\,u_{i-1}$, hence
$P_i' = P_{i-1}' + \omega_i\times(P_i - P_{i-1})$ and $u_i' = \omega_i\times u_i$. All of it is analytic in $a$, which the module makes use of: its
arithmetic is complex.
*/
typedef long double complex number;

struct loop {
    number P[JOINTS][SPACE], u[JOINTS][SPACE], dP[JOINTS][SPACE], du[JOINTS][SPACE]; /* d: by a */
};

static number product(const number *x, const number *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; /* analytic: no conjugate */
}

static void positions(number a, struct loop *loop)
{
    number s = csinl(a), c = ccosl(a), s_b = -s / (1 + s), c_b = csqrtl(1 + 2 * s) / (1 + s);
    const number D[SPACE][SPACE] = {{s, c * c_b, -c * s_b}, {0, s_b, c_b}, {c, -s * c_b, s * s_b}};
    *loop = (struct loop){.P = {{0}, {c, 0, -s}, {c / (1 + s), -c_b, -s / (1 + s)}},
                          .u = {{0, 1, 0}, {s, 0, c}}};
    for (int i = 2; i < JOINTS; i++)
        for (int k = 0; k < SPACE; k++) {
            loop->u[i][k] = product(D[k], loop->u[i - 2]);
            if (i > 2)
                loop->P[i][k] = loop->P[2][k] + product(D[k], loop->P[i - 2]);
        }
}

static void slopes(number a, struct loop *loop)
{
    number s = csinl(a), omega[SPACE] = {0}, slope = -ccosl(a) / ((1 + s) * csqrtl(1 + 2 * s)); /* b' */
    for (int i = 1; i < JOINTS; i++) {
        for (int k = 0; k < SPACE; k++)
            omega[k] += (i % 2 ? 1 : slope) * loop->u[i - 1][k];
        for (int k = 0; k < SPACE; k++) {
            int x = (k + 1) % SPACE, y = (k + 2) % SPACE;
            const number *P = loop->P[i], *before = loop->P[i - 1], *u = loop->u[i];
            loop->dP[i][k] = loop->dP[i - 1][k] + omega[x] * (P[y] - before[y]) -
                             omega[y] * (P[x] - before[x]);
            loop->du[i][k] = omega[x] * u[y] - omega[y] * u[x];
        }
    }
}

/*%
\subsection{The exact motion}
With $J(a)$ twice the kinetic energy for $\dot a = 1$ and $V(a) = g\sum_i P_i\cdot y$, Lagrange's equation
\begin{equation}\label{eq:bricard-motion}
  J\ddot a + \tfrac12 J'\dot a^2 + V' = 0
\end{equation}
is solved in extended precision. With $s = \sin a$ and $r = \sqrt{1+2s}$ the points have the heights $0$, $-\tfrac{r}{1+s}$, $-r$, $-\tfrac{r}{1+s}$, hence
$V = -g\,r\bigl(1 + \tfrac{2}{1+s}\bigr)$, and from rest at $a = 0$ the motion is the quadrature
\begin{equation}\label{eq:bricard-quadrature}
  t = \int_0^{a}\sqrt{\frac{J(\alpha)}{2\,(V(0) - V(\alpha))}}\;d\alpha ,
\end{equation}
whose integrand has integrable singularities at $0$ and $\pi$, where the mechanism rests; it swings between the two. The independent reference evaluates
this integral. Here a complex step gives the derivatives without a difference: $J'(a) = \operatorname{Im} J(a+\mathrm{i}\varepsilon)/\varepsilon$.
*/
static void motion(void *context, long double t, const long double *y, long double *dydt)
{
    (void)context, (void)t;
    const long double tiny = 1e-30L, w = (long double)width;
    number a = y[0] + tiny * (number)_Complex_I, J = 0, V = 0;
    struct loop loop;
    positions(a, &loop);
    slopes(a, &loop);
    for (int i = 1; i < JOINTS; i++) {
        const number *before = loop.dP[i - 1], *after = loop.dP[i];
        J += (product(before, before) + product(before, after) + product(after, after)) / 3;
        J += w * w / 12 * (product(loop.du[i - 1], loop.du[i - 1]) + product(loop.du[i], loop.du[i]));
        V += (long double)g * loop.P[i][1];
    }
    dydt[0] = y[1];
    dydt[1] = -(cimagl(V) + cimagl(J) * y[1] * y[1] / 2) / (tiny * creall(J));
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the signature is the contract's */
static void exact(const struct model *model, double t, double *q, double *v, double *ledger)
{
    (void)ledger;
    const struct bricard *b = (const struct bricard *)model;
    const struct mechanism *mechanism = mechanism_of(model);
    long double y[2];
    struct loop loop;
    reduced_at(b->motion, (long double)t, y);
    positions(y[0], &loop);
    slopes(y[0], &loop);
    for (int i = 1; i < JOINTS - 1; i++)
        for (int k = 0; k < SPACE; k++) {
            int P = coordinate(mechanism, b->P[i], k), u = coordinate(mechanism, b->u[i], k);
            q[P] = (double)creall(loop.P[i][k]);
            q[u] = (double)creall(loop.u[i][k]);
            v[P] = (double)(creall(loop.dP[i][k]) * y[1]);
            v[u] = (double)(creall(loop.du[i][k]) * y[1]);
        }
}

static void observe(const struct model *model, const double *q, const double *v, double *seen)
{
    (void)v;
    where(mechanism_of(model), q, ((const struct bricard *)model)->P[2], seen);
}

/* P_1 shows a, which places P_2 by (eq:bricard-D); another assembly, cos b < 0, would put it elsewhere. */
static double branch(const struct model *model, const double *q)
{
    const struct bricard *b = (const struct bricard *)model;
    double P_1[SPACE], P_2[SPACE];
    where(mechanism_of(model), q, b->P[1], P_1);
    where(mechanism_of(model), q, b->P[2], P_2);
    double c = P_1[0], s = -P_1[2];
    if (!(1 + 2 * s > 0)) /* the loop cannot get there */
        return HUGE_VAL;
    return hypot(hypot(P_2[0] - c / (1 + s), P_2[1] + sqrt(1 + 2 * s) / (1 + s)), P_2[2] + s / (1 + s));
}

static void row(const struct model *model, const struct levels *levels, const double *q, const double *v,
                const double *ledger, double *row)
{
    (void)ledger;
    observe(model, q, v, row);
    row[3] = levels->energy;
    row[4] = levels->phi;
    row[5] = levels->phidot;
}

static const double axis_drawn = 0.35; /* [m] */

/* The links, the ground last, and then the axes of the joints. */
static void draw(const struct model *model, const double *q, double *xyz)
{
    const struct bricard *b = (const struct bricard *)model;
    double *axes = xyz + 6 * (size_t)JOINTS;
    for (int i = 0; i < JOINTS; i++, xyz += 6, axes += 6) {
        where(mechanism_of(model), q, b->P[i], xyz);
        where(mechanism_of(model), q, b->P[(i + 1) % JOINTS], xyz + 3);
        copy(axes, xyz, SPACE);
        where(mechanism_of(model), q, b->u[i], axes + 3);
        for (int k = 0; k < SPACE; k++)
            axes[3 + k] = xyz[k] + axis_drawn * axes[3 + k];
    }
}

static void assemble(struct mechanism *mechanism, int *P, int *u)
{
    P[0] = fixed_point(mechanism, 0, 0, 0);
    u[0] = fixed_vector(mechanism, 0, 1, 0);
    P[5] = fixed_point(mechanism, 0, 0, 1);
    u[5] = fixed_vector(mechanism, 1, 0, 0);
    for (int i = 1; i < JOINTS - 1; i++) {
        P[i] = point(mechanism);
        u[i] = unit_vector(mechanism);
        keep_unit(mechanism, u[i]);
    }
    for (int i = 0; i < JOINTS - 1; i++) {
        struct form link = between(P[i], P[i + 1]);
        box(mechanism, P[i], P[i + 1], u[i], u[i + 1], 1, width);
        keep_distance(mechanism, P[i], P[i + 1], 1);
        keep_perpendicular(mechanism, link, vector_of(u[i]));
        keep_perpendicular(mechanism, link, vector_of(u[i + 1]));
        keep_perpendicular(mechanism, vector_of(u[i]), vector_of(u[i + 1]));
    }
    gravity(mechanism, 0, -g, 0);
}

static struct model *create(const double *parameters)
{
    int P[JOINTS], u[JOINTS];
    struct mechanism *mechanism = mechanism_create(3);
    assemble(mechanism, P, u);
    struct model *model = mechanism_finish(mechanism, 1, 1);
    model->duration = parameters[0];
    model->tolerance = 1e-3;
    model->accuracy = 5e-3;
    model->trusted = model->duration;
    model->interval = 0.01;
    model->observed = SPACE;
    model->observe = observe;
    model->branch = branch;
    model->branch_limit = 0.1;
    model->columns = "x y z energy phi phidot";
    model->row = row;
    model->exact = exact;
    model->segments = 2 * JOINTS;
    model->draw = draw;
    model->kinds = "rrrrrgaaaaaa";
    model->labels = "P_0:0 P_1:2 P_2:4 P_3:6 P_4:8 P_5:10 u_0:13 u_1:15 u_2:17 u_3:19 u_4:21 u_5:23";

    struct bricard *b = take(model->arena, 1, sizeof *b);
    b->model = *model;
    memcpy(b->P, P, sizeof P);
    memcpy(b->u, u, sizeof u);
    const long double rest[2] = {0, 0};
    b->motion = reduced_create(model->arena, motion, NULL, 2, rest, model->duration, NODES);
    return &b->model;
}

const struct problem problem_bricard = {
    .name = "bricard",
    .title = "Rectangular Bricard",
    .cite = "gonzalez2006,bricard1897",
    .parameters = {{"duration", 10, "length of the motion [s]", .least = 1e-3, .most = 1000}},
    .create = create,
};
