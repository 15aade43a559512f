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
   end; twice where it takes as long as VERY_LONG_RUN, and shorter ones until the two best timings agree to AGREE, but no
   more than TIMINGS_MOST times. The file is replaced after every step size, before a run that will take long, and else no more
   often than every SAVE_INTERVAL. */
static const double LONG_RUN = 0.1, VERY_LONG_RUN = 0.5, SAVE_INTERVAL = 0.05, AGREE = 0.03;
static const double FAR_BETTER = 0.01, FAR_MORE_ACCURATE = 0.1;
enum { TIMINGS_MOST = 15 };

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

/* How a pair has fared at the steps larger than the one of a row. */
struct course {
    const struct row *last, *before; /* its two smallest such steps; NULL: none */
    double spent;                    /* [s] all its runs */
};

static struct course course_of(const struct rows *rows, const struct row *row)
{
    struct course course = {0};
    for (int i = 0; i < rows->count; i++) {
        const struct row *r = &rows->row[i];
        if (r->step <= row->step || !rows_same_pair(r, row))
            continue;
        course.spent += r->measured;
        if (!course.last || r->step < course.last->step) {
            course.before = course.last;
            course.last = r;
        } else if (!course.before || r->step < course.before->step)
            course.before = r;
    }
    return course;
}

/* What the run will cost, at the pace of the pair's last one, which may have failed; 0 when there is none. */
static double expected(const struct course *course, const struct row *row)
{
    return course->last ? row_cost(course->last) * course->last->step / row->step : 0;
}

static bool far_within(const struct sweep *s, const struct row *row)
{
    return row->accurate && row->drift < FAR_BETTER * s->tolerance &&
           row->error < FAR_MORE_ACCURATE * s->accuracy;
}

/* Two steps, since the first that passes may have been luck. */
bool sweep_goes_on(const struct sweep *s, const struct rows *rows, const struct row *row)
{
    struct course c = course_of(rows, row);
    bool passed = c.before && c.last->accurate && c.before->accurate;
    if (passed && !s->dense && far_within(s, c.last) && far_within(s, c.before))
        return false; /* a smaller step would teach nothing */
    return expected(&c, row) <= (passed ? s->limit : fmax(s->limit, s->patience - c.spent));
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

/* Whether the row is to be timed once more; the first time shows how long it takes. */
static bool to_time(const struct sweep *s, const struct row *row, bool ranked)
{
    if (strcmp(row->status, status_word(OK)) != 0 || s->repeats == 0)
        return false;
    if (row->timed == 0)
        return true;
    long most = s->repeats, few = !ranked ? 1 : row->cpu <= VERY_LONG_RUN ? 3 : 2;
    if (row->cpu > LONG_RUN)
        most = most < few ? most : few;
    else if (ranked && most > 1 && row->spread > AGREE)
        most = most < TIMINGS_MOST ? TIMINGS_MOST : most;
    return row->timed < most;
}

/* Keeps the two best: how far they are apart says how well the best one is known, whatever disturbed the others. */
static void time_once(struct cell *cell, struct row *row)
{
    double cpu = run_cpu(cell->run), best = row->cpu;
    if (row->timed++ == 0) {
        row->cpu = cpu;
        return;
    }
    double second = row->timed > 2 ? best * (1 + row->spread) : (double)INFINITY;
    row->cpu = fmin(best, cpu);
    row->spread = fmin(second, fmax(best, cpu)) / row->cpu - 1;
}

/* Candidates take turns, so that a disturbance of the machine hits all of them and not one. */
static void time_cells(struct sweep *s, struct rows *rows, struct cell *cells, int count, bool ranked)
{
    for (bool again = true; again && s->good;) {
        again = false;
        for (int i = 0; i < count && s->good; i++) {
            if (!cells[i].run || !to_time(s, &rows->row[cells[i].row], ranked))
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
    if (known ? !to_time(s, known, false) : !sweep_goes_on(s, rows, &row))
        return;
    cell->run = run_create(&cell->choice);
    if (known) {
        cell->row = (int)(known - rows->row);
        return;
    }
    struct course course = course_of(rows, &row);
    progress_show(s, rows, &cell->choice);
    keep(s, rows, expected(&course, &row));
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

/* What the ranking shows is timed again where it is not known well. The new times may let it show other rows: true, then
   there was something to do. */
static bool time_ranked(struct sweep *s, struct rows *rows)
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
        if (row && to_time(s, row, true) && ranking_shows(&ranking, row))
            cells[count++] = (struct cell){choice, run_create(&choice), (int)(row - rows->row)};
    }
    ranking_free(&ranking);
    time_cells(s, rows, cells, count, true);
    free(cells);
    return count > 0;
}

bool sweep_run(struct sweep *s, struct rows *rows)
{
    struct cell *cells = grow(NULL, (size_t)s->pairs, sizeof *cells);
    s->started = s->saved = seconds_now();
    s->good = true;
    for (s->at = 0; s->at < s->steps && s->good; s->at++)
        run_step(s, rows, cells);
    free(cells);
    rows_mark_robust(rows);
    while (s->good && s->repeats > 1 && time_ranked(s, rows))
        ;
    s->good = s->good && save(s, rows);
    if (s->good)
        progress_end(s, rows);
    return s->good;
}
