/* The redundant and the stiff mechanisms: every pair within the benchmark's tolerance at some step, and the check values. */
#include <CUnit/Basic.h>
#include "tests/suite.h"
#include "tests/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Halves the step from `step` until the pair passes within `accuracy`, at most five times. */
static void passes_somewhere(const char *problem, double step, double accuracy)
{
    for (int k = 0; formulations[k]; k++)
        for (int i = 0; integrators[i]; i++) {
            bool passed = false;
            struct result result = {0};
            for (int half = 0; half < 6 && !passed; half++) {
                struct choice choice = choose(problem, formulations[k]->name, integrators[i]->name,
                                              ldexp(step, -half), 0);
                struct run *run = run_create(&choice);
                run_measured(run, NULL, NULL, &result);
                passed = run_passes(run, &result) && result.error < accuracy;
                run_free(run);
            }
            if (!passed)
                printf("\n  %s: %s with %s: %s, drift %g J, error %g ", problem, formulations[k]->name,
                       integrators[i]->name, status_word(result.status), result.drift, result.error);
            CU_ASSERT(passed);
        }
}

static void bricard_passes(void)
{
    passes_somewhere("bricard", 1e-2, 5e-3);
}

static void grid_passes(void)
{
    passes_somewhere("multi-four-bar", 2e-2, 1);
}

static void andrews_passes(void)
{
    passes_somewhere("andrews", 5e-5, 1e-3);
}

/* The first return of the Bricard to rest: where the velocity of P_2 changes its sign for the second time. */
struct rest {
    double t, v, found;
};

static void watch_rest(void *context, const struct run *run, double t, const double *q, const double *v,
                       const double *a, const struct levels *levels, const double *ledger)
{
    (void)run, (void)q, (void)a, (void)levels, (void)ledger;
    struct rest *rest = context;
    if (t > 4 && rest->v * v[3] < 0 && rest->found == 0)
        rest->found = rest->t + (t - rest->t) * rest->v / (rest->v - v[3]);
    rest->t = t;
    rest->v = v[3]; /* x velocity of P_2 */
}

static void bricard_period(void)
{
    struct choice choice = choose("bricard", "nullspace", "rk4", 0.005, 0);
    struct run *run = run_create(&choice);
    struct rest rest = {0};
    struct result result;
    run_measured(run, watch_rest, &rest, &result);
    CU_ASSERT(result.error < 1e-7);
    CU_ASSERT(result.drift < 1e-6);
    if (!(fabs(rest.found - 4.9917115) < 1e-6))
        printf("\n  period %.9f s ", rest.found);
    CU_ASSERT(fabs(rest.found - 4.9917115) < 1e-6);
    run_free(run);
}

/* Angles of the rows at 10 s, from the positions of the first column. */
struct angles {
    double phi[5];
};

static void watch_angles(void *context, const struct run *run, double t, const double *q, const double *v,
                         const double *a, const struct levels *levels, const double *ledger)
{
    (void)t, (void)v, (void)a, (void)levels, (void)ledger;
    struct angles *angles = context;
    double *xyz = malloc((size_t)run_model(run)->segments * 6 * sizeof *xyz);
    run_model(run)->draw(run_model(run), q, xyz);
    int found = 0;
    double y = 0, z = 0;
    for (int s = 0; s < run_model(run)->segments && found < 5;
         s++) /* the rods that continue the first column */
        if (fabs(xyz[6 * s + 1] - y) < 1e-9 && fabs(xyz[6 * s + 2] - z) < 1e-9 &&
            hypot(xyz[6 * s + 4] - y - 1, xyz[6 * s + 5] - z) > 1e-6) {
            angles->phi[found++] = atan2(xyz[6 * s + 4] - y, -(xyz[6 * s + 5] - z));
            y = xyz[6 * s + 4], z = xyz[6 * s + 5];
            s = -1;
        }
    free(xyz);
}

static void grid_angles(void)
{
    static const double right[5] = {-0.22044555, -0.22213068, -0.17659287, -0.47712011, 0.12466281};
    struct choice choice = choose("multi-four-bar", "ali3", "rk4", 2.5e-3, 0);
    struct run *run = run_create(&choice);
    struct angles angles = {{0}};
    struct result result;
    run_measured(run, watch_angles, &angles, &result);
    CU_ASSERT(result.status == OK);
    for (int r = 0; r < 5; r++) {
        if (!(fabs(angles.phi[r] - right[r]) < 1e-6))
            printf("\n  row %d: %.9f instead of %.8f ", r + 1, angles.phi[r], right[r]);
        CU_ASSERT(fabs(angles.phi[r] - right[r]) < 1e-6);
    }
    run_free(run);
}

static void large_grid(void)
{
    static const char *const with[][2] = {{"ali3", "hht"}, {"penalty", "rk4"}};
    for (int k = 0; k < 2; k++) {
        struct choice choice = choose("multi-four-bar:rows=20,columns=20", with[k][0], with[k][1], 0.01, 0.2);
        struct result result = measured(&choice);
        CU_ASSERT(result.status == OK);
        CU_ASSERT(result.drift < 5);
    }
}

/* The governor at a step that no explicit method survives, and its momentum. */
static void governor(void)
{
    static const char *const with[] = {"hht", "genalpha"};
    for (int k = 0; k < 2; k++) {
        struct choice choice = choose("flyball-governor", "ali3", with[k], 5e-3, 0);
        struct result result = measured(&choice);
        if (!(result.status == OK && result.error < 1e-3))
            printf("\n  ali3 with %s: %s, error %g m ", with[k], status_word(result.status), result.error);
        CU_ASSERT(result.status == OK);
        CU_ASSERT(result.error < 1e-3);
    }
    struct choice choice = choose("flyball-governor", "ali3", "rk4", 1e-3, 0);
    struct result result = measured(&choice);
    CU_ASSERT(result.status != OK);
    choice = choose("flyball-governor", "ali3", "rk4", 2e-4, 0);
    result = measured(&choice);
    CU_ASSERT(result.status == OK && result.error < 1e-6);
}

/* The start of BDF costs some tens of implicit solutions, whatever the step is to the damper's time; steps that are too large for the method
   end the run as soon. */
static void governor_bdf(void)
{
    static const double steps[] = {0.05, 0.0146, 0.001};
    for (int k = 1; k <= 5; k++) {
        char with[20];
        snprintf(with, sizeof with, "bdf:order=%d", k);
        for (int f = 0; formulations[f]; f++)
            for (int i = 0; i < 3; i++) {
                struct choice choice = choose("flyball-governor", formulations[f]->name, with, steps[i],
                                              (k + 1) * steps[i]);
                struct result result = measured(&choice);
                bool valley = !strcmp(formulations[f]->name, "penalty"); /* its iteration is a slow one */
                if (!(result.status == OK && result.factorizations <= (valley ? 16 : 6) * 2 * k * (k + 2)))
                    printf("\n  %s with %s, %g s: %s, %ld factorisations ", formulations[f]->name, with,
                           steps[i], status_word(result.status), result.factorizations);
                CU_ASSERT_EQUAL(result.status, OK);
                CU_ASSERT(result.factorizations <= (valley ? 16 : 6) * 2 * k * (k + 2));
                CU_ASSERT(result.error < 0.01);
            }
    }
    struct choice choice = choose("flyball-governor", "ali3", "bdf", 0.1, 0);
    CU_ASSERT(measured(&choice).factorizations < 1000);
}

/* Off the slow motion when it starts, and of order four all the same. */
static void governor_bdf_order(void)
{
    for (int f = 0; formulations[f]; f++) {
        double slope = observed_order("flyball-governor", formulations[f]->name, "bdf", 1, 50, 3);
        if (!(fabs(slope - 4) < 0.5))
            printf("\n  %s: order %.3f ", formulations[f]->name, slope);
        CU_ASSERT(fabs(slope - 4) < 0.5);
    }
}

static void watch_momentum(void *context, const struct run *run, double t, const double *q, const double *v,
                           const double *a, const struct levels *levels, const double *ledger)
{
    (void)t, (void)a;
    double row[16], *most = context;
    run_model(run)->row(run_model(run), levels, q, v, ledger, row);
    *most = fmax(*most, fabs(row[4])); /* L_z - L_z(0) */
}

/* Projections in the metric of the mass matrix and converged implicit steps keep the momentum about the shaft as well as RK4's error allows. */
static void governor_momentum(void)
{
    for (int k = 0; formulations[k]; k++) {
        struct choice choice = choose("flyball-governor", formulations[k]->name, "rk4", 1e-4, 1);
        struct run *run = run_create(&choice);
        struct result result;
        double most = 0;
        run_measured(run, watch_momentum, &most, &result);
        /* what a penalty leaves of the constraints' accelerations, of order 1/alpha, is a moment about the shaft */
        double bound = !strcmp(formulations[k]->name, "penalty") ? 1e-7 : 1e-8;
        if (!(most < bound))
            printf("\n  %s: %.1e J s ", formulations[k]->name, most);
        CU_ASSERT(most < bound);
        run_free(run);
    }
}

/* What holds the ground points carries the weight: pendulum at the lowest point of its swing, 3 m g. */
static void reaction_of_the_pendulum(void)
{
    struct model *model = model_named("pendulum");
    double q[2] = {0, -1}, a[2] = {0, 2 * 9.81}, lambda[1] = {3 * 9.81}, R[2];
    CU_ASSERT(!strcmp(model->reactions, "R0x R0y"));
    model->reaction(model, q, a, lambda, R);
    CU_ASSERT_DOUBLE_EQUAL(R[0], 0, 1e-14);
    CU_ASSERT_DOUBLE_EQUAL(R[1], 3 * 9.81, 1e-12);
    model_free(model);
}

/* Angles differ by less than half a turn, positions by what they differ. */
static void distances(void)
{
    struct model *grid = model_named("multi-four-bar"), *pendulum = model_named("pendulum");
    CU_ASSERT_DOUBLE_EQUAL(seen_distance(grid, (double[]){3.1}, (double[]){-3.1}), 6.283185307179586 - 6.2,
                           1e-14);
    CU_ASSERT_DOUBLE_EQUAL(seen_distance(grid, (double[]){0}, (double[]){3}), 3, 1e-14);
    CU_ASSERT_DOUBLE_EQUAL(seen_distance(pendulum, (double[]){3, 2}, (double[]){-3, 10}), 10, 1e-14);
    model_free(grid);
    model_free(pendulum);
}

/* The ground gives what the centres of mass gain: the double four-bar's five rods of 1 kg and 1 m, whose tops move alike. */
static void reactions_of_the_four_bars(void)
{
    struct model *model = model_named("double-four-bar");
    const struct formulation *formulation = formulation_named("lagrange");
    double values[PARAMETERS_MAX], q[6], v[6], a[6], R[6];
    parameters_default(formulation->parameters, values);
    void *form = formulation->create(model, values, &(struct settings){AUTOMATIC, 0.01});
    model->exact(model, 0.3, q, v, NULL);
    CU_ASSERT(formulation->accelerations(form, 0.3, q, v, a) == OK);
    model->reaction(model, q, a, formulation->multipliers(form), R);
    CU_ASSERT_DOUBLE_EQUAL(R[0] + R[2] + R[4], 3.5 * a[0], 1e-10);
    CU_ASSERT_DOUBLE_EQUAL(R[1] + R[3] + R[5], 3.5 * a[1] + 5 * 9.81, 1e-10);
    formulation->destroy(form);
    model_free(model);
}

SUITE(spatial)
{
    CU_pSuite suite = CU_add_suite("spatial", NULL, NULL);
    CU_add_test(suite, "bricard: every pair passes", bricard_passes);
    CU_add_test(suite, "bricard: period", bricard_period);
    CU_add_test(suite, "grid: every pair passes", grid_passes);
    CU_add_test(suite, "grid: angles at the end", grid_angles);
    CU_add_test(suite, "grid: 20 x 20", large_grid);
    CU_add_test(suite, "andrews: every pair passes", andrews_passes);
    CU_add_test(suite, "governor: implicit pairs take long steps", governor);
    CU_add_test(suite, "governor: BDF starts at little cost", governor_bdf);
    CU_add_test(suite, "governor: BDF keeps its order", governor_bdf_order);
    CU_add_test(suite, "governor: angular momentum", governor_momentum);
    CU_add_test(suite, "distances of angles and of points", distances);
    CU_add_test(suite, "reactions: pendulum", reaction_of_the_pendulum);
    CU_add_test(suite, "reactions: double four-bar", reactions_of_the_four_bars);
}
