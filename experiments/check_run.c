/* Short runs: the observed order, the levels of the constraints, the energy, the trajectory, and the same digits twice. */
#include "experiments/check.h"

#include <math.h>

enum { HALVINGS = 4 };

static struct result result_of(const struct choice *choice)
{
    struct result result;
    struct run *run = run_create(choice);
    run_measured(run, NULL, NULL, &result);
    run_free(run);
    return result;
}

/* The best of successive halvings: the error of a penalty, or round-off, ends the range of every order. */
void check_order(struct report *report, const struct choice *choice)
{
    static const int coarsest[] = {1000, 1000, 200, 100, 80, 40};
    int order = choice->integrator->order(choice->integrator_values);
    double best = 0, last = 0;
    struct choice c = *choice;
    c.duration = 1;
    c.step = 1.0 / coarsest[order < 0 ? 0 : order > 5 ? 5 : order];
    for (int k = 0; k <= HALVINGS; k++, c.step /= 2) {
        struct result result = result_of(&c);
        if (result.status != OK) {
            report_line(report, false, "order with %s on %s: %s at %g s with a step of %g s",
                        c.integrator->name, c.problem->name, status_word(result.status), result.stopped,
                        c.step);
            return;
        }
        if (k)
            best = fmax(best, log2(last / result.error));
        last = result.error;
    }
    report_line(report, best > order - 0.25, "order of %s with %s on %s: %.2f observed, %d expected",
                c.formulation->name, c.integrator->name, c.problem->name, best, order);
}

void check_run(struct report *report, const struct choice *choice)
{
    struct run *run = run_create(choice);
    const struct model *model = run_model(run);
    const char *f = choice->formulation->name, *i = choice->integrator->name, *p = choice->problem->name;
    struct result result, again;
    run_measured(run, NULL, NULL, &result);
    run_measured(run, NULL, NULL, &again);
    if (result.status != OK) {
        report_line(report, false, "%s with %s on %s: %s at %g s", f, i, p, status_word(result.status),
                    result.stopped);
    } else {
        report_line(report, result.phi < 1e-6 * model->length && result.phidot < 1e-4 * model->length,
                    "%s with %s on %s: constraint levels |Φ| %.1e, |Φ'| %.1e, |Φ''| %.1e", f, i, p,
                    result.phi, result.phidot, result.phiddot);
        report_line(report, result.drift <= model->tolerance,
                    "%s with %s on %s: energy drift %.1e J of %g J allowed", f, i, p, result.drift,
                    model->tolerance);
        report_line(report, result.error <= model->accuracy,
                    "%s with %s on %s: %.1e from the exact motion, %g allowed", f, i, p, result.error,
                    model->accuracy);
        report_line(report, result.drift == again.drift && result.error == again.error,
                    "%s with %s on %s: the same digits twice", f, i, p);
    }
    run_free(run);
}
