#include "core/normal.h"

#include "core/profile.h"
#include "core/vector.h"

/* Where the entries of a pattern go: `entry` of the values to `slot`. With a symmetric matrix, those of one triangle. */
struct places {
    int count, *entry, *slot;
};

struct normal {
    struct arena *arena;
    const struct model *model;
    struct pattern pattern;
    struct linear *linear;
    enum linear_kind kind;
    int size;
    bool fresh; /* assembled, not factored yet */
    double *values;
    struct places mass_place, stiffness_place;
    int *square_slot; /* in the order in which normal_square walks */
    double *mass;     /* a constant M, laid out as the values are */
};

/* The columns of row k of the Jacobian, in pairs: what phi_q' B couples. */
static void declare_square(const struct pattern *J, struct entries *entries)
{
    for (int k = 0; k < J->rows; k++)
        for (int i = J->start[k]; i < J->start[k + 1]; i++)
            for (int j = J->start[k]; j < J->start[k + 1]; j++)
                entries_add(entries, J->index[i], J->index[j]);
}

static void declare(const struct pattern *p, struct entries *entries)
{
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            entries_add(entries, i, p->index[k]);
}

static struct places find_places(struct normal *normal, const struct pattern *p)
{
    size_t size = (size_t)pattern_size(p);
    struct places places = {0, take_ints(normal->arena, size), take_ints(normal->arena, size)};
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            if (normal->kind != SYMMETRIC || p->index[k] <= i) {
                places.entry[places.count] = k;
                places.slot[places.count++] = linear_slot(normal->linear, i, p->index[k]);
            }
    return places;
}

static void add_at(double *restrict values, const struct places *places, double s, const double *restrict A)
{
    const int *restrict entry = places->entry, *restrict slot = places->slot;
    for (int k = 0; k < places->count; k++)
        values[slot[k]] += s * A[entry[k]];
}

static int *find_square_slots(struct normal *normal, const struct pattern *J)
{
    size_t count = 0;
    for (int k = 0; k < J->rows; k++) {
        size_t length = (size_t)(J->start[k + 1] - J->start[k]);
        count += normal->kind == SYMMETRIC ? length * (length + 1) / 2 : length * length;
    }
    int *slot = take_ints(normal->arena, count), *next = slot;
    for (int k = 0; k < J->rows; k++)
        for (int i = J->start[k]; i < J->start[k + 1]; i++) {
            int end = normal->kind == SYMMETRIC ? i + 1 : J->start[k + 1];
            for (int j = J->start[k]; j < end; j++)
                *next++ = linear_slot(normal->linear, J->index[i], J->index[j]);
        }
    return slot;
}

struct normal *normal_create(const struct model *model, enum linear_kind kind, enum backend backend)
{
    struct arena *arena = arena_create();
    struct normal *normal = take(arena, 1, sizeof *normal);
    struct entries entries = {0};
    *normal = (struct normal){.arena = arena, .model = model, .kind = kind};
    declare(&model->mass_pattern, &entries);
    declare(&model->stiffness_pattern, &entries);
    declare_square(&model->jacobian_pattern, &entries);
    normal->pattern = pattern_from(arena, model->n, model->n, &entries);
    normal->linear = linear_create(&normal->pattern, kind, backend);
    normal->size = linear_size(normal->linear);
    normal->values = linear_values(normal->linear);
    normal->mass_place = find_places(normal, &model->mass_pattern);
    normal->stiffness_place = find_places(normal, &model->stiffness_pattern);
    normal->square_slot = find_square_slots(normal, &model->jacobian_pattern);
    if (model->mass_is_constant) {
        double *M = take_doubles(arena, (size_t)pattern_size(&model->mass_pattern));
        normal->mass = take_doubles(arena, (size_t)normal->size);
        model->mass(model, NULL, M);
        add_at(normal->mass, &normal->mass_place, 1, M);
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
        add_at(normal->values, &normal->mass_place, c, M);
    }
    PHASE_END(ASSEMBLE);
}

void normal_stiffness(struct normal *normal, double s, const double *K)
{
    PHASE(ASSEMBLE);
    add_at(normal->values, &normal->stiffness_place, s, K);
    PHASE_END(ASSEMBLE);
}

/* One row of the Jacobian; the places that it touches are different ones. Returns the slots of the next row. */
static inline __attribute__((always_inline)) const int *square_row(double *restrict values,
                                                                   const int *restrict slot, double s,
                                                                   const double *J, const double *B,
                                                                   const int length, const bool symmetric)
{
    for (int i = 0; i < length; i++) {
        int end = symmetric ? i + 1 : length;
        double sJ = s * J[i];
        for (int j = 0; j < end; j++)
            values[slot[j]] += sJ * B[j];
        slot += end;
    }
    return slot;
}

/* The lengths of rows that mechanisms have most often are given to the compiler as constants. */
static inline __attribute__((always_inline)) void square(struct normal *normal, double s, const double *J,
                                                         const double *B, const bool symmetric)
{
    const struct pattern *p = &normal->model->jacobian_pattern;
    const int *slot = normal->square_slot;
    double *values = normal->values;
    for (int k = 0; k < p->rows; k++) {
        int start = p->start[k], length = p->start[k + 1] - start;
        switch (length) {
#define LENGTH(l)                                                                                            \
    case l:                                                                                                  \
        slot = square_row(values, slot, s, J + start, B + start, l, symmetric);                              \
        break
            LENGTH(2);
            LENGTH(3);
            LENGTH(4);
            LENGTH(6);
            LENGTH(9);
        default:
            slot = square_row(values, slot, s, J + start, B + start, length, symmetric);
        }
    }
}

void normal_square(struct normal *normal, double s, const double *J, const double *B)
{
    PHASE(ASSEMBLE);
    if (normal->kind == SYMMETRIC)
        square(normal, s, J, B, true);
    else
        square(normal, s, J, B, false);
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
