/* Reactions at the fixed points of a mechanism. */
#include "core/mechanism_parts.h"

#include <stdio.h>

/*%
\subsection{Reactions}\label{sec:reactions}
A fixed point has an equation of motion too, whose unknown is the force that holds it. With $x_f$ its components and $M_{fq}$ the inertia that it shares
with the coordinates,
\begin{equation}
  R_f = M_{fq}\,a + \Bigl(\frac{\partial\Phi}{\partial x_f}\Bigr)^{\!\top}\lambda - (M\hat g)_f .
\end{equation}
Where constraints are redundant the multipliers are not unique, and neither are these forces: those of the multipliers of least norm are reported.
*/
static void add_inertia(const struct mechanism *mechanism, const double *a, double *R)
{
    int n = mechanism->model.n;
    for (int k = 0; k < mechanism->mass_count; k++) {
        const struct mass_term *m = &mechanism->masses[k];
        const struct node *A = &mechanism->nodes[m->A], *B = &mechanism->nodes[m->B];
        for (int c = 0; c < mechanism->d; c++) {
            int i = A->index[c], j = B->index[c];
            double at_i = i < n ? a[i] : 0, at_j = j < n ? a[j] : 0;
            if (i >= n)
                R[i - n] += m->c * (at_j - (B->is_point ? mechanism->g[c] : 0));
            if (j >= n && m->A != m->B)
                R[j - n] += m->c * (at_i - (A->is_point ? mechanism->g[c] : 0));
        }
    }
}

static void add_form(const struct mechanism *mechanism, struct component X, double slope, double *R)
{
    int n = mechanism->model.n;
    for (int k = X.start; k < X.end; k++)
        if (mechanism->terms[k].index >= n)
            R[mechanism->terms[k].index - n] += mechanism->terms[k].c * slope;
}

static void add_multipliers(const struct mechanism *mechanism, const double *x, const double *lambda,
                            double *R)
{
    int n = mechanism->model.n;
    for (int k = 0; k < mechanism->distance_count; k++)
        for (int c = 0; c < mechanism->d; c++) {
            const struct distance *s = &mechanism->distances[k];
            if (s->a[c] >= n)
                R[s->a[c] - n] -= lambda[s->row] * 2 * s->kappa * (x[s->b[c]] - x[s->a[c]]);
        }
    for (int k = 0; k < mechanism->product_count; k++)
        for (int c = 0; c < mechanism->d; c++) {
            const struct product *p = &mechanism->products[k];
            double slope = lambda[p->row] * p->kappa;
            add_form(mechanism, p->X[c], slope * component_value(mechanism, p->Y[c], x), R);
            add_form(mechanism, p->Y[c], slope * component_value(mechanism, p->X[c], x), R);
        }
}

static bool is_ground(const struct mechanism *mechanism, int node)
{
    return mechanism->nodes[node].is_point && coordinate(mechanism, node, 0) < 0;
}

static void reaction(const struct model *model, const double *q, const double *a, const double *lambda,
                     double *row)
{
    const struct mechanism *mechanism = model->self;
    double *R = mechanism->reaction;
    for (int k = 0; k < mechanism->constants; k++)
        R[k] = 0;
    add_inertia(mechanism, a, R);
    add_multipliers(mechanism, all_components(mechanism, q), lambda, R);
    for (int k = 0; k < mechanism->node_count; k++)
        if (is_ground(mechanism, k))
            for (int c = 0; c < mechanism->d; c++)
                *row++ = R[mechanism->nodes[k].index[c] - model->n];
}

void mechanism_reactions(struct model *model)
{
    struct mechanism *mechanism = model->self;
    size_t room = 1, ground = 0;
    for (int k = 0; k < mechanism->node_count; k++)
        room += is_ground(mechanism, k) ? 3 * 16 : 0;
    char *names = take(model->arena, room, 1), *end = names;
    for (int k = 0; k < mechanism->node_count; k++)
        if (is_ground(mechanism, k)) {
            for (int c = 0; c < mechanism->d; c++)
                end += sprintf(end, "%sR%zu%c", end == names ? "" : " ", ground, "xyz"[c]);
            ground++;
        }
    mechanism->reaction = take_doubles(model->arena, (size_t)mechanism->constants);
    if (ground) {
        model->reactions = names;
        model->reaction = reaction;
    }
}
