#include "core/evaluation.h"

#include "core/profile.h"
#include "core/vector.h"

void at_create(struct at *at, struct arena *arena, const struct model *model)
{
    size_t n = (size_t)model->n, m = (size_t)model->m;
    size_t jacobian = (size_t)pattern_size(&model->jacobian_pattern);
    size_t stiffness = (size_t)pattern_size(&model->stiffness_pattern);
    *at = (struct at){.model = model, .n = model->n, .m = model->m};
    at->M = take_doubles(arena, (size_t)pattern_size(&model->mass_pattern));
    at->Q = take_doubles(arena, n);
    at->phi = take_doubles(arena, m);
    at->phi_q = take_doubles(arena, jacobian);
    at->phidot = take_doubles(arena, m);
    at->gamma = take_doubles(arena, m);
    at->D = take_doubles(arena, jacobian);
    at->K = take_doubles(arena, stiffness);
    at->C = take_doubles(arena, stiffness);
    if (model->mass_is_constant)
        model->mass(model, NULL, at->M);
}

void at_position(struct at *at, const double *q)
{
    PHASE(EVALUATE);
    if (!at->model->mass_is_constant)
        at->model->mass(at->model, q, at->M);
    at->model->constraints(at->model, q, at->phi, at->phi_q);
    PHASE_END(EVALUATE);
}

void at_velocity(struct at *at, const double *q, const double *v)
{
    PHASE(EVALUATE);
    multiply(&at->model->jacobian_pattern, at->phi_q, v, at->phidot);
    at->model->gamma(at->model, q, v, at->gamma);
    PHASE_END(EVALUATE);
}

void at_gamma(struct at *at, const double *q, const double *v)
{
    PHASE(EVALUATE);
    at->model->gamma(at->model, q, v, at->gamma);
    PHASE_END(EVALUATE);
}

void at_forces(struct at *at, double t, const double *q, const double *v)
{
    PHASE(EVALUATE);
    at->model->forces(at->model, t, q, v, at->Q);
    PHASE_END(EVALUATE);
}

void at_along(struct at *at, const double *q, const double *u)
{
    PHASE(EVALUATE);
    at->model->jacobian_along(at->model, q, u, at->D);
    PHASE_END(EVALUATE);
}

void at_stiffness(struct at *at, double t, const double *q, const double *v, const double *a,
                  const double *lambda)
{
    PHASE(EVALUATE);
    at->model->stiffness(at->model, t, q, v, a, lambda, at->K);
    if (at->model->damping)
        at->model->damping(at->model, t, q, v, at->C);
    PHASE_END(EVALUATE);
}

void add_phi_q(const struct at *at, double s, const double *x, double *y)
{
    add_multiplied(&at->model->jacobian_pattern, s, at->phi_q, x, y);
}

void add_phi_q_transposed(const struct at *at, double s, const double *x, double *y)
{
    add_transposed(&at->model->jacobian_pattern, s, at->phi_q, x, y);
}

void add_mass(const struct at *at, double s, const double *x, double *y)
{
    add_multiplied(&at->model->mass_pattern, s, at->M, x, y);
}
