#include "core/linear.h"

#include <CUnit/Basic.h>
#include <stdlib.h>
#include "core/vector.h"
#include "tests/suite.h"
#include "tests/support.h"

/* A matrix to try: a pattern and values in its slots. */
struct trial {
    struct arena *arena;
    enum linear_kind kind;
    struct pattern pattern;
    double *A;
};

enum shape { POSITIVE, INDEFINITE, ANY };

/* A band of half-width w, shuffled or not, with gaps in it; diagonally dominant enough to be well conditioned, and for
   ANY dominant off the diagonal, so that pivoting has to work. */
static struct trial make_trial(int n, int w, enum shape shape, bool shuffled)
{
    struct trial t = {arena_create(), shape == ANY ? GENERAL : SYMMETRIC, {0}, NULL};
    struct entries entries = {0};
    int *p = take_ints(t.arena, (size_t)n);
    shuffle(p, n);
    for (int i = 0; i < n; i++)
        for (int j = i - w < 0 ? 0 : i - w; j < n && j <= i + w; j++)
            if (i == j || (abs(i - j) == 1 && w) || uniform() > 0)
                entries_add(&entries, shuffled ? p[i] : i, shuffled ? p[j] : j);
    t.pattern = pattern_from(t.arena, n, n, &entries);
    t.A = take_doubles(t.arena, (size_t)pattern_size(&t.pattern));
    for (int i = 0; i < n; i++)
        for (int k = t.pattern.start[i]; k < t.pattern.start[i + 1]; k++) {
            int j = t.pattern.index[k], mirror = pattern_slot(&t.pattern, j, i);
            t.A[k] = uniform();
            if (shape != ANY && mirror >= 0 && j < i)
                t.A[k] = t.A[mirror];
            if (i == j)
                t.A[k] = shape == ANY          ? 0.1 * uniform()
                         : shape == INDEFINITE ? (uniform() > 0.5 ? -1 : 1) * (2 * w + 2)
                                               : 2 * w + 2;
        }
    for (int i = 0; shape == ANY && i < n;
         i++) /* one large entry a row, in a cyclic permutation within blocks of 2 */
        for (int k = t.pattern.start[i]; k < t.pattern.start[i + 1]; k++) {
            int j = t.pattern.index[k], a = i, b = j;
            for (int c = 0; shuffled && c < n; c++) {
                a = p[c] == i ? c : a;
                b = p[c] == j ? c : b;
            }
            bool last = (n & 1) && a == n - 1;
            if (w == 0 || last ? a == b : b == (a ^ 1))
                t.A[k] = 2 * w + 3;
        }
    return t;
}

static void assemble(const struct trial *t, struct linear *linear)
{
    double *values = linear_values(linear);
    clear(values, linear_size(linear));
    for (int i = 0; i < t->pattern.rows; i++)
        for (int k = t->pattern.start[i]; k < t->pattern.start[i + 1]; k++)
            values[linear_slot(linear, i, t->pattern.index[k])] = t->A[k];
}

/* |A x - b| of a symmetric trial counts an entry that only one triangle declares for both. */
static double residual(const struct trial *t, const double *x, const double *b)
{
    double worst = 0, *r = take_doubles(t->arena, (size_t)t->pattern.rows);
    for (int i = 0; i < t->pattern.rows; i++)
        for (int k = t->pattern.start[i]; k < t->pattern.start[i + 1]; k++) {
            int j = t->pattern.index[k];
            r[i] += t->A[k] * x[j];
            if (t->kind == SYMMETRIC && pattern_slot(&t->pattern, j, i) < 0)
                r[j] += t->A[k] * x[i];
        }
    for (int i = 0; i < t->pattern.rows; i++)
        worst = fabs(r[i] - b[i]) <= worst ? worst : fabs(r[i] - b[i]);
    return worst;
}

static void check_backend(const struct trial *t, enum backend backend, int count)
{
    int n = t->pattern.rows;
    struct linear *linear = linear_create(&t->pattern, t->kind, backend);
    const size_t size = (size_t)n * (size_t)count;
    double *x = take_doubles(t->arena, size), *b = take_doubles(t->arena, size);
    if (backend != AUTOMATIC)
        CU_ASSERT_EQUAL(linear_backend(linear), backend);
    for (int round = 0; round < 3; round++) { /* refactoring has to forget the last factor */
        assemble(t, linear);
        CU_ASSERT_EQUAL_FATAL(linear_factor(linear), OK);
        for (int i = 0; i < n * count; i++)
            x[i] = b[i] = uniform();
        linear_solve(linear, x, count);
        for (int c = 0; c < count; c++)
            CU_ASSERT(residual(t, x + c * n, b + c * n) < 1e-12 * (n + 10));
    }
    linear_free(linear);
}

static void agree(enum shape shape)
{
    static const int sizes[] = {1, 2, 3, 4, 6, 7, 13, 24, 40, 82, 90, 137, 200};
    static const int widths[] = {0, 1, 2, 3, 5, 8, 11, 14, 17, 18, 23, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
            for (int shuffled = 0; shuffled < 2; shuffled++) {
                struct trial t = make_trial(sizes[s], widths[w], shape, shuffled);
                for (int k = 0; k < BACKENDS; k++)
                    if (!(shape == INDEFINITE && k == BAND_LAPACK))
                        check_backend(&t, (enum backend)k, 1 + (int)(s + w) % 7);
                arena_free(t.arena);
            }
}

static void test_positive(void)
{
    agree(POSITIVE);
}

static void test_indefinite(void)
{
    agree(INDEFINITE);
}

static void test_general(void)
{
    agree(ANY);
}

/* The solutions themselves, not only their residuals. */
static void test_same_solution(void)
{
    for (int general = 0; general < 2; general++) {
        struct trial t = make_trial(150, 9, general ? ANY : POSITIVE, true);
        double x[BACKENDS][150];
        for (int k = 0; k < BACKENDS; k++) {
            struct linear *linear = linear_create(&t.pattern, t.kind, (enum backend)k);
            assemble(&t, linear);
            CU_ASSERT_EQUAL(linear_factor(linear), OK);
            for (int i = 0; i < 150; i++)
                x[k][i] = i % 7 - 3;
            linear_solve(linear, x[k], 1);
            for (int i = 0; i < 150; i++)
                CU_ASSERT_DOUBLE_EQUAL(x[k][i], x[AUTOMATIC][i], 1e-10);
            linear_free(linear);
        }
        arena_free(t.arena);
    }
}

/* I + alpha sum of g g', each g a random direction over one block and, if they are coupled, the next: what a penalty makes of a chain of
   bodies, and as badly conditioned. With fewer directions than unknowns in a block. */
static struct trial make_penalised(int blocks, int size, bool coupled, double alpha)
{
    struct trial t = {arena_create(), SYMMETRIC, {0}, NULL};
    struct entries entries = {0};
    int n = blocks * size, reach = coupled ? 2 * size : size;
    double *g = take_doubles(t.arena, (size_t)reach);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (abs(i / size - j / size) <= coupled)
                entries_add(&entries, i, j);
    t.pattern = pattern_from(t.arena, n, n, &entries);
    t.A = take_doubles(t.arena, (size_t)pattern_size(&t.pattern));
    for (int i = 0; i < n; i++)
        t.A[pattern_slot(&t.pattern, i, i)] = 1;
    for (int k = 0; k < blocks * (size - 1); k++) {
        int from = k / (size - 1) * size, count = from + reach <= n ? reach : size;
        for (int i = 0; i < count; i++)
            g[i] = uniform();
        for (int i = 0; i < count * count; i++)
            t.A[pattern_slot(&t.pattern, from + i / count, from + i % count)] += alpha * g[i / count] *
                                                                                 g[i % count];
    }
    return t;
}

/* However bad the condition, what is solved is a matrix within rounding of the one that was given; so is LAPACK's. */
static void test_penalised(void)
{
    static const int sizes[] = {2, 3, 6, 8, 18};
    for (int k = 0; k < 120; k++) {
        int size = sizes[k % 5], blocks = 1 + k / 10;
        struct trial t = make_penalised(blocks, size, k % 2, k % 3 ? 1e6 : 1e10);
        int n = t.pattern.rows;
        double *x = take_doubles(t.arena, (size_t)n), *b = take_doubles(t.arena, (size_t)n);
        double largest = norm_max(t.A, pattern_size(&t.pattern));
        for (int backend = 0; backend < BACKENDS; backend++) {
            struct linear *linear = linear_create(&t.pattern, SYMMETRIC, (enum backend)backend);
            assemble(&t, linear);
            CU_ASSERT_EQUAL(linear_factor(linear), OK);
            for (int i = 0; i < n; i++)
                x[i] = b[i] = uniform();
            linear_solve(linear, x, 1);
            CU_ASSERT(residual(&t, x, b) < 1e-15 * size * (largest * norm_max(x, n) + 1));
            linear_free(linear);
        }
        arena_free(t.arena);
    }
}

static void test_slots(void)
{
    struct arena *arena = arena_create();
    struct entries entries = {0};
    entries_add(&entries, 2, 0); /* one triangle only, and no diagonal at 1 */
    entries_add(&entries, 0, 0);
    entries_add(&entries, 2, 2);
    struct pattern p = pattern_from(arena, 3, 3, &entries);
    for (int k = 0; k < BACKENDS; k++) {
        struct linear *s = linear_create(&p, SYMMETRIC, (enum backend)k);
        CU_ASSERT(linear_slot(s, 2, 0) >= 0);
        CU_ASSERT(linear_slot(s, 2, 0) < linear_size(s));
        CU_ASSERT_EQUAL(linear_slot(s, 0, 2), linear_slot(s, 2, 0));
        CU_ASSERT_NOT_EQUAL(linear_slot(s, 0, 0), linear_slot(s, 2, 2));
        CU_ASSERT_EQUAL(linear_slot(s, 1, 1), -1);
        CU_ASSERT_EQUAL(linear_slot(s, 1, 2), -1);
        CU_ASSERT_EQUAL(linear_factor(s), SINGULAR); /* all zero */
        linear_free(s);
        struct linear *g = linear_create(&p, GENERAL, (enum backend)k);
        CU_ASSERT(linear_slot(g, 2, 0) >= 0);
        CU_ASSERT_EQUAL(linear_slot(g, 0, 2), -1);
        CU_ASSERT_EQUAL(linear_factor(g), SINGULAR);
        linear_free(g);
    }
    arena_free(arena);
}

static void test_export(void)
{
    for (int general = 0; general < 2; general++) {
        struct trial t = make_trial(12, 3, general ? ANY : POSITIVE, true);
        double A[144];
        for (int k = 0; k < BACKENDS; k++) {
            struct linear *linear = linear_create(&t.pattern, t.kind, (enum backend)k);
            assemble(&t, linear);
            linear_export(linear, &t.pattern, A);
            for (int i = 0; i < 12; i++)
                for (int j = 0; j < 12; j++) {
                    int slot = pattern_slot(&t.pattern, i, j);
                    slot = slot < 0 && !general ? pattern_slot(&t.pattern, j, i) : slot;
                    CU_ASSERT_EQUAL(A[i + 12 * j], slot < 0 ? 0 : t.A[slot]);
                }
            linear_free(linear);
        }
        arena_free(t.arena);
    }
}

/* Singular, then spoiled by a NaN, an infinity, and sound again: the failure must leave nothing behind. */
static void test_singular(void)
{
    for (int general = 0; general < 2; general++) {
        struct trial t = make_trial(30, 4, general ? ANY : POSITIVE, true);
        for (int k = 0; k < BACKENDS; k++) {
            struct linear *linear = linear_create(&t.pattern, t.kind, (enum backend)k);
            assemble(&t, linear);
            CU_ASSERT_EQUAL(linear_factor(linear), OK);
            assemble(&t, linear);
            for (int j = 0; j < 30; j++)
                for (int flip = 0; flip < 2; flip++) {
                    int slot = flip ? linear_slot(linear, j, 7) : linear_slot(linear, 7, j);
                    if (slot >= 0)
                        linear_values(linear)[slot] = 0;
                }
            CU_ASSERT_EQUAL(linear_factor(linear), SINGULAR);
            for (int spoil = 0; spoil < 2; spoil++) {
                assemble(&t, linear);
                linear_values(linear)[linear_slot(linear, 11, 11)] = spoil ? (double)NAN : (double)INFINITY;
                CU_ASSERT_EQUAL(linear_factor(linear), SINGULAR);
            }
            linear_free(linear);
            check_backend(&t, (enum backend)k, 2);
        }
        arena_free(t.arena);
    }
}

/* Springs between three points that float freely: singular, but the last pivot comes out as rounding more often than as
   zero. Nearly all must be refused; with one point tied down all must be accepted. */
static void test_rounding_pivot(void)
{
    enum { TRIES = 200 };
    struct arena *arena = arena_create();
    struct entries entries = {0};
    for (int i = 0; i < 9; i++)
        entries_add(&entries, i / 3, i % 3);
    struct trial t = {arena, SYMMETRIC, pattern_from(arena, 3, 3, &entries), take_doubles(arena, 9)};
    for (int k = 0; k < BACKENDS; k++) {
        if (k == DENSE || k == BAND_LAPACK) /* LAPACK looks for exact zeros only */
            continue;
        struct linear *linear = linear_create(&t.pattern, SYMMETRIC, (enum backend)k);
        int refused = 0;
        for (int try = 0; try < TRIES; try++) {
            double a = 1.01 + uniform(), b = 1.01 + uniform(), c = 1.01 + uniform();
            double K[9] = {a + b, -a, -b, -a, a + c, -c, -b, -c, b + c};
            copy(t.A, K, 9);
            assemble(&t, linear);
            refused += linear_factor(linear) == SINGULAR;
            t.A[8] += 1e-9;
            assemble(&t, linear);
            CU_ASSERT_EQUAL(linear_factor(linear), OK);
        }
        CU_ASSERT(refused > TRIES * 95 / 100);
        linear_free(linear);
    }
    arena_free(arena);
}

/* A chain is a band whatever its length, a star is not, a full square is neither. */
static void test_choice(void)
{
    static const enum backend expected[3] = {BAND, SPARSE, DENSE};
    for (int shape = 0; shape < 3; shape++) {
        struct arena *arena = arena_create();
        struct entries entries = {0};
        int n = shape == 2 ? 300 : 3000;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (shape == 2 || i == j || (shape == 0 ? abs(i - j) < 3 : !i || !j))
                    entries_add(&entries, i, j);
        struct pattern p = pattern_from(arena, n, n, &entries);
        struct linear *linear = linear_create(&p, GENERAL, AUTOMATIC);
        CU_ASSERT_EQUAL(linear_backend(linear), expected[shape]);
        linear_free(linear);
        arena_free(arena);
    }
}

static void test_empty(void)
{
    struct arena *arena = arena_create();
    struct entries entries = {0};
    struct pattern p = pattern_from(arena, 0, 0, &entries);
    for (int k = 0; k < BACKENDS; k++)
        for (int kind = 0; kind < 2; kind++) {
            struct linear *linear = linear_create(&p, (enum linear_kind)kind, (enum backend)k);
            CU_ASSERT_EQUAL(linear_factor(linear), OK);
            linear_solve(linear, NULL, 0);
            linear_free(linear);
        }
    arena_free(arena);
}

static void test_names(void)
{
    enum backend found;
    for (int k = 0; k < BACKENDS; k++) {
        CU_ASSERT_TRUE(backend_from_name(backend_name((enum backend)k), &found));
        CU_ASSERT_EQUAL((int)found, k);
    }
    CU_ASSERT_FALSE(backend_from_name("banded", &found));
    CU_ASSERT_FALSE(backend_from_name("", &found));
}

/* Values that wander: pivots chosen once must not be trusted for ever. */
static void test_refactor(void)
{
    struct trial t = make_trial(60, 4, ANY, true);
    for (int k = 0; k < BACKENDS; k++) {
        struct linear *linear = linear_create(&t.pattern, GENERAL, (enum backend)k);
        double x[60], b[60];
        for (int round = 0; round < 200; round++) {
            for (int e = 0; e < pattern_size(&t.pattern); e++)
                t.A[e] = uniform() * pow(10, 3 * uniform());
            assemble(&t, linear);
            if (linear_factor(linear) != OK)
                continue;
            for (int i = 0; i < 60; i++)
                x[i] = b[i] = uniform();
            linear_solve(linear, x, 1);
            CU_ASSERT(residual(&t, x, b) < 1e-10 * (1 + 1000 * norm_max(x, 60)));
        }
        linear_free(linear);
    }
    arena_free(t.arena);
}

static int begin(void)
{
    seed(1);
    return 0;
}

SUITE(linear)
{
    CU_pSuite suite = CU_add_suite("linear", begin, NULL);
    CU_add_test(suite, "all back-ends solve positive definite bands", test_positive);
    CU_add_test(suite, "all back-ends but Cholesky solve indefinite bands", test_indefinite);
    CU_add_test(suite, "all back-ends solve general bands", test_general);
    CU_add_test(suite, "dense = band = band-lapack = sparse", test_same_solution);
    CU_add_test(suite, "badly conditioned and uncoupled blocks", test_penalised);
    CU_add_test(suite, "slots", test_slots);
    CU_add_test(suite, "export", test_export);
    CU_add_test(suite, "singular and spoiled matrices are refused", test_singular);
    CU_add_test(suite, "a pivot of pure rounding is refused", test_rounding_pivot);
    CU_add_test(suite, "the automatic choice", test_choice);
    CU_add_test(suite, "no unknowns", test_empty);
    CU_add_test(suite, "names of the back-ends", test_names);
    CU_add_test(suite, "many refactorisations with wandering values", test_refactor);
}
