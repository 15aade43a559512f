#include "experiments/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/arena.h"
#include "experiments/file.h"
#include "experiments/metadata.h"
#include "experiments/output.h"
#include "experiments/rank.h"
#include "experiments/sweep_progress.h"

/* [s] A run as long as LONG_RUN is timed once: the clock is no longer the trouble. What is ranked is timed again at the
   end; twice where it takes as long as VERY_LONG_RUN. The file is replaced after every step size, before a run that will take
   long, and else no more often than every SAVE_INTERVAL. */
static const double LONG_RUN = 0.1, VERY_LONG_RUN = 0.5, SAVE_INTERVAL = 0.05;
static const double LATE_PASS = 8, FAR_BETTER = 0.01, FAR_MORE_ACCURATE = 0.1;

/* One pair at the step in hand. */
struct cell {
    struct choice choice;
    struct run *run; /* NULL: nothing to do */
    int row;         /* its place among the rows */
};

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

/* What the run will cost, from the pair's run at the next larger step; 0 when there is none. A failed one costs at least what it took. */
static double expected(const struct rows *rows, const struct row *row)
{
    const struct row *near = NULL;
    for (int i = 0; i < rows->count; i++) {
        const struct row *r = &rows->row[i];
        if (r->step > row->step && rows_same_pair(r, row) && (!near || r->step < near->step))
            near = r;
    }
    return near ? row_cost(near) * near->step / row->step : 0;
}

/* Twice: the second time shows that the first was no luck. */
static bool has_passed(const struct rows *rows, const struct row *row)
{
    int times = 0;
    for (int i = 0; i < rows->count && times < 2; i++)
        times += rows->row[i].accurate && rows_same_pair(&rows->row[i], row);
    return times == 2;
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

bool sweep_affords(const struct sweep *s, double cost, bool passed)
{
    return cost <= (passed ? s->limit : LATE_PASS * s->limit);
}

static bool worth_it(const struct sweep *s, const struct rows *rows, const struct row *row)
{
    return sweep_affords(s, expected(rows, row), has_passed(rows, row)) &&
           (s->dense || !well_within(rows, row, s));
}

static bool save(struct sweep *s, struct rows *rows)
{
    struct file file;
    rows_mark_robust(rows);
    s->saved = seconds_now();
    s->unsaved = false;
    if (!s->append)
        return true;
    if (!file_open(&file, s->append))
        return false;
    metadata_write(file.stream, "#", s->argc, s->argv);
    rows_write(file.stream, rows);
    return file_commit(&file);
}

/* Keeps what is new, unless the last time was just now and what comes next will not take long. */
static void keep(struct sweep *s, struct rows *rows, double next)
{
    if (s->unsaved && s->good && (next > SAVE_INTERVAL || seconds_now() - s->saved > SAVE_INTERVAL))
        s->good = save(s, rows);
}

/* How often the row is to be timed; the first time shows how long it takes. */
static long timings(const struct sweep *s, const struct row *row, bool ranked)
{
    if (strcmp(row->status, status_word(OK)) != 0)
        return 0;
    if (row->timed == 0 || row->cpu <= LONG_RUN)
        return s->repeats;
    long few = !ranked ? 1 : row->cpu <= VERY_LONG_RUN ? 3 : 2;
    return few < s->repeats ? few : s->repeats;
}

static void time_once(struct cell *cell, struct row *row)
{
    double slowest = row->timed > 1 ? row->cpu * (1 + row->spread) : row->cpu, cpu = run_cpu(cell->run);
    row->cpu = fmin(row->cpu, cpu); /* fmin and fmax pass over the NaN */
    slowest = fmax(slowest, cpu);
    if (++row->timed > 1)
        row->spread = (slowest - row->cpu) / row->cpu;
}

/* Candidates take turns, so that a disturbance of the machine hits all of them and not one. */
static void time_cells(struct sweep *s, struct rows *rows, struct cell *cells, int count, bool ranked)
{
    for (bool again = true; again && s->good;) {
        again = false;
        for (int i = 0; i < count && s->good; i++) {
            if (!cells[i].run ||
                rows->row[cells[i].row].timed >= timings(s, &rows->row[cells[i].row], ranked))
                continue;
            progress_show(s, rows, &cells[i].choice);
            time_once(&cells[i], &rows->row[cells[i].row]);
            again = s->unsaved = true;
            keep(s, rows, 0);
        }
    }
    for (int i = 0; i < count; i++)
        run_free(cells[i].run);
}

/* Measures the pair at its step unless a row holds that already; the run stays for the timing when some is due. */
static void measure(struct sweep *s, struct rows *rows, struct cell *cell)
{
    struct result result;
    struct row row = {.cpu = (double)NAN, .spread = (double)NAN, .step = cell->choice.step};
    write_command(row.command, &cell->choice, s);
    const struct row *known = rows_find(rows, row.command);
    row_name(&row, &cell->choice);
    if (known ? known->timed >= timings(s, known, false) : !worth_it(s, rows, &row))
        return;
    cell->run = run_create(&cell->choice);
    if (known) {
        cell->row = (int)(known - rows->row);
        return;
    }
    progress_show(s, rows, &cell->choice);
    keep(s, rows, expected(rows, &row));
    run_measured(cell->run, NULL, NULL, &result);
    row_fill(&row, &cell->choice, &result, cell->run);
    *rows_add(rows) = row;
    cell->row = rows->count - 1;
    s->ran++;
    s->unsaved = true;
    keep(s, rows, 0);
}

/* All pairs at one step: measured, then timed in turns. */
static void run_step(struct sweep *s, struct rows *rows, struct cell *cells)
{
    for (int i = 0; i < s->pairs && s->good; i++) {
        cells[i] = (struct cell){.choice = s->pair[i]};
        cells[i].choice.step = s->step[s->at];
        cells[i].choice.sights = &s->sights;
        measure(s, rows, &cells[i]);
    }
    time_cells(s, rows, cells, s->pairs, false);
    keep(s, rows, (double)INFINITY);
}

/* What the ranking will show is timed once more where one timing had to do. */
static void time_ranked(struct sweep *s, struct rows *rows)
{
    struct ranking ranking;
    struct cell *cells = grow(NULL, 2 * (size_t)s->pairs * (size_t)s->steps, sizeof *cells);
    int count = 0;
    ranking_make(&ranking, rows, &s->base);
    for (int i = 0; i < s->pairs * s->steps; i++) {
        struct choice choice = s->pair[i / s->steps];
        char command[COMMAND_MAX];
        choice.step = s->step[i % s->steps];
        write_command(command, &choice, s);
        const struct row *row = rows_find(rows, command);
        if (row && row->timed < timings(s, row, true) && ranking_shows(&ranking, row))
            cells[count++] = (struct cell){choice, run_create(&choice), (int)(row - rows->row)};
    }
    ranking_free(&ranking);
    time_cells(s, rows, cells, count, true);
    free(cells);
}

bool sweep_run(struct sweep *s, struct rows *rows)
{
    struct cell *cells = grow(NULL, (size_t)s->pairs, sizeof *cells);
    s->started = s->saved = seconds_now();
    s->good = true;
    for (s->at = 0; s->at < s->steps && s->good; s->at++)
        run_step(s, rows, cells);
    rows_mark_robust(rows);
    if (s->good && s->repeats > 1)
        time_ranked(s, rows);
    s->good = s->good && save(s, rows);
    if (s->good)
        progress_end(s, rows);
    free(cells);
    return s->good;
}
