#ifndef PROBLEM_H
#define PROBLEM_H

#include <stdbool.h>
#include "core/parameter.h"
#include "core/sparse.h"

struct levels {
    double energy, phi, phidot, phiddot; /* what columns report beside the state */
};

/*%
\subsection{What a problem provides}\label{sec:contract-problem}
A mechanism is described by $n$ dependent coordinates $q$ that satisfy $m$ scleronomic constraints, which may be redundant:
\begin{equation}\label{eq:motion}
  M(q)\,a + \Phi_q^{\top}(q)\,\lambda = Q(t, q, v), \qquad \Phi(q) = 0 .
\end{equation}
Differentiated once and twice the constraints read
\begin{equation}\label{eq:levels}
  \dot\Phi = \Phi_q v = 0, \qquad \ddot\Phi = \Phi_q a - \gamma = 0, \qquad \gamma = -(\Phi_q v)_q\, v .
\end{equation}
Tangents need derivatives of these, and one operator supplies all of them: the derivative of the Jacobian \emph{along} a vector,
$D(u) = (\Phi_q u)_q$, which has the pattern of $\Phi_q$. It gives $\partial\dot\Phi/\partial q = D(v)$, and
$\partial\ddot\Phi/\partial v = 2D(v)$; for quadratic constraints, whose second derivatives are constant,
$\partial\ddot\Phi/\partial q = D(a)$. The problem also gives
\begin{equation}\label{eq:stiffness}
  K = \frac{\partial}{\partial q}\bigl(M a + \Phi_q^{\top}\lambda - Q\bigr)\Big|_{a,\lambda}, \qquad
  C = -\frac{\partial Q}{\partial v},
\end{equation}
so that an implicit method has its exact tangent whatever coordinates the problem uses.
*/
/* A callback or a number must be given unless its comment says what happens without it. */
struct model {
    int n, m;     /* coordinates, constraints */
    int mobility; /* degrees of freedom: the rank of phi_q on the regular part of the motion is n - mobility */
    double length;     /* [m] a typical length: tolerances on q and phi are relative to it */
    double mass_scale; /* [kg] a typical mass: penalty factors are relative to it */

    struct pattern mass_pattern;      /* n x n */
    struct pattern jacobian_pattern;  /* m x n */
    struct pattern stiffness_pattern; /* n x n, shared by K and C */
    bool mass_is_constant;
    bool symmetric; /* K and C are symmetric: no follower forces */

    void (*mass)(const struct model *, const double *q, double *M);
    void (*forces)(const struct model *, double t, const double *q, const double *v, double *Q);
    void (*constraints)(const struct model *, const double *q, double *phi, double *phi_q);
    void (*jacobian_along)(const struct model *, const double *q, const double *u, double *D);
    void (*gamma)(const struct model *, const double *q, const double *v, double *gamma);
    void (*gamma_q)(const struct model *, const double *q, const double *v, double *G); /* NULL: zero */
    void (*stiffness)(const struct model *, double t, const double *q, const double *v, const double *a,
                      const double *lambda, double *K);
    void (*damping)(const struct model *, double t, const double *q, const double *v,
                    double *C); /* NULL: zero */

    /* What the benchmark asks for. The ledger is memory that the problem carries along a measured run, such as work
       done or an angle unwrapped; `account` enters one step into it. `energy` is the quantity that theory keeps
       constant: total energy less the work in the ledger. */
    double duration;  /* [s] */
    double tolerance; /* [J] greatest drift of `energy` that passes */
    double accuracy;  /* [m or rad] trajectory error that the second ranking asks for */
    double
        trusted; /* [s] the exact solution holds until here; beyond it a chaotic motion is compared by energy only */
    double interval; /* [s] output interval of the benchmark's result file */
    int ledger;      /* numbers in it; 0: none */
    void (*account)(const struct model *, double t, const double *q, const double *v,
                    double *ledger); /* NULL: the ledger stays as it is */
    double (*energy)(const struct model *, const double *q, const double *v, const double *ledger);

    /* The observed quantity: a point, or an angle or length, 1 to 3 numbers. */
    int observed;
    bool observed_angle;
    void (*observe)(const struct model *, const double *q, const double *v, double *seen);
    double (*branch)(const struct model *,
                     const double *q); /* distance from the right assembly; NULL: only one */
    double branch_limit;               /* beyond it the run is off-branch */

    /* The benchmark's columns after t, and how to fill them. */
    const char *columns; /* "x y energy phi phidot phiddot" */
    void (*row)(const struct model *, const struct levels *levels, const double *q, const double *v,
                const double *ledger, double *row);

    /* Exact state at t, independent of everything that is judged by it. exact(0) is the start. */
    void (*exact)(const struct model *, double t, double *q, double *v, double *ledger);

    /* Reactions at the ground joints from the multipliers; NULL when none are reported. */
    const char *reactions; /* names of the columns */
    void (*reaction)(const struct model *, const double *q, const double *a, const double *lambda,
                     double *row);

    /* Lines that draw the mechanism: pairs of points in space; NULL when it has no picture. */
    int segments;                                                     /* 0: none */
    void (*draw)(const struct model *, const double *q, double *xyz); /* 6 numbers a segment */

    struct arena *arena; /* owns everything above, the model included */
    void *self;          /* the problem's own data */
};

struct problem {
    const char *name, *title, *cite;
    struct parameter parameters[PARAMETERS_MAX];
    struct model *(*create)(const double *parameters);
};

/* The problem's model. A model that lacks what it must have (above) is an error of its author: one line on standard
   error names the problem and the callback, and the program ends with exit code 3. */
struct model *problem_create(const struct problem *problem, const double *parameters);
void model_free(struct model *model);

#endif
