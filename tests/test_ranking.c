/* What a sweep still runs, and what a ranking makes of its rows: on rows that are made up. */
#include "experiments/rank.h"
#include "experiments/sweep.h"
#include "tests/suite.h"

#include <CUnit/Basic.h>

static const char *const PROBLEM = "pendulum";

static void name(struct row *row, const char *integrator)
{
    snprintf(row->problem, sizeof row->problem, "%s", PROBLEM);
    snprintf(row->formulation, sizeof row->formulation, "ali3");
    snprintf(row->integrator, sizeof row->integrator, "%s", integrator);
}

static struct row *add_row(struct rows *rows, const char *integrator, double step, double cost, bool good)
{
    struct row *row = rows_add(rows);
    name(row, integrator);
    snprintf(row->status, sizeof row->status, "%s", good ? "ok" : "no-convergence");
    snprintf(row->command, sizeof row->command, "%s %g", integrator, step);
    row->step = step;
    row->steps = 17;
    row->measured = cost;
    if (good)
        row->cpu = cost;
    row->passes = row->accurate = good;
    row->drift = good ? 5e-3 : 1;
    row->error = good ? 5e-4 : 1;
    return row;
}

/* Whether the pair gets a step of 0.01 s. */
static bool goes_on(const struct sweep *s, const struct rows *rows)
{
    struct row next = {.step = 0.01};
    name(&next, "bdf");
    return sweep_goes_on(s, rows, &next);
}

static const struct sweep SWEEP = {.tolerance = 0.01, .accuracy = 1e-3, .limit = 0.1, .patience = 2};

static void test_a_dear_failure_is_no_end(void)
{
    struct rows rows = {0};
    CU_ASSERT(goes_on(&SWEEP, &rows)); /* nothing is known */
    add_row(&rows, "bdf", 0.02, 0.4, false);
    CU_ASSERT(goes_on(&SWEEP, &rows)); /* 0.4 s so far, 0.8 s to come, of 2 s */
    add_row(&rows, "bdf", 0.03, 0.7, false);
    CU_ASSERT(goes_on(&SWEEP, &rows));
    add_row(&rows, "bdf", 0.04, 0.2, false);
    CU_ASSERT_FALSE(goes_on(&SWEEP, &rows)); /* 1.3 s and 0.8 s */
    rows.row[0].measured = 0.04;
    rows.row[1].measured = 5;
    CU_ASSERT(goes_on(&SWEEP, &rows)); /* patience is at an end, but what is within the limit is run */
    rows_free(&rows);
}

static void test_another_pair_counts_for_itself(void)
{
    struct rows rows = {0};
    add_row(&rows, "hht", 0.02, 50, false);
    CU_ASSERT(goes_on(&SWEEP, &rows));
    rows_free(&rows);
}

static void test_the_limit_holds_after_two_passes(void)
{
    struct rows rows = {0};
    add_row(&rows, "bdf", 0.04, 0.2, true);
    CU_ASSERT(goes_on(&SWEEP, &rows)); /* one may be luck */
    add_row(&rows, "bdf", 0.03, 0.2, true);
    CU_ASSERT_FALSE(goes_on(&SWEEP, &rows));
    add_row(&rows, "bdf", 0.02, 0.2, false);
    CU_ASSERT(goes_on(&SWEEP, &rows)); /* it was luck */
    rows.row[2].step = 0.05;
    rows.row[0].measured = rows.row[0].cpu = rows.row[1].measured = rows.row[1].cpu = 0.02;
    CU_ASSERT(goes_on(&SWEEP, &rows)); /* within the limit */
    rows_free(&rows);
}

static void test_enough_is_enough(void)
{
    struct rows rows = {0};
    struct sweep dense = SWEEP;
    dense.dense = true;
    for (int i = 0; i < 2; i++) {
        struct row *row = add_row(&rows, "bdf", 0.04 - 0.01 * i, 0.001, true);
        row->drift = 1e-6;
        row->error = 1e-6;
        CU_ASSERT_EQUAL(goes_on(&SWEEP, &rows), i == 0);
    }
    CU_ASSERT(goes_on(&dense, &rows));
    rows_free(&rows);
}

static struct ranking rank(struct rows *rows)
{
    struct ranking ranking;
    struct choice choice = {0};
    CU_ASSERT_FATAL(choose_problem(&choice, PROBLEM));
    rows_mark_robust(rows);
    ranking_make(&ranking, rows, &choice);
    return ranking;
}

static void test_luck_has_no_place(void)
{
    struct rows rows = {0};
    add_row(&rows, "bdf", 0.04, 0.001, true);
    add_row(&rows, "bdf", 0.03, 0.002, false);
    add_row(&rows, "bdf", 0.02, 0.003, true);
    add_row(&rows, "bdf", 0.01, 0.006, true);
    struct ranking ranking = rank(&rows);
    const struct standing *s = ranking.standing;
    CU_ASSERT_EQUAL(ranking.count, 1);
    CU_ASSERT_PTR_EQUAL(s->best, &rows.row[2]);
    CU_ASSERT_PTR_EQUAL(s->accurate, &rows.row[2]);
    CU_ASSERT_PTR_EQUAL(s->lucky, &rows.row[0]);
    CU_ASSERT_EQUAL(s->place, 1);
    CU_ASSERT_FALSE(rows.row[0].robust);
    CU_ASSERT(rows.row[2].robust && rows.row[3].robust);
    ranking_free(&ranking);
    rows.row[3].passes = rows.row[3].accurate = false;
    ranking = rank(&rows);
    CU_ASSERT_PTR_NULL(ranking.standing->best);
    CU_ASSERT_PTR_EQUAL(ranking.standing->lucky, &rows.row[0]);
    CU_ASSERT_EQUAL(ranking.standing->place, 0);
    ranking_free(&ranking);
    rows_free(&rows);
}

/* A pair that was not given the steps of the others has not failed at them. */
static void test_what_was_not_tried_is_said(void)
{
    struct rows rows = {0};
    char text[FAILURE_MAX];
    add_row(&rows, "bdf", 0.04, 0.6, false);
    struct ranking ranking = rank(&rows);
    CU_ASSERT_STRING_EQUAL(standing_failure(&ranking, ranking.standing, text),
                           "no-convergence after 17 steps");
    ranking_free(&ranking);
    add_row(&rows, "hht", 0.02, 0.001, true);
    add_row(&rows, "hht", 0.01, 0.001, true);
    ranking = rank(&rows);
    CU_ASSERT_EQUAL(ranking.count, 2);
    CU_ASSERT_STRING_EQUAL(ranking.standing[0].any->integrator, "hht");
    CU_ASSERT_EQUAL(ranking.standing[0].next, 0);
    CU_ASSERT_STRING_EQUAL(standing_failure(&ranking, &ranking.standing[1], text),
                           "no-convergence after 17 steps; not tried below: 0.02 s would take 1.2 s");
    ranking_free(&ranking);
    rows_free(&rows);
}

static void test_why_a_complete_run_fails(void)
{
    struct rows rows = {0};
    char text[FAILURE_MAX];
    struct row *row = add_row(&rows, "bdf", 0.04, 0.6, true);
    row->passes = row->accurate = false;
    row->drift = 2;
    struct ranking ranking = rank(&rows);
    CU_ASSERT_STRING_EQUAL(standing_failure(&ranking, ranking.standing, text), "drift 2 J");
    row->drift = 1e-9;
    row->phi = 3;
    CU_ASSERT_STRING_EQUAL(standing_failure(&ranking, ranking.standing, text), "constraints violated by 3");
    ranking_free(&ranking);
    rows_free(&rows);
}

SUITE(ranking)
{
    CU_pSuite suite = CU_add_suite("ranking", NULL, NULL);
    CU_add_test(suite, "a dear failure is no end", test_a_dear_failure_is_no_end);
    CU_add_test(suite, "another pair counts for itself", test_another_pair_counts_for_itself);
    CU_add_test(suite, "the limit holds after two passes", test_the_limit_holds_after_two_passes);
    CU_add_test(suite, "enough is enough", test_enough_is_enough);
    CU_add_test(suite, "luck has no place", test_luck_has_no_place);
    CU_add_test(suite, "what was not tried is said", test_what_was_not_tried_is_said);
    CU_add_test(suite, "why a complete run fails", test_why_a_complete_run_fails);
}
