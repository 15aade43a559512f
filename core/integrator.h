#ifndef INTEGRATOR_H
#define INTEGRATOR_H

#include "core/formulation.h"

/*%
\subsection{What an integrator provides}\label{sec:contract-integrator}
An integrator advances a \emph{motion}: the state $(t, q, v, a)$ of one formulation of one problem. It asks the formulation for
accelerations, or hands an affine map \eqref{eq:affine} to the Newton loop. It knows nothing of mechanisms.
*/
struct motion {
    const struct model *model;
    const struct formulation *formulation;
    void *form;        /* the formulation's own data */
    double t, h;       /* [s] time reached, step */
    double *q, *v, *a; /* n each */

    struct newton *newton;
    long iterations;     /* of Newton's method */
    long factorizations; /* by Newton's method and, one each, by accelerations; projections are not counted */
};

/* Every callback must be given; the program names the missing one when it starts. */
struct integrator {
    const char *name, *title, *cite;
    struct parameter parameters[PARAMETERS_MAX];
    bool implicit;
    int (*order)(const double *parameters); /* of convergence, for smooth motions */

    void *(*create)(int n, const double *parameters, double h);
    void (*destroy)(void *self);
    enum status (*start)(void *self,
                         struct motion *motion); /* a at the start, history; may advance a few steps */
    enum status (*step)(void *self, struct motion *motion); /* t, q, v, a one step on */
};

/* What integrators ask of a motion. */
enum status motion_accelerations(struct motion *motion, double t, const double *q, const double *v,
                                 double *a);
enum status motion_project(struct motion *motion, double *a, double *w);

#endif
