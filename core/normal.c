#include "core/normal.h"

#include "core/places.h"
#include "core/profile.h"
#include "core/vector.h"

struct normal {
    struct arena *arena;
    const struct model *model;
    struct pattern pattern;
    struct linear *linear;
    bool symmetric;
    int size;
    bool fresh; /* assembled, not factored yet */
    double *values;
    struct places mass_place, stiffness_place;
    int *square_slot;
    double *mass; /* a constant M, laid out as the values are */
};

static const struct block WHOLE = {.step = 1};

struct normal *normal_create(const struct model *model, enum linear_kind kind, enum backend backend)
{
    struct arena *arena = arena_create();
    struct normal *normal = take(arena, 1, sizeof *normal);
    struct entries entries = {0};
    *normal = (struct normal){.arena = arena, .model = model, .symmetric = kind == SYMMETRIC};
    places_declare(&entries, &model->mass_pattern, WHOLE);
    places_declare(&entries, &model->stiffness_pattern, WHOLE);
    square_declare(&entries, &model->jacobian_pattern, WHOLE);
    normal->pattern = pattern_from(arena, model->n, model->n, &entries);
    normal->linear = linear_create(&normal->pattern, kind, backend);
    normal->size = linear_size(normal->linear);
    normal->values = linear_values(normal->linear);
    normal->mass_place = places_find(arena, normal->linear, &model->mass_pattern, WHOLE);
    normal->stiffness_place = places_find(arena, normal->linear, &model->stiffness_pattern, WHOLE);
    normal->square_slot = square_find(arena, normal->linear, &model->jacobian_pattern, WHOLE);
    if (model->mass_is_constant) {
        double *M = take_doubles(arena, (size_t)pattern_size(&model->mass_pattern));
        normal->mass = take_doubles(arena, (size_t)normal->size);
        model->mass(model, NULL, M);
        places_add(&normal->mass_place, 1, M, normal->mass);
    }
    return normal;
}

void normal_free(struct normal *normal)
{
    if (!normal)
        return;
    linear_free(normal->linear);
    arena_free(normal->arena);
}

void normal_mass(struct normal *normal, double c, const double *M)
{
    PHASE(ASSEMBLE);
    normal->fresh = true;
    if (normal->mass) {
        for (int k = 0; k < normal->size; k++)
            normal->values[k] = c * normal->mass[k];
    } else {
        clear(normal->values, normal->size);
        places_add(&normal->mass_place, c, M, normal->values);
    }
    PHASE_END(ASSEMBLE);
}

void normal_stiffness(struct normal *normal, double s, const double *K)
{
    PHASE(ASSEMBLE);
    places_add(&normal->stiffness_place, s, K, normal->values);
    PHASE_END(ASSEMBLE);
}

void normal_square(struct normal *normal, double s, const double *J, const double *B)
{
    PHASE(ASSEMBLE);
    square_add(&normal->model->jacobian_pattern, normal->square_slot, normal->symmetric, s, J, B,
               normal->values);
    PHASE_END(ASSEMBLE);
}

enum status normal_factor(struct normal *normal)
{
    if (!normal->fresh)
        return OK;
    PHASE(FACTOR);
    normal->fresh = false;
    enum status status = linear_factor(normal->linear);
    PHASE_END(FACTOR);
    return status;
}

void normal_solve(struct normal *normal, double *x, int count)
{
    PHASE(SOLVE);
    linear_solve(normal->linear, x, count);
    PHASE_END(SOLVE);
}

void normal_export(const struct normal *normal, int rows, double *S)
{
    int n = normal->model->n;
    linear_export(normal->linear, &normal->pattern, S);
    for (int j = n - 1; j >= 0; j--) { /* move the columns apart, the last first */
        memmove(S + j * rows, S + j * n, (size_t)n * sizeof *S);
        clear(S + j * rows + n, rows - n);
    }
}
