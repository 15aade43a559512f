#include "experiments/judge_parts.h"

#include "experiments/exact_row.h"

static const double HOLE = 20; /* times the mean distance of rows */

double column_error(const struct column *column, double value, double exact)
{
    double error = value - exact;
    return column->angle ? remainder(error, 2 * acos(-1)) : error;
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
        find_shift(model, file, c, i);
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
    find_columns(model, file, j);
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
