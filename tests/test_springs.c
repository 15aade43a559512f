/* A mass on a spring with a damper, small enough to be worked out by hand: force, energy, and their derivatives. */
#include <CUnit/Basic.h>
#include "tests/suite.h"

#include <math.h>
#include "core/mechanism.h"

static const double MASS = 2, STIFFNESS = 50, DAMPING = 3, FREE = 0.4, G = 9.81;

/* A point on a spring from the origin. */
static struct model *hung(double damping, double g)
{
    struct mechanism *mechanism = mechanism_create(2);
    int O = fixed_point(mechanism, 0, 0, 0), P = point(mechanism);
    point_mass(mechanism, P, MASS);
    spring_damper(mechanism, between(O, P), STIFFNESS, damping, FREE);
    gravity(mechanism, 0, -g, 0);
    return mechanism_finish(mechanism, 2, 1);
}

static void force(void)
{
    struct model *model = hung(DAMPING, G);
    const double q[] = {0.6, 0.8}, v[] = {1, 2}; /* length 1, growing by 2.2 m/s */
    double Q[2], pull = STIFFNESS * (1 - FREE) + DAMPING * 2.2;
    model->forces(model, 0, q, v, Q);
    CU_ASSERT_DOUBLE_EQUAL(Q[0], -0.6 * pull, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(Q[1], -0.8 * pull - MASS * G, 1e-12);
    model_free(model);
}

static void energy(void)
{
    struct model *model = hung(DAMPING, G);
    const double q[] = {0.6, 0.8}, v[] = {1, 2}, ledger[16] = {0};
    double expected = 0.5 * MASS * 5 + 0.5 * STIFFNESS * 0.36 + MASS * G * 0.8;
    CU_ASSERT_DOUBLE_EQUAL(model->energy(model, q, v, ledger), expected, 1e-12);
    model_free(model);
}

/* Without a damper the force is the slope of the energy. */
static void slope(void)
{
    struct model *model = hung(0, G);
    const double v[] = {0, 0}, ledger[16] = {0}, eps = 1e-6;
    double q[] = {-0.7, 0.3}, Q[2];
    model->forces(model, 0, q, v, Q);
    for (int i = 0; i < 2; i++) {
        double keep = q[i];
        q[i] = keep + eps;
        double above = model->energy(model, q, v, ledger);
        q[i] = keep - eps;
        double below = model->energy(model, q, v, ledger);
        q[i] = keep;
        CU_ASSERT_DOUBLE_EQUAL(Q[i], -(above - below) / (2 * eps), 1e-7);
    }
    model_free(model);
}

SUITE(springs)
{
    CU_pSuite suite = CU_add_suite("springs", NULL, NULL);
    CU_add_test(suite, "force of a spring and a damper", force);
    CU_add_test(suite, "energy of a spring", energy);
    CU_add_test(suite, "the force is the slope of the energy", slope);
}
