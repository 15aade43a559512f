/* Which checks a module goes through, and with which others. */
#include "experiments/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Smooth, singular, redundant. */
static const char *const TRIED_ON[] = {"pendulum", "double-four-bar", "bricard"};
enum { TRIED = sizeof TRIED_ON / sizeof *TRIED_ON, LABEL_MAX = 200 };

static const double SHORT = 1; /* [s] longest run */

static const char *label(char text[LABEL_MAX], const char *first, const char *second)
{
    snprintf(text, LABEL_MAX, "%-17s %s", first, second);
    return text;
}

/* The step of a run that a good module survives; a shorter motion for problems that end soon. */
static void set_run(struct choice *choice)
{
    bool crude = choice->integrator->order(choice->integrator_values) < 2;
    double duration = fmin(SHORT, motion_duration(choice));
    run_for(choice, duration);
    choice->step = duration * (crude ? 2e-5 : 1e-3);
}

/* A few steps. */
static void set_glimpse(struct choice *choice)
{
    enum { STEPS = 20 };
    set_run(choice);
    choice->step /= 10;
    run_for(choice, STEPS * choice->step);
}

static bool known(const char *key, size_t length)
{
    for (int i = 0; citation_keys[i]; i++)
        if (strlen(citation_keys[i]) == length && strncmp(key, citation_keys[i], length) == 0)
            return true;
    return false;
}

/* That the rest of the descriptor is complete was seen when the program started. */
static void descriptor(struct report *report, const char *cite)
{
    if (!report_group(report, "descriptor", "", "descriptor"))
        return;
    report_line(report, true, "name, title, parameters, callbacks", "complete");
    for (size_t length; *cite; cite += length + (cite[length] == ',')) {
        char key[100];
        length = strcspn(cite, ",");
        snprintf(key, sizeof key, "cite %.*s", (int)length, cite);
        if (!citation_keys[0])
            report_skip(report, key, "there was no bibliography when the program was built");
        else if (known(cite, length))
            report_line(report, true, key, "is in the bibliography");
        else
            report_line(report, false, key,
                        "is not in paper/refs.bib, nor in refs.bib beside the module's folder");
    }
}

/* A formulation is tried with every integrator, an integrator with every formulation: the name of the k-th, NULL when
   there are no more. */
typedef const char *partner(struct choice *choice, int k);

static const char *with_integrator(struct choice *choice, int k)
{
    if (!integrators[k])
        return NULL;
    set_integrator(choice, integrators[k]);
    return integrators[k]->name;
}

static const char *with_formulation(struct choice *choice, int k)
{
    if (!formulations[k])
        return NULL;
    set_formulation(choice, formulations[k]);
    return formulations[k]->name;
}

static void orders(struct report *report, struct choice choice, partner *with)
{
    if (!report_group(report, "order", "", "order of convergence on %s", TRIED_ON[0]))
        return;
    const char *name;
    set_problem(&choice, problem_named(TRIED_ON[0]));
    for (int k = 0; (name = with(&choice, k)); k++)
        check_order(report, &choice, name);
}

static const char RUNS[] = "constraint levels, energy and distance from the exact motion";

static void runs(struct report *report, struct choice choice, partner *with)
{
    char text[LABEL_MAX];
    const char *name;
    if (!report_group(report, "runs", RUN_TABLE, RUNS))
        return;
    for (int p = 0; p < TRIED; p++)
        for (int k = 0; (name = with(&choice, k)); k++) {
            set_problem(&choice, problem_named(TRIED_ON[p]));
            set_run(&choice);
            check_run(report, &choice, label(text, TRIED_ON[p], name), 1);
        }
}

/* On every problem: solvers are chosen by the problem's size. */
static void memory(struct report *report, struct choice choice, partner *with)
{
    char text[LABEL_MAX];
    const char *name;
    if (!report_group(report, "memory", "", "memory and digits"))
        return;
    for (int k = 0; (name = with(&choice, k)); k++) {
        struct traces all = {0};
        for (int p = 0; problems[p]; p++) {
            set_problem(&choice, problems[p]);
            set_glimpse(&choice);
            check_memory(report, &choice, label(text, problems[p]->name, name), &all);
        }
        check_memory_end(report, label(text, "all problems", name), &all);
    }
}

static void agreement(struct report *report, struct choice choice)
{
    if (!report_group(report, "agreement", "",
                      "agreement with the other formulations at the end of %g s, with hht", SHORT))
        return;
    set_integrator(&choice, integrator_named("hht"));
    for (int p = 0; p < TRIED; p++) {
        set_problem(&choice, problem_named(TRIED_ON[p]));
        set_run(&choice);
        check_agreement(report, &choice);
    }
}

void check_formulation(struct report *report, struct choice choice)
{
    descriptor(report, choice.formulation->cite);
    check_tangent(report, &choice);
    orders(report, choice, with_integrator);
    runs(report, choice, with_integrator);
    memory(report, choice, with_integrator);
    agreement(report, choice);
}

void check_integrator(struct report *report, struct choice choice)
{
    descriptor(report, choice.integrator->cite);
    orders(report, choice, with_formulation);
    runs(report, choice, with_formulation);
    memory(report, choice, with_formulation);
}

/* A problem's runs, with every pair. One that is unstable with a coarse step says nothing against the problem. */
static void problem_runs(struct report *report, const struct choice *choice)
{
    char text[LABEL_MAX];
    struct model *model = problem_create(choice->problem, choice->problem_values);
    bool large = model->m > 50;
    model_free(model);
    if (!report_group(report, "runs", RUN_TABLE, RUNS))
        return;
    for (int k = 0; formulations[k]; k++)
        for (int i = 0; integrators[i]; i++) {
            struct choice c = *choice;
            set_formulation(&c, formulations[k]);
            set_integrator(&c, integrators[i]);
            set_run(&c);
            if (large)
                run_for(&c, c.duration / 20);
            check_run(report, &c, label(text, formulations[k]->name, integrators[i]->name), 3);
        }
}

static void problem_memory(struct report *report, const struct choice *choice)
{
    char text[LABEL_MAX];
    if (!report_group(report, "memory", "", "memory and digits"))
        return;
    for (int k = 0; formulations[k]; k++) {
        struct traces all = {0};
        for (int i = 0; integrators[i]; i++) {
            struct choice c = *choice;
            set_formulation(&c, formulations[k]);
            set_integrator(&c, integrators[i]);
            set_glimpse(&c);
            check_memory(report, &c, label(text, formulations[k]->name, integrators[i]->name), &all);
        }
        check_memory_end(report, label(text, formulations[k]->name, "all integrators"), &all);
    }
}

void check_problem(struct report *report, struct choice choice)
{
    descriptor(report, choice.problem->cite);
    check_model(report, &choice);
    problem_runs(report, &choice);
    problem_memory(report, &choice);
}
