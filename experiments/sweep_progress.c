#include "experiments/sweep_progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "experiments/output.h"

static const double INTERVAL = 0.1; /* [s] between two writings of the line */

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What is still to be done for the pair, at the pace of its last run and within the limit [s of CPU time]. */
static double pair_left(const struct sweep *s, const struct rows *rows, const struct choice *pair)
{
    struct row who;
    const struct row *last = NULL;
    row_name(&who, pair);
    for (int i = 0; i < rows->count; i++)
        if (rows_same_pair(&rows->row[i], &who) && (!last || rows->row[i].step < last->step))
            last = &rows->row[i];
    if (!last)
        return 0;
    double left = row_cost(last) > s->limit ? 0 : row_cost(last) * (double)(s->repeats - last->timed);
    for (int i = s->at; i < s->steps; i++) {
        double cost = row_cost(last) * last->step / s->step[i];
        if (cost > s->limit)
            break;
        if (s->step[i] < 0.999 * last->step)
            left += cost * (1 + (double)s->repeats);
    }
    return fmax(left, 0);
}

/* [s] on the clock on the wall: others may use the machine, too. */
static double time_left(const struct sweep *s, const struct rows *rows)
{
    double left = 0, used = (double)clock() / CLOCKS_PER_SEC;
    for (int i = 0; i < s->pairs; i++)
        left += pair_left(s, rows, &s->pair[i]);
    return used > 0.5 ? left * fmax(1, (seconds_now() - s->started) / used) : left;
}

/* The file that grows tells sweeps of one problem apart. */
static const char *sweep_name(const struct sweep *s, char text[CHOSEN_MAX])
{
    if (!s->append)
        return chosen_problem(&s->base, text);
    const char *slash = strrchr(s->append, '/');
    snprintf(text, CHOSEN_MAX, "%s", slash ? slash + 1 : s->append);
    char *dot = strrchr(text, '.');
    if (dot && dot != text)
        *dot = '\0';
    return text;
}

/* One line that stays one line: what a narrow terminal has no room for is cut off. */
static void write_line(const char *line)
{
    fprintf(stderr, "\r\033[?7l%s\033[K\033[?7h", line);
    fflush(stderr);
}

void progress_show(struct sweep *s, const struct rows *rows, const struct choice *choice)
{
    char name[CHOSEN_MAX], formulation[CHOSEN_MAX], integrator[CHOSEN_MAX], line[5 * CHOSEN_MAX];
    char spent[NUMBER_MAX], text[NUMBER_MAX], left_text[NUMBER_MAX + 16] = "", where[64] = "timed again";
    double now = seconds_now(), left;
    if (!isatty(STDERR_FILENO) || now - s->shown < INTERVAL)
        return;
    s->shown = now;
    if (s->at < s->steps)
        snprintf(where, sizeof where, "step %d of %d", s->at + 1, s->steps);
    if ((left = time_left(s, rows)) >= 1)
        snprintf(left_text, sizeof left_text, ", about %s left", duration_text(text, round(left)));
    snprintf(line, sizeof line, "%s: %s, %ld runs in %s%s; %s + %s at %.3g s", sweep_name(s, name), where,
             s->ran, duration_text(spent, round(now - s->started)), left_text,
             chosen_formulation(choice, formulation), chosen_integrator(choice, integrator), choice->step);
    write_line(line);
}

void progress_end(const struct sweep *s, const struct rows *rows)
{
    char name[CHOSEN_MAX], spent[NUMBER_MAX];
    if (isatty(STDERR_FILENO))
        write_line("\r");
    sweep_name(s, name);
    if (s->ran > 0)
        fprintf(stderr, "%s: %ld runs in %s\n", name, s->ran,
                duration_text(spent, seconds_now() - s->started));
    else
        fprintf(stderr, "%s: all %d runs were there\n", name, rows->count);
}
