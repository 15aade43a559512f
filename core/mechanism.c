/* Evaluates a mechanism: constraints, their derivatives, mass, gravity, energy. */
#include "core/mechanism_parts.h"

#include "core/vector.h"

struct mechanism *mechanism_of(const struct model *model)
{
    return model->self;
}

int coordinate(const struct mechanism *mechanism, int node, int axis)
{
    int index = mechanism->nodes[node].index[axis];
    return index < mechanism->model.n ? index : -1;
}

void where(const struct mechanism *mechanism, const double *q, int node, double *xyz)
{
    int n = mechanism->model.n;
    xyz[2] = 0;
    for (int c = 0; c < mechanism->d; c++) {
        int index = mechanism->nodes[node].index[c];
        xyz[c] = index < n ? q[index] : mechanism->constant[index - n];
    }
}

const double *all_components(const struct mechanism *mechanism, const double *q)
{
    copy(mechanism->x, q, mechanism->model.n); /* the constants stand behind already */
    return mechanism->x;
}

const double *all_directions(const struct mechanism *mechanism, const double *u)
{
    copy(mechanism->u, u, mechanism->model.n); /* behind it, zeros: what is fixed does not move */
    return mechanism->u;
}

/*%
\subsection{Constraints and their derivatives}
The derivative of \eqref{eq:quadratic} is linear in $x$,
\begin{equation}\label{eq:row}
  \frac{\partial\Phi_k}{\partial x} = \kappa_k\bigl( Y_k^{\top} B_k + X_k^{\top} C_k \bigr),
\end{equation}
so one routine that evaluates rows for a given $x$ serves both the Jacobian, at $x = q$ with the fixed components in place, and its
derivative along a direction, $D(u)$ of Section~\ref{sec:contract-problem}, at $x = u$ with zeros in their place.
*/
#define EXPAND static inline __attribute__((always_inline)) /* so that constant arguments reach the loops */

/* What one pass over the constraints fills in: kappa X'Y, without or with the constants, and the rows. TOGETHER: what it may rely on. */
enum wanted { VALUES = 1, CONSTANTS = 2, ROWS = 4, TOGETHER = 8 };

/* Component c of a node, or its slot. Those of a node stand together unless some of it is fixed and some is not. */
EXPAND int component(const int *index, const int c, const int wanted)
{
    return wanted & TOGETHER ? index[0] + c : index[c];
}

EXPAND void pass_distances(const struct mechanism *mechanism, const int d, const int wanted,
                           const double *restrict x, double *restrict value, double *restrict rows)
{
    for (int k = 0; k < mechanism->distance_count; k++) {
        const struct distance *s = &mechanism->distances[k];
        double sum = 0, twice = 2 * s->kappa;
        for (int c = 0; c < d; c++) {
            double gap = x[component(s->b, c, wanted)] - x[component(s->a, c, wanted)];
            sum += gap * gap;
            if (wanted & ROWS) {
                rows[component(s->slot_a, c, wanted)] = -(twice * gap);
                rows[component(s->slot_b, c, wanted)] = twice * gap;
            }
        }
        if (wanted & VALUES)
            value[s->row] = wanted & CONSTANTS ? s->kappa * sum - s->kappa * s->value : s->kappa * sum;
    }
}

EXPAND void pass_crosses(const struct mechanism *mechanism, const int d, const int wanted,
                         const double *restrict x, double *restrict value, double *restrict rows)
{
    for (int k = 0; k < mechanism->cross_count; k++) {
        const struct cross *s = &mechanism->crosses[k];
        double sum = 0;
        for (int c = 0; c < d; c++) {
            const int(*end)[SPACE] = s->x, (*slot)[SPACE] = s->slot;
            double X = x[component(end[1], c, wanted)] - x[component(end[0], c, wanted)];
            double Y = x[component(end[3], c, wanted)] - x[component(end[2], c, wanted)];
            sum += X * Y;
            if (wanted & ROWS) {
                rows[component(slot[0], c, wanted)] = -(s->kappa * Y);
                rows[component(slot[1], c, wanted)] = s->kappa * Y;
                rows[component(slot[2], c, wanted)] = -(s->kappa * X);
                rows[component(slot[3], c, wanted)] = s->kappa * X;
            }
        }
        if (wanted & VALUES)
            value[s->row] = wanted & CONSTANTS ? s->kappa * sum - s->kappa * s->value : s->kappa * sum;
    }
}

static void form_rows(const struct mechanism *mechanism, struct component X, double slope, double *rows)
{
    for (int k = X.start; k < X.end; k++)
        if (mechanism->jacobian_slot[k] >= 0)
            rows[mechanism->jacobian_slot[k]] += mechanism->terms[k].c * slope;
}

static void pass_products(const struct mechanism *mechanism, int wanted, const double *x, double *value,
                          double *rows)
{
    for (int k = 0; k < mechanism->product_count; k++) {
        const struct product *p = &mechanism->products[k];
        const int *start = mechanism->model.jacobian_pattern.start + p->row;
        double sum = 0;
        if (wanted & ROWS)
            clear(rows + start[0], start[1] - start[0]);
        for (int c = 0; c < mechanism->d; c++) {
            double X = component_value(mechanism, p->X[c], x), Y = component_value(mechanism, p->Y[c], x);
            sum += X * Y;
            if (wanted & ROWS) {
                form_rows(mechanism, p->X[c], p->kappa * Y, rows);
                form_rows(mechanism, p->Y[c], p->kappa * X, rows);
            }
        }
        if (wanted & VALUES)
            value[p->row] = wanted & CONSTANTS ? p->kappa * sum - p->kappa * p->value : p->kappa * sum;
    }
}

EXPAND void pass_simple(const struct mechanism *mechanism, const int d, const int wanted, const double *x,
                        double *value, double *rows)
{
    pass_distances(mechanism, d, wanted, x, value, rows);
    pass_crosses(mechanism, d, wanted, x, value, rows);
}

EXPAND void pass(const struct mechanism *mechanism, const int wanted, const double *x, double *value,
                 double *rows)
{
    if (mechanism->d == 2 && mechanism->together)
        pass_simple(mechanism, 2, wanted | TOGETHER, x, value, rows);
    else if (mechanism->d == 2)
        pass_simple(mechanism, 2, wanted, x, value, rows);
    else if (mechanism->together)
        pass_simple(mechanism, 3, wanted | TOGETHER, x, value, rows);
    else
        pass_simple(mechanism, 3, wanted, x, value, rows);
    pass_products(mechanism, wanted, x, value, rows);
}

static void constraints(const struct model *model, const double *q, double *phi, double *phi_q)
{
    const struct mechanism *mechanism = model->self;
    pass(mechanism, VALUES | CONSTANTS | ROWS, all_components(mechanism, q), phi, phi_q);
}

static void jacobian_along(const struct model *model, const double *q, const double *u, double *D)
{
    (void)q; /* quadratic constraints: the same everywhere */
    const struct mechanism *mechanism = model->self;
    pass(mechanism, ROWS, all_directions(mechanism, u), NULL, D);
}

/* gamma = -(phi_q v)_q v = -2 kappa Xdot'Ydot */
static void gamma_of(const struct model *model, const double *q, const double *v, double *gamma)
{
    (void)q;
    const struct mechanism *mechanism = model->self;
    pass(mechanism, VALUES, all_directions(mechanism, v), gamma, NULL);
    scale(gamma, -2, model->m);
}

static void mass(const struct model *model, const double *q, double *M)
{
    (void)q;
    const struct mechanism *mechanism = model->self;
    copy(M, mechanism->M, pattern_size(&model->mass_pattern));
}

static void forces(const struct model *model, double t, const double *q, const double *v, double *Q)
{
    (void)t;
    const struct mechanism *mechanism = model->self;
    copy(Q, mechanism->weight, model->n);
    if (mechanism->spring_count || mechanism->moment_count)
        forces_add(mechanism, all_components(mechanism, q), all_directions(mechanism, v), Q);
}

/*%
\subsection{Geometric stiffness}
Because the Jacobian is linear in $x$, $(\Phi_q^{\top}\lambda)_q = \sum_k \lambda_k\kappa_k\bigl(B_k^{\top}C_k + C_k^{\top}B_k\bigr)$ with constant matrices: a
short list of (multiplier, place, coefficient), made once.
*/
static void stiffness(const struct model *model, double t, const double *q, const double *v, const double *a,
                      const double *lambda, double *K)
{
    (void)t, (void)a; /* the mass matrix is constant */
    const struct mechanism *mechanism = model->self;
    const struct geometric *restrict g = mechanism->geometric;
    int size = pattern_size(&model->stiffness_pattern), opening = mechanism->opening_count;
    if (opening < size) /* some slots belong to forces alone */
        clear(K, size);
    for (int k = 0; k < opening; k++)
        K[g[k].slot] = g[k].c * lambda[g[k].row];
    for (int k = opening; k < mechanism->geometric_count; k++)
        K[g[k].slot] += g[k].c * lambda[g[k].row];
    if (mechanism->spring_count || mechanism->moment_count)
        forces_stiffness(mechanism, all_components(mechanism, q), all_directions(mechanism, v), K);
}

static double energy(const struct model *model, const double *q, const double *v, const double *ledger)
{
    const struct mechanism *mechanism = model->self;
    const struct pattern *p = &model->mass_pattern;
    double sum = mechanism->weight_fixed - dot(mechanism->weight, q, model->n);
    for (int i = 0; i < model->n; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            sum += 0.5 * v[i] * mechanism->M[k] * v[p->index[k]];
    if (mechanism->spring_count)
        sum += springs_energy(mechanism, all_components(mechanism, q));
    return sum - ledger_work(mechanism, ledger);
}

void mechanism_callbacks(struct model *model)
{
    const struct mechanism *mechanism = model->self;
    model->mass_is_constant = true;
    model->symmetric = mechanism->moment_count == 0 && !has_dampers(mechanism);
    model->mass = mass;
    model->forces = forces;
    model->constraints = constraints;
    model->jacobian_along = jacobian_along;
    model->gamma = gamma_of;
    model->stiffness = stiffness;
    model->damping = has_dampers(mechanism) ? forces_damping : NULL;
    model->energy = energy;
    model->ledger = ledger_size(mechanism);
    model->account = model->ledger ? ledger_account : NULL;
}
