/* Patterns: products with them, and the order that makes them narrow. */
#include "core/sparse.h"

#include <CUnit/Basic.h>
#include <stdlib.h>
#include "core/order.h"
#include "core/vector.h"
#include "tests/suite.h"
#include "tests/support.h"

/* Products with a sparse matrix against the same sums over a dense one: rows of single columns, of pairs and of triples, and two or three rows alike. */
static void test_products(void)
{
    enum { ROWS = 12, COLUMNS = 18 };
    for (int kind = 1; kind <= 5; kind++) {
        struct arena *arena = arena_create();
        struct entries entries = {0};
        double dense[ROWS][COLUMNS] = {{0}}, x[COLUMNS], y[COLUMNS], z[COLUMNS];
        int run = kind <= 3 ? kind : 1, like = kind <= 3 ? 1 : kind - 2;
        for (int i = 0; i < ROWS; i += like)
            for (int j = 0; j + like <= COLUMNS / run; j++)
                for (int c = 0, there = uniform() > 0; there && c < run * like; c++)
                    entries_add(&entries, i + c / run, run > 1 ? run * j + c : j + c);
        struct pattern p = pattern_from(arena, ROWS, COLUMNS, &entries);
        CU_ASSERT_EQUAL(p.run, run);
        CU_ASSERT_EQUAL(p.like, like);
        double *A = take_doubles(arena, (size_t)pattern_size(&p));
        for (int i = 0; i < ROWS; i++)
            for (int k = p.start[i]; k < p.start[i + 1]; k++)
                dense[i][p.index[k]] = A[k] = uniform();
        for (int j = 0; j < COLUMNS; j++)
            x[j] = y[j] = z[j] = uniform();
        add_multiplied(&p, 0.5, A, x, y);
        for (int i = 0; i < ROWS; i++)
            CU_ASSERT_DOUBLE_EQUAL(y[i], x[i] + 0.5 * dot(dense[i], x, COLUMNS), 1e-14);
        multiply(&p, A, x, y);
        for (int i = 0; i < ROWS; i++)
            CU_ASSERT_DOUBLE_EQUAL(y[i], dot(dense[i], x, COLUMNS), 1e-14);
        add_transposed(&p, 0.5, A, x, z);
        for (int j = 0; j < COLUMNS; j++) {
            double sum = x[j];
            for (int i = 0; i < ROWS; i++)
                sum += 0.5 * dense[i][j] * x[i];
            CU_ASSERT_DOUBLE_EQUAL(z[j], sum, 1e-14);
        }
        arena_free(arena);
    }
}

static void test_order(void)
{
    for (int n = 3; n < 400; n = 2 * n + 1)
        for (int w = 1; w < 4 && w < n; w++) {
            struct arena *arena = arena_create();
            struct entries entries = {0};
            int *p = take_ints(arena, (size_t)n), *order = take_ints(arena, (size_t)n);
            shuffle(p, n);
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    if (abs(i - j) <= w)
                        entries_add(&entries, p[i], p[j]);
            struct pattern graph = pattern_from(arena, n, n, &entries);
            int found = order_narrow(&graph, order), *place = take_ints(arena, (size_t)n);
            CU_ASSERT_EQUAL(found, w);
            for (int k = 0; k < n; k++)
                place[k] = -1;
            for (int k = 0; k < n; k++)
                place[order[k]] = k;
            for (int k = 0; k < n; k++)
                CU_ASSERT(place[k] >= 0); /* a permutation */
            CU_ASSERT_EQUAL(order_bandwidth(&graph, place), found);
            arena_free(arena);
        }
}

/* Points of three coordinates on a grid, neighbours coupled: five to a column give 3 * 5 + 2. Two grids that do not
   touch must not be wider than one. */
static void test_order_grid(void)
{
    for (int grids = 1; grids <= 2; grids++) {
        struct arena *arena = arena_create();
        struct entries entries = {0};
        int n = 90 * grids, *p = take_ints(arena, (size_t)n), *order = take_ints(arena, (size_t)n);
        shuffle(p, n);
        for (int a = 0; a < 30 * grids; a++)
            for (int b = 0; b < 30 * grids; b++) {
                int across = abs(a % 5 - b % 5), along = abs(a % 30 / 5 - b % 30 / 5);
                for (int c = 0; c < 9 && a / 30 == b / 30 && across + along <= 1; c++)
                    entries_add(&entries, p[3 * a + c / 3], p[3 * b + c % 3]);
            }
        struct pattern graph = pattern_from(arena, n, n, &entries);
        CU_ASSERT_EQUAL(order_narrow(&graph, order), 17);
        arena_free(arena);
    }
}

static int begin(void)
{
    seed(1);
    return 0;
}

SUITE(sparse)
{
    CU_pSuite suite = CU_add_suite("sparse", begin, NULL);
    CU_add_test(suite, "products", test_products);
    CU_add_test(suite, "the order recovers a shuffled band", test_order);
    CU_add_test(suite, "the order of a grid", test_order_grid);
}
