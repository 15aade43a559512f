#include "experiments/sweep_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "core/arena.h"
#include "experiments/output.h"

struct row *rows_add(struct rows *rows)
{
    if (rows->count == rows->room) {
        rows->room = rows->room ? 2 * rows->room : 64;
        rows->row = grow(rows->row, (size_t)rows->room, sizeof *rows->row);
    }
    struct row *row = &rows->row[rows->count++];
    memset(row, 0, sizeof *row);
    row->cpu = row->spread = (double)NAN;
    return row;
}

void rows_free(struct rows *rows)
{
    free(rows->row);
    *rows = (struct rows){0};
}

struct row *rows_find(const struct rows *rows, const char *command)
{
    for (int i = 0; i < rows->count; i++)
        if (strcmp(rows->row[i].command, command) == 0)
            return &rows->row[i];
    return NULL;
}

bool rows_same_pair(const struct row *a, const struct row *b)
{
    return strcmp(a->problem, b->problem) == 0 && strcmp(a->formulation, b->formulation) == 0 &&
           strcmp(a->integrator, b->integrator) == 0;
}

void rows_mark_robust(struct rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        struct row *r = &rows->row[i];
        r->robust = r->passes;
        for (int k = 0; k < rows->count && r->robust; k++)
            if (rows->row[k].step < r->step && rows_same_pair(r, &rows->row[k]))
                r->robust = rows->row[k].passes;
    }
}

static void text_of(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

void row_name(struct row *row, const struct choice *choice)
{
    char text[CHOSEN_MAX];
    text_of(row->problem, sizeof row->problem, chosen_problem(choice, text));
    text_of(row->formulation, sizeof row->formulation, chosen_formulation(choice, text));
    text_of(row->integrator, sizeof row->integrator, chosen_integrator(choice, text));
}

double row_cost(const struct row *row)
{
    return isfinite(row->cpu) ? row->cpu : row->measured;
}

void row_fill(struct row *row, const struct choice *choice, const struct result *result,
              const struct run *run)
{
    row_name(row, choice);
    text_of(row->status, sizeof row->status, status_word(result->status));
    row->step = choice->duration / (double)run_steps(run);
    row->steps = result->steps;
    row->drift = result->drift;
    row->error = result->error;
    row->phi = result->phi;
    row->phidot = result->phidot;
    row->phiddot = result->phiddot;
    row->iterations = result->iterations;
    row->factorizations = result->factorizations;
    row->passes = run_passes(run, result);
    row->measured = result->cpu;
    row->accurate = row->passes && result->error < run_model(run)->accuracy;
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        row->memory = (double)usage.ru_maxrss;
}

static void write_numbers(FILE *stream, const double *value, int count)
{
    for (int i = 0; i < count; i++) {
        csv_number(stream, value[i]);
        fputc(',', stream);
    }
}

static void write_row(FILE *stream, const struct row *r)
{
    csv_text(stream, r->problem);
    fputc(',', stream);
    csv_text(stream, r->formulation);
    fputc(',', stream);
    csv_text(stream, r->integrator);
    fputc(',', stream);
    csv_number(stream, r->step);
    fprintf(stream, ",%ld,%s,", r->steps, r->status);
    if (isfinite(r->cpu))
        fprintf(stream, "%.6g", r->cpu);
    fputc(',', stream);
    write_numbers(stream, (const double[]){r->drift, r->error, r->phi, r->phidot, r->phiddot}, 5);
    fprintf(stream, "%ld,%ld,", r->iterations, r->factorizations);
    if (isfinite(r->spread))
        fprintf(stream, "%.3g", r->spread);
    fprintf(stream, ",%d,%d,%d,%.0f,%ld,%.4g,", r->passes, r->accurate, r->robust, r->memory, r->timed,
            r->measured);
    csv_text(stream, r->command);
    fputc('\n', stream);
}

const char *const row_fields[ROW_FIELDS + 1] = {
    "problem",    "formulation",    "integrator",       "step",   "steps",    "status",
    "cpu_s",      "energy_drift_J", "trajectory_error", "phi",    "phidot",   "phiddot",
    "iterations", "factorizations", "cpu_spread",       "passes", "accurate", "robust",
    "memory_kB",  "timed_runs",     "measured_s",       "command"};

void rows_write(FILE *stream, const struct rows *rows)
{
    for (int i = 0; i < ROW_FIELDS; i++)
        fprintf(stream, "%s%s", i ? "," : "", row_fields[i]);
    fputc('\n', stream);
    for (int i = 0; i < rows->count; i++)
        write_row(stream, &rows->row[i]);
}
