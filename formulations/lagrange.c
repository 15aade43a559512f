/*%
\section{Lagrange multipliers}\label{sec:lagrange}
The textbook's own way: the multipliers of \eqref{eq:motion} are unknowns, and a differentiated constraint closes the system.
\emph{Explicit} integrators ask for accelerations. The constraints are then imposed at that level, where errors of position and velocity would grow
unseen, so Baumgarte \citep{baumgarte1972} asks for a damped oscillator instead:
\begin{equation}\label{eq:lagrange}
  \begin{pmatrix} M & \Phi_q^{\top} \\ \Phi_q & 0 \end{pmatrix}
  \begin{pmatrix} a \\ \lambda \end{pmatrix} =
  \begin{pmatrix} Q \\ \gamma - 2\xi\omega\,\dot\Phi - \omega^2\Phi \end{pmatrix} .
\end{equation}
Stabilisation is not free: the stages of an explicit step are off the manifold by $O(h^2)$, and pulling each of them back multiplies the error of Runge--Kutta,
its order unharmed. Where the state is projected after every step there is nothing to stabilise, and the
terms are left out; \texttt{project=0} or a given \texttt{omega} brings them back.

\emph{Implicit} integrators solve for the position, and can hold the constraints there, $\Phi = 0$, or in Baumgarte's form
$s = 0$ of \eqref{eq:stabilised}, divided by $c_a + 2\xi\omega c_v + \omega^2$, which tends to the former as $\omega\to\infty$.
*/
#include "core/formulation.h"
#include "core/kkt.h"
#include "core/projection.h"
#include "core/stabilised.h"
#include "core/vector.h"

enum parameters { XI, OMEGA, SOLVE_BY, ROW, PROJECT, RANK_TOLERANCE };
enum row { POSITION, BAUMGARTE };

struct lagrange {
    struct arena *arena;
    struct at at;
    struct kkt *explicit_kkt, *implicit_kkt;
    struct projection *projection;
    struct stabilised stabilised; /* of the implicit view */
    double omega_explicit;        /* [1/s] */
    enum row row;
    bool project;
    double scale_row;      /* ca + 2 xi omega cv + omega^2 */
    double *lambda, *next; /* m */
    double *g;             /* m */
};

static const double BAUMGARTE_OMEGA = 10; /* [1/s] */

static void *create(const struct model *model, const double *parameters, const struct settings *settings)
{
    struct arena *arena = arena_create();
    struct lagrange *p = take(arena, 1, sizeof *p);
    struct kkt_choice by = {.method = (enum kkt_method)parameters[SOLVE_BY],
                            .rank_tolerance = parameters[RANK_TOLERANCE]};
    p->arena = arena;
    p->row = (enum row)parameters[ROW];
    p->project = parameters[PROJECT] != 0;
    p->stabilised.xi = parameters[XI];
    p->stabilised.omega = parameters[OMEGA] > 0 ? parameters[OMEGA] : BAUMGARTE_OMEGA;
    p->omega_explicit = parameters[OMEGA] > 0 || !p->project ? p->stabilised.omega : 0;
    at_create(&p->at, arena, model);
    stabilised_create(&p->stabilised, arena, model);
    enum linear_kind kind = model->symmetric && p->row == POSITION ? SYMMETRIC : GENERAL;
    p->implicit_kkt = kkt_create(model, &by, kind, settings->backend);
    by.h = settings->h;
    p->explicit_kkt = kkt_create(model, &by, SYMMETRIC, settings->backend);
    p->projection = p->project ? projection_create(model, settings->backend) : NULL;
    p->lambda = take_doubles(arena, (size_t)model->m);
    p->next = take_doubles(arena, (size_t)model->m);
    p->g = take_doubles(arena, (size_t)model->m);
    return p;
}

static void destroy(void *self)
{
    struct lagrange *p = self;
    kkt_free(p->explicit_kkt);
    kkt_free(p->implicit_kkt);
    projection_free(p->projection);
    arena_free(p->arena);
}

static enum status accelerations(void *self, double t, const double *q, const double *v, double *a)
{
    struct lagrange *p = self;
    double xi = p->stabilised.xi, omega = p->omega_explicit;
    at_position(&p->at, q);
    at_velocity(&p->at, q, v);
    at_forces(&p->at, t, q, v);
    for (int k = 0; k < p->at.m; k++)
        p->g[k] = p->at.gamma[k] - 2 * xi * omega * p->at.phidot[k] - omega * omega * p->at.phi[k];
    copy(a, p->at.Q, p->at.n);
    kkt_assemble(p->explicit_kkt, &p->at, 1, 0, false, p->at.phi_q);
    return kkt_solve(p->explicit_kkt, a, p->g, p->lambda);
}

/*%
\subsection{Residual and tangent}
The unknowns are $(q, \lambda)$; with $c$ the constraint row, $\Phi$ or the scaled \eqref{eq:stabilised},
\begin{equation}\label{eq:lagrange-residual}
  r = \begin{pmatrix} M a + \Phi_q^{\top}\lambda - Q \\ c \end{pmatrix}, \qquad
  T = \begin{pmatrix} c_a M + c_v C + K(\lambda) & \Phi_q^{\top} \\ c_q & 0 \end{pmatrix} .
\end{equation}
Where the constraints are redundant an increment of $\lambda$ could wander along the null space of $\Phi_q^{\top}$. So each iteration solves
for the \emph{new} multipliers, of least norm, and reports the difference.
*/
static enum status residual(void *self, const struct point *point, double *r)
{
    struct lagrange *p = self;
    int n = p->at.n, m = p->at.m;
    at_position(&p->at, point->q);
    at_forces(&p->at, point->t, point->q, point->v);
    for (int i = 0; i < n; i++)
        r[i] = -p->at.Q[i];
    add_mass(&p->at, 1, point->a, r);
    add_phi_q_transposed(&p->at, 1, p->lambda, r); /* M a + phi_q' lambda - Q */
    if (p->row == POSITION) {
        copy(r + n, p->at.phi, m);
    } else {
        double xi = p->stabilised.xi, omega = p->stabilised.omega;
        p->scale_row = point->ca + 2 * xi * omega * point->cv + omega * omega;
        at_velocity(&p->at, point->q, point->v);
        stabilised_value(&p->stabilised, &p->at, point->a);
        for (int k = 0; k < m; k++)
            r[n + k] = p->stabilised.s[k] / p->scale_row;
    }
    return OK;
}

static enum status tangent(void *self, const struct point *point)
{
    struct lagrange *p = self;
    const double *B = p->at.phi_q;
    at_stiffness(&p->at, point->t, point->q, point->v, point->a, p->lambda);
    if (p->row == BAUMGARTE) {
        stabilised_slope(&p->stabilised, &p->at, point);
        scale(p->stabilised.B, 1 / p->scale_row, pattern_size(&p->at.model->jacobian_pattern));
        B = p->stabilised.B;
    }
    kkt_assemble(p->implicit_kkt, &p->at, point->ca, point->cv, true, B);
    return OK;
}

static enum status solve(void *self, double *r)
{
    struct lagrange *p = self;
    int n = p->at.n, m = p->at.m;
    add_phi_q_transposed(&p->at, -1, p->lambda, r); /* lambda is solved for anew */
    scale(r, -1, n + m);
    copy(p->g, r + n, m);
    TRY(kkt_solve(p->implicit_kkt, r, p->g, p->next));
    for (int k = 0; k < m; k++)
        r[n + k] = p->next[k] - p->lambda[k];
    return OK;
}

static double *extra(void *self)
{
    return ((struct lagrange *)self)->lambda;
}

static void matrix(void *self, double *T)
{
    kkt_export(((struct lagrange *)self)->implicit_kkt, T);
}

/*%
\subsection{Projection, and where the method fails}
Stabilisation alone lets the mechanism through a singular position only by symmetry: there the multipliers needed grow without bound, and a
small disturbance can throw it off its branch (Section~\ref{sec:singular}). Position, velocity and acceleration are therefore projected after every
step (Section~\ref{sec:projection}); \texttt{project=0} shows what happens otherwise.
*/
static enum status project(void *self, double t, double *q, double *v, double *a, double *w)
{
    (void)t;
    struct lagrange *p = self;
    return p->project ? projection_apply(p->projection, q, v, a, w) : OK;
}

static const double *multipliers(void *self)
{
    return ((struct lagrange *)self)->lambda;
}

/*%
\subsection{Cost}
A step of an explicit integrator solves \eqref{eq:lagrange} once for each stage, a step of an implicit one solves with $T$ once for each iteration. Section~\ref{sec:kkt} has the two ways of doing so: the
iteration \eqref{eq:uzawa}, whose matrix has the sparsity of a normal matrix and whose cost is linear in the length of a chain, and, where constraints are redundant and the mechanism is
small, a dense QR factorisation of $\Phi_q^{\top}$, whose cost grows as $n^2 m$. The projection adds a factorisation of $M + \alpha\Phi_q^{\top}\Phi_q$ a step.
*/
const struct formulation formulation_lagrange = {
    .name = "lagrange",
    .title = "Lagrange multipliers with Baumgarte stabilisation",
    .cite = "baumgarte1972",
    .parameters =
        {
            {"xi", 1, "damping ratio of the stabilised constraints; 1 is critical", .least = 0, .most = 100},
            {"omega", 0,
             "[1/s] their natural frequency; 0: 10, and none for accelerations when each step is projected",
             .least = 0, .most = 1e9},
            {"solve", 0,
             "how the saddle-point system is solved; auto is qr while it is small and redundant, else al",
             .choices = "auto|qr|al|lu"},
            {"row", 0, "constraint equation of the implicit view", .choices = "position|baumgarte"},
            {"project", 1, "1: project q, v, a after each step; 0: do not", .most = 1, .whole = true},
            {"rank_tolerance", 0, "of qr: rank by this tolerance; 0: from the mobility", .least = 0,
             .most = 1},
        },
    .adapted_explicit = "projected after each step instead of stabilised; project=0 is Baumgarte's method",
    .adapted_implicit =
        "the constraints are held at position level (row=baumgarte has the stabilised row) and projected",
    .unknowns = {{"q", 'n'}, {"lambda", 'm'}},
    .equations = {{"equilibrium", 'n'}, {"constraints", 'm'}},
    .create = create,
    .destroy = destroy,
    .accelerations = accelerations,
    .residual = residual,
    .tangent = tangent,
    .solve = solve,
    .extra = extra,
    .matrix = matrix,
    .project = project,
    .multipliers = multipliers,
};
