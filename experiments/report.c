#include "experiments/report.h"

#include <math.h>
#include "experiments/choose.h"
#include "experiments/output.h"

void report_csv_head(FILE *stream)
{
    fputs(
        "problem,formulation,integrator,step,steps,status,cpu_s,energy_drift_J,trajectory_error,phi,phidot,phiddot,"
        "iterations,factorizations\n",
        stream);
}

void report_csv_row(FILE *stream, const struct choice *choice, const struct result *result, double cpu)
{
    char text[CHOSEN_MAX];
    csv_text(stream, chosen_problem(choice, text));
    fputc(',', stream);
    csv_text(stream, chosen_formulation(choice, text));
    fputc(',', stream);
    csv_text(stream, chosen_integrator(choice, text));
    fputc(',', stream);
    csv_number(stream, result->h);
    fprintf(stream, ",%ld,%s,", result->steps, status_word(result->status));
    if (isfinite(cpu))
        fprintf(stream, "%.6g", cpu);
    const double measures[] = {result->drift, result->error, result->phi, result->phidot, result->phiddot};
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        fputc(',', stream);
        csv_number(stream, measures[i]);
    }
    fprintf(stream, ",%ld,%ld\n", result->iterations, result->factorizations);
}

static void verdict(FILE *stream, const struct run *run, const struct result *result)
{
    const struct model *model = run_model(run);
    if (run_passes(run, result))
        fputs("pass\n", stream);
    else if (result->status != OK)
        fprintf(stream, "fail: %s at t = %.6g s, after %ld of %ld steps\n", status_word(result->status),
                result->stopped, result->steps, run_steps(run));
    else if (!(result->drift < model->tolerance))
        fprintf(stream, "fail: the energy drifts by %.3g J, and %.3g J would pass\n", result->drift,
                model->tolerance);
    else
        fputs("fail: the constraints are violated too much\n", stream);
}

/* "label   value note", or nothing when there is no such value */
static void measure(FILE *stream, const char *mark, const char *label, double value, const char *note)
{
    if (isfinite(value))
        fprintf(stream, "%s%-18s%.4g%s\n", mark, label, value, note);
}

static void report_measures(FILE *stream, const char *mark, const struct model *model,
                            const struct result *result)
{
    char note[96];
    snprintf(note, sizeof note, " J (below %.3g J passes)", model->tolerance);
    measure(stream, mark, "energy drift", result->drift, note);
    const char *unit = model->observed_angle ? "rad" : "m";
    snprintf(note, sizeof note, " %s (%.3g %s counts as accurate)", unit, model->accuracy, unit);
    measure(stream, mark, "trajectory error", result->error, model->accuracy > 0 ? note : "");
    measure(stream, mark, "constraints", result->phi, "");
    measure(stream, mark, "  first rate", result->phidot, "");
    measure(stream, mark, "  second rate", result->phiddot, "");
}

void report_text(FILE *stream, const char *mark, const struct choice *choice, const struct run *run,
                 const struct result *result, double cpu, long repeats)
{
    const struct model *model = run_model(run);
    const char *note = adapted(choice->formulation, choice->integrator);
    char text[CHOSEN_MAX], title[TITLE_MAX], time[NUMBER_MAX], each[NUMBER_MAX];
    double steps = (double)(result->steps > 0 ? result->steps : 1);

    fprintf(stream, "%s%-18s%s: %s (%d coordinates, %d constraints)\n", mark, "problem",
            chosen_problem(choice, text), title_text(title, choice->problem->title), model->n, model->m);
    fprintf(stream, "%s%-18s%s: %s%s\n", mark, "formulation", chosen_formulation(choice, text),
            title_text(title, choice->formulation->title), note ? " †" : "");
    fprintf(stream, "%s%-18s%s: %s\n", mark, "integrator", chosen_integrator(choice, text),
            title_text(title, choice->integrator->title));
    fprintf(stream, "%s%-18s%ld of %.6g s\n", mark, "steps", run_steps(run), result->h);
    fprintf(stream, "%s%-18s", mark, "verdict");
    verdict(stream, run, result);
    report_measures(stream, mark, model, result);
    fprintf(stream, "%s%-18s%.3g iterations, %.3g factorizations\n", mark, "work of a step",
            (double)result->iterations / steps, (double)result->factorizations / steps);
    if (isfinite(cpu))
        fprintf(stream, "%s%-18s%s, best of %ld (%s a step)\n", mark, "CPU time", duration_text(time, cpu),
                repeats, duration_text(each, cpu / steps));
    if (note) {
        fprintf(stream, "%s† ", mark);
        print_wrapped(stream, note, 2, *mark ? 1000 : 100);
    }
}
