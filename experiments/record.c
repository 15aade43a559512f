#include "experiments/record.h"

#include <math.h>
#include <string.h>
#include "core/arena.h"
#include "core/vector.h"

/* The motion at one time, with what the columns report beside it. */
struct moment {
    double t;
    double *q, *v, *a, *lambda, *ledger;
    struct levels levels;
};

struct record {
    struct arena *arena;
    struct file *file;
    const struct model *model;
    double h, interval;
    long next; /* the row that comes next is for the time next * interval */
    int columns, reactions;
    struct moment before, now, between;
    bool started;
    double *row;
};

static int words_of(const char *text)
{
    int words = 0;
    for (const char *c = text; *c; c++)
        words += *c != ' ' && (c == text || c[-1] == ' ');
    return words;
}

static struct moment moment_take(struct arena *arena, const struct model *model)
{
    size_t n = (size_t)model->n, m = (size_t)model->m;
    return (struct moment){.q = take_doubles(arena, n),
                           .v = take_doubles(arena, n),
                           .a = take_doubles(arena, n),
                           .lambda = take_doubles(arena, m),
                           .ledger = take_doubles(arena, (size_t)model->ledger)};
}

struct record *record_create(struct file *file, const struct run *run, double h, bool reactions)
{
    struct arena *arena = arena_create();
    struct record *r = take(arena, 1, sizeof *r);
    r->arena = arena;
    r->file = file;
    r->model = run_model(run);
    r->h = h;
    r->interval = r->model->interval > 0 ? r->model->interval : h;
    r->columns = words_of(r->model->columns);
    r->reactions = reactions ? words_of(r->model->reactions) : 0;
    r->before = moment_take(arena, r->model);
    r->now = moment_take(arena, r->model);
    r->between = moment_take(arena, r->model);
    r->row = take_doubles(arena, (size_t)r->columns + (size_t)r->reactions);
    return r;
}

void record_free(struct record *record)
{
    if (record)
        arena_free(record->arena);
}

void record_head(struct record *r)
{
    FILE *stream = r->file->stream;
    double ratio = r->interval / r->h;
    if (fabs(ratio - round(ratio)) <= 1e-9 * ratio && ratio > 0.5)
        fprintf(stream, "%% rows        every %g s, each a step of the run\n", r->interval);
    else
        fprintf(
            stream,
            "%% rows        every %g s, between steps: position and velocity by cubic Hermite interpolation, "
            "other columns linearly\n",
            r->interval);
    if (r->reactions)
        fprintf(stream, "%% reactions   from multipliers of minimum norm where they are not unique\n");
    fprintf(stream, "%% t %s%s%s\n", r->model->columns, r->reactions ? " " : "",
            r->reactions ? r->model->reactions : "");
}

/* A row with a number that is not finite is no result, and is left out; the last line says where the run stopped. */
static void write_row(struct record *r, const struct moment *at, double t)
{
    FILE *stream = r->file->stream;
    r->model->row(r->model, &at->levels, at->q, at->v, at->ledger, r->row);
    if (r->reactions)
        r->model->reaction(r->model, at->q, at->a, at->lambda, r->row + r->columns);
    int count = r->columns + r->reactions;
    if (!isfinite(norm_max(r->row, count)))
        return;
    fprintf(stream, "%.10g", t);
    for (int i = 0; i < count; i++)
        fprintf(stream, " % .15e", r->row[i]);
    fputc('\n', stream);
    file_insist(r->file);
}

/* y(s), 0 <= s <= 1, from values and slopes at both ends of a step of length h. */
static void hermite(double *y, const double *y0, const double *d0, const double *y1, const double *d1,
                    double h, double s, int n)
{
    double r = 1 - s;
    for (int i = 0; i < n; i++)
        y[i] = r * r * ((1 + 2 * s) * y0[i] + s * h * d0[i]) + s * s * ((1 + 2 * r) * y1[i] - r * h * d1[i]);
}

static void linear(double *y, const double *y0, const double *y1, double s, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = (1 - s) * y0[i] + s * y1[i];
}

static void interpolate(struct record *r, double t)
{
    const struct moment *b = &r->before, *n = &r->now;
    struct moment *x = &r->between;
    double h = n->t - b->t, s = (t - b->t) / h;
    hermite(x->q, b->q, b->v, n->q, n->v, h, s, r->model->n);
    hermite(x->v, b->v, b->a, n->v, n->a, h, s, r->model->n);
    linear(x->a, b->a, n->a, s, r->model->n);
    linear(x->lambda, b->lambda, n->lambda, s, r->model->m);
    linear(x->ledger, b->ledger, n->ledger, s, r->model->ledger);
    linear(&x->levels.energy, &b->levels.energy, &n->levels.energy, s, 1);
    linear(&x->levels.phi, &b->levels.phi, &n->levels.phi, s, 1);
    linear(&x->levels.phidot, &b->levels.phidot, &n->levels.phidot, s, 1);
    linear(&x->levels.phiddot, &b->levels.phiddot, &n->levels.phiddot, s, 1);
}

void record_watch(void *context, const struct run *run, double t, const double *q, const double *v,
                  const double *a, const struct levels *levels, const double *ledger)
{
    struct record *r = context;
    const double *lambda = r->reactions ? run_multipliers(run) : NULL;
    struct moment last = r->before;
    r->before = r->now;
    r->now = last;
    r->now.t = t;
    r->now.levels = *levels;
    copy(r->now.q, q, r->model->n);
    copy(r->now.v, v, r->model->n);
    copy(r->now.a, a, r->model->n);
    if (lambda)
        copy(r->now.lambda, lambda, r->model->m);
    if (ledger)
        copy(r->now.ledger, ledger, r->model->ledger);

    for (double wanted; (wanted = (double)r->next * r->interval) <= t + 1e-6 * r->h; r->next++) {
        if (!r->started || fabs(wanted - t) <= 1e-6 * r->h)
            write_row(r, &r->now, wanted);
        else {
            interpolate(r, wanted);
            write_row(r, &r->between, wanted);
        }
    }
    r->started = true;
}

void record_end(struct record *record, const struct result *result)
{
    if (result->status != OK)
        fprintf(record->file->stream, "%% stopped     %s at t = %.10g s\n", status_word(result->status),
                result->stopped);
}
