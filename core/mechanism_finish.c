/* Turns what was collected into patterns, slots and constant tables, so that evaluating searches for nothing. */
#include "core/mechanism_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Constants were numbered -1, -2, …: they follow the coordinates in x. */
static int settled(const struct mechanism *mechanism, int index)
{
    return index >= 0 ? index : mechanism->model.n - 1 - index;
}

static void settle_indices(struct mechanism *mechanism)
{
    for (int k = 0; k < mechanism->node_count; k++)
        for (int c = 0; c < mechanism->d; c++)
            mechanism->nodes[k].index[c] = settled(mechanism, mechanism->nodes[k].index[c]);
    for (int k = 0; k < mechanism->term_count; k++)
        mechanism->terms[k].index = settled(mechanism, mechanism->terms[k].index);
    for (int k = 0; k < mechanism->distance_count; k++)
        for (int c = 0; c < mechanism->d; c++) {
            struct distance *distance = &mechanism->distances[k];
            distance->a[c] = settled(mechanism, distance->a[c]);
            distance->b[c] = settled(mechanism, distance->b[c]);
        }
}

/* Calls visit for every entry (i, j) of the mass matrix over all components, i and j in both orders. */
typedef void visit_mass(struct mechanism *mechanism, int i, int j, double value, void *context);

static void each_mass(struct mechanism *mechanism, visit_mass *visit, void *context)
{
    for (int k = 0; k < mechanism->mass_count; k++) {
        const struct mass_term *m = &mechanism->masses[k];
        const int *a = mechanism->nodes[m->A].index, *b = mechanism->nodes[m->B].index;
        for (int c = 0; c < mechanism->d; c++) {
            visit(mechanism, a[c], b[c], m->c, context);
            if (m->A != m->B)
                visit(mechanism, b[c], a[c], m->c, context);
        }
        if (m->skew != 0)
            for (int c = 0; c < 2; c++) {
                double skew = c == 0 ? m->skew : -m->skew;
                visit(mechanism, a[c], b[1 - c], skew, context);
                visit(mechanism, b[1 - c], a[c], skew, context);
            }
    }
}

static void declare_mass(struct mechanism *mechanism, int i, int j, double value, void *context)
{
    (void)value;
    if (i < mechanism->model.n && j < mechanism->model.n)
        entries_add(context, i, j);
}

static void enter_mass(struct mechanism *mechanism, int i, int j, double value, void *context)
{
    (void)context;
    if (i < mechanism->model.n && j < mechanism->model.n)
        mechanism->M[pattern_slot(&mechanism->model.mass_pattern, i, j)] += value;
}

/*%
\subsection{Gravity}
A uniform field gives every material point the same acceleration $g$. In natural coordinates that is the vector $\hat g$ with $g$ on every point and
zero on every vector, so that the generalised force is simply $M\hat g$, and the potential $-\hat g^{\top}M x$, whatever the bodies.
*/

static void enter_weight(struct mechanism *mechanism, int i, int j, double value, void *context)
{
    const double *ghat = context;
    double force = value * ghat[j];
    if (i < mechanism->model.n)
        mechanism->weight[i] += force;
    else
        mechanism->weight_fixed -= force * mechanism->constant[i - mechanism->model.n];
}

static void set_mass(struct mechanism *mechanism)
{
    struct model *model = &mechanism->model;
    struct entries entries = {0};
    for (int i = 0; i < model->n; i++)
        entries_add(&entries, i, i);
    each_mass(mechanism, declare_mass, &entries);
    model->mass_pattern = pattern_from(model->arena, model->n, model->n, &entries);
    mechanism->M = take_doubles(model->arena, (size_t)pattern_size(&model->mass_pattern));
    each_mass(mechanism, enter_mass, NULL);

    double *ghat = take_doubles(model->arena, (size_t)model->n + (size_t)mechanism->constants);
    for (int k = 0; k < mechanism->node_count; k++)
        for (int c = 0; c < mechanism->d && mechanism->nodes[k].is_point; c++)
            ghat[mechanism->nodes[k].index[c]] = mechanism->g[c];
    mechanism->weight = take_doubles(model->arena, (size_t)model->n);
    each_mass(mechanism, enter_weight, ghat);

    for (int i = 0; i < model->n; i++)
        model->mass_scale += mechanism->M[pattern_slot(&model->mass_pattern, i, i)] / model->n;
}

static void declare_form(const struct mechanism *mechanism, struct entries *entries, int row,
                         const struct component X[SPACE])
{
    for (int c = 0; c < mechanism->d; c++)
        for (int k = X[c].start; k < X[c].end; k++)
            if (mechanism->terms[k].index < mechanism->model.n)
                entries_add(entries, row, mechanism->terms[k].index);
}

static void form_slots(struct mechanism *mechanism, int row, const struct component X[SPACE])
{
    for (int c = 0; c < mechanism->d; c++)
        for (int k = X[c].start; k < X[c].end; k++)
            mechanism->jacobian_slot[k] = pattern_slot(&mechanism->model.jacobian_pattern, row,
                                                       mechanism->terms[k].index);
}

static void set_jacobian(struct mechanism *mechanism)
{
    struct model *model = &mechanism->model;
    struct entries entries = {0};
    for (int k = 0; k < mechanism->distance_count; k++)
        for (int c = 0; c < mechanism->d; c++) {
            const struct distance *distance = &mechanism->distances[k];
            entries_add(&entries, distance->row, distance->b[c]);
            if (distance->a[c] < model->n)
                entries_add(&entries, distance->row, distance->a[c]);
        }
    for (int k = 0; k < mechanism->product_count; k++) {
        declare_form(mechanism, &entries, mechanism->products[k].row, mechanism->products[k].X);
        declare_form(mechanism, &entries, mechanism->products[k].row, mechanism->products[k].Y);
    }
    model->jacobian_pattern = pattern_from(model->arena, model->m, model->n, &entries);

    mechanism->jacobian_slot = take_ints(model->arena, (size_t)mechanism->term_count);
    for (int k = 0; k < mechanism->distance_count; k++)
        for (int c = 0; c < mechanism->d; c++) {
            struct distance *distance = &mechanism->distances[k];
            distance->slot_a[c] = pattern_slot(&model->jacobian_pattern, distance->row, distance->a[c]);
            distance->slot_b[c] = pattern_slot(&model->jacobian_pattern, distance->row, distance->b[c]);
        }
    for (int k = 0; k < mechanism->product_count; k++) {
        form_slots(mechanism, mechanism->products[k].row, mechanism->products[k].X);
        form_slots(mechanism, mechanism->products[k].row, mechanism->products[k].Y);
    }
}

/* Visits every (i, j) that carries geometric stiffness, with its constraint and coefficient. */
typedef void visit_geometric(struct mechanism *mechanism, int row, int i, int j, double c, void *context);

static void each_geometric(struct mechanism *mechanism, visit_geometric *visit, void *context)
{
    for (int k = 0; k < mechanism->distance_count; k++)
        for (int c = 0; c < mechanism->d; c++) {
            const struct distance *s = &mechanism->distances[k];
            visit(mechanism, s->row, s->a[c], s->a[c], 2 * s->kappa, context);
            visit(mechanism, s->row, s->b[c], s->b[c], 2 * s->kappa, context);
            visit(mechanism, s->row, s->a[c], s->b[c], -2 * s->kappa, context);
            visit(mechanism, s->row, s->b[c], s->a[c], -2 * s->kappa, context);
        }
    for (int k = 0; k < mechanism->product_count; k++)
        for (int c = 0; c < mechanism->d; c++) {
            const struct product *p = &mechanism->products[k];
            for (int i = p->X[c].start; i < p->X[c].end; i++)
                for (int j = p->Y[c].start; j < p->Y[c].end; j++) {
                    const struct term *x = &mechanism->terms[i], *y = &mechanism->terms[j];
                    visit(mechanism, p->row, x->index, y->index, p->kappa * x->c * y->c, context);
                    visit(mechanism, p->row, y->index, x->index, p->kappa * x->c * y->c, context);
                }
        }
}

static void declare_geometric(struct mechanism *mechanism, int row, int i, int j, double c, void *context)
{
    (void)row, (void)c;
    if (i < mechanism->model.n && j < mechanism->model.n)
        entries_add(context, i, j);
}

static void enter_geometric(struct mechanism *mechanism, int row, int i, int j, double c, void *context)
{
    (void)context;
    if (i >= mechanism->model.n || j >= mechanism->model.n)
        return;
    int slot = pattern_slot(&mechanism->model.stiffness_pattern, i, j);
    mechanism->geometric[mechanism->geometric_count++] = (struct geometric){row, slot, c};
}

static void count_geometric(struct mechanism *mechanism, int row, int i, int j, double c, void *context)
{
    (void)mechanism, (void)row, (void)i, (void)j, (void)c;
    ++*(size_t *)context;
}

/* Brings the first entry of every slot to the front, so that it can be set instead of added. */
static void open_slots(struct mechanism *mechanism)
{
    struct arena *scratch = arena_create();
    size_t count = (size_t)mechanism->geometric_count;
    int *seen = take_ints(scratch, (size_t)pattern_size(&mechanism->model.stiffness_pattern));
    struct geometric *later = take(scratch, count, sizeof *later);
    int laters = 0, *opening = &mechanism->opening_count;
    for (int k = 0; k < mechanism->geometric_count; k++) {
        struct geometric g = mechanism->geometric[k];
        if (seen[g.slot]++)
            later[laters++] = g;
        else
            mechanism->geometric[(*opening)++] = g;
    }
    for (int k = 0; k < laters; k++)
        mechanism->geometric[*opening + k] = later[k];
    arena_free(scratch);
}

/* Forces couple every moving component of their form with every other. */
static void declare_force(struct mechanism *mechanism, struct entries *entries,
                          const struct component X[SPACE])
{
    int start = X[0].start, end = X[mechanism->d - 1].end, n = mechanism->model.n;
    for (int i = start; i < end; i++)
        for (int j = start; j < end; j++)
            if (mechanism->terms[i].index < n && mechanism->terms[j].index < n)
                entries_add(entries, mechanism->terms[i].index, mechanism->terms[j].index);
}

static void set_stiffness(struct mechanism *mechanism)
{
    struct model *model = &mechanism->model;
    struct entries entries = {0};
    size_t count = 0;
    each_geometric(mechanism, declare_geometric, &entries);
    each_geometric(mechanism, count_geometric, &count);
    for (int k = 0; k < mechanism->spring_count; k++)
        declare_force(mechanism, &entries, mechanism->springs[k].X);
    for (int k = 0; k < mechanism->moment_count; k++)
        declare_force(mechanism, &entries, mechanism->moments[k].X);
    model->stiffness_pattern = pattern_from(model->arena, model->n, model->n, &entries);
    mechanism->geometric = take(model->arena, count, sizeof *mechanism->geometric);
    each_geometric(mechanism, enter_geometric, NULL);
    open_slots(mechanism);
}

/* Lists grew on the heap while they were collected; the arena keeps them from now on. */
#define ADOPT(arena, list, count)                                                                            \
    do {                                                                                                     \
        void *kept_ = take((arena), (size_t)(count), sizeof *(list));                                        \
        if ((list) != NULL)                                                                                  \
            memcpy(kept_, (list), (size_t)(count) * sizeof *(list));                                         \
        free(list);                                                                                          \
        (list) = kept_;                                                                                      \
    } while (0)

static void adopt(struct mechanism *mechanism)
{
    struct arena *arena = mechanism->model.arena;
    ADOPT(arena, mechanism->nodes, mechanism->node_count);
    ADOPT(arena, mechanism->constant, mechanism->constants);
    ADOPT(arena, mechanism->terms, mechanism->term_count);
    ADOPT(arena, mechanism->masses, mechanism->mass_count);
    ADOPT(arena, mechanism->distances, mechanism->distance_count);
    ADOPT(arena, mechanism->products, mechanism->product_count);
    ADOPT(arena, mechanism->springs, mechanism->spring_count);
    ADOPT(arena, mechanism->moments, mechanism->moment_count);
}

static void set_scratch(struct mechanism *mechanism)
{
    size_t all = (size_t)(mechanism->model.n + mechanism->constants) + SPACE;
    mechanism->x = take_doubles(mechanism->model.arena, all);
    mechanism->u = take_doubles(mechanism->model.arena, all);
    mechanism->middle = take_doubles(mechanism->model.arena, 2 * (size_t)mechanism->model.n);
    if (mechanism->constants)
        memcpy(mechanism->x + mechanism->model.n, mechanism->constant,
               (size_t)mechanism->constants * sizeof *mechanism->constant);
}

struct model *mechanism_finish(struct mechanism *mechanism, int mobility, double length)
{
    assert(!mechanism->finished);
    mechanism->finished = true;
    adopt(mechanism);
    settle_indices(mechanism);
    struct model *model = &mechanism->model;
    model->self = mechanism;
    model->mobility = mobility;
    model->length = length;
    set_mass(mechanism);
    set_jacobian(mechanism);
    set_stiffness(mechanism);
    sort_products(mechanism);
    set_scratch(mechanism);
    mechanism_callbacks(model);
    mechanism_reactions(model);
    return model;
}
