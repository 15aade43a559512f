/* Every problem's derivatives against differences, and its exact solution against its own equations and the reference data. */
#include <CUnit/Basic.h>
#include "tests/suite.h"
#include "tests/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/evaluation.h"
#include "core/vector.h"

static const double EPS = 1e-5;

struct bench { /* one problem in a random state */
    struct model *model;
    struct arena *arena;
    struct at at, other;
    double *q, *v, *a, *lambda, *x, *y, *z, *ledger;
};

static struct bench bench_create(const struct problem *problem)
{
    struct bench b = {.arena = arena_create()};
    double values[PARAMETERS_MAX];
    parameters_default(problem->parameters, values);
    if (!strcmp(problem->name, "n-four-bar"))
        values[0] = 3;
    b.model = problem->create(values);
    size_t n = (size_t)b.model->n, m = (size_t)b.model->m, most = n > m ? n : m;
    at_create(&b.at, b.arena, b.model);
    at_create(&b.other, b.arena, b.model);
    b.q = take_doubles(b.arena, n);
    b.v = take_doubles(b.arena, n);
    b.a = take_doubles(b.arena, n);
    b.lambda = take_doubles(b.arena, m);
    b.x = take_doubles(b.arena, most);
    b.y = take_doubles(b.arena, most);
    b.z = take_doubles(b.arena, most);
    b.ledger = take_doubles(b.arena, (size_t)b.model->ledger + 1);
    b.model->exact(b.model, 0.3 * b.model->duration, b.q, b.v, b.ledger);
    for (size_t i = 0; i < n; i++) {
        b.q[i] += 0.1 * b.model->length * uniform();
        b.v[i] += b.model->length * uniform();
        b.a[i] = b.model->length * uniform();
    }
    for (size_t k = 0; k < m; k++)
        b.lambda[k] = uniform();
    return b;
}

static void bench_free(struct bench *b)
{
    model_free(b->model);
    arena_free(b->arena);
}

/* |x - y| relative to the size of x and y, or to what cancels in them. */
static double apart(const double *x, const double *y, int n, double floor)
{
    double most = 0, size = fmax(floor, fmax(norm_max(x, n), norm_max(y, n)));
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(x[i] - y[i]));
    return most / size;
}

/* Checks column j of a matrix given by rows against a difference in `column`. */
static double column_apart(const struct pattern *p, const double *A, int j, const double *column,
                           double floor)
{
    double most = 0;
    for (int i = 0; i < p->rows; i++) {
        int slot = pattern_slot(p, i, j);
        most = fmax(most, fabs((slot >= 0 ? A[slot] : 0) - column[i]));
    }
    double size = fmax(floor, norm_max(A, pattern_size(p)));
    return most / size;
}

static void jacobian_of(struct bench *b, double *worst)
{
    const struct model *model = b->model;
    double step = EPS * model->length;
    at_position(&b->at, b->q);
    for (int j = 0; j < model->n; j++) {
        double keep = b->q[j];
        b->q[j] = keep + step;
        at_position(&b->other, b->q);
        copy(b->x, b->other.phi, model->m);
        b->q[j] = keep - step;
        at_position(&b->other, b->q);
        for (int k = 0; k < model->m; k++)
            b->x[k] = (b->x[k] - b->other.phi[k]) / (2 * step);
        b->q[j] = keep;
        *worst = fmax(*worst, column_apart(&model->jacobian_pattern, b->at.phi_q, j, b->x, 1e-3));
    }
}

/* D(u) = (phi_q u)_q, and gamma = -D(v) v. */
static void along_of(struct bench *b, double *worst)
{
    const struct model *model = b->model;
    double step = EPS * model->length;
    at_along(&b->at, b->q, b->a);
    for (int j = 0; j < model->n; j++) {
        double keep = b->q[j];
        b->q[j] = keep + step;
        at_position(&b->other, b->q);
        multiply(&model->jacobian_pattern, b->other.phi_q, b->a, b->x);
        b->q[j] = keep - step;
        at_position(&b->other, b->q);
        multiply(&model->jacobian_pattern, b->other.phi_q, b->a, b->y);
        for (int k = 0; k < model->m; k++)
            b->x[k] = (b->x[k] - b->y[k]) / (2 * step);
        b->q[j] = keep;
        *worst = fmax(*worst, column_apart(&model->jacobian_pattern, b->at.D, j, b->x, 1e-3));
    }
    at_position(&b->at, b->q);
    at_velocity(&b->at, b->q, b->v);
    at_along(&b->at, b->q, b->v);
    multiply(&model->jacobian_pattern, b->at.D, b->v, b->x);
    scale(b->x, -1, model->m);
    *worst = fmax(*worst, apart(b->x, b->at.gamma, model->m, 1e-12));
}

/* M a + phi_q' lambda - Q */
static void equilibrium(struct bench *b, double *r)
{
    at_position(&b->other, b->q);
    at_forces(&b->other, 0, b->q, b->v);
    for (int i = 0; i < b->model->n; i++)
        r[i] = -b->other.Q[i];
    add_mass(&b->other, 1, b->a, r);
    add_phi_q_transposed(&b->other, 1, b->lambda, r);
}

static void difference(struct bench *b, double *variable, double step)
{
    double keep = *variable;
    *variable = keep + step;
    equilibrium(b, b->x);
    *variable = keep - step;
    equilibrium(b, b->y);
    *variable = keep;
    for (int i = 0; i < b->model->n; i++)
        b->x[i] = (b->x[i] - b->y[i]) / (2 * step);
}

static void stiffness_of(struct bench *b, double *worst)
{
    const struct model *model = b->model;
    at_stiffness(&b->at, 0, b->q, b->v, b->a, b->lambda);
    for (int j = 0; j < model->n; j++) {
        difference(b, &b->q[j], EPS * model->length);
        *worst = fmax(*worst, column_apart(&model->stiffness_pattern, b->at.K, j, b->x, 1e-3));
        difference(b, &b->v[j], EPS * model->length);
        if (model->damping)
            *worst = fmax(*worst, column_apart(&model->stiffness_pattern, b->at.C, j, b->x, 1e-3));
        else
            *worst = fmax(*worst, norm_max(b->x, model->n));
    }
}

static void each_problem(void check(struct bench *, double *), double bound)
{
    seed(7);
    for (int k = 0; problems[k]; k++)
        for (int trial = 0; trial < 3; trial++) {
            double worst = 0;
            struct bench b = bench_create(problems[k]);
            check(&b, &worst);
            if (!(worst < bound))
                printf("\n  %s: %.1e ", problems[k]->name, worst);
            CU_ASSERT(worst < bound);
            bench_free(&b);
        }
}

static void jacobians(void)
{
    each_problem(jacobian_of, 1e-7);
}

static void jacobians_along(void)
{
    each_problem(along_of, 1e-7);
}

static void stiffnesses(void)
{
    each_problem(stiffness_of, 1e-7);
}

/* The mass matrix is symmetric, and the kinetic energy is that of `energy`. */
static void mass_of(struct bench *b, double *worst)
{
    const struct model *model = b->model;
    const struct pattern *p = &model->mass_pattern;
    double kinetic = 0, *none = take_doubles(b->arena, (size_t)model->n);
    for (int i = 0; i < model->n; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            int other = pattern_slot(p, p->index[k], i);
            CU_ASSERT_FATAL(other >= 0);
            *worst = fmax(*worst, fabs(b->at.M[k] - b->at.M[other]));
            kinetic += b->v[i] * b->at.M[k] * b->v[p->index[k]] / 2;
        }
    double energy = model->energy(model, b->q, b->v, b->ledger) - model->energy(model, b->q, none, b->ledger);
    CU_ASSERT(kinetic > 0);
    *worst = fmax(*worst, fabs(energy - kinetic) / fmax(kinetic, 1e-3) * 1e-3);
}

static void masses(void)
{
    each_problem(mass_of, 1e-12);
}

/* Exact states satisfy the constraints and move as their velocities say. */
static void exact_solutions(void)
{
    for (int k = 0; problems[k]; k++) {
        struct bench b = bench_create(problems[k]);
        const struct model *model = b.model;
        double dt = 1e-5 * model->duration;
        for (int part = 0; part <= 10; part++) {
            double t = fmax(part * model->duration / 10, dt);
            model->exact(model, t, b.q, b.v, b.ledger);
            at_position(&b.at, b.q);
            at_velocity(&b.at, b.q, b.v);
            double speed = fmax(1, norm_max(b.v, model->n));
            CU_ASSERT(norm_max(b.at.phi, model->m) < 1e-14);
            CU_ASSERT(norm_max(b.at.phidot, model->m) < 1e-13 * speed);
            model->exact(model, t - dt / 2, b.x, b.a, b.ledger);
            model->exact(model, t + dt / 2, b.y, b.a, b.ledger);
            for (int i = 0; i < model->n; i++)
                b.x[i] = (b.y[i] - b.x[i]) / dt;
            if (!(apart(b.x, b.v, model->n, speed) < 1e-3))
                printf("\n  %s at %g: %.1e ", problems[k]->name, t, apart(b.x, b.v, model->n, speed));
            CU_ASSERT(apart(b.x, b.v, model->n, speed) < 1e-3);
        }
        bench_free(&b);
    }
}

/* The largest difference between the exact rows and a reference file, over the first `columns` columns. */
static double file_apart(const char *problem, const char *file, int columns)
{
    struct model *model = model_named(problem);
    struct arena *arena = arena_create();
    double *q = take_doubles(arena, (size_t)model->n), *v = take_doubles(arena, (size_t)model->n);
    double *ledger = take_doubles(arena, (size_t)model->ledger + 1), row[16], worst = 0;
    char line[1000], path[200];
    int rows = 0;
    snprintf(path, sizeof path, "reference/data/%s", file);
    FILE *stream = fopen(path, "r");
    CU_ASSERT_FATAL(stream != NULL);
    while (fgets(line, sizeof line, stream)) {
        char *rest = line;
        if (line[0] == '%')
            continue;
        double t = strtod(rest, &rest);
        if (t > model->trusted)
            break;
        model->exact(model, t, q, v, ledger);
        model->row(model, &(struct levels){0}, q, v, ledger, row);
        for (int c = 0; c < columns; c++)
            worst = fmax(worst, fabs(strtod(rest, &rest) - row[c]));
        rows++;
    }
    fclose(stream);
    CU_ASSERT(rows > 100);
    arena_free(arena);
    model_free(model);
    return worst;
}

static void reference_files(void)
{
    static const struct {
        const char *problem, *file;
        int columns;
        double bound;
    } list[] = {
        {"pendulum", "pendulum.txt", 2, 1e-13},
        {"double-four-bar", "double-four-bar.txt", 2, 1e-12},
        {"n-four-bar:n=40", "n-four-bar-40.txt", 2, 1e-12},
        {"bricard", "bricard.txt", 3, 1e-12},
        {"multi-four-bar", "multi-four-bar-hanging.txt", 4, 1e-11},
        {"andrews", "andrews.txt", 2, 1e-12},
        {"flyball-governor", "flyball-governor.txt", 3, 1e-11},
    };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        double worst = file_apart(list[k].problem, list[k].file, list[k].columns);
        if (!(worst < list[k].bound))
            printf("\n  %s: %.1e ", list[k].file, worst);
        CU_ASSERT(worst < list[k].bound);
    }
}

SUITE(problems)
{
    CU_pSuite suite = CU_add_suite("problems", NULL, NULL);
    CU_add_test(suite, "Jacobians agree with differences", jacobians);
    CU_add_test(suite, "Jacobians along a vector, and gamma", jacobians_along);
    CU_add_test(suite, "stiffness and damping agree with differences", stiffnesses);
    CU_add_test(suite, "mass matrices and kinetic energy", masses);
    CU_add_test(suite, "exact states satisfy the constraints", exact_solutions);
    CU_add_test(suite, "exact solutions agree with the reference files", reference_files);
}
