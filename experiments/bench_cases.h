#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include <stddef.h>

/* What `driftbench bench` times: the benchmarks, and how cost and memory grow with the size of a mechanism. Large ones run for a
   short while only: their cost per step is what counts, and later the round-off of coordinates as large as a chain is
   long costs iterations. */
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
    {"n-four-bar:n=100", "ali3", "hht:alpha=0", "1/1000", "0.03"},
    {"n-four-bar:n=1000", "ali3", "hht:alpha=0", "1/1000", "0.03"},
    {"n-four-bar:n=10000", "ali3", "hht:alpha=0", "1/1000", "0.03"},
    {"n-four-bar:n=1000", "penalty", "rk4", "1/1000", "0.03"},
    {"n-four-bar:n=10000", "penalty", "rk4", "1/1000", "0.03"},
    {"n-four-bar:n=1000", "penalty", "hht:alpha=0", "1/1000", "0.03"},
    {"n-four-bar:n=10000", "penalty", "hht:alpha=0", "1/1000", "0.03"},
    {"n-four-bar:n=1000", "lagrange", "hht:alpha=0", "1/1000", "0.03"},
    {"n-four-bar:n=10000", "lagrange", "hht:alpha=0", "1/1000", "0.03"},
    {"n-four-bar:n=40", "nullspace", "hht:alpha=0", "1/1000", "0.03"},
    {"n-four-bar:n=80", "nullspace", "hht:alpha=0", "1/1000", "0.03"},
    {"multi-four-bar:rows=10,columns=10", "ali3", "hht:alpha=0", "1/1000", "0.03"},
    {"multi-four-bar:rows=20,columns=20", "ali3", "hht:alpha=0", "1/1000", "0.03"},
    {"multi-four-bar:rows=10,columns=10", "penalty", "rk4", "1/1000", "0.03"},
    {"multi-four-bar:rows=20,columns=20", "penalty", "rk4", "1/1000", "0.03"},
    {"multi-four-bar:rows=10,columns=10", "lagrange", "hht:alpha=0", "1/1000", "0.03"},
    {"multi-four-bar:rows=20,columns=20", "lagrange", "hht:alpha=0", "1/1000", "0.03"},
};

#endif
