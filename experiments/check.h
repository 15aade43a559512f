#ifndef CHECK_H
#define CHECK_H

#include "core/registry.h"
#include "core/run.h"

/* The conformance report of `driftbench check`: one line a finding, and how many of them are faults. */
struct report {
    int checks, faults;
};

void report_line(struct report *report, bool good, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What a check does to one module, with its parameters as chosen. */
void check_tangent(struct report *report, const struct choice *choice); /* on the problem of the choice */
void check_model(struct report *report, const struct choice *choice);
void check_order(struct report *report, const struct choice *choice);
void check_run(struct report *report,
               const struct choice *choice); /* levels, energy, agreement, same digits */

/* The same random numbers in every check, from -1 to 1. */
void random_seed(unsigned long long seed);
double random_number(void);

#endif
