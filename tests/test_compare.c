/* The judge of result files, on a motion that needs no problem's help: x = sin t, its rate cos t, and an energy of 1/2. */
#include "experiments/judge.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/suite.h"

static void exact(const struct model *m, double t, double *q, double *v, double *ledger)
{
    (void)m;
    (void)ledger;
    q[0] = sin(t);
    v[0] = cos(t);
}

static double energy(const struct model *m, const double *q, const double *v, const double *ledger)
{
    (void)m;
    (void)ledger;
    return (q[0] * q[0] + v[0] * v[0]) / 2;
}

static void row(const struct model *m, const struct levels *levels, const double *q, const double *v,
                const double *ledger, double *r)
{
    (void)m;
    (void)ledger;
    r[0] = q[0];
    r[1] = v[0];
    r[2] = levels->energy;
    r[3] = levels->phi;
}

static const struct model clock_model = {.n = 1,
                                         .duration = 10,
                                         .tolerance = 1e-3,
                                         .accuracy = 1e-2,
                                         .trusted = 10,
                                         .interval = 0.1,
                                         .energy = energy,
                                         .columns = "x_1 v_1 energy phi",
                                         .row = row,
                                         .exact = exact};

static struct result_file file;
static struct judgement judged;
static char path[] = "/tmp/driftbench-XXXXXX", error[500];

static int make_file(void)
{
    int handle = mkstemp(path);
    return handle < 0 || close(handle);
}

static int drop_file(void)
{
    return unlink(path);
}

static bool reads(const char *text, size_t length)
{
    FILE *stream = fopen(path, "wb");
    fwrite(text, 1, length, stream);
    fclose(stream);
    return result_file_read(&file, path, error, sizeof error);
}

/* Reads as the two rows 0 -1.5 2000 and 0.5 1 0.25. */
static void same(const char *text)
{
    static const double wanted[] = {0, -1.5, 2000, 0.5, 1, 0.25};
    bool good = reads(text, strlen(text)) && file.rows == 2 && file.columns == 3 &&
                memcmp(file.value, wanted, sizeof wanted) == 0;
    CU_ASSERT_TRUE(good);
    if (!good)
        printf("\n  '%s' gave: %s\n", text, error);
    result_file_free(&file);
}

static void test_dialects(void)
{
    same("0 -1.5 2000\n0.5 1 0.25\n");
    same("0\t-1.5\t2000\r\n0.5\t1\t0.25\r\n");
    same("0,-1.5,2000\n0.5, 1 , 0.25");
    same("0;-1.5;2000;\n0.5;1;0.25;\n");
    same("0,0;-1,5;2000\n0,5;1;0,25\n");
    same("  0.0D0 -1.5d+00 2.0D+03\n  5.0E-1 1.0 .25\n");
    same("% made by me\n# t x v\n0 -1.5 2000\n\n# half-way\n0.5 1 0.25\n% end\n");
    same("\xEF\xBB\xBFTime,x,y\n0,-1.5,2e3\n0.5,1,0.25\n");
}

static void test_names(void)
{
    static const char text[] = "% results\n% x_1 [m]   Time (s)  ENERGY [J]\n% -----\n1 0 2\n1 1 2\n";
    CU_ASSERT_TRUE_FATAL(reads(text, strlen(text)));
    CU_ASSERT_TRUE(file.named);
    CU_ASSERT_STRING_EQUAL(file.name[0], "x1");
    CU_ASSERT_EQUAL(result_file_time(&file), 1);
    CU_ASSERT_STRING_EQUAL(file.name[2], "energy");
    result_file_free(&file);
}

static void refuses_bytes(const char *text, size_t length, const char *where, const char *why)
{
    bool good = !reads(text, length) && strncmp(error, path, strlen(path)) == 0 &&
                strncmp(error + strlen(path), where, strlen(where)) == 0 && strstr(error, why) &&
                !strchr(error, '\n');
    CU_ASSERT_TRUE(good);
    if (!good)
        printf("\n  '%s' gave: %s\n", text, error);
    result_file_free(&file);
}

static void refuses(const char *text, const char *where, const char *why)
{
    refuses_bytes(text, strlen(text), where, why);
}

static void test_bad_files(void)
{
    refuses("", ":1: ", "rows of numbers");
    refuses("% t x\n", ":2: ", "rows of numbers");
    refuses("t x\n0 1\n", ":3: ", "more than one row");
    refuses("0 1 2\n1 1 2\n2 1\n", ":3: ", "expected 3 numbers");
    refuses("0 1 2\n1 1 2\n2 1 -1.2e\n", ":3: ", "number in column 3");
    refuses("0 1\n1 one\n", ":2: ", "number in column 2, found 'one'");
    refuses("0 1\nword\n", ":2: ", "number in column 1");
    refuses("0 1\n1 nan\n", ":2: ", "finite number");
    refuses("NaN 1\n1 1\n", ":1: ", "finite number");
    refuses("0 1\n1 1e999\n", ":2: ", "finite number");
    refuses("0 0x10\n1 1\n", ":1: ", "finite number");
    refuses("0,1,,2\n", ":1: ", "found nothing");
    refuses("0 1\n1 1\n1 2\n", ":3: ", "time after 1");
    refuses("0 1\n1 1\n0.5 2\n", ":3: ", "time after 1");
    refuses("-1 1\n1 1\n", ":1: ", "times from 0");
    refuses("0\n1\n", ":1: ", "at least one more column");
    refuses_bytes("0 1\n1\0 1\n", 9, ":2: ", "binary");
    CU_ASSERT_FALSE(result_file_read(&file, "/nonexistent/file", error, sizeof error));
    CU_ASSERT_FALSE(result_file_read(&file, "/", error, sizeof error));
}

/* A file of the clock, late by a time, off by a distance, its energy drifting; every 0.05 s to `end`. */
static void clock_file(const char *head, double late, double off, double drift, double end)
{
    FILE *stream = fopen(path, "w");
    fprintf(stream, "%s", head);
    for (int i = 0; i * 0.05 <= end; i++) {
        double t = i * 0.05;
        fprintf(stream, "%.17g %.17g %.17g %.17g\n", t, sin(t - late) + off, cos(t - late), 0.5 + drift * t);
    }
    fclose(stream);
    CU_ASSERT_TRUE_FATAL(result_file_read(&file, path, error, sizeof error));
    CU_ASSERT_TRUE_FATAL(judge(&clock_model, &file, &judged));
    result_file_free(&file);
}

static void test_kinds(void)
{
    clock_file("", 0, 0, 0, 10);
    CU_ASSERT_EQUAL(judged.column[0].kind, POSITION);
    CU_ASSERT_EQUAL(judged.column[1].kind, VELOCITY);
    CU_ASSERT_EQUAL(judged.column[2].kind, ENERGY);
    CU_ASSERT_EQUAL(judged.column[3].kind, RESIDUAL);
    CU_ASSERT_EQUAL(judged.column[3].at, -1);
    CU_ASSERT_FALSE(judged.by_name);
    CU_ASSERT_TRUE(judged.passes);
    CU_ASSERT(judged.column[0].max < 1e-15);
}

static void test_errors(void)
{
    clock_file("t X1 V1 Energy\n", 0, 2e-3, 2e-5, 10);
    CU_ASSERT_TRUE(judged.by_name);
    CU_ASSERT_DOUBLE_EQUAL(judged.column[0].max, 2e-3, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(judged.column[0].rms, 2e-3, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(judged.column[2].drift, 2e-4, 1e-12);
    CU_ASSERT_TRUE(judged.passes);
    clock_file("", 0, 2e-2, 0, 10);
    CU_ASSERT_FALSE(judged.passes);
    clock_file("", 0, 0, 2e-4, 10);
    CU_ASSERT_FALSE(judged.column[2].passes);
    CU_ASSERT_FALSE(judged.passes);
    clock_file("", 0, 0, 0, 8);
    CU_ASSERT_FALSE(judged.complete);
    CU_ASSERT_FALSE(judged.passes);
    clock_file("", 0, 0, 0, 12);
    CU_ASSERT_EQUAL(judged.untrusted, 40);
    CU_ASSERT_TRUE(judged.passes);
}

static void test_phase(void)
{
    static const double shifts[] = {1e-9, -1e-4, 0.01, -0.5};
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        clock_file("", shifts[i], 0, 0, 10);
        CU_ASSERT_DOUBLE_EQUAL(judged.column[0].late, shifts[i], 1e-5 * fabs(shifts[i]) + 1e-12);
        CU_ASSERT_DOUBLE_EQUAL(judged.column[1].late, shifts[i], 1e-5 * fabs(shifts[i]) + 1e-12);
        CU_ASSERT(judged.column[0].left < 1e-4 * judged.column[0].rms + 1e-12);
    }
}

SUITE(compare)
{
    CU_pSuite suite = CU_add_suite("compare", make_file, drop_file);
    CU_add_test(suite, "numbers are read however they are parted", test_dialects);
    CU_add_test(suite, "names in a header are found", test_names);
    CU_add_test(suite, "bad files are refused with their line", test_bad_files);
    CU_add_test(suite, "columns are told apart by what they answer to", test_kinds);
    CU_add_test(suite, "errors and drift are measured and judged", test_errors);
    CU_add_test(suite, "a shift in time is found", test_phase);
}
