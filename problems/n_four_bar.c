/*%
\section{N-four-bar}\label{sec:problem-n-four-bar}
$N+1$ upright rods, pinned to the ground at $A_i = (i, 0)$, $i = 0\ldots N$, carry $N$ couplers that join their tops $B_i$: $2N+1$ equal thin rods of
1~m and 1~kg \citep{gonzalez2006}. Started upright with every $B_i$ moving at 1~m/s, the mechanism tumbles right round. Whenever the rods lie flat it
is singular: there $\Phi_q$ loses rank, one degree of freedom becomes $N+1$, and a code that does not hold its branch lets the parallelograms fold.

The coordinates are those of the tops, $2N+2$ numbers, and the constraints are the $2N+1$ lengths $|B_i - A_i| = |B_{i+1} - B_i| = 1$, none of them redundant. In the benchmark the energy must not
drift by more than 0.1~J in 10~s. The gate for the trajectory, 5~cm in $B_0$, is a choice of this testbed, and so is what counts as having folded: tops that are half a metre off their parallelogram.

\subsection{Exact solution}
On the parallelogram branch all uprights share the angle $\theta$ from upright, clockwise. An upright has the inertia $\tfrac13$ about its pin and its centre at half its length;
couplers translate with the tops. The kinetic energy is $\tfrac12\bigl[(N+1)/3 + N\bigr]\dot\theta^2$, the potential $g\bigl[(N+1)/2 + N\bigr]\cos\theta$, and Lagrange's equation gives
\begin{equation}\label{eq:four-bar}
  \ddot\theta = k\sin\theta, \qquad k = g\,\frac{(N+1)/2 + N}{(N+1)/3 + N}, \qquad \theta(0) = 0,\; \dot\theta(0) = 1 .
\end{equation}
This is a pendulum that turns over. Its energy integral is $\dot\theta^2 = 1 + 4k\sin^2(\theta/2)$, and with $\theta = \pi + 2\varphi$ it becomes
$\dot\varphi^2 = \Omega^2(1 - \kappa^2\sin^2\varphi)$, $\Omega^2 = \tfrac14 + k$, $\kappa^2 = k/\Omega^2$, which defines the Jacobi amplitude. From $\varphi(0) = -\pi/2$,
\begin{equation}\label{eq:four-bar-exact}
  \theta(t) = \pi + 2\,\mathrm{am}(\Omega t - K(\kappa), \kappa), \qquad \dot\theta = 2\Omega\,\mathrm{dn}(\Omega t - K(\kappa), \kappa),
\end{equation}
and one revolution takes $2K/\Omega$. The tops are $B_i = (i + \sin\theta, \cos\theta)$.

\subsection{Forces at the singular position}
Twice in each revolution all rods are horizontal. Let $\phi$ be the angle of the uprights from the horizontal, and $w_i$ the speed of $B_i$ along
its circle. The coupler between $B_i$ and $B_{i+1}$ imposes
\begin{equation}\label{eq:coupler}
  \sin\phi\;(w_{i+1} - w_i) = 0 ,
\end{equation}
which says nothing at $\phi = 0$: there each upright could go its own way. Its axial force $\lambda$ acts on the uprights with the tangential component $\lambda\sin\phi$. Without such
forces the outer uprights, which carry one half of one coupler each, would fall with the angular acceleration $\tfrac65 g\sin\theta$ (the moment $\tfrac12 + \tfrac12$ over the inertia
$\tfrac13 + \tfrac12$), and the inner ones, which carry two halves, with $\tfrac98 g\sin\theta$. To move as one they need tangential forces that do not vanish at $\phi = 0$. Hence
\begin{equation}\label{eq:one-over-sine}
  \lambda = O(1/\sin\phi) ,
\end{equation}
not as a numerical accident but in the exact motion. A method that computes $\lambda$ has to follow it through a pole; a method
that computes only the products $\Phi_q^{\top}\lambda$ need not.
*/
#include <stdio.h>
#include "core/elliptic.h"
#include "core/mechanism.h"
#include "core/vector.h"

static const double G = 9.81;

static int count(const struct model *model) /* tops, N + 1 */
{
    return model->n / 2;
}

static void exact(const struct model *model, double t, double *q, double *v, double *ledger)
{
    (void)ledger;
    int tops = count(model);
    long double N = tops - 1, k = 9.81L * ((N + 1) / 2 + N) / ((N + 1) / 3 + N);
    long double Omega = sqrtl(0.25L + k), kappa = sqrtl(k) / Omega,
                u = Omega * (long double)t - elliptic_K(kappa);
    struct jacobi j = jacobi(u, kappa);
    /* sin and cos of theta = pi + 2 am */
    long double sine = -2 * j.sn * j.cn, cosine = 2 * j.sn * j.sn - 1, rate = 2 * Omega * j.dn;
    for (int i = 0; i < tops; i++) {
        q[2 * i] = (double)(i + sine);
        q[2 * i + 1] = (double)cosine;
        v[2 * i] = (double)(cosine * rate);
        v[2 * i + 1] = (double)(-sine * rate);
    }
}

/* How far the rods are from being parallel. */
static double branch(const struct model *model, const double *q)
{
    double most = 0;
    for (int i = 1; i < count(model); i++) {
        double dx = q[2 * i] - i - q[0], dy = q[2 * i + 1] - q[1];
        most = fmax(most, hypot(dx, dy));
    }
    return most;
}

static void observe(const struct model *model, const double *q, const double *v, double *seen)
{
    (void)model, (void)v;
    seen[0] = q[0]; /* B_0, which starts above the origin */
    seen[1] = q[1];
}

static void row(const struct model *model, const struct levels *levels, const double *q, const double *v,
                const double *ledger, double *out)
{
    (void)model, (void)ledger;
    out[0] = q[0];
    out[1] = v[0];
    out[2] = levels->energy;
    out[3] = levels->phi;
    out[4] = levels->phidot;
    out[5] = levels->phiddot;
}

static void segment(double *xyz, double x0, double y0, double x1, double y1)
{
    xyz[0] = x0, xyz[1] = y0, xyz[2] = 0;
    xyz[3] = x1, xyz[4] = y1, xyz[5] = 0;
}

static void draw(const struct model *model, const double *q, double *xyz)
{
    int tops = count(model);
    for (int i = 0; i < tops; i++)
        segment(xyz + 6 * i, i, 0, q[2 * i], q[2 * i + 1]);
    for (int i = 0; i + 1 < tops; i++)
        segment(xyz + 6 * (tops + i), q[2 * i], q[2 * i + 1], q[2 * i + 2], q[2 * i + 3]);
}

/* "A_0:0 B_0:1 A_1:2 …"; of a long row only the first rod and the last. */
static const char *names(struct arena *arena, int N)
{
    enum { EACH = 48 };
    int step = N <= 4 ? 1 : N, used = 0;
    size_t size = (size_t)(N / step + 1) * EACH;
    char *text = take(arena, size, 1);
    for (int i = 0; i <= N; i += step)
        used += snprintf(text + used, size - (size_t)used, "%sA_%d:%d B_%d:%d", i ? " " : "", i, 2 * i, i,
                         2 * i + 1);
    return text;
}

static void build(struct mechanism *mechanism, int N)
{
    int last = -1;
    for (int i = 0; i <= N; i++) {
        int A = fixed_point(mechanism, i, 0, 0), B = point(mechanism);
        thin_rod(mechanism, A, B, 1);
        keep_distance(mechanism, A, B, 1);
        if (i > 0) {
            thin_rod(mechanism, last, B, 1);
            keep_distance(mechanism, last, B, 1);
        }
        last = B;
    }
    gravity(mechanism, 0, -G, 0);
}

static struct model *create(const double *parameters)
{
    int N = (int)parameters[0];
    struct mechanism *mechanism = mechanism_create(2);
    build(mechanism, N);
    struct model *model = mechanism_finish(mechanism, 1, 1);
    model->duration = model->trusted = 10;
    model->tolerance = 0.1;
    model->accuracy = 0.05;
    model->interval = 0.01;
    model->observed = 2;
    model->observe = observe;
    model->branch = branch;
    model->branch_limit = 0.5;
    model->columns = "x1 xdot1 energy phi phidot phiddot";
    model->row = row;
    model->exact = exact;
    model->segments = 2 * N + 1;
    model->draw = draw;
    model->labels = names(model->arena, N);
    return model;
}

const struct problem problem_n_four_bar = {
    .name = "n-four-bar",
    .title = "N four-bars in a row",
    .cite = "gonzalez2006",
    .parameters = {{"n", 40, "number of four-bars", .least = 1, .most = 1e6, .whole = true}},
    .create = create,
};
