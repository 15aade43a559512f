#include "experiments/exact_row.h"

#include "core/arena.h"

int column_count(const struct model *model)
{
    int words = 0;
    for (const char *c = model->columns; *c; c++)
        words += *c != ' ' && (c == model->columns || c[-1] == ' ');
    return words;
}

struct exact_row *exact_row_create(const struct model *model)
{
    struct arena *arena = arena_create();
    struct exact_row *e = take(arena, 1, sizeof *e);
    e->arena = arena;
    e->model = model;
    e->q = take_doubles(arena, (size_t)model->n);
    e->v = take_doubles(arena, (size_t)model->n);
    e->ledger = take_doubles(arena, (size_t)model->ledger);
    e->row = take_doubles(arena, (size_t)column_count(model));
    return e;
}

void exact_row_free(struct exact_row *exact)
{
    if (exact)
        arena_free(exact->arena);
}

const double *exact_row_at(struct exact_row *e, double t)
{
    const struct model *m = e->model;
    m->exact(m, t, e->q, e->v, e->ledger);
    struct levels levels = {.energy = m->energy(m, e->q, e->v, e->ledger)};
    m->row(m, &levels, e->q, e->v, e->ledger, e->row);
    return e->row;
}
