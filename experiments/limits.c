#include "experiments/limits.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include "experiments/message.h"
#include "experiments/output.h"
#include "experiments/sanitized.h"

static const double STEPS_MOST = 1e9;
static const double STEP_COST =
    1e-7; /* [s] assumed of a step with up to ten coordinates: low, so that the estimate is a lower bound */

double memory_available(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    double memory = pages > 0 && size > 0 ? (double)pages * (double)size : 0, limit;
    FILE *file = fopen("/sys/fs/cgroup/memory.max", "r");
    if (file) {
        if (fscanf(file, "%lf", &limit) == 1 && limit > 0 && (memory == 0 || limit < memory))
            memory = limit;
        fclose(file);
    }
    return memory;
}

void limit_memory(void)
{
#ifndef SANITIZED /* the address sanitizer reserves far more than there is */
    double memory = memory_available();
    struct rlimit limit;
    if (memory > 0 && getrlimit(RLIMIT_AS, &limit) == 0 &&
        (limit.rlim_cur == RLIM_INFINITY || (double)limit.rlim_cur > memory)) {
        limit.rlim_cur = (rlim_t)memory;
        setrlimit(RLIMIT_AS, &limit);
    }
#endif
}

static bool steps_fit(const struct choice *choice, const struct model *model)
{
    double steps = choice->duration / choice->step;
    char wait[NUMBER_MAX];
    if (choice->step > choice->duration * (1 + 1e-12))
        return bad_usage("the step, %g s, must not be longer than the duration, %g s", choice->step,
                         choice->duration);
    if (!(steps <= STEPS_MOST))
        return bad_usage("%g steps of %g s would take %s or more; at most %g steps are run", steps,
                         choice->step, duration_text(wait, steps * STEP_COST * fmax(1, model->n / 10.0)),
                         STEPS_MOST);
    return true;
}

static bool dense_fits(const struct choice *choice, const struct model *model)
{
    double unknowns = formulation_unknowns(choice->formulation, model);
    double bytes = unknowns * unknowns * (double)sizeof(double), memory = memory_available();
    if (choice->backend != DENSE || memory <= 0 || bytes < memory)
        return true;
    return bad_usage(
        "a dense matrix of %g unknowns takes %.3g GB, and there are %.3g GB; try --solver sparse", unknowns,
        bytes / 1e9, memory / 1e9);
}

bool choice_fits(struct choice *choice)
{
    struct model *model = problem_create(choice->problem, choice->problem_values);
    if (choice->duration == 0)
        choice->duration = model->duration;
    bool fits = steps_fit(choice, model) && dense_fits(choice, model);
    model_free(model);
    return fits;
}
