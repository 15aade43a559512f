#include "experiments/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/arena.h"
#include "experiments/output.h"

static bool cheaper(const struct row *a, const struct row *b)
{
    return isfinite(a->cpu) && (!b || a->cpu < b->cpu);
}

/* Whether this step and every smaller one of the pair is accurate. */
static bool robustly_accurate(const struct rows *rows, const struct row *r)
{
    for (int i = 0; i < rows->count; i++)
        if (rows->row[i].step <= r->step && rows_same_pair(r, &rows->row[i]) && !rows->row[i].accurate)
            return false;
    return true;
}

static void judge(struct standing *s, const struct rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const struct row *r = &rows->row[i];
        if (!rows_same_pair(r, s->any))
            continue;
        if (!s->finest || r->step < s->finest->step)
            s->finest = r;
        if (r->robust && cheaper(r, s->best))
            s->best = r;
        if (r->robust && robustly_accurate(rows, r) && cheaper(r, s->accurate))
            s->accurate = r;
        if (r->passes && !r->robust && (!s->lucky || r->step > s->lucky->step))
            s->lucky = r;
    }
}

/* The next smaller step that others were given: it was left out because it would have taken too long. */
static void look_further(struct standing *s, const struct rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const struct row *r = &rows->row[i];
        if (strcmp(r->problem, s->any->problem) == 0 && r->step < 0.999 * s->finest->step &&
            r->step > s->next)
            s->next = r->step;
    }
    if (s->next > 0)
        s->next_cost = row_cost(s->finest) * s->finest->step / s->next;
}

static double cost(const struct row *row)
{
    return row ? row->cpu : (double)INFINITY;
}

static int by_cost(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    double s = cost(x->best), t = cost(y->best);
    if (s != t)
        return s < t ? -1 : 1;
    return x->any < y->any ? -1 : 1;
}

static void place(struct ranking *ranking)
{
    qsort(ranking->standing, (size_t)ranking->count, sizeof *ranking->standing, by_cost);
    for (int i = 0; i < ranking->count; i++) {
        struct standing *s = &ranking->standing[i];
        s->place = s->best ? i + 1 : 0;
        s->place_accurate = s->accurate != NULL;
        for (int k = 0; s->accurate && k < ranking->count; k++)
            s->place_accurate += cost(ranking->standing[k].accurate) < s->accurate->cpu;
    }
}

void ranking_make(struct ranking *ranking, const struct rows *rows, const struct choice *problem)
{
    struct model *model = problem->model ? problem->model
                                         : problem_create(problem->problem, problem->problem_values);
    char name[CHOSEN_MAX];
    chosen_problem(problem, name);
    *ranking = (struct ranking){.tolerance = model->tolerance, .accuracy = model->accuracy};
    ranking->angle = model->observed_angle;
    ranking->title = problem->problem->title;
    if (!problem->model)
        model_free(model);
    ranking->standing = grow(NULL, (size_t)rows->count + 1, sizeof *ranking->standing);
    for (int i = 0; i < rows->count; i++) {
        bool known = strcmp(rows->row[i].problem, name) != 0;
        for (int k = 0; k < ranking->count && !known; k++)
            known = rows_same_pair(ranking->standing[k].any, &rows->row[i]);
        if (!known)
            ranking->standing[ranking->count++] = (struct standing){.any = &rows->row[i]};
    }
    for (int i = 0; i < ranking->count; i++) {
        judge(&ranking->standing[i], rows);
        look_further(&ranking->standing[i], rows);
    }
    place(ranking);
}

void ranking_free(struct ranking *ranking)
{
    free(ranking->standing);
    ranking->standing = NULL;
}

bool ranking_shows(const struct ranking *ranking, const struct row *row)
{
    for (int i = 0; i < ranking->count; i++)
        if (ranking->standing[i].best == row || ranking->standing[i].accurate == row)
            return true;
    return false;
}

const char *standing_failure(const struct ranking *ranking, const struct standing *s, char text[FAILURE_MAX])
{
    const struct row *r = s->finest;
    char time[NUMBER_MAX];
    int used;
    if (strcmp(r->status, status_word(OK)) != 0)
        used = snprintf(text, FAILURE_MAX, "%s after %ld steps", r->status, r->steps);
    else if (r->passes)
        used = snprintf(text, FAILURE_MAX, "not timed");
    else if (r->drift < ranking->tolerance)
        used = snprintf(text, FAILURE_MAX, "constraints violated by %.2g", r->phi);
    else
        used = snprintf(text, FAILURE_MAX, "drift %.2g J", r->drift);
    if (s->next > 0)
        snprintf(text + used, (size_t)(FAILURE_MAX - used), "; not tried below: %.3g s would take %s",
                 s->next, duration_text(time, s->next_cost));
    return text;
}

/* The rows may be of a program with other modules: of those nothing is known. */
bool standing_adapted(const struct standing *s)
{
    char name[2][CHOSEN_MAX];
    const char *chosen[] = {s->any->formulation, s->any->integrator};
    for (int i = 0; i < 2; i++)
        snprintf(name[i], CHOSEN_MAX, "%.*s", (int)strcspn(chosen[i], ":"), chosen[i]);
    const struct formulation *formulation = formulation_named(name[0]);
    const struct integrator *integrator = integrator_named(name[1]);
    return formulation && integrator && adapted(formulation, integrator);
}
