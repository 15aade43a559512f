/*%
\section{Andrews' squeezer}\label{sec:problem-andrews}
A planar mechanism of seven bodies and one degree of freedom, small and fast: a constant torque of 0.033~Nm drives the crank $OF$ from rest through more than five turns in 0.05~s against a spring
\citep{schiehlen1990,mazzia2008}. There is no gravity. The coordinates are the points $F$, $E$, $G$, $H$, and the constraints are the seven lengths $OF$, $FE$, $BE$, $EG$, $AG$, $EH$, $AH$: 8
coordinates, 7 constraints, none redundant. Lengths, masses and inertias stand in the module's table, with its code. $D$, where the spring from $C$ ends, is a point of the body $BDE$ and linear in $E$: with $e = (E-B)/|BE|$, $D = B + 0.018\,e + 0.020\,e_\perp$.

The measure is the balance $\Delta U = T + V - V_0 - \tau(\beta-\beta_0)$, zero in theory, where $\beta$ is the angle of the crank, unwrapped. No tolerance has been published for it; 1~mJ is assumed
here, and 0.1~mm in $F$ for the trajectory.
*/
#include <complex.h>
#include "core/mechanism.h"
#include "core/reduced.h"
#include "core/vector.h"

enum { O, A, B, F, E, G, H, POINTS, BODIES = 7, PLANE = 2, NODES = 2000 };

static const double ground[][PLANE] = {[O] = {0, 0}, [A] = {-0.06934, -0.00227}, [B] = {-0.03635, 0.03273}};
static const double C[PLANE] = {0.014, 0.072}, along_D = 0.018, across_D = 0.020;
static const double k = 4530, free_length = 0.07785, tau = 0.033; /* [N/m], [m], [Nm] */

static const struct body {
    int P, Q;
    double length, mass, inertia; /* about the mass centre */
    double along, across;         /* the mass centre, from P */
} bodies[BODIES] = {
    {O, F, 0.007, 0.04325, 2.194e-6, 0.00092, 0},        {F, E, 0.028, 0.00365, 4.410e-7, 0.0115, 0},
    {B, E, 0.035, 0.02373, 5.255e-6, 0.01874, 0.01043},  {E, G, 0.020, 0.00706, 5.667e-7, 0.01421, 0},
    {A, G, 0.040, 0.07050, 1.169e-5, 0.02308, 0.00916},  {E, H, 0.020, 0.00706, 5.667e-7, 0.01421, 0},
    {A, H, 0.040, 0.05498, 1.912e-5, 0.01228, -0.00449},
};
enum { OF, FE, BE, EG, AG, EH, AH }; /* bodies */

struct andrews {
    struct model model; /* first: a pointer to the model is one to all of this */
    int node[POINTS];
    double E0;
    struct reduced *motion; /* (beta, dbeta/dt) */
};

/*%
\subsection{The exact motion}
$\beta$ places everything: $F$ on its circle about $O$, $E$ where circles about $F$ and $B$ meet, $G$ and $H$ where circles about $E$ and $A$ meet. Two circles of
radii $r_P$, $r_Q$ about $P$, $Q$ meet in
\begin{equation}\label{eq:andrews-meet}
  X = P + \lambda d \pm \mu d_\perp, \qquad d = Q - P, \quad \lambda = \frac{d\cdot d + r_P^2 - r_Q^2}{2\,d\cdot d}, \quad \mu = \sqrt{\frac{r_P^2}{d\cdot d} - \lambda^2} ,
\end{equation}
and as they never touch on the way, the signs of the start hold. The velocities for $\dot\beta = 1$ follow from $(X-P)\cdot(X'-P') = (X-Q)\cdot(X'-Q') = 0$. With $J(\beta)$ twice the kinetic
energy for $\dot\beta = 1$ and $V(\beta)$ that of the spring,
\begin{equation}\label{eq:andrews-motion}
  J\ddot\beta + \tfrac12 J'\dot\beta^2 + V' = \tau ,
\end{equation}
whose derivatives come from a complex step.
*/
typedef long double complex number;

struct moving {
    number at[PLANE], rate[PLANE]; /* rate: by beta */
};

static number product(const number *x, const number *y)
{
    return x[0] * y[0] + x[1] * y[1]; /* analytic: no conjugate */
}

static struct moving meet(const struct moving *P, int body_P, const struct moving *Q, int body_Q, int sign)
{
    long double r_P = (long double)bodies[body_P].length, r_Q = (long double)bodies[body_Q].length;
    number d[PLANE] = {Q->at[0] - P->at[0], Q->at[1] - P->at[1]}, d2 = product(d, d);
    number lambda = (d2 + r_P * r_P - r_Q * r_Q) / (2 * d2);
    number mu = sign * csqrtl(r_P * r_P / d2 - lambda * lambda);
    number p[PLANE] = {lambda * d[0] - mu * d[1], lambda * d[1] + mu * d[0]}; /* X - P */
    number q[PLANE] = {p[0] - d[0], p[1] - d[1]};                             /* X - Q */
    number f = product(p, P->rate), g = product(q, Q->rate), det = p[0] * q[1] - p[1] * q[0];
    return (struct moving){{P->at[0] + p[0], P->at[1] + p[1]},
                           {(f * q[1] - g * p[1]) / det, (p[0] * g - q[0] * f) / det}};
}

static void place(number beta, struct moving X[POINTS])
{
    number c = (long double)bodies[OF].length * ccosl(beta), s = (long double)bodies[OF].length * csinl(beta);
    for (int i = O; i <= B; i++)
        X[i] = (struct moving){.at = {(long double)ground[i][0], (long double)ground[i][1]}};
    X[F] = (struct moving){{c, s}, {-s, c}};
    X[E] = meet(&X[F], FE, &X[B], BE, 1);
    X[G] = meet(&X[E], EG, &X[A], AG, -1);
    X[H] = meet(&X[E], EH, &X[A], AH, 1);
}

static number body_inertia(const struct body *body, const struct moving *P, const struct moving *Q)
{
    long double l = (long double)body->length, x = (long double)body->along / l,
                y = (long double)body->across / l;
    number v[PLANE] = {Q->rate[0] - P->rate[0], Q->rate[1] - P->rate[1]};
    number centre[PLANE] = {P->rate[0] + x * v[0] - y * v[1], P->rate[1] + x * v[1] + y * v[0]};
    return (long double)body->mass * product(centre, centre) +
           (long double)body->inertia * product(v, v) / (l * l);
}

static number potential(const struct moving *at_E)
{
    long double x = (long double)along_D / (long double)bodies[BE].length,
                y = (long double)across_D / (long double)bodies[BE].length;
    number d[PLANE], e[PLANE];
    for (int i = 0; i < PLANE; i++)
        e[i] = at_E->at[i] - (long double)ground[B][i];
    d[0] = (long double)ground[B][0] - (long double)C[0] + x * e[0] - y * e[1];
    d[1] = (long double)ground[B][1] - (long double)C[1] + x * e[1] + y * e[0];
    number stretch = csqrtl(product(d, d)) - (long double)free_length;
    return (long double)k * stretch * stretch / 2;
}

static void motion(void *context, long double t, const long double *y, long double *dydt)
{
    (void)context, (void)t;
    const long double tiny = 1e-30L;
    struct moving X[POINTS];
    place(y[0] + tiny * (number)_Complex_I, X);
    number J = 0, V = potential(&X[E]);
    for (int i = 0; i < BODIES; i++)
        J += body_inertia(&bodies[i], &X[bodies[i].P], &X[bodies[i].Q]);
    dydt[0] = y[1];
    dydt[1] = ((long double)tau - (cimagl(V) + cimagl(J) * y[1] * y[1] / 2) / tiny) / creall(J);
}

/*%
The start is the toggle position, where $O$ lies between $F$ and $E$: $E = -3F$, because $|FE| = 4\,|OF|$. With $r = |FE| - |OF|$ and the direction $f$ of the crank, $E = -rf$, the length $|E-B| = |BE|$ asks for
\begin{equation}\label{eq:andrews-toggle}
  2r\,B\cdot f = |BE|^2 - r^2 - |B|^2, \qquad \beta_0 = \arg B - \arccos\frac{|BE|^2 - r^2 - |B|^2}{2r\,|B|} = -0.06171389\ldots
\end{equation}
A table that rounds it to three digits would move $F$ by 0.07~mm at the end.
*/
static long double toggle(void)
{
    long double x = (long double)ground[B][0], y = (long double)ground[B][1], b = hypotl(x, y);
    long double arm = (long double)bodies[FE].length - (long double)bodies[OF].length,
                length = (long double)bodies[BE].length;
    return atan2l(y, x) - acosl((length * length - arm * arm - b * b) / (2 * arm * b));
}

static void exact(const struct model *model, double t, double *q, double *v, double *ledger)
{
    const struct andrews *a = (const struct andrews *)model;
    const struct mechanism *mechanism = mechanism_of(model);
    struct moving X[POINTS];
    long double y[2];
    reduced_at(a->motion, (long double)t, y);
    place(y[0], X);
    for (int i = F; i <= H; i++)
        for (int j = 0; j < PLANE; j++) {
            q[coordinate(mechanism, a->node[i], j)] = (double)creall(X[i].at[j]);
            v[coordinate(mechanism, a->node[i], j)] = (double)(creall(X[i].rate[j]) * y[1]);
        }
    const double beta = (double)y[0];
    ledger_set(mechanism, ledger, 0, &beta);
}

static void observe(const struct model *model, const double *q, const double *v, double *seen)
{
    (void)v;
    double at[SPACE];
    where(mechanism_of(model), q, ((const struct andrews *)model)->node[F], at);
    copy(seen, at, PLANE);
}

static void row(const struct model *model, const struct levels *levels, const double *q, const double *v,
                const double *ledger, double *row)
{
    (void)ledger;
    observe(model, q, v, row);
    row[2] = levels->energy - ((const struct andrews *)model)->E0;
    row[3] = levels->phi;
    row[4] = levels->phidot;
}

/* A rod for each body, the arms of BDE to D, and the spring. */
static void draw(const struct model *model, const double *q, double *xyz)
{
    const struct andrews *a = (const struct andrews *)model;
    const struct mechanism *mechanism = mechanism_of(model);
    for (int i = 0; i < BODIES; i++) {
        where(mechanism, q, a->node[bodies[i].P], xyz + 6 * i);
        where(mechanism, q, a->node[bodies[i].Q], xyz + 6 * i + 3);
    }
    const double *from = xyz + 6 * BE, *to = from + 3, l = bodies[BE].length;
    const double e[PLANE] = {(to[0] - from[0]) / l, (to[1] - from[1]) / l};
    const double D[SPACE] = {from[0] + along_D * e[0] - across_D * e[1],
                             from[1] + along_D * e[1] + across_D * e[0], 0};
    const double spring[SPACE] = {C[0], C[1], 0};
    const double *const start[3] = {from, to, spring};
    for (int i = 0; i < 3; i++) {
        copy(xyz + 6 * (BODIES + i), start[i], SPACE);
        copy(xyz + 6 * (BODIES + i) + 3, D, SPACE);
    }
}

/* D - C = K + x E + y E_turned with x, y = (0.018, 0.020)/|BE| and the constant K = (1 - x) B - y B_turned - C. */
static struct mechanism *assemble(int *node)
{
    struct mechanism *mechanism = mechanism_create(2);
    for (int i = 0; i < POINTS; i++)
        node[i] = i <= B ? fixed_point(mechanism, ground[i][0], ground[i][1], 0) : point(mechanism);
    for (int i = 0; i < BODIES; i++) {
        const struct body *b = &bodies[i];
        planar_body(mechanism, node[b->P], node[b->Q], b->length, b->mass, b->inertia, b->along, b->across);
        keep_distance(mechanism, node[b->P], node[b->Q], b->length);
    }
    double x = along_D / bodies[BE].length, y = across_D / bodies[BE].length;
    int K = fixed_point(mechanism, (1 - x) * ground[B][0] + y * ground[B][1] - C[0],
                        (1 - x) * ground[B][1] - y * ground[B][0] - C[1], 0);
    spring_damper(mechanism, plus_turned(plus(vector_of(K), x, node[E]), y, node[E]), k, 0, free_length);
    torque(mechanism, between(node[O], node[F]), bodies[OF].length, tau);
    return mechanism;
}

static void fill(struct model *model, double duration)
{
    model->duration = duration;
    model->tolerance = 1e-3;
    model->accuracy = 1e-4;
    model->trusted = duration;
    model->interval = 2.5e-4;
    model->observed = PLANE;
    model->observe = observe;
    model->columns = "x_F y_F dU phi phidot";
    model->row = row;
    model->exact = exact;
    model->segments = BODIES + 3;
    model->draw = draw;
    model->kinds = "rrrrrrrrrs";
    model->labels = "O:0 F:1 E:3 B:4 G:7 A:8 H:11 C:18 D:19";
}

static struct model *create(const double *parameters)
{
    struct andrews plan = {.E0 = 0};
    struct model *model = mechanism_finish(assemble(plan.node), 1, 0.01);
    fill(model, parameters[0]);
    struct andrews *a = take(model->arena, 1, sizeof *a);
    *a = plan;
    a->model = *model;
    const long double start[2] = {toggle(), 0};
    a->motion = reduced_create(model->arena, motion, NULL, 2, start, model->duration, NODES);
    double *q = take_doubles(model->arena, 2 * (size_t)model->n + (size_t)model->ledger), *v = q + model->n;
    exact(&a->model, 0, q, v, v + model->n);
    a->E0 = model->energy(model, q, v, v + model->n);
    return &a->model;
}

const struct problem problem_andrews = {
    .name = "andrews",
    .title = "Andrews' squeezer",
    .cite = "schiehlen1990",
    .parameters = {{"duration", 0.05, "length of the motion [s]", .least = 1e-5, .most = 10}},
    .create = create,
};
