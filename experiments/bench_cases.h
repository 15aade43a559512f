#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include <stddef.h>

/* What `driftbench bench` times. Long chains run for a short while only: their cost per step is what counts, and later the
   round-off of coordinates as large as the chain is long costs iterations. */
static const struct bench_case {
    const char *problem, *formulation, *integrator, *step, *duration; /* duration NULL: the problem's own */
} bench_cases[] = {
    {"double-four-bar", "ali3", "hht:alpha=0", "10/990", NULL},
    {"n-four-bar:n=40", "ali3", "hht:alpha=0", "10/3900", NULL},
    {"bricard", "ali3", "hht:alpha=0", "10/750", NULL},
    {"bricard", "penalty", "rk4", "10/120", NULL},
    {"bricard", "ali3", "rk4", "10/120", NULL},
    {"multi-four-bar", "ali3", "rk4", "10/150", NULL},
    {"multi-four-bar", "penalty", "rk4", "10/150", NULL},
    {"n-four-bar:n=1000", "ali3", "hht:alpha=0", "1/1000", "0.03"},
    {"n-four-bar:n=10000", "ali3", "hht:alpha=0", "1/1000", "0.03"},
};

#endif
