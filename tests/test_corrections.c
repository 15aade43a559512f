/* Corrections of a linear solution that converge quickly, slowly or not at all; and the steps for which they are made. */
#include <CUnit/Basic.h>
#include "tests/suite.h"

#include <math.h>
#include "core/corrections.h"
#include "core/vector.h"
#include "tests/support.h"

enum { N = 6, MOST = 30 };

/* T = diag(t) solved with P = I, but for the last unknown, which follows the first and is not measured. The first entries of t are given, the
   others are close to 1. Returns the error, and the corrections taken. */
static double solved(const double *bad, int count, bool help, int *passes)
{
    struct arena *arena = arena_create();
    struct corrections *c = corrections_create(arena, N - 1, N);
    double t[N], y[N] = {0}, rest[N], delta[N], last = 0, error = 0;
    for (int i = 0; i < N; i++) {
        t[i] = i < count ? bad[i] : 1 + 1e-3 * i;
        rest[i] = t[i] * (i + 1); /* the solution is 1, 2, 3, … */
    }
    t[N - 1] = 1;
    rest[N - 1] = N - 2;
    corrections_begin(c);
    for (*passes = 0; *passes < MOST; ++*passes) {
        copy(delta, rest, N);
        double size = norm_max(delta, N - 1);
        if (help)
            corrections_improve(c, delta);
        add(y, 1, delta, N);
        if (*passes && are_enough(size, last, norm_max(y, N - 1)))
            break;
        last = size;
        for (int i = 0; i < N; i++)
            rest[i] -= t[i] * delta[i];
        rest[N - 1] += 2 * delta[0];
    }
    for (int i = 0; i < N; i++)
        error = fmax(error, fabs(y[i] - (i + 1)));
    arena_free(arena);
    return error;
}

static void quick(void)
{
    int passes;
    CU_ASSERT(solved(NULL, 0, true, &passes) < 1e-10);
    CU_ASSERT(passes <= 6);
}

static void slow(void)
{
    const double bad[] = {0.05, 0.3};
    int passes;
    CU_ASSERT(solved(bad, 2, true, &passes) < 1e-10);
    CU_ASSERT(passes < MOST);
    CU_ASSERT(solved(bad, 2, false, &passes) > 1e-3);
}

/* Eigenvalues of I - T beyond one: corrections grow by themselves. */
static void growing(void)
{
    const double bad[] = {-0.8, 3.5, 0.01};
    int passes;
    CU_ASSERT(solved(bad, 3, true, &passes) < 1e-10);
    CU_ASSERT(passes < MOST);
    CU_ASSERT(solved(bad, 3, false, &passes) > 1e-3);
}

/* Steps that land within some micrometres of a singular position. */
static void beside_singular(void)
{
    const struct {
        const char *problem, *formulation, *integrator;
        double steps;
    } runs[] = {{"double-four-bar", "ggl", "bdf", 3914},
                {"double-four-bar", "ggl", "bdf", 5816},
                {"double-four-bar", "ggl", "genalpha", 13423},
                {"n-four-bar:n=10", "lagrange", "genalpha", 11763}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct choice choice = choose(runs[i].problem, runs[i].formulation, runs[i].integrator,
                                      10 / runs[i].steps, 0);
        struct result result = measured(&choice);
        CU_ASSERT_EQUAL(result.status, OK);
        CU_ASSERT(result.drift < 0.01);
        CU_ASSERT(result.error < 0.001);
    }
}

SUITE(corrections)
{
    CU_pSuite suite = CU_add_suite("corrections", NULL, NULL);
    CU_add_test(suite, "those that shrink quickly end soon", quick);
    CU_add_test(suite, "those that shrink slowly are helped", slow);
    CU_add_test(suite, "those that grow are helped", growing);
    CU_add_test(suite, "steps beside a singular position are taken", beside_singular);
}
