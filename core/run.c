#include "core/run.h"

#include <time.h>
#include "core/evaluation.h"
#include "core/newton.h"
#include "core/random.h"
#include "core/vector.h"

/* Beyond these, relative to the model's length, a state is no longer that of the mechanism. */
static const double LOST = 1, LOOSE = 1e-2; /* constraint violation: diverged; too large to pass */

/* A single run of some microseconds would mostly measure the clock: the best of as many as fit into BATCH [s] is one timing. */
static const double BATCH = 2e-3;
enum { BATCH_MOST = 100 };

struct run {
    struct arena *arena;
    const struct choice choice;
    struct model *model;
    void *form, *integ;
    struct motion motion;
    struct at at; /* for measuring */
    long steps;
    double *q_exact, *v_exact, *gap, *ledger, *ledger_exact;
};

struct run *run_create(const struct choice *choice)
{
    struct arena *arena = arena_create();
    struct run *run = take(arena, 1, sizeof *run);
    struct model *model = choice->model ? choice->model
                                        : problem_create(choice->problem, choice->problem_values);
    double duration = choice->duration > 0 ? choice->duration : model->duration;
    long steps = (long)fmax(1, round(duration / choice->step));
    double h = duration / (double)steps;
    struct settings settings = {choice->backend, h};
    size_t n = (size_t)model->n, m = (size_t)model->m, ledger = (size_t)model->ledger;
    struct run contents = {
        .arena = arena,
        .choice = *choice,
        .model = model,
        .form = choice->formulation->create(model, choice->formulation_values, &settings),
        .integ = choice->integrator->create(model->n, choice->integrator_values, h),
        .steps = steps,
    };
    memcpy(run, &contents, sizeof *run);
    run->motion = (struct motion){.model = model,
                                  .formulation = choice->formulation,
                                  .form = run->form,
                                  .h = h,
                                  .q = take_doubles(arena, n),
                                  .v = take_doubles(arena, n),
                                  .a = take_doubles(arena, n),
                                  .newton = newton_create(choice->formulation, model)};
    at_create(&run->at, arena, model);
    run->q_exact = take_doubles(arena, n);
    run->v_exact = take_doubles(arena, n);
    run->gap = take_doubles(arena, m);
    run->ledger = take_doubles(arena, ledger);
    run->ledger_exact = take_doubles(arena, ledger);
    return run;
}

void run_free(struct run *run)
{
    if (!run)
        return;
    newton_free(run->motion.newton);
    run->choice.integrator->destroy(run->integ);
    run->choice.formulation->destroy(run->form);
    if (!run->choice.model)
        model_free(run->model);
    arena_free(run->arena);
}

const struct model *run_model(const struct run *run)
{
    return run->model;
}

long run_steps(const struct run *run)
{
    return run->steps;
}

const double *run_multipliers(const struct run *run)
{
    return run->choice.formulation->multipliers(run->form);
}

/* A fixed pseudo-random direction with entries in [-1, 1]: the same disturbance in every run. */
static void disturb(double *q, double size, int n)
{
    unsigned long long state = 20260101;
    for (int i = 0; i < n; i++)
        q[i] += size * random_next(&state);
}

/* The state at t = 0. */
static void set_out(struct run *run)
{
    struct motion *motion = &run->motion;
    motion->t = 0;
    motion->iterations = motion->factorizations = 0;
    clear(run->ledger, run->model->ledger);
    run->model->exact(run->model, 0, motion->q, motion->v, run->ledger_exact);
    if (run->choice.perturb != 0)
        disturb(motion->q, run->choice.perturb, run->model->n);
}

static enum status start(struct run *run)
{
    return run->choice.integrator->start(run->integ, &run->motion);
}

static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Steps that the whole run has taken: start may have advanced some. */
static long done(const struct run *run)
{
    return lround(run->motion.t / run->motion.h);
}

static void finish(const struct run *run, enum status status, double cpu, struct result *result)
{
    result->status = status;
    result->stopped = run->motion.t;
    result->steps = done(run);
    result->h = run->motion.h;
    result->cpu = cpu;
    result->iterations = run->motion.iterations;
    result->factorizations = run->motion.factorizations;
}

void run_timed(struct run *run, struct result *result)
{
    const struct integrator *integrator = run->choice.integrator;
    *result = (struct result){0};
    set_out(run);
    double cpu = cpu_now();
    enum status status = start(run);
    for (long k = done(run); status == OK && k < run->steps; k++)
        status = integrator->step(run->integ, &run->motion);
    finish(run, status, cpu_now() - cpu, result);
}

double run_cpu(struct run *run)
{
    struct result result;
    double best = (double)INFINITY, sum = 0;
    for (int k = 0; k < BATCH_MOST && sum < BATCH; k++) {
        run_timed(run, &result);
        best = fmin(best, result.cpu);
        sum += result.cpu;
    }
    return best;
}

/* Energy and the three levels of the constraints at the present state. */
static struct levels measure_levels(struct run *run)
{
    const struct motion *motion = &run->motion;
    const struct model *model = run->model;
    struct levels levels = {.energy = model->energy(model, motion->q, motion->v, run->ledger)};
    at_position(&run->at, motion->q);
    at_velocity(&run->at, motion->q, motion->v);
    for (int k = 0; k < model->m; k++)
        run->gap[k] = -run->at.gamma[k];
    add_phi_q(&run->at, 1, motion->a, run->gap);
    levels.phi = norm_max(run->at.phi, model->m);
    levels.phidot = norm_max(run->at.phidot, model->m);
    levels.phiddot = norm_max(run->gap, model->m);
    return levels;
}

double seen_distance(const struct model *model, const double *seen, const double *right)
{
    double square = 0;
    for (int c = 0; c < model->observed; c++) {
        double gap = seen[c] - right[c];
        if (model->observed_angle)
            gap = remainder(gap, 2 * PI);
        square += gap * gap;
    }
    return sqrt(square);
}

/* What the exact motion shows now: looked up when another run was at the very same time. */
static void exact_now(struct run *run, double right[SEEN_MAX])
{
    const struct model *model = run->model;
    const double t = run->motion.t;
    struct sights *sights = run->choice.sights;
    long k = lround(t / run->motion.h);
    if (sights && sights_recall(sights, k, t, right))
        return;
    model->exact(model, t, run->q_exact, run->v_exact, run->ledger_exact);
    model->observe(model, run->q_exact, run->v_exact, right);
    if (sights)
        sights_keep(sights, k, t, right);
}

static double distance_from_exact(struct run *run)
{
    double seen[SEEN_MAX] = {0}, right[SEEN_MAX] = {0};
    exact_now(run, right);
    run->model->observe(run->model, run->motion.q, run->motion.v, seen);
    return seen_distance(run->model, seen, right);
}

/* One look at the state; enters it into the result. */
static enum status look(struct run *run, double energy0, struct levels *levels, struct result *result)
{
    const struct model *model = run->model;
    const struct motion *motion = &run->motion;
    if (!isfinite(norm_max(motion->q, model->n) + norm_max(motion->v, model->n) +
                  norm_max(motion->a, model->n)))
        return DIVERGED;
    if (model->account)
        model->account(model, motion->t, motion->q, motion->v, run->ledger);
    *levels = measure_levels(run);
    if (!(levels->phi <= LOST * model->length) || !isfinite(levels->energy))
        return DIVERGED;
    result->phi = fmax(result->phi, levels->phi);
    result->phidot = fmax(result->phidot, levels->phidot);
    result->phiddot = fmax(result->phiddot, levels->phiddot);
    if (isfinite(energy0))
        result->drift = fmax(result->drift, fabs(levels->energy - energy0));
    if (motion->t <= model->trusted * (1 + 1e-12))
        result->error = fmax(result->error, distance_from_exact(run));
    if (model->branch && model->branch(model, motion->q) > model->branch_limit)
        return OFF_BRANCH;
    return OK;
}

void run_measured(struct run *run, run_watch *watch, void *context, struct result *result)
{
    struct levels levels = {0};
    struct motion *motion = &run->motion;
    *result = (struct result){0};
    if (run->choice.sights)
        sights_prepare(run->choice.sights, motion->h, run->steps);
    double cpu = cpu_now();
    set_out(run);
    enum status status = start(run);
    if (status == OK)
        status = look(run, (double)NAN, &levels, result);
    double energy0 = levels.energy;
    for (long k = done(run); status == OK; k++) {
        if (watch)
            watch(context, run, motion->t, motion->q, motion->v, motion->a, &levels, run->ledger);
        if (k >= run->steps)
            break;
        status = run->choice.integrator->step(run->integ, motion);
        if (status == OK)
            status = look(run, energy0, &levels, result);
    }
    finish(run, status, cpu_now() - cpu, result);
}

bool run_passes(const struct run *run, const struct result *result)
{
    return result->status == OK && result->drift < run->model->tolerance &&
           result->phi <= LOOSE * run->model->length;
}
