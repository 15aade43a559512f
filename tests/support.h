#ifndef SUPPORT_H
#define SUPPORT_H

#include "core/registry.h"
#include "core/run.h"

double uniform(void); /* in [-1, 1], from a fixed seed */
void seed(unsigned long long value);
void shuffle(int *p, int n); /* 0 to n - 1 in some order */

/* "double-four-bar" or "n-four-bar:n=3" and so on; the words must be right. */
struct choice choose(const char *problem, const char *formulation, const char *integrator, double step,
                     double duration);
struct model *model_named(const char *problem);
struct result measured(const struct choice *choice);

/* The observed order: the slope of log(error) against log(step), fitted over `count` runs from `steps` steps on, each twice as many. */
double observed_order(const char *problem, const char *formulation, const char *integrator, double duration,
                      long steps, int count);

#endif
