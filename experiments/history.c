#include "experiments/history.h"

#include <math.h>
#include <string.h>
#include "core/arena.h"
#include "experiments/output.h"

enum { ROWS_MOST = 2000, MEASURES = 5 };

struct history {
    struct arena *arena;
    struct file *file;
    const struct model *model;
    long stride, count;
    double energy0; /* [J] */
    double *q_exact, *v_exact, *ledger_exact;
    double most[MEASURES]; /* error, drift, phi, phidot, phiddot since the last row */
};

struct history *history_create(struct file *file, const struct run *run)
{
    struct arena *arena = arena_create();
    struct history *h = take(arena, 1, sizeof *h);
    const struct model *model = run_model(run);
    h->arena = arena;
    h->file = file;
    h->model = model;
    h->stride = 1 + run_steps(run) / ROWS_MOST;
    h->q_exact = take_doubles(arena, (size_t)model->n);
    h->v_exact = take_doubles(arena, (size_t)model->n);
    h->ledger_exact = take_doubles(arena, (size_t)model->ledger);
    return h;
}

void history_free(struct history *h)
{
    if (h)
        arena_free(h->arena);
}

void history_head(struct history *h)
{
    FILE *stream = h->file->stream;
    const char *unit = h->model->observed_angle ? "rad" : "m";
    int first = (int)strcspn(h->model->columns, " ");
    fprintf(stream, "# observed    %.*s [%s]\n", first, h->model->columns, unit);
    fprintf(stream, "# rows        every %ld steps, with the largest of each measure since the row before\n",
            h->stride);
    fputs("t", stream);
    for (int i = 1; i <= h->model->observed; i++)
        fprintf(stream, ",observed_%d,exact_%d", i, i);
    fputs(",trajectory_error,energy_drift_J,phi,phidot,phiddot\n", stream);
}

static void write_row(struct history *h, double t, const double *q, const double *v, bool trusted)
{
    FILE *stream = h->file->stream;
    double seen[3] = {0}, right[3] = {0};
    h->model->observe(h->model, q, v, seen);
    h->model->observe(h->model, h->q_exact, h->v_exact, right);
    csv_number(stream, t);
    for (int i = 0; i < h->model->observed; i++) {
        fprintf(stream, ",%.10g,", seen[i]);
        if (trusted)
            fprintf(stream, "%.10g", right[i]);
    }
    for (int i = 0; i < MEASURES; i++) {
        fputc(',', stream);
        if (i > 0 || trusted)
            fprintf(stream, "%.6g", h->most[i]);
    }
    fputc('\n', stream);
    file_insist(h->file);
    memset(h->most, 0, sizeof h->most);
}

void history_watch(void *context, const struct run *run, double t, const double *q, const double *v,
                   const double *a, const struct levels *levels, const double *ledger)
{
    (void)run;
    (void)a;
    (void)ledger;
    struct history *h = context;
    const struct model *model = h->model;
    bool trusted = t <= model->trusted * (1 + 1e-12);
    if (h->count == 0)
        h->energy0 = levels->energy;
    if (trusted)
        model->exact(model, t, h->q_exact, h->v_exact, h->ledger_exact);
    const double now[MEASURES] = {trusted ? model_distance(model, q, v, h->q_exact, h->v_exact) : 0,
                                  fabs(levels->energy - h->energy0), levels->phi, levels->phidot,
                                  levels->phiddot};
    for (int i = 0; i < MEASURES; i++)
        h->most[i] = fmax(h->most[i], now[i]);
    if (h->count % h->stride == 0)
        write_row(h, t, q, v, trusted);
    h->count++;
}

void history_end(struct history *h, const struct result *result)
{
    if (result->status != OK)
        fprintf(h->file->stream, "# stopped     %s at t = %.10g s\n", status_word(result->status),
                result->stopped);
}
