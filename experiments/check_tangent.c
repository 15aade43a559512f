/* Tangents and problem derivatives against central differences at random states; each wrong block is named. */
#include "experiments/check.h"

#include <math.h>
#include "core/arena.h"
#include "core/vector.h"

enum { STATES = 3 };
static const double GOOD = 1e-7; /* difference from the differences, relative to the block */

struct trial { /* a formulation at a random point of a problem */
    struct arena *arena;
    struct model *model;
    const struct formulation *formulation;
    void *form;
    int n, N;
    double cv, ca, *q, *v, *a, *vhat, *ahat, *extra;
    double *T, *E, *plus, *minus; /* tangent, differences, residuals */
};

static unsigned long long state = 1;

void random_seed(unsigned long long seed)
{
    state = seed;
}

double random_number(void)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return 2 * ((double)(state >> 11) / 9007199254740992.0) - 1;
}

static struct trial trial_create(const struct choice *choice)
{
    const double h = 0.01;
    struct trial s = {
        .arena = arena_create(), .formulation = choice->formulation, .cv = 2 / h, .ca = 4 / (h * h)};
    s.model = choice->problem->create(choice->problem_values);
    s.form = s.formulation->create(s.model, choice->formulation_values, &(struct settings){AUTOMATIC, h});
    s.n = s.model->n;
    s.N = formulation_unknowns(s.formulation, s.model);
    size_t n = (size_t)s.n, N = (size_t)s.N;
    double *block = take_doubles(s.arena, 5 * n);
    s.q = block, s.v = block + n, s.a = block + 2 * n, s.vhat = block + 3 * n, s.ahat = block + 4 * n;
    s.extra = s.N > s.n ? s.formulation->extra(s.form) : NULL;
    s.T = take_doubles(s.arena, N * N);
    s.E = take_doubles(s.arena, N * N);
    s.plus = take_doubles(s.arena, N);
    s.minus = take_doubles(s.arena, N);
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

/* T as the formulation has it, E by differences. */
static bool both_tangents(struct trial *s)
{
    int N = s->N;
    struct point point = {1, s->q, s->v, s->a, s->cv, s->ca, 0};
    if (residual_at(s, s->plus) != OK || s->formulation->tangent(s->form, &point) != OK)
        return false;
    s->formulation->matrix(s->form, s->T);
    for (int j = 0; j < N; j++) {
        double *x = j < s->n ? &s->q[j] : &s->extra[j - s->n], keep = *x;
        double eps = j < s->n ? 1e-6 * s->model->length : 1e-3;
        *x = keep + eps;
        bool fine = residual_at(s, s->plus) == OK;
        *x = keep - eps;
        fine = residual_at(s, s->minus) == OK && fine;
        *x = keep;
        if (!fine)
            return false;
        for (int i = 0; i < N; i++)
            s->E[i + j * N] = (s->plus[i] - s->minus[i]) / (2 * eps);
    }
    return true;
}

static int size_of(const struct trial *s, const struct group *group)
{
    return group->size == 'n' ? s->model->n : s->model->m;
}

/* Greatest |T - E| in the block, relative to the greatest of either in the block's columns and rows of equations. */
static double block_error(const struct trial *s, int row, int rows, int column, int columns)
{
    double worst = 0;
    for (int j = column; j < column + columns; j++) {
        double largest = 1e-3, most = 0;
        for (int i = row; i < row + rows; i++) {
            double T = s->T[i + j * s->N], E = s->E[i + j * s->N];
            largest = fmax(largest, fmax(fabs(T), fabs(E)));
            most = isfinite(T - E) ? fmax(most, fabs(T - E)) : (double)INFINITY;
        }
        worst = fmax(worst, most / largest);
    }
    return worst;
}

/* error[e][u]: the worst of one block over all states */
static void take_errors(const struct trial *s, double error[GROUPS_MAX][GROUPS_MAX])
{
    const struct group *equations = s->formulation->equations, *unknowns = s->formulation->unknowns;
    for (int e = 0, row = 0; e < GROUPS_MAX && equations[e].size; row += size_of(s, &equations[e]), e++)
        for (int u = 0, column = 0; u < GROUPS_MAX && unknowns[u].size;
             column += size_of(s, &unknowns[u]), u++)
            error[e][u] = fmax(error[e][u], block_error(s, row, size_of(s, &equations[e]), column,
                                                        size_of(s, &unknowns[u])));
}

void check_tangent(struct report *report, const struct choice *choice)
{
    struct trial s = trial_create(choice);
    double error[GROUPS_MAX][GROUPS_MAX] = {{0}};
    bool fine = true;
    random_seed(3);
    for (int k = 0; k < STATES && fine; k++) {
        trial_draw(&s, 0.3 * (k + 1));
        fine = both_tangents(&s);
        if (fine)
            take_errors(&s, error);
    }
    if (!fine)
        report_line(report, false, "tangent on %s: the residual or the tangent failed at a random state",
                    choice->problem->name);
    const struct group *equations = s.formulation->equations, *unknowns = s.formulation->unknowns;
    for (int e = 0; fine && e < GROUPS_MAX && equations[e].size; e++)
        for (int u = 0; u < GROUPS_MAX && unknowns[u].size; u++)
            report_line(report, error[e][u] < GOOD, "∂%s/∂%s on %s: %.1e from differences", equations[e].name,
                        unknowns[u].name, choice->problem->name, error[e][u]);
    trial_free(&s);
}
