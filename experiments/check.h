#ifndef CHECK_H
#define CHECK_H

#include "core/registry.h"
#include "core/run.h"

/* The conformance report of `driftbench check`: groups of lines, one line a check. */
struct report {
    int checks, faults;
    bool brief;        /* only what is wrong is printed */
    const char *only;  /* the one group that is wanted; NULL: all */
    char heading[200]; /* of the group, while it is not printed yet */
    char table[200];   /* the names of the group's columns */
};

/* Begins a group; `table` names the columns of its lines, "" when they are sentences. False when it is not wanted. */
bool report_group(struct report *report, const char *group, const char *table, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* One check: what was looked at, and what was found. */
void report_line(struct report *report, bool good, const char *what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* What could not be looked at, and why. */
void report_skip(struct report *report, const char *what, const char *why);

/* Everything there is to check of one module. */
void check_formulation(struct report *report, struct choice choice);
void check_integrator(struct report *report, struct choice choice);
void check_problem(struct report *report, struct choice choice);

/* Its parts. */
void check_tangent(struct report *report, const struct choice *choice); /* on every problem */
void check_model(struct report *report, const struct choice *choice);
void check_order(struct report *report, const struct choice *choice, const char *label);

/* A run that is not good is tried again with a tenth of the step, for a quarter of the time, as often as is allowed. */
void check_run(struct report *report, const struct choice *choice, const char *label, int attempts);
extern const char RUN_TABLE[]; /* its columns */
void check_agreement(struct report *report, const struct choice *choice);

/* What runs leave behind. A pair that leaves something has a line of its own; the others share one at the end. */
struct traces {
    long within, blas; /* allocations in the integration loops; those of BLAS */
    long left;         /* blocks still held when all is destroyed */
    int runs, differ;  /* how many; how many with other digits than the first */
};
void check_memory(struct report *report, const struct choice *choice, const char *label, struct traces *all);
void check_memory_end(struct report *report, const char *label, const struct traces *all);

/* The problem for a run of so many seconds: where the problem's duration is a parameter, no longer motion is prepared
   than the run needs. */
void run_for(struct choice *choice, double duration);
double motion_duration(const struct choice *choice); /* [s] the problem's own */

/* Another module in its place, with its default parameters. */
void set_problem(struct choice *choice, const struct problem *problem);
void set_formulation(struct choice *choice, const struct formulation *formulation);
void set_integrator(struct choice *choice, const struct integrator *integrator);

/* The same random numbers in every check, from -1 to 1. */
void random_seed(unsigned long long seed);
double random_number(void);

#endif
