#ifndef FORMULATION_H
#define FORMULATION_H

#include "core/linear.h"
#include "core/problem.h"
#include "core/status.h"

/*%
\subsection{What a formulation provides}\label{sec:contract-formulation}
A formulation turns \eqref{eq:motion} into something that an integrator can advance, and offers two views of it. The \emph{explicit}
view answers: which acceleration belongs to this $(t, q, v)$? The \emph{implicit} view serves integrators that, for one step, express
velocity and acceleration as affine functions of the unknown $q$ at its end,
\begin{equation}\label{eq:affine}
  v = c_v\, q + \hat v, \qquad a = c_a\, q + \hat a ;
\end{equation}
the formulation then gives the residual of its equilibrium at such a point, and the tangent with respect to its unknowns: $q$ first,
then multipliers if it has them as unknowns. One Newton loop in the core joins the two (Section~\ref{sec:newton}). After a step,
\texttt{project} may return the state to the constraint manifold. Integrators with an algorithmic acceleration $w$ (Section~\ref{sec:newmark}) state
$c_w = \partial w/\partial q$ as well, for formulations that change more than the projection does.
*/
struct point {
    double t;
    const double *q, *v, *a;
    double cv, ca; /* dv/dq, da/dq of the affine map */
    double cw;     /* dw/dq of the integrator's algorithmic acceleration; 0 when it has none */
};

/* A group of unknowns or of equations. Its size is n or m. `driftbench check` names tangent blocks after these. */
struct group {
    const char *name;
    char size; /* 'n' or 'm'; 0 ends the list */
};
enum { GROUPS_MAX = 5 };

/* What the command line settles for every formulation. */
struct settings {
    enum backend backend;
    double h; /* [s] the step: stabilisation and penalties may scale with it */
};

/* A callback must be given unless its comment says what NULL means; the program names the missing one when it starts. */
struct formulation {
    const char *name, *title, *cite;
    struct parameter parameters[PARAMETERS_MAX];

    /* Why the method, paired with explicit or implicit integrators, departs from its textbook; NULL when it does not. */
    const char *adapted_explicit, *adapted_implicit;

    struct group unknowns[GROUPS_MAX];  /* the first is {"q", 'n'} */
    struct group equations[GROUPS_MAX]; /* as many groups of each size */

    void *(*create)(const struct model *model, const double *parameters, const struct settings *settings);
    void (*destroy)(void *self);

    /* Explicit view. */
    enum status (*accelerations)(void *self, double t, const double *q, const double *v, double *a);

    /* Implicit view. `residual` evaluates at the point; `tangent` assembles T at the point of the last residual;
       `solve` overwrites r with the correction -T \ r, for as many r as are asked of one tangent. */
    enum status (*residual)(void *self, const struct point *point, double *r);
    enum status (*tangent)(void *self, const struct point *point);
    enum status (*solve)(void *self, double *r);
    bool keeps;                   /* `solve` is as good at a later point with the tangent of an earlier one */
    double *(*extra)(void *self); /* the unknowns after q, contiguous; NULL when q is the only one */

    /* The assembled T as a dense matrix, by columns, for tests and `driftbench check`. */
    void (*matrix)(void *self, double *T);

    /* After a step: cleans q, v, a and the integrator's algorithmic acceleration w (NULL when it has none). Explicit
       integrators call it with a and w NULL. NULL when the formulation has nothing to clean. */
    enum status (*project)(void *self, double t, double *q, double *v, double *a, double *w);

    /* The multipliers of the last equilibrium, of minimum norm where they are not unique. */
    const double *(*multipliers)(void *self);
};

int formulation_unknowns(const struct formulation *formulation, const struct model *model);

#endif
