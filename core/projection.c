#include "core/projection.h"

#include "core/vector.h"

/*%
\section{Projections}\label{sec:projection}
An integrator leaves the constraint manifold by its own error. The nearest point of it, in the metric of the mass matrix, minimises
$\tfrac12 \delta^{\top}M\delta$ subject to $\Phi(q+\delta) = 0$. Enforced by a penalty $\alpha$ and iterated, this needs no decision about rank
\citep{bayo1996}:
\begin{equation}\label{eq:project-q}
  \bigl(M + \alpha\,\Phi_q^{\top}\Phi_q\bigr)\,\delta = -\alpha\,\Phi_q^{\top}\Phi, \qquad q \leftarrow q + \delta .
\end{equation}
Velocities and accelerations have linear conditions, and the same matrix serves:
\begin{equation}\label{eq:project-v}
  v \leftarrow v - S^{-1}\alpha\,\Phi_q^{\top}\,(\Phi_q v), \qquad
  a \leftarrow a - S^{-1}\alpha\,\Phi_q^{\top}\,(\Phi_q a - \gamma).
\end{equation}
These are \emph{increments}. The algebraically equal form $v \leftarrow S^{-1}M v$ passes the whole velocity through an ill-conditioned
solve and loses digits at every step, which hides the order of methods beyond the third. Each pass leaves a fraction of about
$m/(\alpha\sigma^2)$ of the violation, $\sigma$ being a singular value of $\Phi_q$; the loop for $q$ repeats until nothing is left, with the first factor.
A projection thus costs one factorisation, and a pair of triangular solves for each pass of $q$ and for each of $v$, $a$ and $w$.

Near a singular position one $\sigma$ tends to zero and with it the pull in that direction: the projection then leaves alone what the constraints
do not determine, which is what one wants of it there.
*/
enum { CAP = 20 };
static const double ALPHA = 1e6;   /* times the typical mass */
static const double CLEAN = 1e-12; /* times the typical length: position is good enough */
static const double ACCEPTABLE =
    1e-6; /* times the typical length: what may stay when the loop meets its cap */

struct projection {
    struct arena *arena;
    struct at at;
    struct normal *normal;
    double alpha;
    double *delta, *gap;
};

struct projection *projection_create(const struct model *model, enum backend backend)
{
    struct arena *arena = arena_create();
    struct projection *p = take(arena, 1, sizeof *p);
    p->arena = arena;
    at_create(&p->at, arena, model);
    p->normal = normal_create(model, SYMMETRIC, backend);
    p->alpha = ALPHA * model->mass_scale;
    p->delta = take_doubles(arena, (size_t)model->n);
    p->gap = take_doubles(arena, (size_t)model->m);
    return p;
}

void projection_free(struct projection *p)
{
    if (!p)
        return;
    normal_free(p->normal);
    arena_free(p->arena);
}

/* x <- x - S \ alpha phi_q' gap */
static void correct(struct projection *p, const double *gap, double *x)
{
    clear(p->delta, p->at.n);
    add_phi_q_transposed(&p->at, -p->alpha, gap, p->delta);
    normal_solve(p->normal, p->delta, 1);
    add(x, 1, p->delta, p->at.n);
}

static enum status position(struct projection *p, double *q)
{
    double length = p->at.model->length;
    for (int k = 0;; k++) {
        double violation = norm_max(p->at.phi, p->at.m);
        if (!(violation < length)) /* NaN included */
            return DIVERGED;
        if (violation <= CLEAN * length)
            return OK;
        if (k == CAP)
            return violation <= ACCEPTABLE * length ? OK : NO_CONVERGENCE;
        correct(p, p->at.phi, q);
        at_position(&p->at, q);
    }
}

/* Makes phi_q x = target. */
static void level(struct projection *p, const double *target, double *x)
{
    for (int k = 0; k < p->at.m; k++)
        p->gap[k] = target ? -target[k] : 0;
    add_phi_q(&p->at, 1, x, p->gap);
    correct(p, p->gap, x);
}

enum status projection_apply(struct projection *p, double *q, double *v, double *a, double *w)
{
    at_position(&p->at, q);
    normal_mass(p->normal, 1, p->at.M);
    normal_square(p->normal, p->alpha, p->at.phi_q, p->at.phi_q);
    TRY(normal_factor(p->normal));
    TRY(position(p, q));
    level(p, NULL, v);
    if (a || w)
        at_gamma(&p->at, q, v);
    if (a)
        level(p, p->at.gamma, a);
    if (w)
        level(p, p->at.gamma, w);
    return OK;
}
