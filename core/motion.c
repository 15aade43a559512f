#include "core/integrator.h"

int formulation_unknowns(const struct formulation *formulation, const struct model *model)
{
    int N = 0;
    for (int i = 0; i < GROUPS_MAX && formulation->unknowns[i].size; i++)
        N += formulation->unknowns[i].size == 'n' ? model->n : model->m;
    return N;
}

enum status motion_accelerations(struct motion *motion, double t, const double *q, const double *v, double *a)
{
    motion->factorizations++;
    return motion->formulation->accelerations(motion->form, t, q, v, a);
}

enum status motion_project(struct motion *motion, double *a, double *w)
{
    if (!motion->formulation->project)
        return OK;
    return motion->formulation->project(motion->form, motion->t, motion->q, motion->v, a, w);
}
