/* Every formulation with every integrator. */
#include <CUnit/Basic.h>
#include "experiments/allocations.h"
#include "tests/suite.h"
#include "tests/support.h"

#include <math.h>
#include <string.h>

/* Where the asymptotic range of each order lies on the pendulum's first second: steps of the coarsest of five runs. The
   penalty's own error, of order 1/alpha, is pushed below that of the integrator by a larger alpha. */
static void check_order(const char *formulation, const char *integrator, int order, long steps)
{
    double slope = observed_order("pendulum", formulation, integrator, 1, steps, 5);
    if (!(fabs(slope - order) < 0.2))
        printf("\n  %s with %s: order %.3f instead of %d ", formulation, integrator, slope, order);
    CU_ASSERT(fabs(slope - order) < 0.2);
}

static const char *accurate(const struct formulation *formulation)
{
    return !strcmp(formulation->name, "penalty") ? "penalty:alpha_position=1e10" : formulation->name;
}

static void orders(void)
{
    static const long coarsest[] = {0, 2000, 200, 100, 60, 40};
    for (int k = 0; formulations[k]; k++)
        for (int i = 0; integrators[i]; i++) {
            double values[PARAMETERS_MAX];
            parameters_default(integrators[i]->parameters, values);
            if (!strcmp(integrators[i]->name, "bdf"))
                continue;
            int order = integrators[i]->order(values);
            check_order(accurate(formulations[k]), integrators[i]->name, order, order == 4 ? 80 : 200);
        }
    for (int k = 0; formulations[k]; k++)
        for (int order = 1; order <= 5; order++) {
            char name[40];
            snprintf(name, sizeof name, "bdf:tol=1e-14,order=%d", order);
            check_order(accurate(formulations[k]), name, order, coarsest[order]);
        }
}

/* At some step of 1e-3 or smaller every pair completes the double four-bar on its branch. */
static void double_four_bar(void)
{
    for (int k = 0; formulations[k]; k++)
        for (int i = 0; integrators[i]; i++) {
            struct choice choice = choose("double-four-bar", formulations[k]->name, integrators[i]->name,
                                          1e-3, 10);
            struct result result = measured(&choice);
            if (!(result.status == OK && result.drift < 0.1 && result.error < 0.05))
                printf("\n  %s with %s: %s at %g s, drift %g J, error %g m ", formulations[k]->name,
                       integrators[i]->name, status_word(result.status), result.stopped, result.drift,
                       result.error);
            CU_ASSERT(result.status == OK);
            CU_ASSERT(result.steps == 10000);
            CU_ASSERT(result.drift < 0.1);
            CU_ASSERT(result.error < 0.05);
        }
}

/* Projected algorithmic accelerations keep second order through the singular positions. (Coarser steps converge faster than that, with
   multipliers as well: their errors at those positions are not yet small.) Projections and multipliers then agree on the motion. */
static void second_order_through_singularities(void)
{
    static const char *const with[] = {"hht", "genalpha", "hht:alpha=0"};
    for (int i = 0; i < 3; i++) {
        double slope = observed_order("double-four-bar", "ali3", with[i], 10, 4000, 3);
        CU_ASSERT(fabs(slope - 2) < 0.2);
        struct choice choice = choose("double-four-bar", "ali3", with[i], 10 / 4000., 10);
        struct choice exact = choose("double-four-bar", "lagrange", with[i], 10 / 4000., 10);
        CU_ASSERT(fabs(measured(&choice).error / measured(&exact).error - 1) < 0.01);
    }
}

/* Explicit stages that fall close to a singular position must not cost the order: many steps, for some to do so. The penalty
   has no multipliers to correct and may lose a little where others lose nothing. */
static void fourth_order_through_singularities(void)
{
    for (int k = 0; formulations[k]; k++) {
        double slope = observed_order("double-four-bar", formulations[k]->name, "rk4", 10, 500, 4);
        if (!(slope > 3.9)) /* 5 where the errors of the revolutions cancel */
            printf("\n  %s: order %.3f ", formulations[k]->name, slope);
        CU_ASSERT(slope > 3.9);
        for (int steps = 400; steps < 1500; steps += 53) {
            struct choice choice = choose("double-four-bar", formulations[k]->name, "rk4", 10.0 / steps, 10);
            double drift = measured(&choice).drift, expected = 1.1e-3 * pow(520.0 / steps, 5),
                   allowed = !strcmp(formulations[k]->name, "penalty") ? 3 : 1.5;
            if (!(drift < allowed * expected))
                printf("\n  %s, %d steps: drift %g J, not %g J ", formulations[k]->name, steps, drift,
                       expected);
            CU_ASSERT(drift < allowed * expected);
        }
    }
}

/* What is left of redundant constraints after a few corrections puts no floor under the error; the fixed penalty, whose two errors
   balance, is of third order. */
static void order_with_redundancy(void)
{
    for (int k = 0; formulations[k]; k++) {
        double slope = observed_order("bricard", formulations[k]->name, "rk4", 10, 1000, 3),
               least = !strcmp(formulations[k]->name, "penalty") ? 2.8 : 3.8;
        if (!(slope > least))
            printf("\n  %s: order %.3f ", formulations[k]->name, slope);
        CU_ASSERT(slope > least);
    }
}

/* Redundant constraints cost nobody the step that the others take. */
static void redundancy(void)
{
    static const struct {
        const char *problem, *integrator;
        double step, duration;
    } on[] = {{"bricard", "rk4", 10.0 / 173, 10},
              {"bricard", "hht", 10.0 / 900, 10},
              {"multi-four-bar", "rk4", 1.0 / 30, 10}};
    for (size_t i = 0; i < sizeof on / sizeof *on; i++)
        for (int k = 0; formulations[k]; k++) {
            struct choice choice = choose(on[i].problem, formulations[k]->name, on[i].integrator, on[i].step,
                                          on[i].duration);
            struct model *model = model_named(on[i].problem);
            struct result result = measured(&choice);
            if (!(result.drift < model->tolerance))
                printf("\n  %s with %s on %s: %s, drift %g J ", formulations[k]->name, on[i].integrator,
                       on[i].problem, status_word(result.status), result.drift);
            CU_ASSERT(result.status == OK && result.drift < model->tolerance);
            model_free(model);
        }
}

/* Energy drift shows what the trajectory hides: an algorithmic acceleration that is off by O(h) costs it an order. */
static void drift_order(void)
{
    static const char *const with[] = {"hht", "genalpha"};
    for (int k = 0; formulations[k]; k++)
        for (int i = 0; i < 2; i++) {
            struct choice coarse = choose("bricard", formulations[k]->name, with[i], 0.01, 3),
                          fine = choose("bricard", formulations[k]->name, with[i], 0.005, 3);
            double ratio = measured(&coarse).drift / measured(&fine).drift;
            if (!(ratio > 3.3))
                printf("\n  %s with %s: half the step divides the drift by %.2f ", formulations[k]->name,
                       with[i], ratio);
            CU_ASSERT(ratio > 3.3);
        }
}

static void forty(void)
{
    struct choice choice = choose("n-four-bar:n=40", "ali3", "hht", 5e-4, 20);
    struct model *model = model_named("n-four-bar:n=40");
    CU_ASSERT(model->n == 82);
    model_free(model);
    struct run *run = run_create(&choice);
    struct result result;
    run_measured(run, NULL, NULL, &result);
    CU_ASSERT(result.status == OK);
    if (!(result.error < 1e-3))
        printf("\n  error %g m ", result.error);
    CU_ASSERT(result.error < 1e-3);
    run_free(run);
}

/* Large mechanisms run, and work grows with their size: iterations a step stay the same. */
static void thousand(void)
{
    static const char *const with[] = {"ali3", "penalty", "lagrange"};
    for (int k = 0; k < 3; k++) {
        struct choice choice = choose("n-four-bar:n=1000", with[k], "hht", 1e-3, 0.05);
        struct result result = measured(&choice);
        CU_ASSERT(result.status == OK);
        CU_ASSERT(result.steps == 50);
        CU_ASSERT(result.error < 1e-4);
        CU_ASSERT(result.iterations <= 4 * result.steps);
    }
}

/* Coarse steps end in a status and a time, never in a number that is none. */
static void coarse_steps(void)
{
    static const char *const on[] = {"pendulum", "double-four-bar", "bricard", "multi-four-bar"};
    static const double steps[] = {1, 1 / 3.0, 1 / 9.0};
    for (size_t p = 0; p < sizeof on / sizeof *on; p++)
        for (int k = 0; formulations[k]; k++)
            for (int i = 0; integrators[i]; i++)
                for (int s = 0; s < 3; s++) {
                    struct choice choice = choose(on[p], formulations[k]->name, integrators[i]->name,
                                                  steps[s], 0);
                    struct result result = measured(&choice);
                    CU_ASSERT(isfinite(result.drift) && isfinite(result.error) && isfinite(result.stopped));
                    CU_ASSERT(result.status == OK || result.stopped < 10);
                }
}

static void no_allocation(void)
{
    if (allocations() < 0)
        return;
    for (int k = 0; formulations[k]; k++)
        for (int i = 0; integrators[i]; i++) {
            struct choice choice = choose("bricard", formulations[k]->name, integrators[i]->name, 1e-2, 0.5);
            struct run *run = run_create(&choice);
            struct result result;
            run_timed(run, &result); /* libraries may set themselves up once */
            long before = allocations();
            run_timed(run, &result);
            CU_ASSERT(allocations() == before);
            run_free(run);
        }
}

static void same_digits(void)
{
    for (int k = 0; formulations[k]; k++)
        for (int i = 0; integrators[i]; i++) {
            struct choice choice = choose("double-four-bar", formulations[k]->name, integrators[i]->name,
                                          0.01, 1);
            struct run *run = run_create(&choice);
            struct result first, timed, again;
            run_measured(run, NULL, NULL, &first);
            run_timed(run, &timed);
            run_measured(run, NULL, NULL, &again);
            CU_ASSERT(first.drift == again.drift);
            CU_ASSERT(first.error == again.error);
            CU_ASSERT(first.iterations == again.iterations && first.iterations == timed.iterations);
            run_free(run);
            struct result fresh = measured(&choice);
            CU_ASSERT(first.drift == fresh.drift && first.error == fresh.error);
        }
}

SUITE(pairs)
{
    CU_pSuite suite = CU_add_suite("pairs", NULL, NULL);
    CU_add_test(suite, "observed orders on the pendulum", orders);
    CU_add_test(suite, "all pairs complete the double four-bar", double_four_bar);
    CU_add_test(suite, "second order through singular positions", second_order_through_singularities);
    CU_add_test(suite, "fourth order through singular positions", fourth_order_through_singularities);
    CU_add_test(suite, "order of RK4 with redundant constraints", order_with_redundancy);
    CU_add_test(suite, "redundant constraints", redundancy);
    CU_add_test(suite, "energy drift of second order", drift_order);
    CU_add_test(suite, "forty four-bars for 20 s", forty);
    CU_add_test(suite, "a thousand four-bars", thousand);
    CU_add_test(suite, "coarse steps end in a status", coarse_steps);
    CU_add_test(suite, "no allocation in a step", no_allocation);
    CU_add_test(suite, "two runs give identical digits", same_digits);
}
