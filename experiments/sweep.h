#ifndef SWEEP_H
#define SWEEP_H

#include "experiments/sweep_rows.h"

enum { PAIRS_MAX = 1024, STEPS_LIST_MAX = 64, PATIENCE = 20 };

/* All pairs of some formulations and integrators at a list of steps. */
struct sweep {
    struct choice base;                   /* problem, duration, solver, perturbation */
    double duration, tolerance, accuracy; /* the problem's own; making a model may be slow */
    int pairs, steps;
    struct choice *pair;         /* allocated */
    struct sights sights;        /* of the exact motion at the step in hand */
    double step[STEPS_LIST_MAX]; /* [s] the largest first */
    long repeats;                /* timed runs of each; fewer of long ones */
    double limit;                /* [s] a run that is expected to take longer is left out */
    double patience;    /* [s] but a pair whose two last steps have not passed may spend so much in all */
    bool dense;         /* goes on where the two last steps were far better than the benchmark asks */
    const char *append; /* the file that grows; NULL: none */
    int argc;
    char **argv;

    /* While it runs: the step in hand, how many runs there were, when the file was last written and progress shown. */
    int at;
    long ran;
    double started, saved, shown; /* [s] */
    bool good;                    /* every file could be written */
    bool unsaved;                 /* there are rows or timings that the file lacks */
};

/* Lists as on the command line; NULL means everything, or the default list. False after one line on standard error. */
void sweep_settle(struct sweep *sweep); /* once the problem is chosen: its duration and tolerances */
bool sweep_pairs(struct sweep *sweep, const char *formulations_wanted, const char *integrators_wanted);
bool sweep_steps(struct sweep *sweep, const char *list);
bool sweep_fits(struct sweep *sweep); /* into memory, and into the time that anyone waits */
void sweep_free(struct sweep *sweep);

/* Runs what `rows` does not hold yet, and times what is measured but not timed. The file is replaced as the rows are
   finished, so that it is whole at any time. False when it could not be written. */
bool sweep_run(struct sweep *sweep, struct rows *rows);

/* Whether a pair still gets the step of `row`, after how it has fared at larger ones. */
bool sweep_goes_on(const struct sweep *sweep, const struct rows *rows, const struct row *row);

#endif
