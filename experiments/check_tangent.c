/* A tangent against differences of its residual, at random states of every problem; a wrong block is named. */
#include "experiments/check.h"

#include <math.h>
#include <stdio.h>
#include "core/arena.h"
#include "core/normal.h"
#include "core/random.h"
#include "core/vector.h"

enum {
    STATES = 3,
    LARGE = 100,
    LARGEST = 1000
};                                 /* unknowns: one state is enough; too many for a dense tangent */
static const double SOLVED = 1e-2; /* a regularised correction leaves a little of r, a wrong one most of it */
static const double GOOD = 1e-7;   /* difference from the differences, relative to the block */

struct trial { /* a formulation at a random point of a problem */
    struct arena *arena;
    struct model *model;
    const struct formulation *formulation;
    void *form;
    int n, N;
    double cv, ca, *q, *v, *a, *vhat, *ahat, *extra;
    double *T, *E, *r; /* tangent, differences, residual */
};

static unsigned long long state = 1;

void random_seed(unsigned long long seed)
{
    state = seed;
}

double random_number(void)
{
    return random_next(&state);
}

static struct trial trial_create(const struct choice *choice)
{
    const double h = 0.01;
    struct trial s = {
        .arena = arena_create(), .formulation = choice->formulation, .cv = 2 / h, .ca = 4 / (h * h)};
    s.model = problem_create(choice->problem, choice->problem_values);
    s.form = s.formulation->create(s.model, choice->formulation_values, &(struct settings){AUTOMATIC, h});
    s.n = s.model->n;
    s.N = formulation_unknowns(s.formulation, s.model);
    size_t n = (size_t)s.n, N = (size_t)s.N;
    double *block = take_doubles(s.arena, 5 * n);
    s.q = block, s.v = block + n, s.a = block + 2 * n, s.vhat = block + 3 * n, s.ahat = block + 4 * n;
    s.extra = s.N > s.n ? s.formulation->extra(s.form) : block; /* none: never looked at */
    s.T = take_doubles(s.arena, N * N);
    s.E = take_doubles(s.arena, N * N);
    s.r = take_doubles(s.arena, N);
    return s;
}

static void trial_free(struct trial *s)
{
    s->formulation->destroy(s->form);
    model_free(s->model);
    arena_free(s->arena);
}

static void trial_draw(struct trial *s, double t)
{
    s->model->exact(s->model, t, s->q, s->v, take_doubles(s->arena, (size_t)s->model->ledger + 1));
    for (int i = 0; i < s->n; i++) {
        s->q[i] += 0.01 * s->model->length * random_number();
        s->vhat[i] = s->v[i] + random_number() - s->cv * s->q[i];
        s->ahat[i] = random_number() - s->ca * s->q[i];
    }
    for (int k = 0; k < s->N - s->n; k++)
        s->extra[k] = 10 * random_number();
}

static enum status residual_at(struct trial *s, double *r)
{
    for (int i = 0; i < s->n; i++) {
        s->v[i] = s->cv * s->q[i] + s->vhat[i];
        s->a[i] = s->ca * s->q[i] + s->ahat[i];
    }
    return s->formulation->residual(s->form, &(struct point){1, s->q, s->v, s->a, s->cv, s->ca, 0}, r);
}

/* Column j of E by differences of fourth order, which bear a step so large that round-off does not matter. */
static bool difference(struct trial *s, int j)
{
    double *x = j < s->n ? &s->q[j] : &s->extra[j - s->n], keep = *x;
    double eps = j < s->n ? 1e-4 * s->model->length : 1e-2, *column = s->E + j * s->N;
    bool fine = true;
    clear(column, s->N);
    for (int k = 1; k <= 2; k++) {
        double weight = (k == 1 ? 8 : -1) / (12 * eps);
        *x = keep + k * eps;
        fine = residual_at(s, s->r) == OK && fine;
        add(column, weight, s->r, s->N);
        *x = keep - k * eps;
        fine = residual_at(s, s->r) == OK && fine;
        add(column, -weight, s->r, s->N);
    }
    *x = keep;
    return fine;
}

/* T as the formulation has it, E by differences. */
static bool both_tangents(struct trial *s)
{
    struct point point = {1, s->q, s->v, s->a, s->cv, s->ca, 0};
    bool fine = residual_at(s, s->r) == OK && s->formulation->tangent(s->form, &point) == OK;
    if (fine)
        s->formulation->matrix(s->form, s->T);
    for (int j = 0; j < s->N && fine; j++)
        fine = difference(s, j);
    return fine;
}

static int size_of(const struct trial *s, const struct group *group)
{
    return group->size == 'n' ? s->model->n : s->model->m;
}

/* Greatest of |T|, |E| and, in *apart, of |T - E| in some columns of a block. */
static double block_size(const struct trial *s, int row, int rows, int column, int columns, double *apart)
{
    double largest = 1e-3;
    *apart = 0;
    for (int j = column; j < column + columns; j++)
        for (int i = row; i < row + rows; i++) {
            double T = s->T[i + j * s->N], E = s->E[i + j * s->N];
            largest = fmax(largest, fmax(fabs(T), fabs(E)));
            *apart = isfinite(T - E) ? fmax(*apart, fabs(T - E)) : (double)INFINITY;
        }
    return largest;
}

/* The worst column of a block, relative to its greatest entry. A column of much smaller entries than the block's is
   measured by a hundredth of the block: a formulation may have to subtract a penalty of many digits to show its T. */
static double block_error(const struct trial *s, int row, int rows, int column, int columns)
{
    double worst = 0, apart, least = 1e-2 * block_size(s, row, rows, column, columns, &apart);
    for (int j = column; j < column + columns; j++) {
        double size = fmax(least, block_size(s, row, rows, j, 1, &apart));
        worst = fmax(worst, apart / size);
    }
    return worst;
}

/* What a correction x leaves of T x = -r, relative to the greatest of each group of equations. The right side is T z with a
   random z; where constraints are redundant x is one of many, and says nothing. */
static double left_by_solve(struct trial *s)
{
    const struct group *equations = s->formulation->equations;
    struct point point = {1, s->q, s->v, s->a, s->cv, s->ca, 0};
    double *r = take_doubles(s->arena, (size_t)s->N), *x = take_doubles(s->arena, (size_t)s->N), worst = 0;
    for (int j = 0; j < s->N; j++)
        add(r, j < s->n ? 1e-3 * s->model->length * random_number() : random_number(), s->T + j * s->N, s->N);
    copy(x, r, s->N);
    if (residual_at(s, s->r) != OK || s->formulation->tangent(s->form, &point) != OK ||
        s->formulation->solve(s->form, x) != OK)
        return (double)INFINITY;
    copy(s->r, r, s->N);
    for (int j = 0; j < s->N; j++)
        add(s->r, x[j], s->T + j * s->N, s->N);
    for (int e = 0, row = 0; e < GROUPS_MAX && equations[e].size; row += size_of(s, &equations[e]), e++) {
        int rows = size_of(s, &equations[e]);
        worst = fmax(worst, norm_max(s->r + row, rows) / fmax(1e-300, norm_max(r + row, rows)));
    }
    return worst;
}

struct worst { /* over all states and problems */
    double error;
    const char *problem;
};

struct worsts {
    struct worst block[GROUPS_MAX][GROUPS_MAX], solve;
};

static void keep_worst(struct worst *worst, double error, const char *problem)
{
    if (!worst->problem || !(error <= worst->error))
        *worst = (struct worst){error, problem};
}

static void take_errors(struct trial *s, const char *problem, struct worsts *worst)
{
    const struct group *equations = s->formulation->equations, *unknowns = s->formulation->unknowns;
    for (int e = 0, row = 0; e < GROUPS_MAX && equations[e].size; row += size_of(s, &equations[e]), e++)
        for (int u = 0, column = 0; u < GROUPS_MAX && unknowns[u].size;
             column += size_of(s, &unknowns[u]), u++)
            keep_worst(&worst->block[e][u],
                       block_error(s, row, size_of(s, &equations[e]), column, size_of(s, &unknowns[u])),
                       problem);
    if (!is_redundant(s->model))
        keep_worst(&worst->solve, left_by_solve(s), problem);
}

/* False when the formulation could not be evaluated. */
static bool try_problem(const struct choice *choice, struct worsts *worst)
{
    struct trial s = trial_create(choice);
    bool fine = true;
    random_seed(3);
    for (int k = 0; k < (s.N < LARGE ? STATES : 1) && s.N <= LARGEST && fine; k++) {
        trial_draw(&s, 0.03 * s.model->duration * (k + 1));
        fine = both_tangents(&s);
        if (fine)
            take_errors(&s, choice->problem->name, worst);
    }
    trial_free(&s);
    return fine;
}

static void report_blocks(struct report *report, const struct formulation *f, const struct worsts *worst)
{
    char label[100];
    for (int e = 0; e < GROUPS_MAX && f->equations[e].size; e++)
        for (int u = 0; u < GROUPS_MAX && f->unknowns[u].size; u++) {
            const struct worst *w = &worst->block[e][u];
            snprintf(label, sizeof label, "∂%s/∂%s", f->equations[e].name, f->unknowns[u].name);
            if (w->problem)
                report_line(report, w->error < GOOD, label, "%.1e apart at most, on %s%s", w->error,
                            w->problem, w->error < GOOD ? "" : ": this block is wrong");
        }
    if (worst->solve.problem)
        report_line(report, worst->solve.error < SOLVED, "solve: T x = -r", "%.1e of r left at most, on %s%s",
                    worst->solve.error, worst->solve.problem,
                    worst->solve.error < SOLVED ? "" : ": the correction is wrong");
}

void check_tangent(struct report *report, const struct choice *choice)
{
    struct worsts worst = {0};
    struct choice c = *choice;
    int tried = 0;
    while (problems[tried])
        tried++;
    if (!report_group(report, "derivatives", "",
                      "tangent against differences at random states of %d problems", tried))
        return;
    for (int p = 0; p < tried; p++) {
        set_problem(&c, problems[p]);
        if (!try_problem(&c, &worst))
            report_line(report, false, c.problem->name,
                        "the residual or the tangent failed at a random state");
    }
    report_blocks(report, c.formulation, &worst);
}
