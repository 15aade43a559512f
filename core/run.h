#ifndef RUN_H
#define RUN_H

#include <stdio.h>
#include "core/integrator.h"
#include "core/sights.h"

/*%
\subsection{One run}\label{sec:run}
A \emph{measured} run looks at every step: energy, distance from the exact solution, the three levels of the constraints, the branch. A
\emph{timed} run looks at nothing: the CPU time is that of the integration alone, from the first accelerations to the last step. Both take
the same steps, digit for digit.
*/
struct choice { /* what to run */
    const struct problem *problem;
    const struct formulation *formulation;
    const struct integrator *integrator;
    double problem_values[PARAMETERS_MAX], formulation_values[PARAMETERS_MAX],
        integrator_values[PARAMETERS_MAX];
    double step;     /* [s] wanted; the run takes round(duration / step) equal steps */
    double duration; /* [s]; 0: the problem's own */
    double perturb;  /* [m] size of a fixed disturbance of the starting position */
    enum backend backend;
    struct model *model;   /* shared with other runs of the same problem; NULL: the run makes its own */
    struct sights *sights; /* shared, too; NULL: none */
};

struct result {
    enum status status;
    double stopped; /* [s] the time reached */
    long steps;     /* completed */
    double h;       /* [s] the step really taken */
    double cpu;     /* [s] of the integration; of the measured run this includes the measuring */
    double drift;   /* [J] max |energy(t) - energy(0)| */
    double error;   /* max distance of the observed quantity from the exact one, while that is trusted */
    double phi, phidot, phiddot; /* greatest over the run, in the maximum norm */
    long iterations, factorizations;
};

/* Everything that a run needs, allocated once; the same run may then be repeated. */
struct run;
struct run *run_create(const struct choice *choice);
void run_free(struct run *run);
const struct model *run_model(const struct run *run);
long run_steps(const struct run *run); /* how many steps the whole duration takes */

/* Called after every step of a measured run, and at the start, when not NULL. */
typedef void run_watch(void *context, const struct run *run, double t, const double *q, const double *v,
                       const double *a, const struct levels *levels, const double *ledger);

void run_measured(struct run *run, run_watch *watch, void *context, struct result *result);
void run_timed(struct run *run, struct result *result);
double run_cpu(struct run *run); /* [s] one timing: of a run, or the best of a batch where a run is short */

const double *run_multipliers(const struct run *run); /* of the last step */

/* Distance of what is observed from what should be; angles are taken modulo a turn. */
double seen_distance(const struct model *model, const double *seen, const double *right);

/* Whether a measured result passes the benchmark: completed, on the branch, constraints within bounds, energy within the tolerance. */
bool run_passes(const struct run *run, const struct result *result);

#endif
