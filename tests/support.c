#include "tests/support.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include "core/random.h"

static unsigned long long state = 1;

void seed(unsigned long long value)
{
    state = value;
}

double uniform(void)
{
    return random_next(&state);
}

static int below(int n)
{
    return (int)((uniform() + 1) / 2 * n) % n;
}

void shuffle(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = below(i + 1), swap = p[i];
        p[i] = p[j];
        p[j] = swap;
    }
}

/* Splits "name:parameters". */
static const char *split(const char *word, char *name, size_t size)
{
    const char *colon = strchr(word, ':');
    size_t length = colon ? (size_t)(colon - word) : strlen(word);
    assert(length < size);
    memcpy(name, word, length);
    name[length] = 0;
    return colon ? colon + 1 : "";
}

static void read_parameters(const struct parameter *list, const char *text, double *values)
{
    char error[200];
    parameters_default(list, values);
    bool fine = parameters_read(list, text, values, error, sizeof error);
    assert(fine);
    (void)fine;
}

struct choice choose(const char *problem, const char *formulation, const char *integrator, double step,
                     double duration)
{
    char name[64];
    struct choice choice = {.step = step, .duration = duration};
    const char *rest = split(problem, name, sizeof name);
    choice.problem = problem_named(name);
    read_parameters(choice.problem->parameters, rest, choice.problem_values);
    rest = split(formulation, name, sizeof name);
    choice.formulation = formulation_named(name);
    read_parameters(choice.formulation->parameters, rest, choice.formulation_values);
    rest = split(integrator, name, sizeof name);
    choice.integrator = integrator_named(name);
    read_parameters(choice.integrator->parameters, rest, choice.integrator_values);
    return choice;
}

struct model *model_named(const char *problem)
{
    double values[PARAMETERS_MAX];
    char name[64];
    const char *rest = split(problem, name, sizeof name);
    const struct problem *found = problem_named(name);
    read_parameters(found->parameters, rest, values);
    return found->create(values);
}

struct result measured(const struct choice *choice)
{
    struct result result;
    struct run *run = run_create(choice);
    run_measured(run, NULL, NULL, &result);
    run_free(run);
    return result;
}

double observed_order(const char *problem, const char *formulation, const char *integrator, double duration,
                      long steps, int count)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int k = 0; k < count; k++, steps *= 2) {
        struct choice choice = choose(problem, formulation, integrator, duration / (double)steps, duration);
        struct result result = measured(&choice);
        if (result.status != OK)
            return (double)NAN;
        double x = log(result.h), y = log(result.error);
        sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}
