#include "core/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include "core/arena.h"

enum { AUTHORS_ERROR = 3 };

static void need(const struct problem *problem, bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "driftbench: problem %s: its model lacks %s (core/problem.h says what is needed)\n",
            problem->name, what);
    exit(AUTHORS_ERROR);
}

#define NEED(field) need(problem, model->field != NULL, "the callback '" #field "'")

struct model *problem_create(const struct problem *problem, const double *parameters)
{
    struct model *model = problem->create(parameters);
    need(problem, model != NULL, "everything: create returned NULL");
    NEED(mass);
    NEED(forces);
    NEED(constraints);
    NEED(jacobian_along);
    NEED(gamma);
    NEED(stiffness);
    NEED(energy);
    NEED(observe);
    NEED(row);
    NEED(exact);
    need(problem, model->columns != NULL, "the names of its columns");
    need(problem, model->n > 0 && model->m >= 0 && model->mobility >= 0, "coordinates or their mobility");
    need(problem, model->length > 0 && model->mass_scale > 0, "a positive length or mass_scale");
    need(problem, model->duration > 0 && model->interval > 0, "a positive duration or interval");
    need(problem, model->tolerance > 0 && model->accuracy > 0, "a positive tolerance or accuracy");
    need(problem, model->observed >= 1 && model->observed <= 3, "1 to 3 observed quantities");
    need(problem, !model->segments || model->draw, "the callback 'draw' for its segments");
    need(problem, !model->reaction || model->reactions, "the names of its reactions");
    return model;
}

void model_free(struct model *model)
{
    if (model)
        arena_free(model->arena);
}
