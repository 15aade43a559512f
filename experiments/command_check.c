/* Conformance of one module: derivatives, order, constraint levels, energy, agreement. */
#include "experiments/command.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include "experiments/check.h"
#include "experiments/choose.h"
#include "experiments/message.h"

static const char *const TRIED_ON[] = {"pendulum", "double-four-bar",
                                       "bricard"}; /* smooth, singular, redundant */
enum { TRIED = sizeof TRIED_ON / sizeof *TRIED_ON };

void report_line(struct report *report, bool good, const char *format, ...)
{
    va_list list;
    report->checks++;
    report->faults += !good;
    fputs(good ? "  ok     " : "  WRONG  ", stdout);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
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

static enum status end_of(const struct choice *choice, struct seen *seen, int *observed, double *accuracy)
{
    struct result result;
    struct run *run = run_create(choice);
    *seen = (struct seen){{0}};
    *observed = run_model(run)->observed;
    *accuracy = run_model(run)->accuracy;
    run_measured(run, look, seen, &result);
    run_free(run);
    return result.status;
}

/* Each other formulation must end where this one does. */
static void check_agreement(struct report *report, const struct choice *choice)
{
    struct seen own, other;
    int observed;
    double accuracy;
    if (end_of(choice, &own, &observed, &accuracy) != OK)
        return; /* check_run has said so */
    for (int k = 0; formulations[k]; k++) {
        struct choice c = *choice;
        double apart = 0;
        c.formulation = formulations[k];
        if (c.formulation == choice->formulation)
            continue;
        parameters_default(c.formulation->parameters, c.formulation_values);
        if (end_of(&c, &other, &observed, &accuracy) != OK)
            continue;
        for (int i = 0; i < observed; i++)
            apart = fmax(apart, fabs(own.at_end[i] - other.at_end[i]));
        report_line(report, apart <= accuracy, "%s and %s on %s: %.1e apart after %g s, %g allowed",
                    choice->formulation->name, c.formulation->name, c.problem->name, apart, c.duration,
                    accuracy);
    }
}

static void set_integrator(struct choice *choice, const struct integrator *integrator)
{
    choice->integrator = integrator;
    parameters_default(integrator->parameters, choice->integrator_values);
}

static void set_step(struct choice *choice)
{
    choice->step = choice->integrator->order(choice->integrator_values) > 1 ? 1e-3 : 2e-5;
    choice->duration = 1;
}

static void check_formulation(struct report *report, struct choice choice)
{
    for (int p = 0; p < TRIED; p++)
        if (choose_problem(&choice, TRIED_ON[p]))
            check_tangent(report, &choice);
    for (int p = 0; p < TRIED; p++)
        for (int i = 0; integrators[i] && choose_problem(&choice, TRIED_ON[p]); i++) {
            set_integrator(&choice, integrators[i]);
            if (p == 0)
                check_order(report, &choice);
            set_step(&choice);
            check_run(report, &choice);
        }
    if (!choose_integrator(&choice, "hht"))
        return;
    for (int p = 0; p < TRIED; p++)
        if (choose_problem(&choice, TRIED_ON[p])) {
            set_step(&choice);
            check_agreement(report, &choice);
        }
}

static void check_integrator(struct report *report, struct choice choice)
{
    for (int p = 0; p < TRIED; p++)
        for (int k = 0; formulations[k] && choose_problem(&choice, TRIED_ON[p]); k++) {
            choice.formulation = formulations[k];
            parameters_default(choice.formulation->parameters, choice.formulation_values);
            if (p == 0)
                check_order(report, &choice);
            set_step(&choice);
            check_run(report, &choice);
        }
}

/* A step that suits the problem and the pair: 1e-3 s, or a tenth or a hundredth of it. A pair that is unstable with a
   coarse step says nothing against the problem. */
static void settle(struct choice *choice)
{
    for (int tenths = 0; tenths < 2; tenths++, choice->step /= 10) {
        struct result result;
        struct run *run = run_create(choice);
        run_measured(run, NULL, NULL, &result);
        bool good = result.status == OK && run_passes(run, &result) &&
                    result.error <= run_model(run)->accuracy;
        run_free(run);
        if (good)
            return;
    }
}

static void check_problem(struct report *report, struct choice choice)
{
    check_model(report, &choice);
    struct model *model = choice.problem->create(choice.problem_values);
    double duration = fmin(model->duration, model->m > 50 ? 0.05 : 1);
    model_free(model);
    for (int k = 0; formulations[k]; k++)
        for (int i = 0; integrators[i]; i++) {
            choice.formulation = formulations[k];
            parameters_default(choice.formulation->parameters, choice.formulation_values);
            set_integrator(&choice, integrators[i]);
            set_step(&choice);
            choice.duration = duration;
            settle(&choice);
            check_run(report, &choice);
        }
}

static int run_command(const struct arguments *a)
{
    const char *f = option_value(a, "formulation"), *i = option_value(a, "integrator"),
               *p = option_value(a, "problem");
    struct choice choice = {0};
    struct report report = {0};
    if ((f != NULL) + (i != NULL) + (p != NULL) != 1) {
        bad_usage("check takes one of -f FORMULATION, -i INTEGRATOR and -p PROBLEM");
        return BAD_USAGE;
    }
    if ((f && !choose_formulation(&choice, f)) || (i && !choose_integrator(&choice, i)) ||
        (p && !choose_problem(&choice, p)))
        return BAD_USAGE;
    printf("checking %s %s\n", f ? "formulation" : i ? "integrator" : "problem", f ? f : i ? i : p);
    int descriptors = registry_check();
    report_line(&report, descriptors == 0, "descriptors of all modules: %d faults", descriptors);
    if (f)
        check_formulation(&report, choice);
    else if (i)
        check_integrator(&report, choice);
    else
        check_problem(&report, choice);
    printf("%d checks, %d wrong\n", report.checks, report.faults);
    return report.faults ? FAILED : PASSED;
}

const struct command command_check = {
    .name = "check",
    .usage = "-f FORMULATION | -i INTEGRATOR | -p PROBLEM",
    .summary = "checks one module: derivatives, order, constraint levels, energy, agreement",
    .help =
        "A wrong tangent is reported by its block, as in ∂equilibrium/∂lambda. Ends with 1 when anything is wrong.\n"
        "Example: driftbench check -f ggl",
    .options = {{"formulation", 'f', "NAME[:P=V]", "the formulation to check"},
                {"integrator", 'i', "NAME[:P=V]", "the integrator to check"},
                {"problem", 'p', "NAME[:P=V]", "the problem to check"}},
    .run = run_command,
};
