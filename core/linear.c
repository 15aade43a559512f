#include "core/linear_ops.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

static const char *const names[BACKENDS] = {"auto", "dense", "band", "band-lapack", "sparse"};

const char *backend_name(enum backend backend)
{
    return (unsigned)backend < BACKENDS ? names[backend] : "unknown";
}

bool backend_from_name(const char *name, enum backend *found)
{
    for (int k = 0; k < BACKENDS; k++)
        if (strcmp(name, names[k]) == 0) {
            *found = (enum backend)k;
            return true;
        }
    return false;
}

void linear_reserve(struct linear *linear, size_t count)
{
    if (count > INT_MAX) /* slots are ints */
        out_of_memory(count * sizeof(double));
    linear->size = (int)count;
    linear->values = take_doubles(linear->arena, count);
}

/* Copies a pattern; `both` adds the transposed entries, `diagonal` the diagonal. */
static struct pattern completed(struct arena *arena, const struct pattern *p, bool both, bool diagonal)
{
    struct entries entries = {0};
    for (int i = 0; i < p->rows; i++) {
        if (diagonal)
            entries_add(&entries, i, i);
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            entries_add(&entries, i, p->index[k]);
            if (both)
                entries_add(&entries, p->index[k], i);
        }
    }
    return pattern_from(arena, p->rows, p->columns, &entries);
}

static const struct linear_ops *ops_of(enum backend backend, enum linear_kind kind)
{
    switch (backend) {
    case DENSE:
        return &linear_dense;
    case BAND_LAPACK:
        return &linear_band_lapack;
    case SPARSE:
        return kind == SYMMETRIC ? &linear_sparse : &linear_sparse_lu;
    default:
        return kind == SYMMETRIC ? &linear_band : &linear_band_lu;
    }
}

struct linear *linear_create(const struct pattern *pattern, enum linear_kind kind, enum backend backend)
{
    assert(pattern->rows == pattern->columns);
    struct arena *arena = arena_create();
    struct linear *linear = take(arena, 1, sizeof *linear);
    linear->arena = arena;
    linear->n = pattern->rows;
    linear->kind = kind;
    linear->declared = completed(arena, pattern, kind == SYMMETRIC, false);
    linear->graph = completed(arena, pattern, true, true);
    linear->backend = backend == AUTOMATIC ? linear_choose(linear) : backend;
    linear->ops = ops_of(linear->backend, kind);
    linear->ops->create(linear);
    if (linear->order)
        linear->work = take_doubles(arena, (size_t)TOGETHER * (size_t)linear->n);
    return linear;
}

void linear_free(struct linear *linear)
{
    if (!linear)
        return;
    if (linear->ops->destroy)
        linear->ops->destroy(linear);
    arena_free(linear->arena);
}

enum backend linear_backend(const struct linear *linear)
{
    return linear->backend;
}

bool linear_is_symmetric(const struct linear *linear)
{
    return linear->kind == SYMMETRIC;
}

int linear_slot(const struct linear *linear, int i, int j)
{
    if (pattern_slot(&linear->declared, i, j) < 0)
        return -1;
    return linear->place ? linear->ops->slot(linear, linear->place[i], linear->place[j])
                         : linear->ops->slot(linear, i, j);
}

double *linear_values(struct linear *linear)
{
    return linear->values;
}

int linear_size(const struct linear *linear)
{
    return linear->size;
}

enum status linear_factor(struct linear *linear)
{
    return linear->n ? linear->ops->factor(linear) : OK;
}

void linear_solve(struct linear *linear, double *x, int count)
{
    const int n = linear->n, *order = linear->order;
    if (!order) {
        if (n && count > 0)
            linear->ops->solve(linear, x, count);
        return;
    }
    for (int done = 0, now; done < count; done += now, x += (size_t)now * (size_t)n) {
        now = count - done < TOGETHER ? count - done : TOGETHER;
        double *w = linear->work;
        for (int c = 0; c < now; c++)
            for (int k = 0; k < n; k++)
                w[c * n + k] = x[c * n + order[k]];
        linear->ops->solve(linear, w, now);
        for (int c = 0; c < now; c++)
            for (int k = 0; k < n; k++)
                x[c * n + order[k]] = w[c * n + k];
    }
}

void linear_export(const struct linear *linear, const struct pattern *pattern, double *A)
{
    size_t n = (size_t)linear->n;
    memset(A, 0, n * n * sizeof *A);
    for (int i = 0; i < pattern->rows; i++)
        for (int k = pattern->start[i]; k < pattern->start[i + 1]; k++) {
            int j = pattern->index[k], slot = linear_slot(linear, i, j);
            double value = slot < 0 ? 0 : linear->values[slot];
            A[(size_t)i + n * (size_t)j] = value; /* by columns, as LAPACK keeps it */
            if (linear->kind == SYMMETRIC)
                A[(size_t)j + n * (size_t)i] = value;
        }
}
