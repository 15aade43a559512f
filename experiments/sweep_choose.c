#include "experiments/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/arena.h"
#include "experiments/limits.h"
#include "experiments/message.h"

/* Numbers of steps for the whole duration: 3^(1/4) apart, or closer and further down when dense. */
static void default_steps(struct sweep *s)
{
    bool dense = s->dense;
    double ratio = pow(3, dense ? 0.125 : 0.25), most = dense ? 1e5 : 43000;
    for (double count = dense ? 50 : 100; count < most && s->steps < STEPS_LIST_MAX; count *= ratio)
        s->step[s->steps++] = s->base.duration / floor(count + 0.5);
}

void sweep_settle(struct sweep *s)
{
    struct model *model = problem_create(s->base.problem, s->base.problem_values);
    s->duration = model->duration;
    s->tolerance = model->tolerance;
    s->accuracy = model->accuracy;
    s->base.model = model; /* an exact solution may take longer than a run */
    if (!(s->base.duration > 0))
        s->base.duration = s->duration;
}

static bool same_values(const struct parameter *list, const double *a, const double *b)
{
    return memcmp(a, b, (size_t)parameters_count(list) * sizeof *a) == 0;
}

static bool same_pair(const struct choice *a, const struct choice *b)
{
    return a->formulation == b->formulation && a->integrator == b->integrator &&
           same_values(a->formulation->parameters, a->formulation_values, b->formulation_values) &&
           same_values(a->integrator->parameters, a->integrator_values, b->integrator_values);
}

static bool add_pair(struct sweep *s, const struct choice *choice)
{
    for (int i = 0; i < s->pairs; i++)
        if (same_pair(&s->pair[i], choice))
            return bad_usage("%s with %s stands twice in the lists", choice->formulation->name,
                             choice->integrator->name);
    if (s->pairs == PAIRS_MAX)
        return bad_usage("more than %d pairs in one sweep", PAIRS_MAX);
    s->pair = grow(s->pair, (size_t)s->pairs + 1, sizeof *s->pair);
    s->pair[s->pairs++] = *choice;
    return true;
}

static bool pairs_of(struct sweep *s, const struct choice *half, const char *wanted)
{
    struct choice choice = *half;
    char text[CHOSEN_MAX];
    for (int i = 0; !wanted && integrators[i]; i++)
        if (!choose_integrator(&choice, integrators[i]->name) || !add_pair(s, &choice))
            return false;
    while (next_module(&wanted, text))
        if (!choose_integrator(&choice, text) || !add_pair(s, &choice))
            return false;
    return true;
}

bool sweep_pairs(struct sweep *s, const char *formulations_wanted, const char *integrators_wanted)
{
    struct choice choice = s->base;
    char text[CHOSEN_MAX];
    for (int i = 0; !formulations_wanted && formulations[i]; i++)
        if (!choose_formulation(&choice, formulations[i]->name) || !pairs_of(s, &choice, integrators_wanted))
            return false;
    while (next_module(&formulations_wanted, text))
        if (!choose_formulation(&choice, text) || !pairs_of(s, &choice, integrators_wanted))
            return false;
    return s->pairs > 0 || bad_usage("there is no pair of formulation and integrator to run");
}

static int larger_first(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

bool sweep_steps(struct sweep *s, const char *list)
{
    if (!list)
        default_steps(s);
    for (bool more = list && *list; more;) {
        char text[64]; /* what is longer is cut, and then no number */
        size_t length = strcspn(list, ", "), most = sizeof text - sizeof "…";
        struct choice choice = s->base;
        snprintf(text, sizeof text, "%.*s%s", (int)(length < most ? length : most), list,
                 length <= most ? "" : "…");
        if (s->steps == STEPS_LIST_MAX)
            return bad_usage("more than %d steps in one sweep", STEPS_LIST_MAX);
        if (!choose_step(&choice, text))
            return false;
        s->step[s->steps++] = choice.step;
        more = list[length] != '\0'; /* after a comma another step has to follow */
        list += length + more;
    }
    qsort(s->step, (size_t)s->steps, sizeof *s->step, larger_first);
    return s->steps > 0 || bad_usage("--steps needs a list such as 0.1,0.03,0.01");
}

/* The largest and the smallest step of one pair stand for all; a forced solver is checked with every pair. */
bool sweep_fits(struct sweep *s)
{
    int last = s->base.backend == AUTOMATIC ? 1 : s->pairs;
    for (int i = 0; i < last; i++)
        for (int k = 0; k<s->steps; k += s->steps> 1 ? s->steps - 1 : 1) {
            s->pair[i].step = s->step[k];
            if (!choice_fits(&s->pair[i]))
                return false;
        }
    return true;
}

void sweep_free(struct sweep *s)
{
    free(s->pair);
    s->pair = NULL;
    if (s->base.model)
        model_free(s->base.model);
    s->base.model = NULL;
    sights_free(&s->sights);
}
