/* The integrators, the Newton loop and the exact solutions, on the systems of small_systems.h. */
#include <CUnit/CUnit.h>
#include <math.h>
#include "core/arena.h"
#include "core/elliptic.h"
#include "core/newmark.h"
#include "core/newton.h"
#include "core/radau.h"
#include "core/reduced.h"
#include "tests/small_systems.h"

void suite_integrators_kernel(void);

extern const struct integrator integrator_rk4, integrator_hht, integrator_genalpha, integrator_bdf;

/* ---- orders ---- */

static void check_order(const struct integrator *integrator, double parameter, double tol, int wanted,
                        const struct formulation *formulation, int steps, int levels)
{
    const double parameters[PARAMETERS_MAX] = {parameter, tol};
    exact_motion *exact = formulation_is_bar(formulation) ? exact_bar : exact_angle;
    struct outcome coarse = run(integrator, parameters, formulation, exact, 5, steps);
    struct outcome fine = run(integrator, parameters, formulation, exact, 5, 2 * steps);
    CU_ASSERT_EQUAL(coarse.status, OK);
    CU_ASSERT_EQUAL(fine.status, OK);
    CU_ASSERT_EQUAL(integrator->order(parameters), wanted);
    const double order[] = {log2(coarse.q / fine.q), log2(coarse.v / fine.v), log2(coarse.a / fine.a)};
    for (int i = 0; i < levels; i++)
        CU_ASSERT_DOUBLE_EQUAL(order[i], wanted, 0.3);
}

static void test_rk4_order(void)
{
    check_order(&integrator_rk4, 0, 0, 4, &angle, 200, 3);
    check_order(&integrator_rk4, 0, 0, 4, &bar, 200, 3);
}

static void test_hht_order(void)
{
    const double alpha[] = {0, -0.05, -0.3};
    for (int i = 0; i < 3; i++) {
        check_order(&integrator_hht, alpha[i], 1e-13, 2, &angle, 400, 3);
        check_order(&integrator_hht, alpha[i], 1e-13, 2, &bar, 400, 3);
        check_order(&integrator_hht, alpha[i], 1e-13, 2, &rough, 400, 2);
    }
}

/* Without projection the accelerations start with an error of first order that only damping removes. */
static void test_genalpha_order(void)
{
    const double rho[] = {0, 0.5, 0.9};
    for (int i = 0; i < 3; i++) {
        check_order(&integrator_genalpha, rho[i], 1e-13, 2, &angle, 400, 3);
        check_order(&integrator_genalpha, rho[i], 1e-13, 2, &bar, 400, 3);
        check_order(&integrator_genalpha, rho[i], 1e-13, 2, &rough, 400, 2);
    }
}

/* Without projection the accelerations of the first k steps are an order or two worse. */
static void test_bdf_order(void)
{
    const int steps[] = {6400, 1600, 800, 400, 200, 150};
    for (int k = 1; k <= 6; k++) {
        check_order(&integrator_bdf, k, 1e-15, k, &angle, steps[k - 1], 3);
        check_order(&integrator_bdf, k, 1e-15, k, &bar, steps[k - 1], 3);
        check_order(&integrator_bdf, k, 1e-15, k, &rough, steps[k - 1], 2);
    }
}

/* From the first step on w is the acceleration at t + (alpha_m - alpha_f) h, to second order. */
static double error_of_w(double rho, int steps)
{
    const double parameters[PARAMETERS_MAX] = {rho, 1e-13}, h = 2. / steps, shift = (rho - 1) / (rho + 1) * h;
    struct fake fake = {.k = 0};
    struct model model = {.n = 1, .length = 1};
    double q, v, a, e[3], worst = 0;
    exact_angle(0, &q, &v, &a);
    struct motion motion = {&model, &angle, &fake, 0, h, &q, &v, &a, newton_create(&angle, &model), 0, 0};
    struct newmark *self = integrator_genalpha.create(1, parameters, h);
    integrator_genalpha.start(self, &motion);
    for (int i = 0; i <= steps; i++) {
        exact_angle(motion.t + shift, e, e + 1, e + 2);
        worst = fmax(worst, fabs(self->w[0] - e[2]));
        CU_ASSERT_EQUAL(integrator_genalpha.step(self, &motion), OK);
    }
    integrator_genalpha.destroy(self);
    newton_free(motion.newton);
    return worst;
}

static void test_algorithmic_acceleration(void)
{
    const double rho[] = {0, 0.5, 0.9};
    for (int i = 0; i < 3; i++)
        CU_ASSERT_DOUBLE_EQUAL(log2(error_of_w(rho[i], 200) / error_of_w(rho[i], 400)), 2, 0.1);
}

/* ---- damping ---- */

static struct motion oscillator(struct model *model, struct fake *fake, double h, double *state)
{
    *model = (struct model){.n = 1, .length = 1};
    return (struct motion){
        model, &linear, fake, 0, h, state + 0, state + 1, state + 2, newton_create(&linear, model), 0, 0};
}

/* Decay of q a step, seen between steps 200 and 400 of an oscillator that the step is far from resolving. */
static double decay(const struct integrator *integrator, double parameter)
{
    const double parameters[PARAMETERS_MAX] = {parameter, 1e-10}, h = 1;
    double state[3] = {1, 1, 0}, before = 0;
    struct fake fake = {.k = 1e7};
    struct model model;
    struct motion motion = oscillator(&model, &fake, h, state);
    void *self = integrator->create(1, parameters, h);
    CU_ASSERT_EQUAL(integrator->start(self, &motion), OK);
    for (int i = 0; i < 400; i++) {
        CU_ASSERT_EQUAL(integrator->step(self, &motion), OK);
        if (i == 199)
            before = fabs(state[0]);
    }
    integrator->destroy(self);
    newton_free(motion.newton);
    return pow(fabs(state[0]) / before, 1. / 200);
}

static void test_spectral_radius(void)
{
    const double rho[] = {0.5, 0.8, 0.9, 1}, alpha[] = {-0.3, -0.1, -0.05, 0};
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_DOUBLE_EQUAL(decay(&integrator_genalpha, rho[i]), rho[i], 0.015);
        CU_ASSERT_DOUBLE_EQUAL(decay(&integrator_hht, alpha[i]), (1 + alpha[i]) / (1 - alpha[i]), 0.015);
    }
}

static void test_trapezoidal_energy(void)
{
    const double parameters[PARAMETERS_MAX] = {0, 1e-14}, h = 0.1;
    double state[3] = {1, 0.5, 0}, worst = 0;
    struct fake fake = {.k = 9};
    struct model model;
    struct motion motion = oscillator(&model, &fake, h, state);
    void *self = integrator_hht.create(1, parameters, h);
    integrator_hht.start(self, &motion);
    const double E = (9 * 1 + 0.25) / 2;
    for (int i = 0; i < 10000; i++) {
        CU_ASSERT_EQUAL_FATAL(integrator_hht.step(self, &motion), OK);
        worst = fmax(worst, fabs((9 * state[0] * state[0] + state[1] * state[1]) / 2 - E));
    }
    CU_ASSERT(worst < 1e-11);
    integrator_hht.destroy(self);
    newton_free(motion.newton);
}

/* A decay rate of 8000/s, far beyond what a Runge-Kutta step of 0.01 s survives: the start of every method must. */
static void test_stiff_start(void)
{
    const double k = 8000, c = 8001, h = 0.01; /* rates 8000 and 1 */
    const struct integrator *const list[] = {&integrator_hht, &integrator_genalpha, &integrator_bdf,
                                             &integrator_bdf};
    const double parameters[][2] = {{-0.3, 1e-10}, {0.5, 1e-10}, {2, 1e-11}, {5, 1e-11}};
    const double close[] = {2e-4, 2e-4, 2e-5, 1e-10};
    for (int i = 0; i < 4; i++) {
        double state[3] = {1, -0.99, 0};
        struct fake fake = {.k = k, .c = c};
        struct model model;
        struct motion motion = oscillator(&model, &fake, h, state);
        void *self = list[i]->create(1, parameters[i], h);
        CU_ASSERT_EQUAL(list[i]->start(self, &motion), OK);
        for (int j = 0; j < 100; j++)
            CU_ASSERT_EQUAL(list[i]->step(self, &motion), OK);
        const double slow = (k - 0.99) / (k - 1); /* q = slow e^-t + fast e^-8000t */
        CU_ASSERT_DOUBLE_EQUAL(state[0], slow * exp(-1), close[i]);
        list[i]->destroy(self);
        newton_free(motion.newton);
    }
}

/* ---- Newton ---- */

static void test_newton_iterations(void)
{
    const double genalpha[PARAMETERS_MAX] = {0.9, 1e-10}, bdf[PARAMETERS_MAX] = {4, 1e-11};
    struct outcome coarse = run(&integrator_genalpha, genalpha, &bar, exact_bar, 10, 100);
    struct outcome fine = run(&integrator_genalpha, genalpha, &bar, exact_bar, 10, 1000);
    struct outcome multi = run(&integrator_bdf, bdf, &bar, exact_bar, 10, 200);
    CU_ASSERT(coarse.iterations <= 2.5 && coarse.iterations > 1);
    CU_ASSERT(fine.iterations <= 1.2);
    CU_ASSERT(multi.iterations <= 2.2);
}

/* Stopping early must not show: a loose tolerance differs from a tight one by about the tolerance, a step. */
static void test_newton_tolerance(void)
{
    const double tight[PARAMETERS_MAX] = {0, 1e-16}, loose[PARAMETERS_MAX] = {0, 1e-10};
    struct outcome exact = run(&integrator_hht, tight, &bar, exact_bar, 10, 1000);
    struct outcome close = run(&integrator_hht, loose, &bar, exact_bar, 10, 1000);
    CU_ASSERT_EQUAL(exact.status, OK);
    CU_ASSERT_DOUBLE_EQUAL(exact.last_q, close.last_q, 1e-7);
    CU_ASSERT(exact.last_q != close.last_q);
}

/* A tangent is kept where the formulation allows it and the iteration is to be the last; long steps, which need three, still have new ones. It must
   not show. */
static void test_newton_keeps(void)
{
    const double loose[PARAMETERS_MAX] = {0.9, 1e-10}, tight[PARAMETERS_MAX] = {0.9, 1e-16};
    struct formulation keeping = angle;
    keeping.keeps = true;
    struct outcome fresh = run(&integrator_genalpha, loose, &angle, exact_angle, 10, 50);
    struct outcome kept = run(&integrator_genalpha, loose, &keeping, exact_angle, 10, 50);
    CU_ASSERT_EQUAL(fresh.factorizations, fresh.iterations);
    CU_ASSERT(kept.factorizations < 0.6 * fresh.factorizations);
    CU_ASSERT(kept.iterations < 1.1 * fresh.iterations);
    CU_ASSERT_DOUBLE_EQUAL(kept.last_q, fresh.last_q, 1e-9);
    fresh = run(&integrator_genalpha, tight, &angle, exact_angle, 10, 25);
    kept = run(&integrator_genalpha, tight, &keeping, exact_angle, 10, 25);
    CU_ASSERT(kept.factorizations > 2.5 && kept.iterations < 1.1 * fresh.iterations);
    CU_ASSERT_DOUBLE_EQUAL(kept.last_q, fresh.last_q, 1e-13);
    struct outcome explicit = run(&integrator_rk4, tight, &angle, exact_angle, 10, 50);
    CU_ASSERT(explicit.factorizations == 4 && explicit.iterations == 0); /* one for each acceleration */
}

/* What a run leaves in Newton's memory, wherever it ended, does not change the digits of the next. */
static void test_newton_repeats(void)
{
    const double parameters[PARAMETERS_MAX] = {0.9, 1e-10};
    struct fake fake = {.k = 0};
    struct model model = {.n = 1, .length = 1};
    double q, v, a, first = 0;
    long iterations = 0;
    struct motion motion = {&model, &angle, &fake, 0, 0.005, &q, &v, &a, newton_create(&angle, &model), 0, 0};
    void *self = integrator_genalpha.create(1, parameters, motion.h);
    for (int turn = 0; turn < 10; turn++) {
        motion.t = 0;
        motion.iterations = 0;
        exact_angle(0, &q, &v, &a);
        integrator_genalpha.start(self, &motion);
        for (int i = 0; i <= turn; i++) {
            integrator_genalpha.step(self, &motion);
            if (i == 0 && turn == 0) {
                first = q;
                iterations = motion.iterations;
            } else if (i == 0) {
                CU_ASSERT_EQUAL(q, first);
                CU_ASSERT_EQUAL(motion.iterations, iterations);
            }
        }
    }
    integrator_genalpha.destroy(self);
    newton_free(motion.newton);
}

static enum status rootless_residual(void *self, const struct point *p, double *r)
{
    (void)self;
    r[0] = p->q[0] * p->q[0] + 1;
    return OK;
}

static enum status rootless_tangent(void *self, const struct point *p)
{
    ((struct fake *)self)->T[0][0] = 2 * p->q[0];
    return OK;
}

static enum status poison_residual(void *self, const struct point *p, double *r)
{
    (void)self, (void)p;
    r[0] = (double)NAN;
    return OK;
}

static void test_newton_gives_up(void)
{
    struct fake fake = {.k = 0};
    struct model model = {.n = 1, .length = 1};
    double q = 0.3, v, a, zero = 0;
    struct formulation rootless = angle;
    rootless.residual = rootless_residual;
    rootless.tangent = rootless_tangent;
    struct motion motion = {&model, &rootless, &fake, 0, 1, &q, &v, &a, newton_create(&angle, &model), 0, 0};
    enum status status = newton_solve(&motion, 1, &(struct affine){1, 1, &zero, &zero, 0}, 1e-10);
    CU_ASSERT(status == NO_CONVERGENCE || status == DIVERGED);
    CU_ASSERT(motion.iterations <= 50);
    rootless.residual = poison_residual;
    q = 1;
    CU_ASSERT_EQUAL(newton_solve(&motion, 2, &(struct affine){1, 1, &zero, &zero, 0}, 1e-10), DIVERGED);
    newton_free(motion.newton);
}

/* ---- exact solutions ---- */

static void test_elliptic_values(void)
{
    /* K(0) = pi/2; K(1/sqrt 2) = Gamma(1/4)^2 / (4 sqrt pi) */
    long double gamma = tgammal(0.25L), pi = acosl(-1);
    CU_ASSERT(fabsl(elliptic_K(0) - pi / 2) < 1e-18L);
    CU_ASSERT(fabsl(elliptic_K(sqrtl(0.5L)) - gamma * gamma / (4 * sqrtl(pi))) < 3e-18L);
    CU_ASSERT(isinf(elliptic_K(1)));
    CU_ASSERT(fabsl(jacobi(0.7L, 1).sn - tanhl(0.7L)) < 1e-18L);
    CU_ASSERT(fabsl(jacobi_am(0.7L, 0) - 0.7L) < 1e-18L);
    /* one revolution of the double four-bar, k = 11.445, theta' = 1 at the top */
    long double W = sqrtl(11.695L);
    CU_ASSERT(fabsl(2 * elliptic_K(sqrtl(11.445L) / W) / W - 1.94251492260708L) < 1e-14L);
}

static void test_elliptic_identities(void)
{
    const long double moduli[] = {0.1L, 0.5L, 0.9L, 0.99L, 0.99999L};
    for (int i = 0; i < 5; i++) {
        const long double k = moduli[i], K = elliptic_K(k);
        for (int l = 0; l < 128; l++) {
            const long double u = -7 + 0.37L * l;
            struct jacobi x = jacobi(u, k), y = jacobi(0.83L, k), sum = jacobi(u + 0.83L, k);
            CU_ASSERT(fabsl(x.sn * x.sn + x.cn * x.cn - 1) < 1e-18L);
            CU_ASSERT(fabsl(x.dn * x.dn + k * k * x.sn * x.sn - 1) < 1e-18L);
            long double d = 1 - k * k * x.sn * x.sn * y.sn * y.sn;
            CU_ASSERT(fabsl(sum.sn - (x.sn * y.cn * y.dn + y.sn * x.cn * x.dn) / d) < 3e-16L);
            CU_ASSERT(fabsl(jacobi_am(u + 2 * K, k) - jacobi_am(u, k) - acosl(-1)) < 1e-15L);
            long double e = 1e-5L, slope = (jacobi_am(u + e, k) - jacobi_am(u - e, k)) / (2 * e);
            CU_ASSERT(fabsl(slope - x.dn) < 1e-9L);
        }
    }
}

/* u by Simpson's rule from the defining integral leads back to phi */
static void test_elliptic_integral(void)
{
    const long double k = 0.9L, phi = 2;
    const int N = 2000;
    long double sum = 0;
    for (int i = 0; i <= N; i++) {
        long double s = sinl(phi * i / N);
        sum += (i == 0 || i == N ? 1 : i % 2 ? 4 : 2) / sqrtl(1 - k * k * s * s);
    }
    CU_ASSERT(fabsl(jacobi_am(sum * phi / (3 * N), k) - phi) < 1e-12L);
}

static void linear_decay(void *lambda, long double t, const long double *y, long double *dydt)
{
    (void)t;
    dydt[0] = *(long double *)lambda * y[0];
}

static void ninth_power(void *context, long double t, const long double *y, long double *dydt)
{
    (void)context, (void)y;
    dydt[0] = 9 * powl(t, 8);
}

/* One step is exact for polynomials of degree 9, wrong by h^10 for others, and ends fast modes. */
static void test_radau_step(void)
{
    long double error[2], y = 0;
    for (int k = 0; k < 2; k++) {
        long double lambda = -1, h = ldexpl(1, -1 - k), one = 1;
        CU_ASSERT_FATAL(radau_step(&(struct radau){0}, linear_decay, &lambda, 1, 0, h, &one, &y));
        error[k] = fabsl(y - expl(-h));
    }
    CU_ASSERT(error[0] < 3e-12L && fabsl(log2l(error[0] / error[1]) - 10) < 0.5L);
    CU_ASSERT(radau_step(&(struct radau){0}, ninth_power, NULL, 1, 0, 1, &(long double){0}, &y));
    CU_ASSERT(fabsl(y - 1) < 1e-17L);
    CU_ASSERT(
        radau_step(&(struct radau){0}, linear_decay, &(long double){-1e8L}, 1, 0, 1, &(long double){1}, &y));
    CU_ASSERT(fabsl(y) < 1e-6L);
}

static void pendulum(void *context, long double t, const long double *y, long double *dydt)
{
    (void)context, (void)t;
    dydt[0] = y[1];
    dydt[1] = -sinl(y[0]);
}

static void test_reduced_pendulum(void)
{
    struct arena *arena = arena_create();
    const long double k = 0.8L;
    struct reduced *r = reduced_create(arena, pendulum, NULL, 2, (long double[]){0, 2 * k}, 20, 100);
    long double y[REDUCED_MAX], worst = 0;
    for (int i = 0; i <= 5000; i++) { /* a little beyond the duration too */
        long double t = 20.2L * i / 5000;
        struct jacobi j = jacobi(t, k);
        reduced_at(r, t, y);
        worst = fmaxl(worst, fmaxl(fabsl(y[0] - 2 * asinl(k * j.sn)), fabsl(y[1] - 2 * k * j.cn)));
    }
    CU_ASSERT(worst < 1e-15L);
    arena_free(arena);
}

static void stiff(void *context, long double t, const long double *y,
                  long double *dydt) /* y = sin t + e^-8000t */
{
    (void)context;
    dydt[0] = -8000 * (y[0] - sinl(t)) + cosl(t);
}

static void test_reduced_stiff(void)
{
    struct arena *arena = arena_create();
    struct reduced *r = reduced_create(arena, stiff, NULL, 1, (long double[]){1}, 10, 1000);
    long double y, worst = 0;
    for (int i = 0; i <= 5000; i++) {
        long double t = 10 * powl(i / 5000.0L, 4);
        reduced_at(r, t, &y);
        worst = fmaxl(worst, fabsl(y - sinl(t) - expl(-8000 * t)));
    }
    CU_ASSERT(worst < 1e-14L);
    CU_ASSERT(reduced_nodes(r) < 3000);
    arena_free(arena);
}

void suite_integrators_kernel(void)
{
    CU_pSuite suite = CU_add_suite("integrators, Newton, exact solutions", NULL, NULL);
    CU_add_test(suite, "RK4 is of order 4", test_rk4_order);
    CU_add_test(suite, "HHT is of order 2 in q, v, a", test_hht_order);
    CU_add_test(suite, "generalized-alpha is of order 2 in q, v, a", test_genalpha_order);
    CU_add_test(suite, "algorithmic acceleration", test_algorithmic_acceleration);
    CU_add_test(suite, "BDF k is of order k", test_bdf_order);
    CU_add_test(suite, "spectral radius at infinity", test_spectral_radius);
    CU_add_test(suite, "trapezoidal rule conserves energy", test_trapezoidal_energy);
    CU_add_test(suite, "stiff start", test_stiff_start);
    CU_add_test(suite, "Newton: iterations", test_newton_iterations);
    CU_add_test(suite, "Newton: tolerance", test_newton_tolerance);
    CU_add_test(suite, "Newton: kept tangents", test_newton_keeps);
    CU_add_test(suite, "Newton: repeated run", test_newton_repeats);
    CU_add_test(suite, "Newton: gives up", test_newton_gives_up);
    CU_add_test(suite, "elliptic functions: values", test_elliptic_values);
    CU_add_test(suite, "elliptic functions: identities", test_elliptic_identities);
    CU_add_test(suite, "elliptic functions: integral", test_elliptic_integral);
    CU_add_test(suite, "Radau: one step", test_radau_step);
    CU_add_test(suite, "reduced: pendulum", test_reduced_pendulum);
    CU_add_test(suite, "reduced: stiff", test_reduced_stiff);
}
