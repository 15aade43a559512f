#ifndef NEWMARK_H
#define NEWMARK_H

#include "core/integrator.h"
#include "core/rk4.h"

/* What HHT, generalized-alpha and the trapezoidal rule share: see newmark.c. */
struct newmark {
    struct arena *arena;
    int n;
    double h, tolerance; /* tolerance: of Newton's method */
    double alpha_m, alpha_f, beta, gamma;
    bool plain;      /* alpha_m = alpha_f = 0: w is a, and is not kept */
    long steps;      /* taken since the start: how much history there is to predict from */
    double *w;       /* n: algorithmic acceleration */
    double *past[3]; /* n each: w as Newton's method left it, before projection, in the last three steps */
    double *a0;      /* n: a at the beginning of the step */
    double *q, *v;   /* n: a state away from the start */
    struct rk4 rk4;  /* for the start of w */
};

struct newmark *newmark_create(int n, double h, double alpha_m, double alpha_f, double tolerance);

/* The other callbacks of an integrator, ready for its descriptor; self is a struct newmark. */
int newmark_order(const double *parameters);
void newmark_free(void *self);
enum status newmark_start(void *self, struct motion *motion);
enum status newmark_step(void *self, struct motion *motion);

#endif
