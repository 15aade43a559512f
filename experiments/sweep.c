#include "experiments/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "core/arena.h"
#include "experiments/file.h"
#include "experiments/metadata.h"
#include "experiments/output.h"

static const double LONG_RUN =
    0.1; /* [s] a run as long as this is timed once: the clock is no longer the trouble */

/* One pair at the step in hand. */
struct cell {
    struct choice choice;
    struct run *run; /* NULL: not to be run */
    struct row row;
    double slowest;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add(char *line, const char *format, const char *value)
{
    size_t used = strlen(line);
    snprintf(line + used, COMMAND_MAX - used, format, value);
}

static void write_command(char line[COMMAND_MAX], const struct choice *choice, const struct sweep *s)
{
    char text[CHOSEN_MAX], number[NUMBER_MAX];
    line[0] = '\0';
    add(line, "driftbench run %s", chosen_problem(choice, text));
    add(line, " -f %s", chosen_formulation(choice, text));
    add(line, " -i %s", chosen_integrator(choice, text));
    add(line, " -s %s", number_text(number, choice->step));
    if (choice->duration != s->duration)
        add(line, " --duration %s", number_text(number, choice->duration));
    if (choice->backend != AUTOMATIC)
        add(line, " --solver %s", backend_name(choice->backend));
    if (choice->perturb > 0)
        add(line, " --perturb %s", number_text(number, choice->perturb));
    add(line, "%s", " --csv");
}

static const double LATE_PASS = 8, FAR_BETTER = 0.01, FAR_MORE_ACCURATE = 0.1;

/* What the run will cost, from the pair's run at the next larger step; 0 when there is none. A failed one costs at least what it took. */
static double expected(const struct rows *rows, const struct row *row)
{
    const struct row *near = NULL;
    for (int i = 0; i < rows->count; i++) {
        const struct row *r = &rows->row[i];
        if (r->step > row->step && rows_same_pair(r, row) && (!near || r->step < near->step))
            near = r;
    }
    return near ? fmax(near->cpu, near->measured) * near->step / row->step : 0;
}

static bool has_passed(const struct rows *rows, const struct row *row)
{
    for (int i = 0; i < rows->count; i++)
        if (rows->row[i].accurate && rows_same_pair(&rows->row[i], row))
            return true;
    return false;
}

/* Whether the pair's two last steps were so far within the tolerances that a smaller one would teach nothing. */
static bool well_within(const struct rows *rows, const struct row *row, const struct sweep *s)
{
    int within = 0, last = 2;
    for (int i = rows->count - 1; i >= 0 && last > 0; i--) {
        const struct row *r = &rows->row[i];
        if (r->step <= row->step || !rows_same_pair(r, row))
            continue;
        within += r->accurate && r->drift < FAR_BETTER * s->tolerance &&
                  r->error < FAR_MORE_ACCURATE * s->accuracy;
        last--;
    }
    return within == 2;
}

static bool worth_it(const struct sweep *s, const struct rows *rows, const struct cell *cell)
{
    const struct row *row = &cell->row;
    double cost = expected(rows, row);
    if (cost > s->limit && (has_passed(rows, row) || cost > LATE_PASS * s->limit))
        return false;
    return s->dense || !well_within(rows, row, s);
}

static bool wanted(const struct sweep *s, const struct rows *rows, struct cell *cell, double step)
{
    char text[CHOSEN_MAX];
    cell->choice.step = step;
    write_command(cell->row.command, &cell->choice, s);
    if (rows_find(rows, cell->row.command))
        return false;
    struct row *row = &cell->row;
    row->step = step;
    snprintf(row->problem, sizeof row->problem, "%s", chosen_problem(&cell->choice, text));
    snprintf(row->formulation, sizeof row->formulation, "%s", chosen_formulation(&cell->choice, text));
    snprintf(row->integrator, sizeof row->integrator, "%s", chosen_integrator(&cell->choice, text));
    return worth_it(s, rows, cell);
}

/* Candidates take turns, so that a disturbance of the machine hits all of them and not one. */
static void time_cells(const struct sweep *s, struct cell *cells)
{
    struct result timed;
    for (long k = 0; k < s->repeats; k++)
        for (int i = 0; i < s->pairs; i++) {
            struct cell *c = &cells[i];
            if (!c->run || strcmp(c->row.status, status_word(OK)) != 0 || (k > 0 && c->row.cpu > LONG_RUN))
                continue;
            run_timed(c->run, &timed);
            c->row.cpu = fmin(c->row.cpu, timed.cpu); /* fmin passes over the NaN */
            c->slowest = fmax(c->slowest, timed.cpu);
            if (k > 0)
                c->row.spread = (c->slowest - c->row.cpu) / c->row.cpu;
        }
}

static void progress(const struct sweep *s, int at, int ran, double started)
{
    double done = 0, all = 0;
    for (int i = 0; i < s->steps; i++) {
        all += 1 / s->step[i];
        done += i <= at ? 1 / s->step[i] : 0;
    }
    char spent[NUMBER_MAX], left[NUMBER_MAX], text[CHOSEN_MAX];
    double elapsed = now() - started;
    bool terminal = isatty(STDERR_FILENO);
    if (!terminal && at + 1 < s->steps)
        return;
    fprintf(stderr, "%s%s: step %d of %d (%.4g s), %d runs, %s spent, at most %s left%s",
            terminal ? "\r\033[K" : "", chosen_problem(&s->base, text), at + 1, s->steps, s->step[at], ran,
            duration_text(spent, elapsed), duration_text(left, elapsed * (all - done) / done),
            terminal && at + 1 < s->steps ? "" : "\n");
}

static bool save(const struct sweep *s, struct rows *rows)
{
    struct file file;
    rows_mark_robust(rows);
    if (!s->append)
        return true;
    if (!file_open(&file, s->append))
        return false;
    metadata_write(file.stream, "#", s->argc, s->argv);
    rows_write(file.stream, rows);
    return file_commit(&file);
}

/* All pairs at one step: measured, timed in turns, kept. Returns how many ran. */
static int run_step(const struct sweep *s, struct rows *rows, struct cell *cells, double step)
{
    struct result result;
    int ran = 0;
    for (int i = 0; i < s->pairs; i++) {
        struct cell *c = &cells[i];
        memset(c, 0, sizeof *c);
        c->choice = s->pair[i];
        c->row.cpu = c->row.spread = NAN;
        if (!wanted(s, rows, c, step))
            continue;
        c->run = run_create(&c->choice);
        run_measured(c->run, NULL, NULL, &result);
        row_fill(&c->row, &c->choice, &result, c->run);
        c->row.measured = result.cpu;
        ran++;
    }
    time_cells(s, cells);
    for (int i = 0; i < s->pairs; i++)
        if (cells[i].run) {
            *rows_add(rows) = cells[i].row;
            run_free(cells[i].run);
        }
    return ran;
}

bool sweep_run(struct sweep *s, struct rows *rows)
{
    struct cell *cells = grow(NULL, (size_t)s->pairs, sizeof *cells);
    double started = now();
    bool good = true;
    int ran = 0;
    for (int i = 0; i < s->steps && good; i++) {
        int here = run_step(s, rows, cells, s->step[i]);
        ran += here;
        good = (here == 0 && i + 1 < s->steps) || save(s, rows);
        if (good)
            progress(s, i, ran, started);
    }
    free(cells);
    return good;
}
