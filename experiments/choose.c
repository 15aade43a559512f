#include "experiments/choose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "experiments/message.h"
#include "experiments/suggest.h"

enum { NAMES_MAX = 256, ERROR_MAX = 512 };

/* Splits "name:parameters" at the colon. */
static bool split(const char *kind, const char *text, char name[CHOSEN_MAX], const char **parameters)
{
    size_t length = strcspn(text, ":");
    if (length >= CHOSEN_MAX)
        return bad_usage("the name of a %s cannot have %zu letters: '%.40s…'", kind, length, text);
    memcpy(name, text, length);
    name[length] = '\0';
    *parameters = text[length] ? text + length + 1 : NULL;
    return true;
}

static bool unknown(const char *kind, const char *name, const char *const *names, const char *plural)
{
    char hint[HINT_MAX];
    return bad_usage("there is no %s '%.60s'%s", kind, name, suggest(hint, name, names, "", plural));
}

static bool read_parameters(const char *kind, const char *name, const struct parameter *list,
                            const char *text, double *values)
{
    char error[ERROR_MAX];
    parameters_default(list, values);
    if (!text)
        return true;
    if (!*text)
        return bad_usage("%s %s: nothing follows the colon; 'driftbench help %s' shows its parameters", kind,
                         name, name);
    return parameters_read(list, text, values, error, sizeof error) ||
           bad_usage("%s %s: %s", kind, name, error);
}

bool choose_problem(struct choice *choice, const char *text)
{
    char name[CHOSEN_MAX];
    const char *parameters = NULL, *names[NAMES_MAX + 1] = {NULL};
    if (!split("problem", text, name, &parameters))
        return false;
    for (int i = 0; i < NAMES_MAX && problems[i]; i++)
        names[i] = problems[i]->name;
    choice->problem = problem_named(name);
    if (!choice->problem)
        return unknown("problem", name, names, "problems");
    return read_parameters("problem", name, choice->problem->parameters, parameters, choice->problem_values);
}

bool choose_formulation(struct choice *choice, const char *text)
{
    char name[CHOSEN_MAX];
    const char *parameters = NULL, *names[NAMES_MAX + 1] = {NULL};
    if (!split("formulation", text, name, &parameters))
        return false;
    for (int i = 0; i < NAMES_MAX && formulations[i]; i++)
        names[i] = formulations[i]->name;
    choice->formulation = formulation_named(name);
    if (!choice->formulation)
        return unknown("formulation", name, names, "formulations");
    return read_parameters("formulation", name, choice->formulation->parameters, parameters,
                           choice->formulation_values);
}

bool choose_integrator(struct choice *choice, const char *text)
{
    char name[CHOSEN_MAX];
    const char *parameters = NULL, *names[NAMES_MAX + 1] = {NULL};
    if (!split("integrator", text, name, &parameters))
        return false;
    for (int i = 0; i < NAMES_MAX && integrators[i]; i++)
        names[i] = integrators[i]->name;
    choice->integrator = integrator_named(name);
    if (!choice->integrator)
        return unknown("integrator", name, names, "integrators");
    return read_parameters("integrator", name, choice->integrator->parameters, parameters,
                           choice->integrator_values);
}

bool choose_backend(struct choice *choice, const char *text)
{
    const char *names[BACKENDS + 1] = {NULL};
    for (int i = 0; i < BACKENDS; i++)
        names[i] = backend_name((enum backend)i);
    return backend_from_name(text, &choice->backend) || unknown("solver", text, names, "solvers");
}

static bool read_positive(const char *what, const char *text, bool zero, double *value)
{
    if (number_read(text, value) && isfinite(*value) && (*value > 0 || (zero && *value == 0)))
        return true;
    return bad_usage("the %s must be a finite number %s 0, such as 0.01 or 1/99, not '%.60s'", what,
                     zero ? "not below" : "above", text);
}

bool choose_step(struct choice *choice, const char *text)
{
    return read_positive("step", text, false, &choice->step);
}

bool choose_duration(struct choice *choice, const char *text)
{
    return read_positive("duration", text, false, &choice->duration);
}

bool choose_perturb(struct choice *choice, const char *text)
{
    return read_positive("perturbation", text, true, &choice->perturb);
}

bool choose_whole(const char *what, const char *text, long least, long most, long *value)
{
    double number;
    if (!number_read(text, &number) || number != floor(number) || number < (double)least ||
        number > (double)most)
        return bad_usage("the %s must be a whole number from %ld to %ld, not '%.60s'", what, least, most,
                         text);
    *value = (long)number;
    return true;
}

static const char *chosen(const char *name, const struct parameter *list, const double *values,
                          char text[CHOSEN_MAX])
{
    char parameters[CHOSEN_MAX / 2];
    parameters_write(list, values, parameters, sizeof parameters);
    snprintf(text, CHOSEN_MAX, "%.200s%s%s", name, *parameters ? ":" : "", parameters);
    return text;
}

const char *chosen_problem(const struct choice *choice, char text[CHOSEN_MAX])
{
    return chosen(choice->problem->name, choice->problem->parameters, choice->problem_values, text);
}

const char *chosen_formulation(const struct choice *choice, char text[CHOSEN_MAX])
{
    return chosen(choice->formulation->name, choice->formulation->parameters, choice->formulation_values,
                  text);
}

const char *chosen_integrator(const struct choice *choice, char text[CHOSEN_MAX])
{
    return chosen(choice->integrator->name, choice->integrator->parameters, choice->integrator_values, text);
}

bool next_module(const char **list, char text[CHOSEN_MAX])
{
    const char *rest = *list;
    if (!rest || !*rest)
        return false;
    size_t length = strcspn(rest, ",");
    while (rest[length] == ',') {
        size_t piece = strcspn(rest + length + 1, ",");
        const char *equals = memchr(rest + length + 1, '=', piece),
                   *colon = memchr(rest + length + 1, ':', piece);
        if (!equals || (colon && colon < equals))
            break;
        length += 1 + piece;
    }
    static const char cut[] = "…"; /* no name and no number ends so: what is too long to copy is refused */
    size_t room = CHOSEN_MAX - sizeof cut;
    snprintf(text, CHOSEN_MAX, "%.*s%s", (int)(length < room ? length : room), rest,
             length < room ? "" : cut);
    bool nothing_follows = length > 0 && rest[length] == ',' &&
                           !rest[length + 1]; /* the comma is left for the next call */
    *list = rest + length + (rest[length] == ',' && !nothing_follows);
    return true;
}

const char *adapted(const struct formulation *formulation, const struct integrator *integrator)
{
    return integrator->implicit ? formulation->adapted_implicit : formulation->adapted_explicit;
}
