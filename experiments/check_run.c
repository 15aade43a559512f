/* Short runs: the observed order, the levels of the constraints, the energy, the distance from the exact motion and
   from the other formulations. */
#include "experiments/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HALVINGS = 4 };

void set_problem(struct choice *choice, const struct problem *problem)
{
    choice->problem = problem;
    parameters_default(problem->parameters, choice->problem_values);
}

void set_formulation(struct choice *choice, const struct formulation *formulation)
{
    choice->formulation = formulation;
    parameters_default(formulation->parameters, choice->formulation_values);
}

void set_integrator(struct choice *choice, const struct integrator *integrator)
{
    choice->integrator = integrator;
    parameters_default(integrator->parameters, choice->integrator_values);
}

/* The place of the parameter "duration" among the problem's; -1 when it has none. */
static int duration_parameter(const struct problem *problem)
{
    for (int i = 0; i < parameters_count(problem->parameters); i++)
        if (strcmp(problem->parameters[i].name, "duration") == 0)
            return i;
    return -1;
}

void run_for(struct choice *choice, double duration)
{
    int i = duration_parameter(choice->problem);
    choice->duration = duration;
    if (i >= 0)
        choice->problem_values[i] = fmax(duration, choice->problem->parameters[i].least);
}

double motion_duration(const struct choice *choice)
{
    int i = duration_parameter(choice->problem);
    if (i >= 0)
        return choice->problem_values[i];
    struct model *model = problem_create(choice->problem, choice->problem_values);
    double duration = model->duration;
    model_free(model);
    return duration;
}

/* The observed quantity at the end of a run. */
struct seen {
    double at_end[3];
};

static void look(void *context, const struct run *run, double t, const double *q, const double *v,
                 const double *a, const struct levels *levels, const double *ledger)
{
    (void)t, (void)a, (void)levels, (void)ledger;
    const struct model *model = run_model(run);
    model->observe(model, q, v, ((struct seen *)context)->at_end);
}

static struct result result_of(const struct choice *choice, struct seen *seen)
{
    struct result result;
    struct run *run = run_create(choice);
    run_measured(run, seen ? look : NULL, seen, &result);
    run_free(run);
    return result;
}

/* Of successive halvings the best must reach the order, because the error of a penalty, or round-off, ends the range of
   every order; and not all may exceed it by a half, or the order is more than the integrator claims. */
void check_order(struct report *report, const struct choice *choice, const char *label)
{
    static const int coarsest[] = {1000, 1000, 200, 100, 80, 40};
    int order = choice->integrator->order(choice->integrator_values);
    double most = 0, least = (double)INFINITY, last = 0;
    struct choice c = *choice;
    run_for(&c, 1);
    c.step = 1.0 / coarsest[order < 0 ? 0 : order > 5 ? 5 : order];
    for (int k = 0; k <= HALVINGS; k++, c.step /= 2) {
        struct result result = result_of(&c, NULL);
        if (result.status != OK) {
            report_line(report, false, label, "%s at %g s with a step of %g s", status_word(result.status),
                        result.stopped, c.step);
            return;
        }
        double slope = k ? log2(last / result.error) : (double)NAN;
        most = fmax(most, slope);
        least = fmin(least, slope);
        last = result.error;
    }
    bool low = !(most > order - 0.25), high = least > order + 0.5;
    report_line(report, !low && !high, label, "%.2f observed, order() says %d%s", high ? least : most, order,
                low    ? ": the method is worse than it claims"
                : high ? ": the method is better than it claims"
                       : "");
}

const char RUN_TABLE[] = "  step s  time s     |Φ|    |Φ'|   |Φ''|  drift J    error";

/* What is wrong with a completed run; "" when nothing is. */
static void judge(const struct model *model, const struct result *result, char why[], size_t size)
{
    *why = '\0';
    if (!(result->phi < 1e-6 * model->length))
        snprintf(why, size, "  |Φ| is above %.0e", 1e-6 * model->length);
    else if (!(result->phidot < 1e-4 * model->length))
        snprintf(why, size, "  |Φ'| is above %.0e", 1e-4 * model->length);
    else if (!(result->drift <= model->tolerance))
        snprintf(why, size, "  the energy drifts by more than %g J", model->tolerance);
    else if (!(result->error <= model->accuracy))
        snprintf(why, size, "  more than %g from the exact motion", model->accuracy);
}

void check_run(struct report *report, const struct choice *choice, const char *label, int attempts)
{
    struct choice c = *choice;
    struct result result;
    char why[200];
    for (;; attempts--, c.step /= 10, c.duration /= 4) {
        struct run *run = run_create(&c);
        run_measured(run, NULL, NULL, &result);
        judge(run_model(run), &result, why, sizeof why);
        run_free(run);
        if ((result.status == OK && !*why) || attempts <= 1)
            break;
    }
    if (result.status != OK)
        report_line(report, false, label, "%8.0e %7.3g  %s at %g s", result.h, c.duration,
                    status_word(result.status), result.stopped);
    else
        report_line(report, !*why, label, "%8.0e %7.3g %7.0e %7.0e %7.0e  %7.1e  %7.1e%s", result.h,
                    c.duration, result.phi, result.phidot, result.phiddot, result.drift, result.error, why);
}

/* Each other formulation must end where this one does. */
void check_agreement(struct report *report, const struct choice *choice)
{
    struct model *model = problem_create(choice->problem, choice->problem_values);
    int observed = model->observed;
    double accuracy = model->accuracy;
    model_free(model);
    struct seen own = {{0}}, other = {{0}};
    if (result_of(choice, &own).status != OK)
        return; /* check_run has said so */
    for (int k = 0; formulations[k]; k++) {
        struct choice c = *choice;
        char label[100];
        double apart = 0;
        set_formulation(&c, formulations[k]);
        if (c.formulation == choice->formulation || result_of(&c, &other).status != OK)
            continue;
        for (int i = 0; i < observed; i++)
            apart = fmax(apart, fabs(own.at_end[i] - other.at_end[i]));
        snprintf(label, sizeof label, "%-17s %s", c.problem->name, c.formulation->name);
        report_line(report, apart <= accuracy, label, "%.1e apart, %g allowed", apart, accuracy);
    }
}
