/* Off the constraint manifold: the accelerations that the stabilised formulations give bring the violation back as they
   promise, and their explicit and implicit views are the same equations. */
#include <CUnit/Basic.h>
#include "tests/suite.h"
#include "tests/support.h"

#include <assert.h>
#include <math.h>
#include "core/evaluation.h"
#include "core/vector.h"

static const double XI = 0.7, OMEGA = 5;
static const char *const ON[] = {"pendulum", "double-four-bar", "n-four-bar:n=3"};
enum { PROBLEMS = sizeof ON / sizeof *ON };

struct place { /* a disturbed state, and what a formulation makes of it */
    struct arena *arena;
    struct model *model;
    const struct formulation *formulation;
    void *form;
    struct at at;
    double *q, *v, *a;
};

static struct place place_create(const char *name, const char *parameters, const char *problem)
{
    struct place p = {
        .arena = arena_create(), .model = model_named(problem), .formulation = formulation_named(name)};
    double values[PARAMETERS_MAX];
    char error[200];
    size_t n = (size_t)p.model->n;
    assert(p.formulation);
    CU_ASSERT_FATAL(parameters_read(p.formulation->parameters, parameters, values, error, sizeof error));
    p.form = p.formulation->create(p.model, values, &(struct settings){AUTOMATIC, 0.01});
    at_create(&p.at, p.arena, p.model);
    p.q = take_doubles(p.arena, n);
    p.v = take_doubles(p.arena, n);
    p.a = take_doubles(p.arena, n);
    p.model->exact(p.model, 0.3, p.q, p.v, take_doubles(p.arena, (size_t)p.model->ledger + 1));
    seed(11);
    for (int i = 0; i < p.model->n; i++) {
        p.q[i] += 1e-2 * uniform();
        p.v[i] += 0.1 * uniform();
    }
    CU_ASSERT(p.formulation->accelerations(p.form, 0.3, p.q, p.v, p.a) == OK);
    at_position(&p.at, p.q);
    at_velocity(&p.at, p.q, p.v);
    at_forces(&p.at, 0.3, p.q, p.v);
    return p;
}

static void place_free(struct place *p)
{
    p->formulation->destroy(p->form);
    model_free(p->model);
    arena_free(p->arena);
}

/* phi_q a - gamma + 2 xi omega phidot + omega^2 phi, which is to vanish */
static double departure(struct place *p)
{
    const struct at *at = &p->at;
    double *s = take_doubles(p->arena, (size_t)at->m);
    for (int k = 0; k < at->m; k++)
        s[k] = -at->gamma[k] + 2 * XI * OMEGA * at->phidot[k] + OMEGA * OMEGA * at->phi[k];
    add_phi_q(at, 1, p->a, s);
    return norm_max(s, at->m);
}

/* M a + phi_q' lambda - Q */
static double imbalance(struct place *p)
{
    const struct at *at = &p->at;
    double *r = take_doubles(p->arena, (size_t)at->n);
    add(r, -1, at->Q, at->n);
    add_mass(at, 1, p->a, r);
    add_phi_q_transposed(at, 1, p->formulation->multipliers(p->form), r);
    return norm_max(r, at->n);
}

static void check_accelerations(const char *name, const char *parameters, double tolerance)
{
    for (int k = 0; k < PROBLEMS; k++) {
        struct place p = place_create(name, parameters, ON[k]);
        CU_ASSERT(norm_max(p.at.phi, p.at.m) > 1e-3); /* there is something to bring back */
        CU_ASSERT(norm_max(p.at.phidot, p.at.m) > 1e-2);
        CU_ASSERT(departure(&p) < tolerance);
        CU_ASSERT(imbalance(&p) < tolerance);
        place_free(&p);
    }
}

static void violations_return(void)
{
    check_accelerations("lagrange", "xi=0.7,omega=5,project=0", 1e-9);
    check_accelerations("penalty", "xi=0.7,omega=5,alpha=1e9,project=0", 1e-5);
}

/* The implicit residual, made of the explicit accelerations and multipliers, vanishes. */
static void check_views(const char *name, const char *parameters, double tolerance)
{
    for (int k = 0; k < PROBLEMS; k++) {
        struct place p = place_create(name, parameters, ON[k]);
        int n = p.model->n, N = formulation_unknowns(p.formulation, p.model);
        double *r = take_doubles(p.arena, (size_t)N);
        if (N > n)
            copy(p.formulation->extra(p.form), p.formulation->multipliers(p.form), N - n);
        struct point point = {0.3, p.q, p.v, p.a, 200, 40000, 0};
        CU_ASSERT(p.formulation->residual(p.form, &point, r) == OK);
        if (!(norm_max(r, N) < tolerance))
            printf("\n  %s on %s: %.1e ", name, ON[k], norm_max(r, N));
        CU_ASSERT(norm_max(r, N) < tolerance);
        place_free(&p);
    }
}

static void views_agree(void)
{
    check_views("lagrange", "xi=0.7,omega=5,row=baumgarte,project=0", 1e-8);
    check_views("penalty", "xi=0.7,omega=5,alpha=1e5,project=0", 1e-6);
}

SUITE(stabilisation)
{
    CU_pSuite suite = CU_add_suite("stabilisation", NULL, NULL);
    CU_add_test(suite, "a violation is brought back as promised", violations_return);
    CU_add_test(suite, "explicit and implicit view are the same equations", views_agree);
}
