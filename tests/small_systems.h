#ifndef SMALL_SYSTEMS_H
#define SMALL_SYSTEMS_H

/* Systems small enough to be written out, in the shape of a formulation, with their exact motions: a pendulum in its
   angle, the same in Cartesian coordinates with a multiplier, and a damped linear oscillator. */
#include <math.h>
#include "core/elliptic.h"
#include "core/newton.h"
#include "core/vector.h"

/* ---- the systems ---- */

struct fake {
    double k, c;    /* oscillator: a + c v + k q = 0 */
    double lambda;  /* of the Cartesian pendulum: a - (0,-1) + 2 lambda q = 0, q'q = 1 */
    double T[3][3]; /* tangent */
};

static enum status angle_a(void *self, double t, const double *q, const double *v, double *a)
{
    (void)self, (void)t, (void)v;
    a[0] = -sin(q[0]);
    return OK;
}

static enum status angle_residual(void *self, const struct point *p, double *r)
{
    (void)self;
    r[0] = p->a[0] + sin(p->q[0]);
    return OK;
}

static enum status angle_tangent(void *self, const struct point *p)
{
    ((struct fake *)self)->T[0][0] = p->ca + cos(p->q[0]);
    return OK;
}

static enum status scalar_solve(void *self, double *r)
{
    r[0] = -r[0] / ((struct fake *)self)->T[0][0];
    return OK;
}

static const struct formulation angle = {.name = "angle",
                                         .unknowns = {{"q", 'n'}},
                                         .accelerations = angle_a,
                                         .residual = angle_residual,
                                         .tangent = angle_tangent,
                                         .solve = scalar_solve};

static enum status linear_a(void *self, double t, const double *q, const double *v, double *a)
{
    const struct fake *f = self;
    (void)t;
    a[0] = -f->k * q[0] - f->c * v[0];
    return OK;
}

static enum status linear_residual(void *self, const struct point *p, double *r)
{
    const struct fake *f = self;
    r[0] = p->a[0] + f->k * p->q[0] + f->c * p->v[0];
    return OK;
}

static enum status linear_tangent(void *self, const struct point *p)
{
    struct fake *f = self;
    f->T[0][0] = p->ca + f->k + f->c * p->cv;
    return OK;
}

static const struct formulation linear = {.name = "linear",
                                          .unknowns = {{"q", 'n'}},
                                          .accelerations = linear_a,
                                          .residual = linear_residual,
                                          .tangent = linear_tangent,
                                          .solve = scalar_solve};

static enum status bar_a(void *self, double t, const double *q, const double *v, double *a)
{
    (void)self, (void)t;
    double lambda = (v[0] * v[0] + v[1] * v[1] - q[1]) / (2 * (q[0] * q[0] + q[1] * q[1]));
    a[0] = -2 * lambda * q[0];
    a[1] = -2 * lambda * q[1] - 1;
    return OK;
}

static enum status bar_residual(void *self, const struct point *p, double *r)
{
    const struct fake *f = self;
    r[0] = (p->a[0] + 2 * f->lambda * p->q[0]) / p->ca;
    r[1] = (p->a[1] + 2 * f->lambda * p->q[1] + 1) / p->ca;
    r[2] = p->q[0] * p->q[0] + p->q[1] * p->q[1] - 1;
    return OK;
}

static enum status bar_tangent(void *self, const struct point *p)
{
    struct fake *f = self;
    for (int i = 0; i < 2; i++) {
        f->T[i][i] = 1 + 2 * f->lambda / p->ca;
        f->T[i][1 - i] = 0;
        f->T[i][2] = 2 * p->q[i] / p->ca;
        f->T[2][i] = 2 * p->q[i];
    }
    return OK;
}

static enum status bar_solve(void *self, double *r) /* T is diagonal but for its border */
{
    double(*T)[3] = ((struct fake *)self)->T;
    double schur = T[2][0] * T[0][2] / T[0][0] + T[2][1] * T[1][2] / T[1][1];
    double x2 = (r[2] - T[2][0] * r[0] / T[0][0] - T[2][1] * r[1] / T[1][1]) / schur;
    for (int i = 0; i < 2; i++)
        r[i] = -(r[i] + T[i][2] * x2) / T[i][i];
    r[2] = x2;
    return OK;
}

static double *bar_extra(void *self)
{
    return &((struct fake *)self)->lambda;
}

/* Back to q'q = 1, q'v = 0 and q'a = -v'v, along q; w like a. */
static enum status bar_project(void *self, double t, double *q, double *v, double *a, double *w)
{
    (void)self, (void)t;
    scale(q, 1 / sqrt(dot(q, q, 2)), 2);
    add(v, -dot(q, v, 2), q, 2);
    if (a)
        add(a, -dot(v, v, 2) - dot(q, a, 2), q, 2);
    if (w)
        add(w, -dot(v, v, 2) - dot(q, w, 2), q, 2);
    return OK;
}

#define BAR                                                                                                  \
    .unknowns = {{"q", 'n'}, {"lambda", 'm'}}, .accelerations = bar_a, .residual = bar_residual,             \
    .tangent = bar_tangent, .solve = bar_solve, .extra = bar_extra
static const struct formulation bar = {.name = "bar", BAR, .project = bar_project};
static const struct formulation rough = {.name = "rough", BAR}; /* without projection */

/* ---- exact motions: both pendulums pass the lowest point at the rate 2 kappa and start a little later, where no
   derivative vanishes by symmetry ---- */

static const long double kappa = 0.8L;

static void exact_angle(double t, double *q, double *v, double *a)
{
    struct jacobi j = jacobi((long double)t + 0.7L, kappa);
    *q = (double)(2 * asinl(kappa * j.sn));
    *v = (double)(2 * kappa * j.cn);
    *a = (double)(-2 * kappa * j.sn * j.dn); /* -sin q */
}

static void exact_bar(double t, double *q, double *v, double *a)
{
    double theta, rate, second;
    exact_angle(t, &theta, &rate, &second);
    q[0] = sin(theta), q[1] = -cos(theta);
    v[0] = rate * cos(theta), v[1] = rate * sin(theta);
    a[0] = second * cos(theta) - rate * rate * sin(theta);
    a[1] = second * sin(theta) + rate * rate * cos(theta);
}

typedef void exact_motion(double t, double *q, double *v, double *a);

/* ---- one run ---- */

static int formulation_is_bar(const struct formulation *formulation)
{
    return formulation == &bar || formulation == &rough;
}

struct outcome {
    enum status status;
    double q, v, a;                    /* greatest errors over all steps */
    double iterations, factorizations; /* a step */
    double last_q, last_v;
};

static struct outcome run(const struct integrator *integrator, const double *parameters,
                          const struct formulation *formulation, exact_motion *exact, double T, int steps)
{
    struct fake fake = {.lambda = 0};
    const int m = formulation_is_bar(formulation);
    struct model model = {.n = 1 + m, .m = m, .length = 1};
    double q[2], v[2], a[2], e[3][2] = {{0}};
    exact(0, q, v, a);
    struct motion motion = {
        &model, formulation, &fake, 0, T / steps, q, v, a, newton_create(formulation, &model), 0, 0};
    void *self = integrator->create(model.n, parameters, motion.h);
    struct outcome o = {.status = integrator->start(self, &motion)};
    motion.iterations = motion.factorizations = 0;
    for (int i = 0; i < steps && o.status == OK; i++) {
        o.status = integrator->step(self, &motion);
        exact(motion.t, e[0], e[1], e[2]);
        for (int j = 0; j < model.n; j++) {
            o.q = fmax(o.q, fabs(q[j] - e[0][j]));
            o.v = fmax(o.v, fabs(v[j] - e[1][j]));
            o.a = fmax(o.a, fabs(a[j] - e[2][j]));
        }
    }
    o.iterations = (double)motion.iterations / steps;
    o.factorizations = (double)motion.factorizations / steps;
    o.last_q = q[0];
    o.last_v = v[0];
    integrator->destroy(self);
    newton_free(motion.newton);
    return o;
}

#endif
