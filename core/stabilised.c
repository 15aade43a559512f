#include "core/stabilised.h"

#include "core/vector.h"

void stabilised_create(struct stabilised *stabilised, struct arena *arena, const struct model *model)
{
    size_t size = (size_t)pattern_size(&model->jacobian_pattern);
    stabilised->s = take_doubles(arena, (size_t)model->m);
    stabilised->B = take_doubles(arena, size);
    stabilised->G = take_doubles(arena, size);
}

void stabilised_value(struct stabilised *stabilised, const struct at *at, const double *a)
{
    double xi = stabilised->xi, omega = stabilised->omega, *s = stabilised->s;
    multiply(&at->model->jacobian_pattern, at->phi_q, a, s); /* phi_q a */
    for (int k = 0; k < at->m; k++)
        s[k] += -at->gamma[k] + 2 * xi * omega * at->phidot[k] + omega * omega * at->phi[k];
}

void stabilised_slope(struct stabilised *stabilised, struct at *at, const struct point *point)
{
    double xi = stabilised->xi, omega = stabilised->omega, *B = stabilised->B;
    int size = pattern_size(&at->model->jacobian_pattern);
    copy(B, at->phi_q, size);
    scale(B, point->ca + 2 * xi * omega * point->cv + omega * omega, size);
    at_along(at, point->q, point->v);
    add(B, 2 * point->cv + 2 * xi * omega, at->D, size);
    at_along(at, point->q, point->a);
    add(B, 1, at->D, size);
    if (at->model->gamma_q) {
        at->model->gamma_q(at->model, point->q, point->v, stabilised->G);
        add(B, -1, stabilised->G, size);
    }
}
