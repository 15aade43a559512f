/* Springs, dampers and torques: their forces, exact tangents, and the ledger of their work. */
#include "core/mechanism_parts.h"

#include "core/vector.h"

/*%
\subsection{Springs, dampers, torques}
Let $d = Bx$ be the vector that a spring-damper spans, $\ell = |d|$, $e = d/\ell$ and $\dot\ell = e\cdot\dot d$. It pulls with
$f = F e$, $F = k(\ell-\ell_0) + c\,\dot\ell$, which is the generalised force $-B^{\top}f$. Its derivatives are exact:
\begin{equation}
  \frac{\partial f}{\partial d} = k\,ee^{\top} + \frac{c}{\ell}\,e\,\dot d^{\top}(I-ee^{\top}) + \frac{F}{\ell}(I-ee^{\top}), \qquad
  \frac{\partial f}{\partial\dot d} = c\,ee^{\top} .
\end{equation}
The middle term, which is there only when the spring turns while it is damped, makes $K$ unsymmetric. A torque $\tau$ on a pinned rod $d$ of
length $\ell$ is the follower force $(\tau/\ell^2)\,d_{\perp}$ on its end, with a skew tangent.
*/
struct pull { /* one spring-damper in its present state */
    double d[SPACE], rate[SPACE], e[SPACE];
    double length, F;
};

static struct pull pull_of(const struct mechanism *mechanism, const struct spring *s, const double *x,
                           const double *u)
{
    struct pull p = {.length = 0};
    double square = 0, along = 0;
    for (int c = 0; c < mechanism->d; c++) {
        p.d[c] = component_value(mechanism, s->X[c], x);
        p.rate[c] = component_value(mechanism, s->X[c], u);
        square += p.d[c] * p.d[c];
    }
    p.length = sqrt(square);
    for (int c = 0; c < mechanism->d; c++) {
        p.e[c] = p.d[c] / p.length;
        along += p.e[c] * p.rate[c];
    }
    p.F = s->k * (p.length - s->free_length) + s->c * along;
    return p;
}

static void add_force(const struct mechanism *mechanism, struct component X, double f, double *Q)
{
    for (int k = X.start; k < X.end; k++)
        if (mechanism->terms[k].index < mechanism->model.n)
            Q[mechanism->terms[k].index] += mechanism->terms[k].c * f;
}

void forces_add(const struct mechanism *mechanism, const double *x, const double *u, double *Q)
{
    for (int k = 0; k < mechanism->spring_count; k++) {
        const struct spring *s = &mechanism->springs[k];
        struct pull p = pull_of(mechanism, s, x, u);
        for (int c = 0; c < mechanism->d; c++)
            add_force(mechanism, s->X[c], -p.F * p.e[c], Q);
    }
    for (int k = 0; k < mechanism->moment_count; k++) {
        const struct moment *m = &mechanism->moments[k];
        double push = m->moment / (m->length * m->length);
        add_force(mechanism, m->X[0], -push * component_value(mechanism, m->X[1], x), Q);
        add_force(mechanism, m->X[1], push * component_value(mechanism, m->X[0], x), Q);
    }
}

/* K += B' G B for a small G over the form's components. */
static void add_block(const struct mechanism *mechanism, const struct component X[SPACE],
                      double G[SPACE][SPACE], double *K)
{
    int n = mechanism->model.n;
    for (int r = 0; r < mechanism->d; r++)
        for (int i = X[r].start; i < X[r].end; i++)
            for (int s = 0; s < mechanism->d; s++)
                for (int j = X[s].start; j < X[s].end; j++) {
                    const struct term *a = &mechanism->terms[i], *b = &mechanism->terms[j];
                    if (a->index < n && b->index < n)
                        K[pattern_slot(&mechanism->model.stiffness_pattern, a->index, b->index)] += a->c *
                                                                                                    b->c *
                                                                                                    G[r][s];
                }
}

static void spring_block(const struct mechanism *mechanism, const struct spring *s, const double *x,
                         const double *u, double *K)
{
    struct pull p = pull_of(mechanism, s, x, u);
    double G[SPACE][SPACE], along = dot(p.e, p.rate, mechanism->d);
    for (int r = 0; r < mechanism->d; r++)
        for (int c = 0; c < mechanism->d; c++)
            G[r][c] = s->k * p.e[r] * p.e[c] + s->c / p.length * p.e[r] * (p.rate[c] - along * p.e[c]) +
                      p.F / p.length * ((r == c) - p.e[r] * p.e[c]);
    add_block(mechanism, s->X, G, K);
}

void forces_stiffness(const struct mechanism *mechanism, const double *x, const double *u, double *K)
{
    for (int k = 0; k < mechanism->spring_count; k++)
        spring_block(mechanism, &mechanism->springs[k], x, u, K);
    for (int k = 0; k < mechanism->moment_count; k++) {
        const struct moment *m = &mechanism->moments[k];
        double push = m->moment / (m->length * m->length);
        double G[SPACE][SPACE] = {{0, push, 0}, {-push, 0, 0}, {0, 0, 0}};
        add_block(mechanism, m->X, G, K);
    }
}

void forces_damping(const struct model *model, double t, const double *q, const double *v, double *C)
{
    (void)t;
    const struct mechanism *mechanism = model->self;
    const double *x = all_components(mechanism, q), *u = all_directions(mechanism, v);
    clear(C, pattern_size(&model->stiffness_pattern));
    for (int k = 0; k < mechanism->spring_count; k++) {
        const struct spring *s = &mechanism->springs[k];
        struct pull p = pull_of(mechanism, s, x, u);
        double G[SPACE][SPACE];
        for (int r = 0; r < mechanism->d; r++)
            for (int c = 0; c < mechanism->d; c++)
                G[r][c] = s->c * p.e[r] * p.e[c];
        add_block(mechanism, s->X, G, C);
    }
}

double springs_energy(const struct mechanism *mechanism, const double *x)
{
    double sum = 0;
    for (int k = 0; k < mechanism->spring_count; k++) {
        const struct spring *s = &mechanism->springs[k];
        double square = 0;
        for (int c = 0; c < mechanism->d; c++) {
            double d = component_value(mechanism, s->X[c], x);
            square += d * d;
        }
        sum += 0.5 * s->k * (sqrt(square) - s->free_length) * (sqrt(square) - s->free_length);
    }
    return sum;
}

/*%
\subsection{The ledger}\label{sec:ledger}
Energy is conserved only when the work of torques and dampers is entered. A constant torque does $\tau$ times the angle turned, which is
unwrapped from step to step. What dampers take, $\int c\,\dot\ell^2 dt$, is summed by Simpson's rule; the state in the middle of a step is that of
the cubic through positions and velocities at its ends, so the bookkeeping is of fourth order and belongs to no integrator.
*/
enum { STARTED, TIME, DISSIPATED, ANGLES }; /* then the previous q and v, when there are dampers */

bool has_dampers(const struct mechanism *mechanism)
{
    for (int k = 0; k < mechanism->spring_count; k++)
        if (mechanism->springs[k].c != 0)
            return true;
    return false;
}

int ledger_size(const struct mechanism *mechanism)
{
    if (mechanism->moment_count == 0 && !has_dampers(mechanism))
        return 0;
    return ANGLES + mechanism->moment_count + 2 * mechanism->model.n;
}

double ledger_dissipated(const double *ledger)
{
    return ledger[DISSIPATED];
}

double ledger_angle(const double *ledger, int torque)
{
    return ledger[ANGLES + torque];
}

void ledger_set(const struct mechanism *mechanism, double *ledger, double dissipated, const double *angles)
{
    ledger[DISSIPATED] = dissipated;
    for (int k = 0; k < mechanism->moment_count; k++)
        ledger[ANGLES + k] = angles[k];
}

double ledger_work(const struct mechanism *mechanism, const double *ledger)
{
    if (!mechanism->model.ledger)
        return 0;
    double work = -ledger[DISSIPATED];
    for (int k = 0; k < mechanism->moment_count; k++)
        work += mechanism->moments[k].moment * ledger[ANGLES + k];
    return work;
}

/* sum of c (dl/dt)^2 */
static double dissipation(const struct mechanism *mechanism, const double *q, const double *v)
{
    double sum = 0;
    const double *x = all_components(mechanism, q), *u = all_directions(mechanism, v);
    for (int k = 0; k < mechanism->spring_count; k++) {
        struct pull p = pull_of(mechanism, &mechanism->springs[k], x, u);
        double rate = dot(p.e, p.rate, mechanism->d);
        sum += mechanism->springs[k].c * rate * rate;
    }
    return sum;
}

static double dissipation_between(const struct mechanism *mechanism, double h, const double *q0,
                                  const double *v0, const double *q, const double *v)
{
    int n = mechanism->model.n;
    double begin = dissipation(mechanism, q0, v0), end = dissipation(mechanism, q, v);
    for (int i = 0; i < n; i++) {
        mechanism->middle[i] = (q0[i] + q[i]) / 2 + h * (v0[i] - v[i]) / 8;
        mechanism->middle[n + i] = 1.5 * (q[i] - q0[i]) / h - (v0[i] + v[i]) / 4;
    }
    return h / 6 * (begin + 4 * dissipation(mechanism, mechanism->middle, mechanism->middle + n) + end);
}

static void turn(const struct mechanism *mechanism, const double *q, double *angles, bool first)
{
    const double *x = all_components(mechanism, q);
    for (int k = 0; k < mechanism->moment_count; k++) {
        const struct moment *m = &mechanism->moments[k];
        double angle = atan2(component_value(mechanism, m->X[1], x), component_value(mechanism, m->X[0], x));
        angles[k] = first ? angle : angles[k] + remainder(angle - angles[k], 2 * PI);
    }
}

void ledger_account(const struct model *model, double t, const double *q, const double *v, double *ledger)
{
    const struct mechanism *mechanism = model->self;
    double *q0 = ledger + ANGLES + mechanism->moment_count, *v0 = q0 + model->n;
    bool first = ledger[STARTED] == 0;
    if (!first && model->damping)
        ledger[DISSIPATED] += dissipation_between(mechanism, t - ledger[TIME], q0, v0, q, v);
    turn(mechanism, q, ledger + ANGLES, first);
    ledger[STARTED] = 1;
    ledger[TIME] = t;
    copy(q0, q, model->n);
    copy(v0, v, model->n);
}
