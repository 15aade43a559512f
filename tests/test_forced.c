/* The time at which the integrators evaluate: no mechanism of the benchmark depends on it explicitly, a user's may.
   a + q = cos 2t has the solution q = -cos(2t)/3; a stage at the wrong time costs the order. */
#include <CUnit/CUnit.h>
#include <math.h>
#include "core/integrator.h"
#include "core/newton.h"

void suite_forced(void);

extern const struct integrator integrator_rk4, integrator_hht, integrator_genalpha, integrator_bdf;

static enum status accelerations(void *self, double t, const double *q, const double *v, double *a)
{
    (void)self, (void)v;
    a[0] = cos(2 * t) - q[0];
    return OK;
}

static enum status residual(void *self, const struct point *p, double *r)
{
    (void)self;
    r[0] = p->a[0] + p->q[0] - cos(2 * p->t);
    return OK;
}

static enum status tangent(void *self, const struct point *p)
{
    *(double *)self = p->ca + 1;
    return OK;
}

static enum status solve(void *self, double *r)
{
    r[0] = -r[0] / *(double *)self;
    return OK;
}

static const struct formulation forced = {.name = "forced",
                                          .unknowns = {{"q", 'n'}},
                                          .accelerations = accelerations,
                                          .residual = residual,
                                          .tangent = tangent,
                                          .solve = solve};

static double worst(const struct integrator *integrator, const double *parameters, int steps)
{
    struct model model = {.n = 1, .length = 1};
    double T, q = -1. / 3, v = 0, a = 4. / 3, error = 0;
    struct motion motion = {&model, &forced, &T, 0, 5. / steps, &q, &v, &a, newton_create(&forced, &model),
                            0,      0};
    void *self = integrator->create(1, parameters, motion.h);
    enum status status = integrator->start(self, &motion);
    for (int i = 0; i < steps && status == OK; i++) {
        status = integrator->step(self, &motion);
        double t = (i + 1) * motion.h;
        CU_ASSERT_DOUBLE_EQUAL(motion.t, t, 1e-12);
        error = fmax(error, fmax(fabs(q + cos(2 * t) / 3), fabs(v - 2 * sin(2 * t) / 3)));
    }
    CU_ASSERT_EQUAL(status, OK);
    integrator->destroy(self);
    newton_free(motion.newton);
    return error;
}

static void check(const struct integrator *integrator, double parameter, int order, int steps)
{
    const double parameters[PARAMETERS_MAX] = {parameter, 1e-14};
    double coarse = worst(integrator, parameters, steps), fine = worst(integrator, parameters, 2 * steps);
    CU_ASSERT_DOUBLE_EQUAL(log2(coarse / fine), order, 0.3);
}

static void test_explicit(void)
{
    check(&integrator_rk4, 0, 4, 100);
}

static void test_implicit(void)
{
    check(&integrator_hht, -0.1, 2, 400);
    check(&integrator_genalpha, 0.5, 2, 400);
    for (int k = 1; k <= 4; k++)
        check(&integrator_bdf, k, k, 400);
}

void suite_forced(void)
{
    CU_pSuite suite = CU_add_suite("forced", NULL, NULL);
    CU_add_test(suite, "explicit integrators evaluate at the right times", test_explicit);
    CU_add_test(suite, "implicit integrators evaluate at the right times", test_implicit);
}
