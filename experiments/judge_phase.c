/* How late a result file is: a wrong time told from a wrong path. */
#include "experiments/judge_parts.h"

#include "experiments/exact_row.h"

enum { SHIFT_ROWS = 400, SHIFT_ROUNDS = 12 };

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

void find_shift(const struct model *model, const struct result_file *file, struct column *c, int i)
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
