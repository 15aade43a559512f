/*%
\section{Stiff flyball governor}\label{sec:problem-flyball-governor}
A vertical shaft, free to turn and not driven, carries two 1~m rods with a 5~kg ball at each end, hinged at $\pm c = \pm0.05$~m from the axis and 1~m above the
ground. A slider, a cube of 0.1~m and 3~kg at the height $s$, turns with the shaft. Spring-dampers of $K = 8\cdot10^5$~N/m, $C = 4\cdot10^4$~Ns/m and free length
0.5~m lead from the slider's points $(\pm c, 0, s)$ to the middles of the rods, which are boxes of $1\times0.01\times0.01$~m and 0.3~kg, like the shaft \citep{gonzalez2006}. The start is a
rigid turning at $2\pi$~rad/s with the rods $30^\circ$ below the horizontal and the springs at rest. Damping makes an eigenvalue that begins near $-8000$~1/s and stays beyond $-2000$~1/s, while the motion takes a second: explicit integrators pay for that.

No tolerance has been published for it. Here $s$ must be within 1~mm of the exact motion, and the balance $E + D - E_0$, where $D$ is what the dampers took, within 0.1~J: both are assumptions. (In the
whole run the exact $D$ is 3.1~mJ.)

The coordinates are the horizontal unit vector $u$ of the shaft (two numbers), $s$, and for each rod its end $P$ and a unit vector $w$ across it in the plane of the rods: 15. The hinge is
$H = Z \pm c\,u$ with $Z = (0,0,1)$, its axis $u_\perp$, and the constraints are
\begin{equation}\label{eq:governor-constraints}
  |u| = 1, \qquad |P-H| = |w| = 1, \quad (P-Z)\cdot u_\perp = w\cdot u_\perp = (P-H)\cdot w = 0 \text{ for both rods},
\end{equation}
11 of them, which leave the turning of the shaft, the slider and each rod free. Neither the hinge nor the middle of the rod is a node; they are linear in the nodes.
*/
#include "core/mechanism.h"
#include "core/reduced.h"
#include "core/vector.h"

enum { RODS = 2, NODES = 2000 };
static const double g = 9.81, c = 0.05, K = 8e5, C = 4e4, free_length = 0.5;
static const double rod = 0.3, width = 0.01, ball = 5, slider = 3, cube = 0.1; /* [kg], [m] */

struct governor {
    struct model model; /* first: a pointer to the model is one to all of this */
    int u, S, P[RODS], w[RODS];
    double E0, L0;
    double *M, *p; /* mass values; momenta M v */
    struct reduced *motion;
};

static double side(int k)
{
    return k == 0 ? 1 : -1;
}

/*%
\subsection{The exact motion}
Both rods keep the same angle $\alpha$ below the horizontal, and no torque acts about the shaft, so that $L_z = J\omega$ is constant. With $m = 0.3$, $I_\parallel = m w^2/6$, $I_\perp = m(1+w^2)/12$,
\begin{equation}\label{eq:governor-J}
  J(\alpha) = I_\parallel + \tfrac36 b^2 + 2\bigl[I_\parallel\sin^2\alpha + I_\perp\cos^2\alpha + m(c+\tfrac12\cos\alpha)^2 + 5(c+\cos\alpha)^2\bigr] ,
\end{equation}
$b = 0.1$. From the middle of a rod to the slider's point on its side a spring has the length $l$ with $l^2 = \tfrac14\cos^2\alpha + h^2$, $h = 1-\tfrac12\sin\alpha-s$, and pulls with
$F = K(l-\tfrac12) + C\dot l$. Lagrange's equations of $T = \tfrac12 J\omega^2 + (I_\perp + \tfrac m4 + 5)\,\dot\alpha^2 + \tfrac32\dot s^2$ are
\begin{align}\label{eq:governor-motion}
  2\bigl(I_\perp + \tfrac m4 + 5\bigr)\,\ddot\alpha &= \tfrac12 J'\omega^2 + (10+m)\,g\cos\alpha - 2F\,\partial l/\partial\alpha , \\
  3\,\ddot s &= -3g - 2F\,\partial l/\partial s, \qquad \dot\psi = L_z/J, \qquad \dot D = 2C\dot l^2 .
\end{align}
*/
enum { ALPHA, ALPHADOT, HEIGHT, HEIGHTDOT, PSI, LOST, SIZE };

static long double spin_inertia(long double alpha, long double *slope) /* J, J' */
{
    const long double m = (long double)rod, w = (long double)width, b = (long double)cube,
                      M = (long double)ball;
    long double sine = sinl(alpha), cosine = cosl(alpha), along = m * w * w / 6,
                across = m * (1 + w * w) / 12;
    long double middle = (long double)c + cosine / 2, end = (long double)c + cosine;
    *slope = 2 * sine * (2 * (along - across) * cosine - m * middle - 2 * M * end);
    return along + (long double)slider * b * b / 6 +
           2 * (along * sine * sine + across * cosine * cosine + m * middle * middle + M * end * end);
}

static long double momentum(void) /* L_z */
{
    long double slope;
    return spin_inertia((long double)PI / 6, &slope) * 2 * (long double)PI;
}

static void motion(void *context, long double t, const long double *y, long double *dydt)
{
    (void)context, (void)t;
    const long double m = (long double)rod, w = (long double)width, M = (long double)ball, G = (long double)g;
    long double half = cosl(y[ALPHA]) / 2, h = 1 - sinl(y[ALPHA]) / 2 - y[HEIGHT], l = hypotl(half, h);
    long double by_alpha = -half * (sinl(y[ALPHA]) / 2 + h) / l, by_s = -h / l;
    long double ldot = by_alpha * y[ALPHADOT] + by_s * y[HEIGHTDOT];
    long double F = (long double)K * (l - (long double)free_length) + (long double)C * ldot;
    long double slope, J = spin_inertia(y[ALPHA], &slope), omega = momentum() / J;
    long double turning = 2 * (m * (1 + w * w) / 12 + m / 4 + M), weight = (2 * M + m) * G * 2 * half;
    dydt[ALPHA] = y[ALPHADOT];
    dydt[ALPHADOT] = (slope * omega * omega / 2 + weight - 2 * F * by_alpha) / turning;
    dydt[HEIGHT] = y[HEIGHTDOT];
    dydt[HEIGHTDOT] = -G - 2 * F * by_s / (long double)slider;
    dydt[PSI] = omega;
    dydt[LOST] = 2 * (long double)C * ldot * ldot;
}

/* The vector (r u, z) of one rod and its rate, with u = (cos psi, sin psi). */
static void place(const struct model *model, int node, const long double *y, long double r, long double rdot,
                  long double z, long double zdot, double *q, double *v)
{
    const struct mechanism *mechanism = mechanism_of(model);
    long double slope, omega = momentum() / spin_inertia(y[ALPHA], &slope);
    long double cosine = cosl(y[PSI]), sine = sinl(y[PSI]);
    const long double at[SPACE] = {r * cosine, r * sine, z};
    const long double rate[SPACE] = {rdot * cosine - omega * at[1], rdot * sine + omega * at[0], zdot};
    for (int k = 0; k < SPACE; k++) {
        int index = coordinate(mechanism, node, k);
        if (index >= 0) {
            q[index] = (double)at[k];
            v[index] = (double)rate[k];
        }
    }
}

static void exact(const struct model *model, double t, double *q, double *v, double *ledger)
{
    const struct governor *G = (const struct governor *)model;
    long double y[SIZE];
    reduced_at(G->motion, (long double)t, y);
    long double sine = sinl(y[ALPHA]), cosine = cosl(y[ALPHA]), rate = y[ALPHADOT];
    place(model, G->u, y, 1, 0, 0, 0, q, v);
    place(model, G->S, y, 0, 0, y[HEIGHT], y[HEIGHTDOT], q, v);
    for (int k = 0; k < RODS; k++) {
        long double sign = (long double)side(k);
        place(model, G->P[k], y, sign * ((long double)c + cosine), -sign * sine * rate, 1 - sine,
              -cosine * rate, q, v);
        place(model, G->w[k], y, sign * sine, sign * cosine * rate, cosine, -sine * rate, q, v);
    }
    ledger_set(mechanism_of(model), ledger, (double)y[LOST], NULL);
}

static void observe(const struct model *model, const double *q, const double *v, double *seen)
{
    (void)v;
    seen[0] = q[coordinate(mechanism_of(model), ((const struct governor *)model)->S, 2)];
}

/* L_z = sum of (r x p)_z over the nodes, p = M v: vectors count like points. */
static double angular_momentum(const struct model *model, const double *q, const double *v)
{
    const struct governor *G = (const struct governor *)model;
    const struct pattern *pattern = &model->mass_pattern;
    const int nodes[] = {G->u, G->P[0], G->w[0], G->P[1], G->w[1]};
    double sum = 0;
    for (int i = 0; i < model->n; i++) {
        G->p[i] = 0;
        for (int k = pattern->start[i]; k < pattern->start[i + 1]; k++)
            G->p[i] += G->M[k] * v[pattern->index[k]];
    }
    for (int k = 0; k < 5; k++) {
        int x = coordinate(mechanism_of(model), nodes[k], 0),
            y = coordinate(mechanism_of(model), nodes[k], 1);
        sum += q[x] * G->p[y] - q[y] * G->p[x];
    }
    return sum;
}

static void row(const struct model *model, const struct levels *levels, const double *q, const double *v,
                const double *ledger, double *row)
{
    (void)ledger;
    const struct governor *G = (const struct governor *)model;
    const struct mechanism *mechanism = mechanism_of(model);
    int s = coordinate(mechanism, G->S, 2), x = coordinate(mechanism, G->u, 0);
    int y = coordinate(mechanism, G->u, 1);
    row[0] = q[s];
    row[1] = v[s];
    row[2] = (q[x] * v[y] - q[y] * v[x]) / (q[x] * q[x] + q[y] * q[y]);
    row[3] = levels->energy - G->E0;
    row[4] = angular_momentum(model, q, v) - G->L0;
    row[5] = levels->phi;
    row[6] = levels->phidot;
}

/* The shaft, then for each rod: arm to the hinge, rod, arm on the slider, spring. */
static void draw(const struct model *model, const double *q, double *xyz)
{
    const struct governor *G = (const struct governor *)model;
    const struct mechanism *mechanism = mechanism_of(model);
    double u[SPACE], S[SPACE], P[SPACE];
    where(mechanism, q, G->u, u);
    where(mechanism, q, G->S, S);
    const double Z[SPACE] = {0, 0, 1};
    clear(xyz, 6);
    copy(xyz + 3, Z, SPACE);
    xyz += 6;
    for (int k = 0; k < RODS; k++, xyz += 24) {
        where(mechanism, q, G->P[k], P);
        for (int i = 0; i < SPACE; i++) {
            double H = Z[i] + side(k) * c * u[i], foot = S[i] + side(k) * c * u[i];
            const double line[8] = {Z[i], H, H, P[i], S[i], foot, foot, (H + P[i]) / 2};
            for (int j = 0; j < 8; j++)
                xyz[3 * j + i] = line[j];
        }
    }
}

/*%
\subsection{Inertia of a rod that begins between nodes}
With $H = Z + \sigma c\,u$, $\sigma = \pm1$, the thin rod's $\tfrac m6\bigl(|\dot H|^2 + \dot H\cdot\dot P + |\dot P|^2\bigr)$ is quadratic in $Z$, $u$ and $P$. The fixed $Z$ is entered although it does not
move, because it carries its part of the weight. The section adds $m w^2/12$ on the axis $u_\perp$, hence on $u$, and on $w$.
*/
static void add_rod(struct mechanism *mechanism, int Z, int u, int S, double arm, int P, int w)
{
    inertia(mechanism, Z, Z, rod / 3);
    inertia(mechanism, Z, u, rod / 3 * arm);
    inertia(mechanism, u, u, rod / 3 * arm * arm);
    inertia(mechanism, Z, P, rod / 6);
    inertia(mechanism, u, P, rod / 6 * arm);
    inertia(mechanism, P, P, rod / 3);
    inertia(mechanism, u, u, rod * width * width / 12);
    inertia(mechanism, w, w, rod * width * width / 12);
    point_mass(mechanism, P, ball);

    struct form axis = plus_turned((struct form){0}, 1, u), along = plus(between(Z, P), -arm, u);
    constrain(mechanism, along, along, 1, 0.5);
    keep_unit(mechanism, w);
    keep_perpendicular(mechanism, between(Z, P), axis);
    keep_perpendicular(mechanism, vector_of(w), axis);
    keep_perpendicular(mechanism, along, vector_of(w));

    struct form spring = plus(plus(plus(plus((struct form){0}, -1, S), 0.5, Z), 0.5, P), -arm / 2, u);
    spring_damper(mechanism, spring, K, C, free_length);
}

static struct mechanism *assemble(struct governor *G)
{
    struct mechanism *mechanism = mechanism_create(3);
    const double zero[SPACE] = {0};
    int Z = fixed_point(mechanism, 0, 0, 1);
    G->u = partly_fixed(mechanism, false, zero, (const bool[SPACE]){true, true, false});
    G->S = partly_fixed(mechanism, true, zero, (const bool[SPACE]){false, false, true});
    inertia(mechanism, G->u, G->u, rod * width * width / 6 + slider * cube * cube / 6); /* shaft, slider */
    point_mass(mechanism, G->S, slider);
    keep_unit(mechanism, G->u);
    for (int k = 0; k < RODS; k++) {
        G->P[k] = point(mechanism);
        G->w[k] = unit_vector(mechanism);
        add_rod(mechanism, Z, G->u, G->S, side(k) * c, G->P[k], G->w[k]);
    }
    gravity(mechanism, 0, 0, -g);
    return mechanism;
}

static void fill(struct model *model, double duration)
{
    model->duration = duration;
    model->tolerance = 0.1;
    model->accuracy = 1e-3;
    model->trusted = duration;
    model->interval = 0.1;
    model->observed = 1;
    model->observe = observe;
    model->columns = "s sdot omega balance dL_z phi phidot";
    model->row = row;
    model->exact = exact;
    model->segments = 1 + 4 * RODS;
    model->draw = draw;
    model->kinds = "grrrsrrrs";
    model->labels = "H:3 P:5 S:6";
}

static struct model *create(const double *parameters)
{
    struct governor plan = {.E0 = 0};
    struct model *model = mechanism_finish(assemble(&plan), 15 - 11, 1);
    fill(model, parameters[0]);
    struct governor *G = take(model->arena, 1, sizeof *G);
    *G = plan;
    G->model = *model;
    const long double start[SIZE] = {[ALPHA] = (long double)PI / 6, [HEIGHT] = 0.5L};
    G->motion = reduced_create(model->arena, motion, NULL, SIZE, start, model->duration, NODES);

    G->M = take_doubles(model->arena, (size_t)pattern_size(&model->mass_pattern));
    G->p = take_doubles(model->arena, (size_t)model->n);
    double *q = take_doubles(model->arena, 2 * (size_t)model->n + (size_t)model->ledger), *v = q + model->n;
    model->mass(model, q, G->M);
    exact(&G->model, 0, q, v, v + model->n);
    G->E0 = model->energy(model, q, v, v + model->n);
    G->L0 = angular_momentum(&G->model, q, v);
    return &G->model;
}

const struct problem problem_flyball_governor = {
    .name = "flyball-governor",
    .title = "Stiff flyball governor",
    .cite = "gonzalez2006",
    .parameters = {{"duration", 10, "length of the motion [s]", .least = 1e-3, .most = 1000}},
    .create = create,
};
