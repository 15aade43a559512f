/* A problem's derivatives against central differences along random directions, and its exact solution against its
   constraints and its equations of motion. */
#include "experiments/check.h"

#include <math.h>
#include "core/arena.h"
#include "core/evaluation.h"
#include "core/kkt.h"
#include "core/vector.h"

enum { MOMENTS = 11 };
static const double GOOD = 1e-6, EPS = 1e-5;

struct place { /* a random state, a direction x, and what two sides of it differ by */
    struct arena *arena;
    const struct model *model;
    struct at at;
    double *q, *v, *a, *lambda, *u, *x, *ledger;
    double *moved, *value, *plus, *minus, *given; /* each of n + m */
};

typedef void quantity(struct place *p, const double *x, double *y); /* y as a function of q or of v */

static void phi_at(struct place *p, const double *q, double *y)
{
    at_position(&p->at, q);
    copy(y, p->at.phi, p->at.m);
}

static void phi_q_u_at(struct place *p, const double *q, double *y)
{
    at_position(&p->at, q);
    multiply(&p->model->jacobian_pattern, p->at.phi_q, p->u, y);
}

static void gamma_at(struct place *p, const double *q, double *y)
{
    at_position(&p->at, q);
    at_velocity(&p->at, q, p->v);
    copy(y, p->at.gamma, p->at.m);
}

static void equilibrium_at(struct place *p, const double *q, double *y)
{
    at_position(&p->at, q);
    at_forces(&p->at, 0, q, p->v);
    clear(y, p->at.n);
    add(y, -1, p->at.Q, p->at.n);
    add_mass(&p->at, 1, p->a, y);
    add_phi_q_transposed(&p->at, 1, p->lambda, y);
}

static void minus_forces_at(struct place *p, const double *v, double *y)
{
    at_forces(&p->at, 0, p->q, v);
    clear(y, p->at.n);
    add(y, -1, p->at.Q, p->at.n);
}

/* The derivative of `what` at `from` along x, against the one in p->given. */
static void compare(struct report *report, struct place *p, const char *name, quantity *what,
                    const double *from, int rows)
{
    double eps = EPS * p->model->length, most = 0, size = 1e-3;
    for (int sign = 1; sign >= -1; sign -= 2) {
        copy(p->moved, from, p->model->n);
        add(p->moved, sign * eps, p->x, p->model->n);
        what(p, p->moved, sign > 0 ? p->plus : p->minus);
    }
    for (int i = 0; i < rows; i++) {
        double slope = (p->plus[i] - p->minus[i]) / (2 * eps);
        size = fmax(size, fmax(fabs(slope), fabs(p->given[i])));
        size = fmax(size, 1e-3 * fabs(p->plus[i])); /* what cancels in the difference */
        most = isfinite(slope - p->given[i]) ? fmax(most, fabs(slope - p->given[i])) : (double)INFINITY;
    }
    report_line(report, most / size < GOOD, name, "%.1e apart%s", most / size,
                most / size < GOOD ? "" : ": this derivative is wrong");
}

static void place_create(struct place *p, const struct model *model)
{
    struct arena *arena = arena_create();
    size_t n = (size_t)model->n, m = (size_t)model->m;
    *p = (struct place){.arena = arena, .model = model};
    at_create(&p->at, arena, model);
    double **vectors[] = {&p->q,     &p->v,     &p->a,    &p->lambda, &p->u,    &p->x,
                          &p->moved, &p->value, &p->plus, &p->minus,  &p->given};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        *vectors[k] = take_doubles(arena, n + m);
    p->ledger = take_doubles(arena, (size_t)model->ledger + 1);
    model->exact(model, 0, p->q, p->v, p->ledger);
    random_seed(7);
    for (size_t i = 0; i < n; i++) {
        p->q[i] += 0.05 * model->length * random_number();
        p->v[i] += model->length * random_number();
        p->a[i] = model->length * random_number();
        p->u[i] = random_number();
        p->x[i] = random_number();
    }
    for (size_t k = 0; k < m; k++)
        p->lambda[k] = random_number();
}

static void derivatives(struct report *report, struct place *p)
{
    const struct model *model = p->model;
    int n = model->n, m = model->m;
    at_position(&p->at, p->q);
    multiply(&model->jacobian_pattern, p->at.phi_q, p->x, p->given);
    compare(report, p, "∂Φ/∂q (constraints)", phi_at, p->q, m);
    at_along(&p->at, p->q, p->u);
    multiply(&model->jacobian_pattern, p->at.D, p->x, p->given);
    compare(report, p, "∂(Φq u)/∂q (jacobian_along)", phi_q_u_at, p->q, m);
    clear(p->given, m);
    if (model->gamma_q) {
        model->gamma_q(model, p->q, p->v, p->at.D);
        multiply(&model->jacobian_pattern, p->at.D, p->x, p->given);
    }
    compare(report, p, "∂γ/∂q (gamma_q)", gamma_at, p->q, m);
    at_stiffness(&p->at, 0, p->q, p->v, p->a, p->lambda);
    multiply(&model->stiffness_pattern, p->at.K, p->x, p->given);
    compare(report, p, "K = ∂(M a + Φqᵀλ - Q)/∂q (stiffness)", equilibrium_at, p->q, n);
    clear(p->given, n);
    if (model->damping)
        multiply(&model->stiffness_pattern, p->at.C, p->x, p->given);
    compare(report, p, "C = -∂Q/∂v (damping)", minus_forces_at, p->v, n);
}

/* gamma = -D(v) v */
static void curvature(struct report *report, struct place *p)
{
    double most = 0;
    gamma_at(p, p->q, p->value);
    at_along(&p->at, p->q, p->v);
    multiply(&p->model->jacobian_pattern, p->at.D, p->v, p->given);
    for (int k = 0; k < p->model->m; k++)
        most = fmax(most, fabs(p->value[k] + p->given[k]));
    bool good = most <= 1e-10 * (1 + norm_max(p->given, p->model->m));
    report_line(report, good, "γ = -(Φq v)_q v (gamma)", "%.1e apart%s", most, good ? "" : ": γ is wrong");
}

static void start(struct report *report, struct place *p)
{
    const struct model *model = p->model;
    model->exact(model, 0, p->q, p->v, p->ledger);
    at_position(&p->at, p->q);
    at_velocity(&p->at, p->q, p->v);
    double phi = norm_max(p->at.phi, model->m), phidot = norm_max(p->at.phidot, model->m);
    bool good = phi < 1e-8 * model->length && phidot < 1e-6;
    report_line(report, good, "start, exact(0), on the constraints", "|Φ| %.0e, |Φ'| %.0e%s", phi, phidot,
                good ? "" : ": the start is inconsistent");
}

/* q and v at t in `moved` and `value`. */
static void exact_at(struct place *p, double t)
{
    p->model->exact(p->model, t, p->moved, p->value, p->ledger);
}

/* Whether v is the derivative of q, and the derivative of v the acceleration that the equations of motion ask for. */
static void motion_at(struct place *p, struct kkt *kkt, double t, double *rate, double *law)
{
    const struct model *model = p->model;
    int n = model->n;
    double step = 1e-5 * model->duration, slope = 0, fast = 1e-3, bent = 1e-3;
    model->exact(model, t, p->q, p->v, p->ledger);
    at_position(&p->at, p->q);
    at_velocity(&p->at, p->q, p->v);
    at_forces(&p->at, t, p->q, p->v);
    copy(p->a, p->at.Q, n);
    kkt_assemble(kkt, &p->at, 1, 0, false, p->at.phi_q);
    if (kkt_solve(kkt, p->a, p->at.gamma, p->lambda) != OK)
        return; /* a singular position says nothing */
    exact_at(p, t + step);
    copy(p->plus, p->moved, n);
    copy(p->given, p->value, n);
    exact_at(p, t - step);
    *rate = *law = 0;
    for (int i = 0; i < n; i++) {
        slope = (p->plus[i] - p->moved[i]) / (2 * step);
        fast = fmax(fast, fabs(p->v[i]));
        *rate = fmax(*rate, fabs(slope - p->v[i]));
        slope = (p->given[i] - p->value[i]) / (2 * step);
        bent = fmax(bent, fabs(p->a[i]));
        *law = fmax(*law, fabs(slope - p->a[i]));
    }
    *rate /= fast;
    *law /= bent;
}

static void exact_solution(struct report *report, struct place *p)
{
    const struct model *model = p->model;
    struct kkt *kkt = kkt_create(model, &(struct kkt_choice){0}, SYMMETRIC, AUTOMATIC);
    double phi = 0, phidot = 0, rates = 0, laws = 0;
    double end = model->trusted > 0 ? fmin(model->trusted, model->duration) : model->duration;
    for (int k = 1; k <= MOMENTS; k++) {
        double rate = 0, law = 0, t = end * (k - 0.5) / MOMENTS;
        model->exact(model, t, p->q, p->v, p->ledger);
        at_position(&p->at, p->q);
        at_velocity(&p->at, p->q, p->v);
        phi = fmax(phi, norm_max(p->at.phi, model->m));
        phidot = fmax(phidot, norm_max(p->at.phidot, model->m));
        motion_at(p, kkt, t, &rate, &law);
        rates = fmax(rates, rate);
        laws = fmax(laws, law);
    }
    kkt_free(kkt);
    report_line(report, phi < 1e-8 * model->length && phidot < 1e-6, "exact solution on the constraints",
                "|Φ| %.0e, |Φ'| %.0e", phi, phidot);
    report_line(report, rates < 1e-4, "exact solution: v = dq/dt", "%.1e apart", rates);
    report_line(report, laws < 1e-3, "exact solution: M a + Φqᵀλ = Q", "%.1e apart", laws);
}

void check_model(struct report *report, const struct choice *choice)
{
    struct model *model = problem_create(choice->problem, choice->problem_values);
    struct place p;
    place_create(&p, model);
    if (report_group(report, "derivatives", "", "derivatives against differences at a random state")) {
        derivatives(report, &p);
        curvature(report, &p);
    }
    if (report_group(report, "exact", "", "exact solution")) {
        start(report, &p);
        exact_solution(report, &p);
    }
    arena_free(p.arena);
    model_free(model);
}
