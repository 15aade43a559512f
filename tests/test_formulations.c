/* Every formulation's tangent against differences of its residual; all of them against each other. */
#include <CUnit/Basic.h>
#include "tests/suite.h"
#include "tests/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/evaluation.h"
#include "core/vector.h"

struct trial { /* a formulation at a random point of a problem */
    struct arena *arena;
    struct model *model;
    const struct formulation *formulation;
    void *form;
    int n, N;
    double cv, ca, *q, *v, *a, *vhat, *ahat, *extra;
};

static struct trial trial_create(const struct formulation *formulation, const char *problem,
                                 const char *parameters)
{
    struct trial s = {.arena = arena_create(), .model = model_named(problem), .formulation = formulation};
    double values[PARAMETERS_MAX], h = 0.01;
    char error[200];
    parameters_default(formulation->parameters, values);
    CU_ASSERT_FATAL(parameters_read(formulation->parameters, parameters, values, error, sizeof error));
    s.form = formulation->create(s.model, values, &(struct settings){AUTOMATIC, h});
    s.n = s.model->n;
    s.N = formulation_unknowns(formulation, s.model);
    s.cv = 2 / h;
    s.ca = 4 / (h * h);
    s.q = take_doubles(s.arena, (size_t)s.n);
    s.v = take_doubles(s.arena, (size_t)s.n);
    s.a = take_doubles(s.arena, (size_t)s.n);
    s.vhat = take_doubles(s.arena, (size_t)s.n);
    s.ahat = take_doubles(s.arena, (size_t)s.n);
    s.extra = s.N > s.n ? formulation->extra(s.form) : NULL;
    s.model->exact(s.model, 0.3, s.q, s.v, take_doubles(s.arena, (size_t)s.model->ledger + 1));
    for (int i = 0; i < s.n; i++) {
        s.q[i] += 0.01 * uniform();
        s.vhat[i] = s.v[i] + uniform() - s.cv * s.q[i];
        s.ahat[i] = uniform() - s.ca * s.q[i];
    }
    for (int k = 0; s.extra && k < s.N - s.n; k++)
        s.extra[k] = 10 * uniform();
    return s;
}

static void trial_free(struct trial *s)
{
    s->formulation->destroy(s->form);
    model_free(s->model);
    arena_free(s->arena);
}

static struct point at_point(struct trial *s)
{
    for (int i = 0; i < s->n; i++) {
        s->v[i] = s->cv * s->q[i] + s->vhat[i];
        s->a[i] = s->ca * s->q[i] + s->ahat[i];
    }
    return (struct point){1, s->q, s->v, s->a, s->cv, s->ca, 0};
}

static double tangent_error(struct trial *s)
{
    int N = s->N;
    double *T = take_doubles(s->arena, (size_t)N * (size_t)N), *plus = take_doubles(s->arena, (size_t)N),
           *minus = take_doubles(s->arena, (size_t)N), worst = 0;
    struct point point = at_point(s);
    CU_ASSERT(s->formulation->residual(s->form, &point, plus) == OK);
    CU_ASSERT(s->formulation->tangent(s->form, &point) == OK);
    s->formulation->matrix(s->form, T);
    for (int j = 0; j < N; j++) {
        double *x = j < s->n ? &s->q[j] : &s->extra[j - s->n], keep = *x, eps = j < s->n ? 1e-6 : 1e-3;
        *x = keep + eps;
        point = at_point(s);
        s->formulation->residual(s->form, &point, plus);
        *x = keep - eps;
        point = at_point(s);
        s->formulation->residual(s->form, &point, minus);
        *x = keep;
        for (int i = 0; i < N; i++) {
            int group = i < s->n ? 0 : s->n, size = i < s->n ? s->n : N - s->n;
            double scale_of = 1e-3;
            for (int k = group; k < group + size; k++)
                scale_of = fmax(scale_of, fabs(T[k + j * N]));
            worst = fmax(worst, fabs(T[i + j * N] - (plus[i] - minus[i]) / (2 * eps)) / scale_of);
        }
    }
    return worst;
}

static void check_tangent(const struct formulation *formulation, const char *problem, const char *parameters)
{
    struct trial s = trial_create(formulation, problem, parameters);
    double worst = tangent_error(&s);
    double bound = strcmp(problem, "flyball-governor")
                       ? 1e-7
                       : 1e-6; /* stiff springs: more round-off in differences */
    if (!(worst < bound))
        printf("\n  %s:%s on %s: %.1e ", formulation->name, parameters, problem, worst);
    CU_ASSERT(worst < bound);
    trial_free(&s);
}

static void tangents(void)
{
    static const char *const on[] = {
        "pendulum",        "double-four-bar", "n-four-bar:n=5", "bricard", "multi-four-bar:rows=2,columns=2",
        "flyball-governor"};
    seed(3);
    for (int k = 0; formulations[k]; k++)
        for (size_t p = 0; p < sizeof on / sizeof *on; p++)
            check_tangent(formulations[k], on[p], "");
    check_tangent(formulation_named("lagrange"), "bricard", "row=baumgarte");
    check_tangent(formulation_named("lagrange"), "bricard", "solve=al,row=baumgarte");
    check_tangent(formulation_named("lagrange"), "bricard", "solve=al");
    check_tangent(formulation_named("lagrange"), "double-four-bar", "solve=qr");
    check_tangent(formulation_named("lagrange"), "double-four-bar", "solve=lu,row=baumgarte");
}

/* T (-T \ r) = -r for every formulation whose tangent is regular. */
static void check_solve(const struct formulation *formulation, const char *problem, const char *parameters)
{
    struct trial s = trial_create(formulation, problem, parameters);
    double *r = take_doubles(s.arena, (size_t)s.N), *x = take_doubles(s.arena, (size_t)s.N),
           *T = take_doubles(s.arena, (size_t)s.N * (size_t)s.N);
    struct point point = at_point(&s);
    CU_ASSERT(s.formulation->residual(s.form, &point, r) == OK);
    copy(x, r, s.N);
    CU_ASSERT(s.formulation->tangent(s.form, &point) == OK);
    s.formulation->matrix(s.form, T);
    CU_ASSERT(s.formulation->solve(s.form, x) == OK);
    for (int j = 0; j < s.N; j++)
        add(r, x[j], T + j * s.N, s.N);
    if (!(norm_max(r, s.n) < 1e-4 * (1 + norm_max(x + s.n, s.N - s.n))))
        printf("\n  %s:%s on %s: %.1e of %.1e ", formulation->name, parameters, problem, norm_max(r, s.n),
               norm_max(x + s.n, s.N - s.n));
    CU_ASSERT(norm_max(r, s.n) < 1e-4 * (1 + norm_max(x + s.n, s.N - s.n)));
    trial_free(&s);
}

static void solves(void)
{
    static const char *const ways[] = {
        "solve=qr",           "solve=al", "solve=lu", "solve=qr,row=baumgarte", "solve=al,row=baumgarte",
        "rank_tolerance=1e-9"};
    static const char *const on[] = {"double-four-bar", "flyball-governor"}; /* one with dampers, too */
    seed(5);
    for (int k = 0; formulations[k]; k++)
        for (size_t p = 0; p < sizeof on / sizeof *on; p++)
            check_solve(formulations[k], on[p], "");
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
        for (size_t p = 0; p < sizeof on / sizeof *on; p++)
            check_solve(formulation_named("lagrange"), on[p], ways[k]);
}

/* Off the manifold accelerations obey phiddot + 2 xi omega phidot + omega^2 phi = 0, with the omega that was asked for. */
static void stabilisation(void)
{
    static const struct {
        const char *name, *parameters;
        double omega;
    } on[] = {{"lagrange", "", 0},
              {"lagrange", "project=0", 10},
              {"lagrange", "omega=20", 20},
              {"penalty", "alpha=1e9", 0},
              {"penalty", "alpha=1e9,project=0", 10},
              {"penalty", "alpha=1e9,omega=20", 20}};
    seed(7);
    for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
        struct trial s = trial_create(formulation_named(on[i].name), "double-four-bar", on[i].parameters);
        struct at at;
        double omega = on[i].omega;
        at_point(&s);
        at_create(&at, s.arena, s.model);
        CU_ASSERT(s.formulation->accelerations(s.form, 0, s.q, s.v, s.a) == OK);
        at_position(&at, s.q);
        at_velocity(&at, s.q, s.v);
        double *left = take_doubles(s.arena, (size_t)at.m);
        for (int k = 0; k < at.m; k++)
            left[k] = 2 * omega * at.phidot[k] + omega * omega * at.phi[k] - at.gamma[k];
        add_phi_q(&at, 1, s.a, left);
        CU_ASSERT(norm_max(at.phi, at.m) > 1e-3);
        CU_ASSERT(norm_max(left, at.m) < 1e-6 * (1 + norm_max(s.a, s.n)));
        trial_free(&s);
    }
}

/* All formulations take one trajectory when steps are small. */
static void agreement(void)
{
    static const char *const on[] = {"pendulum", "double-four-bar", "bricard"};
    for (size_t p = 0; p < sizeof on / sizeof *on; p++)
        for (int k = 0; formulations[k]; k++) {
            struct choice choice = choose(on[p], formulations[k]->name, "hht:alpha=0", 1e-3, 1);
            struct result result = measured(&choice);
            CU_ASSERT(result.status == OK);
            CU_ASSERT(result.error < 2e-5);
            CU_ASSERT(result.phi < 1e-9);
            CU_ASSERT(result.phidot < 1e-6);
            CU_ASSERT(result.phiddot < 1e-3);
        }
}

/* Dense, banded and sparse solvers give the same motion. */
static void solvers_agree(void)
{
    for (int k = 0; formulations[k]; k++)
        for (int i = 0; integrators[i]; i++) {
            double first = 0;
            for (enum backend backend = DENSE; backend < BACKENDS; backend++) {
                struct choice choice = choose("bricard", formulations[k]->name, integrators[i]->name, 1e-2,
                                              0.2);
                choice.backend = backend;
                struct result result = measured(&choice);
                CU_ASSERT(result.status == OK);
                if (backend == DENSE)
                    first = result.error;
                CU_ASSERT(fabs(result.error - first) < 1e-10);
            }
        }
}

SUITE(formulations)
{
    CU_pSuite suite = CU_add_suite("formulations", NULL, NULL);
    CU_add_test(suite, "tangents agree with differences", tangents);
    CU_add_test(suite, "corrections solve the tangent", solves);
    CU_add_test(suite, "stabilised as asked for", stabilisation);
    CU_add_test(suite, "all formulations agree on one trajectory", agreement);
    CU_add_test(suite, "dense, band and sparse solvers agree", solvers_agree);
}
