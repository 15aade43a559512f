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
static inline void distance_rows(const struct mechanism *mechanism, int d, const double *x, double *rows)
{
    int n = mechanism->model.n;
    for (int k = 0; k < mechanism->distance_count; k++) {
        const struct distance *s = &mechanism->distances[k];
        for (int c = 0; c < d; c++) {
            double slope = 2 * s->kappa * (x[s->b[c]] - x[s->a[c]]);
            rows[s->slot_b[c]] = slope;
            if (s->a[c] < n)
                rows[s->slot_a[c]] = -slope;
        }
    }
}

static void form_rows(const struct mechanism *mechanism, struct component X, double slope, double *rows)
{
    for (int k = X.start; k < X.end; k++)
        if (mechanism->jacobian_slot[k] >= 0)
            rows[mechanism->jacobian_slot[k]] += mechanism->terms[k].c * slope;
}

static void product_rows(const struct mechanism *mechanism, const double *x, double *rows)
{
    for (int k = 0; k < mechanism->product_count; k++) {
        const struct product *p = &mechanism->products[k];
        const int *start = mechanism->model.jacobian_pattern.start + p->row;
        clear(rows + start[0], start[1] - start[0]);
        for (int c = 0; c < mechanism->d; c++) {
            form_rows(mechanism, p->X[c], p->kappa * component_value(mechanism, p->Y[c], x), rows);
            form_rows(mechanism, p->Y[c], p->kappa * component_value(mechanism, p->X[c], x), rows);
        }
    }
}

static void all_rows(const struct mechanism *mechanism, const double *x, double *rows)
{
    if (mechanism->d == 2)
        distance_rows(mechanism, 2, x, rows);
    else
        distance_rows(mechanism, 3, x, rows);
    product_rows(mechanism, x, rows);
}

/* value[row] = kappa (X'Y) for the components x: the constraints without their constants. */
static void all_products(const struct mechanism *mechanism, const double *x, double *value)
{
    int d = mechanism->d;
    for (int k = 0; k < mechanism->distance_count; k++) {
        const struct distance *s = &mechanism->distances[k];
        double sum = 0;
        for (int c = 0; c < d; c++)
            sum += (x[s->b[c]] - x[s->a[c]]) * (x[s->b[c]] - x[s->a[c]]);
        value[s->row] = s->kappa * sum;
    }
    for (int k = 0; k < mechanism->product_count; k++) {
        const struct product *p = &mechanism->products[k];
        double sum = 0;
        for (int c = 0; c < d; c++)
            sum += component_value(mechanism, p->X[c], x) * component_value(mechanism, p->Y[c], x);
        value[p->row] = p->kappa * sum;
    }
}

static void constraints(const struct model *model, const double *q, double *phi, double *phi_q)
{
    const struct mechanism *mechanism = model->self;
    const double *x = all_components(mechanism, q);
    all_products(mechanism, x, phi);
    for (int k = 0; k < mechanism->distance_count; k++)
        phi[mechanism->distances[k].row] -= mechanism->distances[k].kappa * mechanism->distances[k].value;
    for (int k = 0; k < mechanism->product_count; k++)
        phi[mechanism->products[k].row] -= mechanism->products[k].kappa * mechanism->products[k].value;
    all_rows(mechanism, x, phi_q);
}

static void jacobian_along(const struct model *model, const double *q, const double *u, double *D)
{
    (void)q; /* quadratic constraints: the same everywhere */
    const struct mechanism *mechanism = model->self;
    all_rows(mechanism, all_directions(mechanism, u), D);
}

/* gamma = -(phi_q v)_q v = -2 kappa Xdot'Ydot */
static void gamma_of(const struct model *model, const double *q, const double *v, double *gamma)
{
    (void)q;
    const struct mechanism *mechanism = model->self;
    all_products(mechanism, all_directions(mechanism, v), gamma);
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
    clear(K, pattern_size(&model->stiffness_pattern));
    for (int k = 0; k < mechanism->geometric_count; k++) {
        const struct geometric *g = &mechanism->geometric[k];
        K[g->slot] += g->c * lambda[g->row];
    }
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
