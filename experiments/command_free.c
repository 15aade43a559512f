/* What a program reports that loses the constraints on its way: M a = Q, every body on its own. Its energy is perfect. */
#include "experiments/command.h"

#include <math.h>
#include "core/evaluation.h"
#include "core/normal.h"
#include "core/rk4.h"
#include "core/vector.h"
#include "experiments/choose.h"
#include "experiments/limits.h"
#include "experiments/report.h"

struct flight {
    struct arena *arena;
    const struct model *model;
    struct at at;
    struct normal *mass;
    struct motion motion;
    struct rk4 rk4;
    double *ledger, *q_exact, *v_exact, *ledger_exact;
};

static enum status accelerations(void *self, double t, const double *q, const double *v, double *a)
{
    struct flight *f = self;
    at_position(&f->at, q);
    at_forces(&f->at, t, q, v);
    normal_mass(f->mass, 1, f->at.M);
    TRY(normal_factor(f->mass));
    copy(a, f->at.Q, f->at.n);
    normal_solve(f->mass, a, 1); /* a = M \ Q */
    return OK;
}

static const struct formulation no_constraints = {.name = "none", .accelerations = accelerations};

static struct flight *flight_create(const struct model *model, double h)
{
    struct arena *arena = arena_create();
    struct flight *f = take(arena, 1, sizeof *f);
    size_t n = (size_t)model->n, ledger = (size_t)model->ledger;
    *f = (struct flight){.arena = arena, .model = model};
    f->mass = normal_create(model, SYMMETRIC, AUTOMATIC);
    f->motion = (struct motion){.model = model, .formulation = &no_constraints, .form = f, .h = h};
    f->motion.q = take_doubles(arena, n);
    f->motion.v = take_doubles(arena, n);
    f->motion.a = take_doubles(arena, n);
    f->q_exact = take_doubles(arena, n);
    f->v_exact = take_doubles(arena, n);
    f->ledger = take_doubles(arena, ledger);
    f->ledger_exact = take_doubles(arena, ledger);
    at_create(&f->at, arena, model);
    rk4_create(&f->rk4, arena, model->n);
    return f;
}

static void flight_free(struct flight *f)
{
    normal_free(f->mass);
    arena_free(f->arena);
}

static double distance_from_exact(struct flight *f)
{
    double seen[3] = {0}, right[3] = {0};
    f->model->exact(f->model, f->motion.t, f->q_exact, f->v_exact, f->ledger_exact);
    f->model->observe(f->model, f->motion.q, f->motion.v, seen);
    f->model->observe(f->model, f->q_exact, f->v_exact, right);
    return seen_distance(f->model, seen, right);
}

static void look(struct flight *f, double energy0, struct result *result)
{
    const struct motion *m = &f->motion;
    if (f->model->account)
        f->model->account(f->model, m->t, m->q, m->v, f->ledger);
    at_position(&f->at, m->q);
    at_velocity(&f->at, m->q, m->v);
    result->drift = fmax(result->drift, fabs(f->model->energy(f->model, m->q, m->v, f->ledger) - energy0));
    result->phi = fmax(result->phi, norm_max(f->at.phi, f->model->m));
    result->phidot = fmax(result->phidot, norm_max(f->at.phidot, f->model->m));
    if (m->t <= f->model->trusted * (1 + 1e-12))
        result->error = fmax(result->error, distance_from_exact(f));
}

/* RK4 from the exact start to the end of the duration. */
static void fly(struct flight *f, double duration, struct result *result)
{
    struct motion *m = &f->motion;
    long steps = lround(duration / m->h);
    *result = (struct result){.h = m->h, .phiddot = (double)NAN};
    f->model->exact(f->model, 0, m->q, m->v, f->ledger_exact);
    double energy0 = f->model->energy(f->model, m->q, m->v, f->ledger);
    for (long k = 0; k < steps && result->status == OK; k++) {
        result->status = accelerations(f, m->t, m->q, m->v, m->a);
        if (result->status == OK)
            result->status = rk4_advance(&f->rk4, m, m->t, m->h, m->q, m->v, m->a);
        m->t = (double)(k + 1) * m->h;
        if (result->status == OK && !isfinite(norm_max(m->q, f->model->n)))
            result->status = DIVERGED;
        if (result->status == OK)
            look(f, energy0, result);
        result->steps += result->status == OK;
    }
    result->stopped = m->t;
}

static int free_command(const struct arguments *a)
{
    struct choice choice = {.formulation = &no_constraints};
    const char *step = option_value(a, "step");
    if (!choose_problem(&choice, a->word[0]) || !choose_integrator(&choice, "rk4") ||
        !choose_step(&choice, step ? step : "0.001"))
        return BAD_USAGE;
    struct model *model = problem_create(choice.problem, choice.problem_values);
    int code = BAD_USAGE;
    choice.model = model;
    if (choice_fits(&choice)) {
        double steps = fmax(1, round(model->duration / choice.step));
        struct result result;
        struct flight *f = flight_create(model, model->duration / steps);
        fly(f, model->duration, &result);
        report_csv_head(stdout);
        report_csv_row(stdout, &choice, &result, (double)NAN);
        flight_free(f);
        code = PASSED;
    }
    model_free(model);
    return code;
}

const struct command command_free = {
    .name = "free",
    .usage = "PROBLEM [-s STEP]",
    .summary = "lets the bodies fly without their constraints: perfect energy, and metres off",
    .help =
        "Integrates M a = Q by the classical Runge-Kutta method and prints the row of 'run --csv'. It shows what\n"
        "an energy drift says about a motion when nothing else is looked at.",
    .words_least = 1,
    .words_most = 1,
    .options = {{"step", 's', "STEP", "[s] the step, a number or a fraction (0.001)"}},
    .run = free_command,
};
