#include "experiments/sweep_progress.h"

#include <math.h>
#include <stdio.h>
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

/* The pair's steps that are still to come, at the pace of its last run and within the limit. */
static double pair_left(const struct sweep *s, const struct rows *rows, const struct choice *pair)
{
    struct row who;
    const struct row *last = NULL;
    double left = 0;
    row_name(&who, pair);
    for (int i = 0; i < rows->count; i++)
        if (rows_same_pair(&rows->row[i], &who) && (!last || rows->row[i].step < last->step))
            last = &rows->row[i];
    for (int i = s->at + 1; i < s->steps && last; i++) {
        double cost = row_cost(last) * last->step / s->step[i];
        if (cost > s->limit)
            break;
        if (s->step[i] < last->step)
            left += cost * (1 + (double)s->repeats);
    }
    return left;
}

void progress_show(struct sweep *s, const struct rows *rows, const struct choice *choice)
{
    char problem[CHOSEN_MAX], formulation[CHOSEN_MAX], integrator[CHOSEN_MAX];
    char spent[NUMBER_MAX], text[NUMBER_MAX];
    double now = seconds_now(), left = 0;
    if (!isatty(STDERR_FILENO) || now - s->shown < INTERVAL)
        return;
    s->shown = now;
    for (int i = 0; i < s->pairs; i++)
        left += pair_left(s, rows, &s->pair[i]);
    int at = s->at < s->steps ? s->at + 1 : s->steps;
    fprintf(stderr, "\r\033[K%s: step %d of %d, %s + %s at %.3g s; %ld runs in %s",
            chosen_problem(choice, problem), at, s->steps, chosen_formulation(choice, formulation),
            chosen_integrator(choice, integrator), choice->step, s->ran,
            duration_text(spent, round(now - s->started)));
    if (left >= 1)
        fprintf(stderr, ", about %s left", duration_text(text, round(left)));
    fflush(stderr);
}

void progress_end(const struct sweep *s, const struct rows *rows)
{
    char problem[CHOSEN_MAX], spent[NUMBER_MAX];
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    chosen_problem(&s->base, problem);
    if (s->ran > 0)
        fprintf(stderr, "%s: %ld runs in %s\n", problem, s->ran,
                duration_text(spent, seconds_now() - s->started));
    else
        fprintf(stderr, "%s: all %d runs were there\n", problem, rows->count);
}
