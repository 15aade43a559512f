#include "experiments/judge.h"

#include <math.h>
#include <string.h>
#include "core/arena.h"

enum { SHIFT_ROWS = 400, SHIFT_ROUNDS = 12 };
static const double HOLE = 20; /* times the mean distance of rows */

struct exact_row {
    struct arena *arena;
    const struct model *model;
    double *q, *v, *ledger, *row;
};

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

/* ---- What the columns are */

static void name_columns(const struct model *model, struct judgement *j)
{
    const char *text = model->columns;
    j->columns = 0;
    while (*(text += strspn(text, " ")) && j->columns < RESULT_COLUMNS_MAX) {
        size_t length = strcspn(text, " ");
        struct column *c = &j->column[j->columns++];
        *c = (struct column){.at = -1, .late = (double)NAN, .left = (double)NAN, .drift = (double)NAN};
        memcpy(c->name, text, length < RESULT_NAME_MAX ? length : RESULT_NAME_MAX - 1);
        text += length;
    }
}

/* A column that answers to the velocities, the reported energy or the reported constraints shows what it is. The state
   is one on the way, since at rest nothing would answer. */
static void ask_kinds(const struct model *model, struct judgement *j)
{
    struct exact_row *e = exact_row_create(model);
    double *probe = take_doubles(e->arena, (size_t)j->columns);
    double end = fmin(model->duration, model->trusted > 0 ? model->trusted : model->duration);
    exact_row_at(e, 0.37 * end);
    struct levels none = {0}, energy = {.energy = 1}, residual = {0, 1, 1, 1};
    const struct levels *asked[] = {&energy, &residual, &none};
    const enum kind kinds[] = {ENERGY, RESIDUAL, VELOCITY};
    model->row(model, &none, e->q, e->v, e->ledger, e->row);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; k == 2 && i < model->n; i++)
            e->v[i] *= 2;
        model->row(model, asked[k], e->q, e->v, e->ledger, probe);
        for (int i = 0; i < j->columns; i++)
            if (j->column[i].kind == POSITION && probe[i] != e->row[i])
                j->column[i].kind = kinds[k];
    }
    for (int i = 0; i < j->columns; i++) {
        struct column *c = &j->column[i];
        c->angle = c->kind == POSITION && model->observed_angle &&
                   (strncmp(c->name, "phi", 3) == 0 || strncmp(c->name, "theta", 5) == 0 ||
                    strncmp(c->name, "beta", 4) == 0 || strncmp(c->name, "angle", 5) == 0);
    }
    exact_row_free(e);
}

/* ---- Which column of the file is which */

static void match_names(const struct result_file *file, struct judgement *j)
{
    for (int i = 0; file->named && i < j->columns; i++) {
        struct column *c = &j->column[i];
        char name[RESULT_NAME_MAX];
        plain_name(c->name, strlen(c->name), name);
        for (int k = 0; k < file->columns; k++)
            if (k != result_file_time(file) && strcmp(name, file->name[k]) == 0) {
                if (c->at >= 0 && (c->kind == POSITION || c->kind == ENERGY))
                    j->twice = c->name;
                c->at = c->at < 0 ? k : c->at;
                j->by_name = true;
            }
    }
}

static void match_positions(const struct result_file *file, struct judgement *j)
{
    int i = 0;
    for (int k = 0; k < file->columns && i < j->columns; k++)
        if (k != result_file_time(file))
            j->column[i++].at = k;
}

/* ---- Errors */

static double time_of(const struct result_file *f, long row)
{
    return f->value[row * f->columns + result_file_time(f)];
}

static double value_of(const struct result_file *f, long row, const struct column *c)
{
    return f->value[row * f->columns + c->at];
}

double column_error(const struct column *column, double value, double exact)
{
    double error = value - exact;
    return column->angle ? remainder(error, 2 * acos(-1)) : error;
}

static double trusted_until(const struct model *model)
{
    return model->trusted > 0 ? model->trusted : HUGE_VAL;
}

static void measure_errors(const struct model *model, const struct result_file *file, struct judgement *j)
{
    struct exact_row *e = exact_row_create(model);
    double until = trusted_until(model) * (1 + 1e-9);
    for (long r = 0; r < file->rows; r++) {
        double t = time_of(file, r);
        if (t > until) {
            j->untrusted = file->rows - r;
            break;
        }
        const double *exact = exact_row_at(e, t);
        for (int i = 0; i < j->columns; i++) {
            struct column *c = &j->column[i];
            if (c->at < 0)
                continue;
            double error = fabs(column_error(c, value_of(file, r, c), exact[i]));
            if (error > c->max) {
                c->max = error;
                c->when = t;
            }
            c->rms += error * error;
            c->rows++;
        }
    }
    for (int i = 0; i < j->columns; i++)
        if (j->column[i].rows > 0)
            j->column[i].rms = sqrt(j->column[i].rms / (double)j->column[i].rows);
    exact_row_free(e);
}

static double energy_drift(const struct result_file *file, const struct column *c)
{
    double drift = 0, start = value_of(file, 0, c);
    for (long r = 1; r < file->rows; r++)
        drift = fmax(drift, fabs(value_of(file, r, c) - start));
    return drift;
}

/*%
\subsection{Phase}\label{sec:phase}
An integrator that damps or stretches a motion shows it first as a wrong time, not as a wrong path. A column $y_i$ at times $t_i$ that
lags behind the reference $r(t)$ by $s$ is $y_i = r(t_i - s)$; the shift that fits best in the sense of least squares follows from Gauss--Newton steps
\begin{equation}\label{eq:phase}
  s \leftarrow s - \frac{\sum_i \bigl(y_i - r(t_i - s)\bigr)\,\dot r(t_i - s)}{\sum_i \dot r^2(t_i - s)} ,
\end{equation}
with the derivative of the exact solution by a central difference of fourth order. A step that does not lessen the sum of squares is halved.
*/
struct fit {
    double squares, slope_error, slope_slope;
    long rows;
};

static struct fit fit_at(struct exact_row *e, const struct result_file *file, const struct column *c, int i,
                         double late)
{
    const struct model *model = e->model;
    struct fit fit = {0};
    double d = model->duration * 1e-4, until = fmin(trusted_until(model), fmax(model->duration, 1));
    long stride = 1 + file->rows / SHIFT_ROWS;
    for (long r = 0; r < file->rows; r += stride) {
        double t = time_of(file, r) - late;
        if (t < 2 * d || t + 2 * d > until)
            continue;
        double error = column_error(c, value_of(file, r, c), exact_row_at(e, t)[i]);
        double near = exact_row_at(e, t + d)[i] - exact_row_at(e, t - d)[i];
        double far = exact_row_at(e, t + 2 * d)[i] - exact_row_at(e, t - 2 * d)[i];
        double slope = (8 * near - far) / (12 * d);
        fit.squares += error * error;
        fit.slope_error += slope * error;
        fit.slope_slope += slope * slope;
        fit.rows++;
    }
    return fit;
}

static double mean_square(struct fit fit)
{
    return fit.rows > 0 ? fit.squares / (double)fit.rows : HUGE_VAL;
}

static void fit_shift(const struct model *model, const struct result_file *file, struct column *c, int i)
{
    struct exact_row *e = exact_row_create(model);
    double late = 0;
    struct fit best = fit_at(e, file, c, i, late);
    for (int round = 0; round < SHIFT_ROUNDS && best.rows > 1 && best.slope_slope > 0; round++) {
        double step = -best.slope_error / best.slope_slope;
        struct fit next = fit_at(e, file, c, i, late + step);
        for (int half = 0; half < 4 && mean_square(next) > mean_square(best); half++)
            next = fit_at(e, file, c, i, late + (step /= 2));
        if (mean_square(next) > mean_square(best) || next.rows < best.rows / 2)
            break;
        late += step;
        best = next;
        if (fabs(step) <= 1e-3 * fabs(late) + 1e-13)
            break;
    }
    if (best.rows > 1 && best.slope_slope > 0) {
        c->late = late;
        c->left = sqrt(mean_square(best));
    }
    exact_row_free(e);
}

/* ---- The judgement */

static void judge_column(const struct model *model, const struct result_file *file, struct column *c, int i)
{
    if (c->kind == ENERGY) {
        c->drift = energy_drift(file, c);
        c->judged = true;
        c->passes = c->drift < model->tolerance;
    } else if (c->kind == POSITION && c->rows > 0) {
        c->judged = true;
        c->passes = c->max < model->accuracy;
    }
    if ((c->kind == POSITION || c->kind == VELOCITY) && c->rows > 0)
        fit_shift(model, file, c, i);
}

/* Judged is what the rows show, so none may be missing in between. */
static void look_for_hole(const struct model *model, const struct result_file *file, struct judgement *j,
                          double gap)
{
    double most = fmin(HOLE * gap, model->duration / 2);
    for (long r = 1; r < file->rows; r++) {
        double before = time_of(file, r - 1), width = time_of(file, r) - before;
        if (width > most && width > j->width) {
            j->hole = before;
            j->width = width;
        }
    }
}

bool judge(const struct model *model, const struct result_file *file, struct judgement *j)
{
    *j = (struct judgement){0};
    name_columns(model, j);
    ask_kinds(model, j);
    match_names(file, j);
    if (!j->by_name)
        match_positions(file, j);
    measure_errors(model, file, j);

    j->first = time_of(file, 0);
    j->last = time_of(file, file->rows - 1);
    double gap = (j->last - j->first) / (double)(file->rows - 1);
    look_for_hole(model, file, j, gap);
    j->complete = j->width == 0 && j->first <= 1.5 * gap && j->last >= model->duration - gap;
    j->passes = j->complete;
    bool any = false;
    for (int i = 0; i < j->columns; i++) {
        struct column *c = &j->column[i];
        if (c->at < 0)
            continue;
        judge_column(model, file, c, i);
        any = any || c->judged;
        j->passes = j->passes && (!c->judged || c->passes);
    }
    return any;
}

/* Sums over the positions of some rows, y in the file and r in the reference. */
struct sums {
    double yy, yr, rr, squares;
    long count;
};

static struct sums sum_up(const struct model *model, const struct result_file *file,
                          const struct judgement *j, long rows)
{
    struct exact_row *e = exact_row_create(model);
    struct sums sums = {0};
    double until = trusted_until(model) * (1 + 1e-9);
    long stride = 1 + (file->rows - 1) / rows;
    for (long r = 0; r < file->rows && time_of(file, r) <= until; r += stride) {
        const double *exact = exact_row_at(e, time_of(file, r));
        for (int i = 0; i < j->columns; i++) {
            const struct column *c = &j->column[i];
            if (c->at < 0 || c->kind != POSITION)
                continue;
            double y = value_of(file, r, c), error = column_error(c, y, exact[i]);
            sums.squares += error * error;
            sums.yy += y * y;
            sums.yr += y * exact[i];
            sums.rr += exact[i] * exact[i];
            sums.count++;
        }
    }
    exact_row_free(e);
    return sums;
}

double misfit(const struct model *model, const struct result_file *file, const struct judgement *j, long rows)
{
    struct sums s = sum_up(model, file, j, rows);
    return sqrt(s.squares / (double)s.count); /* NAN when nothing was compared */
}

double proportion(const struct model *model, const struct result_file *file, const struct judgement *j,
                  long rows, double *factor)
{
    struct sums s = sum_up(model, file, j, rows);
    *factor = s.yr / s.yy;
    return sqrt(fmax(0, s.rr - *factor * s.yr) / (double)s.count);
}
