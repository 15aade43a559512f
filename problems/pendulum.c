/*%
\section{Pendulum}\label{sec:problem-pendulum}
A point of 1~kg on a massless bar of 1~m, pinned at the origin and released at rest from $(-1, 0)$: the first problem of the
benchmark library \citep{gonzalez2006}, and the simplest check of everything else. The coordinates are those of the point, with one constraint, $x^2 + y^2 = 1$.

\subsection{Exact solution}
With $\varphi$ measured from straight down, $\ddot\varphi = -g\sin\varphi$. Released from the horizontal, $\varphi_0 = -\pi/2$, the energy gives
$\tfrac12\dot\varphi^2 = g\cos\varphi$. Put $\sin(\varphi/2) = -\kappa\,\zeta$ with $\kappa = \sin(\pi/4)$: then $\cos\varphi = 1 - \zeta^2$ and
$\dot\zeta^2 = g\,(1 - \zeta^2)(1 - \kappa^2\zeta^2)$, the differential equation of the Jacobi sine, which starts at $\zeta = 1$. Hence
\begin{equation}\label{eq:pendulum}
  \sin\tfrac{\varphi}{2} = -\kappa\,\mathrm{sn}(u, \kappa), \qquad \dot\varphi = -2\sqrt g\,\kappa\,\mathrm{cn}(u,\kappa), \qquad
  u = \sqrt g\,t + K(\kappa) .
\end{equation}
The tolerance on energy, 10~mJ, and the gate for the trajectory, 1~mm, are assumed: the library judges this problem by its trajectory, and by other measures.
*/
#include "core/elliptic.h"
#include "core/mechanism.h"

#include <math.h>

static const double G = 9.81;

static void exact(const struct model *model, double t, double *q, double *v, double *ledger)
{
    (void)model, (void)ledger;
    const long double kappa = sqrtl(0.5L), omega = sqrtl(9.81L);
    struct jacobi j = jacobi(omega * (long double)t + elliptic_K(kappa), kappa);
    long double half = -kappa * j.sn, other = sqrtl(1 - half * half); /* sin, cos of phi/2 */
    long double sine = 2 * half * other, cosine = 1 - 2 * half * half, rate = -2 * omega * kappa * j.cn;
    q[0] = (double)sine;
    q[1] = (double)-cosine;
    v[0] = (double)(cosine * rate);
    v[1] = (double)(sine * rate);
}

static void observe(const struct model *model, const double *q, const double *v, double *seen)
{
    (void)model, (void)v;
    seen[0] = q[0];
    seen[1] = q[1];
}

static void row(const struct model *model, const struct levels *levels, const double *q, const double *v,
                const double *ledger, double *out)
{
    (void)model, (void)v, (void)ledger;
    out[0] = q[0];
    out[1] = q[1];
    out[2] = levels->energy;
    out[3] = levels->phi;
    out[4] = levels->phidot;
    out[5] = levels->phiddot;
}

static void draw(const struct model *model, const double *q, double *xyz)
{
    (void)model;
    for (int c = 0; c < 6; c++)
        xyz[c] = 0;
    xyz[3] = q[0];
    xyz[4] = q[1];
}

static struct model *create(const double *parameters)
{
    (void)parameters;
    struct mechanism *mechanism = mechanism_create(2);
    int O = fixed_point(mechanism, 0, 0, 0), P = point(mechanism);
    point_mass(mechanism, P, 1);
    keep_distance(mechanism, O, P, 1);
    gravity(mechanism, 0, -G, 0);

    struct model *model = mechanism_finish(mechanism, 1, 1);
    model->duration = model->trusted = 10;
    model->tolerance = 1e-2; /* [J] assumed: the library judges this problem by its trajectory */
    model->accuracy = 1e-3;
    model->interval = 0.01;
    model->observed = 2;
    model->observe = observe;
    model->columns = "x y energy phi phidot phiddot";
    model->row = row;
    model->exact = exact;
    model->segments = 1;
    model->draw = draw;
    model->labels = "O:0 P:1";
    return model;
}

const struct problem problem_pendulum = {
    .name = "pendulum",
    .title = "Simple pendulum",
    .cite = "gonzalez2006",
    .create = create,
};
