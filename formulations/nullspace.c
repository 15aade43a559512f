/*%
\section{Null space}\label{sec:nullspace}
Forces of constraint do no work on motions that the constraints allow. If the columns of $R$ span these, $\Phi_q R = 0$, then $R^{\top}$ removes the
multipliers from \eqref{eq:motion}, and the constraints themselves supply the missing equations \citep{kim1986,blajer1997}:
\begin{equation}\label{eq:nullspace}
  \begin{pmatrix} R^{\top}M \\ \Phi_q \end{pmatrix} a = \begin{pmatrix} R^{\top}Q \\ \gamma \end{pmatrix} .
\end{equation}
A QR factorisation with column pivoting, $\Phi_q^{\top}P = (Q_1\; R)\begin{pmatrix} R_{11} & R_{12} \\ 0 & 0 \end{pmatrix}$, gives an
orthonormal basis of both spaces. Its rank is \emph{fixed} to $n$ less the mobility. A tolerance would have to be chosen, and there is no good
choice: it must exceed the violation of the constraints, or redundant rows count as independent, and stay below what a singular position leaves of
the regular ones. The parameter \texttt{rank\_tolerance} shows it: a small one finds
redundant rows independent at stages off the manifold, and the run diverges; a large one cuts off constraints in good standing near singular positions.
*/
#include "core/formulation.h"
#include "core/projection.h"
#include "core/saddle.h"
#include "core/vector.h"

enum parameters { PROJECT, RANK_TOLERANCE };

struct nullspace {
    struct arena *arena;
    struct at at;
    struct saddle *saddle;
    struct projection *projection;
    struct effective A; /* M, or the tangent */
    bool project;
    double *lambda, *next; /* m */
    double *x, *g;         /* n, m */
};

static void *create(const struct model *model, const double *parameters, const struct settings *settings)
{
    struct arena *arena = arena_create();
    struct nullspace *p = take(arena, 1, sizeof *p);
    size_t n = (size_t)model->n, m = (size_t)model->m;
    p->arena = arena;
    p->project = parameters[PROJECT] != 0;
    at_create(&p->at, arena, model);
    p->saddle = saddle_create(model, parameters[RANK_TOLERANCE]);
    p->projection = p->project ? projection_create(model, settings->backend) : NULL;
    p->lambda = take_doubles(arena, m);
    p->next = take_doubles(arena, m);
    p->x = take_doubles(arena, n);
    p->g = take_doubles(arena, m);
    return p;
}

static void destroy(void *self)
{
    struct nullspace *p = self;
    saddle_free(p->saddle);
    projection_free(p->projection);
    arena_free(p->arena);
}

/*%
\subsection{Accelerations}
In the basis $(Q_1\; R)$ equation \eqref{eq:nullspace} falls apart: the part of $a$ along $Q_1$ follows from $\Phi_q a = \gamma$ alone, the part along $R$ from
an $f\times f$ system with $R^{\top}MR$, and the multipliers, of least norm, from what is left, $\Phi_q^{\top}\lambda = Q - Ma$. These are the steps of
Section~\ref{sec:saddle} with $A = M$.
*/
static enum status accelerations(void *self, double t, const double *q, const double *v, double *a)
{
    struct nullspace *p = self;
    at_position(&p->at, q);
    at_velocity(&p->at, q, v);
    at_forces(&p->at, t, q, v);
    p->A = (struct effective){&p->at, 1, 0, false};
    TRY(saddle_factor(p->saddle, &p->A, p->at.phi_q));
    return saddle_solve(p->saddle, p->at.Q, p->at.gamma, a, p->lambda);
}

/*%
\subsection{Residual and tangent}
At the end of an implicit step $R^{\top}(Ma - Q) = 0$ and $\Phi = 0$. $R$ depends on $q$, so its derivative belongs to the tangent, but need not be formed. From
$R^{\top}\Phi_q^{\top} = 0$ follows $\delta R^{\top}\,\Phi_q^{\top} = -R^{\top}\,\delta\Phi_q^{\top}$, and with $Ma - Q = -\Phi_q^{\top}\lambda$
\begin{equation}\label{eq:nullspace-tangent}
  \delta\bigl[R^{\top}(Ma - Q)\bigr] = R^{\top}\bigl[\delta(Ma - Q) + \delta\Phi_q^{\top}\,\lambda\bigr] = R^{\top}\bigl(c_a M + c_v C + K(\lambda)\bigr)\,\delta q ,
\end{equation}
with the $\lambda$ that the QR recovers. The Newton system is thus that of the Lagrange multipliers at position level, \eqref{eq:lagrange-residual}, with $\lambda$
eliminated through $R$, and $R$ is found anew at every iterate: frozen at the prediction it would ask for smaller steps.
*/
static enum status residual(void *self, const struct point *point, double *r)
{
    struct nullspace *p = self;
    int n = p->at.n;
    at_position(&p->at, point->q);
    at_forces(&p->at, point->t, point->q, point->v);
    for (int i = 0; i < n; i++)
        r[i] = -p->at.Q[i];
    add_mass(&p->at, 1, point->a, r);
    add_phi_q_transposed(&p->at, 1, p->lambda, r);
    copy(r + n, p->at.phi, p->at.m);
    return OK;
}

static enum status tangent(void *self, const struct point *point)
{
    struct nullspace *p = self;
    at_stiffness(&p->at, point->t, point->q, point->v, point->a, p->lambda);
    p->A = (struct effective){&p->at, point->ca, point->cv, true};
    return saddle_factor(p->saddle, &p->A, p->at.phi_q);
}

static enum status solve(void *self, double *r)
{
    struct nullspace *p = self;
    int n = p->at.n, m = p->at.m;
    add_phi_q_transposed(&p->at, -1, p->lambda, r); /* lambda is solved for anew */
    scale(r, -1, n + m);
    copy(p->g, r + n, m);
    TRY(saddle_solve(p->saddle, r, p->g, p->x, p->next));
    copy(r, p->x, n);
    for (int k = 0; k < m; k++)
        r[n + k] = p->next[k] - p->lambda[k];
    return OK;
}

static double *extra(void *self)
{
    return ((struct nullspace *)self)->lambda;
}

static void matrix(void *self, double *T)
{
    struct nullspace *p = self;
    export_effective(&p->A, p->at.phi_q, T);
}

/*%
\subsection{Cost, and where it fails}
A stage of an explicit step, or an iteration of an implicit one, costs one QR factorisation of $\Phi_q^{\top}$ and products with its factors; a step adds the symmetric factorisation of its projection.
Where the constraints are independent their columns need no pivoting and keep their profile (Section~\ref{sec:reflect}): on a chain the arithmetic of the QR grows
with its length, but the storage is dense, and clearing it and looking for the columns that a reflector touches grow with the square. Where they are redundant the pivoting fills the matrix, and the cost grows as $n^3$. A basis of a large sparse null space
that stays sparse and well conditioned through singular positions is a research problem of its own. At a singular position the true rank
drops below the fixed one, and the direction that the QR then drops last is decided by round-off; as with the Lagrange multipliers it takes position
\emph{and} velocity projections (Section~\ref{sec:projection}) to hold the branch, and $q$, $v$, $a$ and the integrator's $w$ are projected after every step.
*/
static enum status project(void *self, double t, double *q, double *v, double *a, double *w)
{
    (void)t;
    struct nullspace *p = self;
    return p->project ? projection_apply(p->projection, q, v, a, w) : OK;
}

static const double *multipliers(void *self)
{
    return ((struct nullspace *)self)->lambda;
}

const struct formulation formulation_nullspace = {
    .name = "nullspace",
    .title = "Null space by fixed-rank QR",
    .cite = "kim1986",
    .parameters = {{"project", 1, "1: project q, v, a after each step; 0: do not", .most = 1, .whole = true},
                   {"rank_tolerance", 0, "rank by this tolerance; 0: from the mobility", .least = 0,
                    .most = 1}},
    .adapted_explicit = "projected after each step; project=0 is the textbook's method",
    .adapted_implicit = "position level and null space at every iterate, then projected",
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
