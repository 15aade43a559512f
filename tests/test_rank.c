#include "core/lapack.h"
#include "core/rank.h"
#include "core/reflect.h"
#include "core/vector.h"

#include <CUnit/Basic.h>
#include "tests/suite.h"
#include "tests/support.h"

enum { MOST = 30 };

static void fill(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = uniform();
}

static void product(const double *A, const double *x, double *y, int rows, int columns, int transposed)
{
    clear(y, transposed ? columns : rows);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            y[transposed ? j : i] += A[i + j * rows] * x[transposed ? i : j];
}

/* A = B C' of rank r. */
static void low_rank(double *A, int rows, int columns, int r)
{
    double B[MOST * MOST], C[MOST * MOST];
    fill(B, rows * r);
    fill(C, columns * r);
    clear(A, rows * columns);
    for (int k = 0; k < r; k++)
        for (int j = 0; j < columns; j++)
            add(A + j * rows, C[j + k * columns], B + k * rows, rows);
}

/* The four Penrose conditions say that x -> A+ x is the pseudo-inverse, column by column. */
static void check_penrose(struct rank *k, const double *A, int rows, int columns)
{
    double pseudo[MOST * MOST], unit[MOST], AX[MOST * MOST], XA[MOST * MOST], y[MOST], z[MOST];
    for (int i = 0; i < rows; i++) {
        clear(unit, rows);
        unit[i] = 1;
        rank_min_norm(k, unit, pseudo + i * columns);
    }
    for (int i = 0; i < rows; i++)
        product(A, pseudo + i * columns, AX + i * rows, rows, columns, 0);
    for (int j = 0; j < columns; j++) {
        product(pseudo, A + j * rows, XA + j * columns, columns, rows, 0);
        product(A, XA + j * columns, y, rows, columns, 0);
        for (int i = 0; i < rows; i++)
            CU_ASSERT_DOUBLE_EQUAL(y[i], A[i + j * rows], 1e-9); /* A X A = A */
    }
    for (int i = 0; i < rows; i++) {
        product(pseudo, AX + i * rows, z, columns, rows, 0);
        for (int j = 0; j < columns; j++)
            CU_ASSERT_DOUBLE_EQUAL(z[j], pseudo[j + i * columns], 1e-9 * (1 + fabs(z[j]))); /* X A X = X */
        for (int j = 0; j < rows; j++)
            CU_ASSERT_DOUBLE_EQUAL(AX[i + j * rows], AX[j + i * rows], 1e-9);
    }
    for (int i = 0; i < columns; i++)
        for (int j = 0; j < columns; j++)
            CU_ASSERT_DOUBLE_EQUAL(XA[i + j * columns], XA[j + i * columns], 1e-9);
}

static void check_consistent(struct rank *k, const double *A, int rows, int columns)
{
    double x[MOST], b[MOST], y[MOST], g[MOST], back[MOST];
    fill(x, columns);
    product(A, x, b, rows, columns, 0);
    rank_basic(k, b, y);
    product(A, y, back, rows, columns, 0);
    int zeros = 0;
    for (int j = 0; j < columns; j++)
        zeros += y[j] == 0;
    CU_ASSERT_EQUAL(zeros, columns - rank_rank(k));
    for (int i = 0; i < rows; i++)
        CU_ASSERT_DOUBLE_EQUAL(back[i], b[i], 1e-9);
    fill(x, rows);
    product(A, x, g, rows, columns, 1);
    rank_transposed(k, g, y);
    product(A, y, back, rows, columns, 1);
    for (int j = 0; j < columns; j++)
        CU_ASSERT_DOUBLE_EQUAL(back[j], g[j], 1e-9);
    CU_ASSERT(dot(y, y, rows) <= dot(x, x, rows) * (1 + 1e-12) + 1e-20); /* no longer than another solution */
}

static void test_shapes(void)
{
    static const int shape[][3] = {{6, 6, 5},    {6, 8, 5}, {8, 6, 5},  {24, 24, 23}, {20, 30, 17},
                                   {30, 20, 20}, {5, 9, 5}, {1, 1, 1},  {1, 5, 1},    {5, 1, 1},
                                   {7, 7, 7},    {4, 4, 0}, {10, 3, 0}, {30, 30, 12}};
    for (size_t s = 0; s < sizeof shape / sizeof *shape; s++) {
        int rows = shape[s][0], columns = shape[s][1], r = shape[s][2];
        struct rank *k = rank_create(rows, columns, r);
        CU_ASSERT_EQUAL(rank_rank(k), r);
        for (int round = 0; round < 3; round++) {
            double A[MOST * MOST];
            low_rank(A, rows, columns, r);
            CU_ASSERT_EQUAL_FATAL(rank_factor(k, A), OK);
            check_penrose(k, A, rows, columns);
            check_consistent(k, A, rows, columns);
        }
        rank_free(k);
    }
}

/* Q'A P = R: the parts are what they are said to be. */
static void test_parts(void)
{
    enum { ROWS = 9, COLUMNS = 12, R = 6 };
    double A[ROWS * COLUMNS], x[ROWS * COLUMNS], y[R], z[R];
    low_rank(A, ROWS, COLUMNS, R);
    struct rank *k = rank_create(ROWS, COLUMNS, R);
    CU_ASSERT_EQUAL_FATAL(rank_factor(k, A), OK);
    for (int j = 0; j < COLUMNS; j++)
        copy(x + j * ROWS, A + rank_pivots(k)[j] * ROWS, ROWS);
    rank_apply_qt(k, x, COLUMNS);
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 0; i < ROWS; i++) {
            if (j < R && i <= j)
                CU_ASSERT_DOUBLE_EQUAL(x[i + j * ROWS], rank_triangle(k)[i + j * ROWS], 1e-12);
            if (i >= R || (j < R && i > j))
                CU_ASSERT_DOUBLE_EQUAL(x[i + j * ROWS], 0, 1e-12);
        }
    rank_apply_q(k, x, COLUMNS);
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 0; i < ROWS; i++)
            CU_ASSERT_DOUBLE_EQUAL(x[i + j * ROWS], A[i + rank_pivots(k)[j] * ROWS], 1e-12);
    fill(y, R);
    copy(z, y, R);
    rank_solve_r(k, z, 1);
    for (int i = 0; i < R; i++) {
        double sum = 0;
        for (int j = i; j < R; j++)
            sum += rank_triangle(k)[i + j * ROWS] * z[j];
        CU_ASSERT_DOUBLE_EQUAL(sum, y[i], 1e-11);
    }
    copy(z, y, R);
    rank_solve_rt(k, z, 1);
    for (int j = 0; j < R; j++) {
        double sum = 0;
        for (int i = 0; i <= j; i++)
            sum += rank_triangle(k)[i + j * ROWS] * z[i];
        CU_ASSERT_DOUBLE_EQUAL(sum, y[j], 1e-11);
    }
    rank_free(k);
}

/* A redundant constraint that is not quite redundant: with the rank given, a perturbation of 1e-6 moves the answer by
   about as much, where a full-rank solve would divide by it. */
static void test_fixed_rank(void)
{
    double A[8 * 6], b[8], x[6], y[6];
    low_rank(A, 8, 6, 5);
    fill(x, 6);
    product(A, x, b, 8, 6, 0);
    struct rank *k = rank_create(8, 6, 5);
    CU_ASSERT_EQUAL(rank_factor(k, A), OK);
    rank_min_norm(k, b, x);
    for (int i = 0; i < 48; i++)
        A[i] += 1e-6 * uniform();
    CU_ASSERT_EQUAL(rank_factor(k, A), OK);
    rank_min_norm(k, b, y);
    for (int i = 0; i < 6; i++)
        CU_ASSERT_DOUBLE_EQUAL(x[i], y[i], 1e-3);
    rank_free(k);
}

static void test_refused(void)
{
    double A[16] = {1, 0, 0, 0, 0, 1, 0, 0}; /* two unit columns and two empty ones */
    struct rank *k = rank_create(4, 4, 2);
    CU_ASSERT_EQUAL(rank_factor(k, A), OK);
    rank_free(k);
    k = rank_create(4, 4, 3);
    CU_ASSERT_EQUAL(rank_factor(k, A), SINGULAR);
    A[15] = (double)NAN;
    CU_ASSERT_EQUAL(rank_factor(k, A), SINGULAR);
    A[15] = (double)INFINITY;
    CU_ASSERT_EQUAL(rank_factor(k, A), SINGULAR);
    A[15] = -2;
    CU_ASSERT_EQUAL(rank_factor(k, A), OK);
    rank_free(k);
    k = rank_create(3, 7, 99);
    CU_ASSERT_EQUAL(rank_rank(k), 3);
    rank_free(k);
    k = rank_create(3, 0, 2);
    CU_ASSERT_EQUAL(rank_rank(k), 0);
    CU_ASSERT_EQUAL(rank_factor(k, A), OK);
    double x[3] = {1, 2, 3};
    rank_transposed(k, x, x);
    CU_ASSERT_EQUAL(x[0], 0);
    rank_free(k);
}

/* The plain loops against LAPACK: the same pivots, and the same R but for signs. */
static void test_lapack(void)
{
    enum { N = 24, M = 20, WORK = 2000 };
    double A[N * M], B[N * M], tau[M], theirs[M], norm[2 * M], work[WORK];
    int pivot[M], first[M], end[M], jpvt[M], n = N, m = M, room = WORK, info;
    for (int round = 0; round < 20; round++) {
        fill(A, N * M);
        for (int i = 0; i < N * M; i++)
            A[i] = round % 2 && fabs(A[i]) < 0.7 ? 0 : A[i]; /* every other one is sparse */
        copy(B, A, N * M);
        for (int j = 0; j < M; j++)
            jpvt[j] = 0;
        dgeqp3_(&n, &m, B, &n, jpvt, theirs, work, &room, &info);
        struct reflectors s = {N, M, A, tau, pivot, first, end, norm};
        CU_ASSERT_EQUAL(reflect_pivoted(&s, M, 0), M);
        for (int j = 0; j < M; j++) {
            CU_ASSERT_EQUAL(pivot[j], jpvt[j] - 1);
            for (int i = 0; i <= j; i++)
                CU_ASSERT_DOUBLE_EQUAL(fabs(A[i + j * N]), fabs(B[i + j * N]), 1e-12);
        }
    }
}

/* Columns of a band in any order: independent, so that they are taken as they begin. */
static void test_band(void)
{
    enum { N = 30, M = 28 };
    double A[N * M], x[N], y[N], b[M];
    struct rank *k = rank_create(N, M, M);
    for (int round = 0; round < 10; round++) {
        clear(A, N * M);
        for (int j = 0; j < M; j++)
            fill(A + (j * 11 + round) % M * N + j, 3);
        CU_ASSERT_EQUAL(rank_factor(k, A), OK);
        check_consistent(k, A, N, M);
        fill(x, N); /* the last columns of Q are orthogonal to all of A */
        clear(x, M);
        rank_apply_q(k, x, 1);
        product(A, x, b, N, M, 1);
        CU_ASSERT(norm_max(b, M) < 1e-13);
        copy(y, x, N);
        rank_apply_qt(k, y, 1);
        CU_ASSERT(norm_max(y, M) < 1e-14);
    }
    rank_free(k);
}

/* Beyond some size LAPACK factors; nobody must see the difference. */
static void test_large(void)
{
    enum { N = 80, M = 90, R = 61 };
    static double A[N * M], B[N * R], C[M * R], x[M], b[N], back[N];
    fill(B, N * R);
    fill(C, M * R);
    for (int k = 0; k < R; k++)
        for (int j = 0; j < M; j++)
            add(A + j * N, C[j + k * M], B + k * N, N);
    struct rank *k = rank_create(N, M, R);
    CU_ASSERT_EQUAL(rank_factor(k, A), OK);
    fill(x, M);
    product(A, x, b, N, M, 0);
    double longest = dot(x, x, M);
    rank_min_norm(k, b, x);
    product(A, x, back, N, M, 0);
    for (int i = 0; i < N; i++)
        CU_ASSERT_DOUBLE_EQUAL(back[i], b[i], 1e-9);
    CU_ASSERT(dot(x, x, M) < longest);
    rank_free(k);
}

/* Left to a tolerance, the rank is what the violation makes of it. */
static void test_tolerance(void)
{
    double A[8 * 6];
    low_rank(A, 8, 6, 5);
    struct rank *k = rank_create(8, 6, 5);
    rank_by_tolerance(k, 1e-9);
    CU_ASSERT_EQUAL(rank_factor(k, A), OK);
    CU_ASSERT_EQUAL(rank_rank(k), 5);
    check_consistent(k, A, 8, 6);
    for (int i = 0; i < 48; i++)
        A[i] += 1e-6 * uniform();
    CU_ASSERT_EQUAL(rank_factor(k, A), OK);
    CU_ASSERT_EQUAL(rank_rank(k), 6);
    rank_by_tolerance(k, 1e-4);
    CU_ASSERT_EQUAL(rank_factor(k, A), OK);
    CU_ASSERT_EQUAL(rank_rank(k), 5);
    rank_free(k);
}

static int begin(void)
{
    seed(7);
    return 0;
}

SUITE(rank)
{
    CU_pSuite suite = CU_add_suite("rank", begin, NULL);
    CU_add_test(suite, "pseudo-inverse, basic and transposed solutions", test_shapes);
    CU_add_test(suite, "Q, R and the pivots", test_parts);
    CU_add_test(suite, "a known rank ignores what is almost redundant", test_fixed_rank);
    CU_add_test(suite, "plain loops agree with LAPACK", test_lapack);
    CU_add_test(suite, "independent columns in order", test_band);
    CU_add_test(suite, "large matrices", test_large);
    CU_add_test(suite, "rank by tolerance", test_tolerance);
    CU_add_test(suite, "rank too low, not finite, clamped, empty", test_refused);
}
