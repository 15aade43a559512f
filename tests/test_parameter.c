#include "core/parameter.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void suite_parameter(void);

static const struct parameter penalty[PARAMETERS_MAX] = {
    {"alpha", 1e7, "penalty", 0, 0, false, NULL},
    {"omega", 10, "frequency", 0, HUGE_VAL, false, NULL},
    {"xi", 1, "damping", 0, 2, false, NULL},
    {"n", 1, "bars", 1, 1e6, true, NULL},
    {"start", 0, "position", 0, 0, false, "hanging|standing|lying"},
};
static const struct parameter none[PARAMETERS_MAX] = {{0}};

static double values[PARAMETERS_MAX];
static char error[200];

static bool reads(const char *text)
{
    return parameters_read(penalty, text, values, error, sizeof error);
}

/* Refused, with a one-line reason that says `why`, and the values stay the defaults. */
static void refuses(const char *text, const char *why)
{
    CU_ASSERT_FALSE(reads(text));
    CU_ASSERT_PTR_NOT_NULL(strstr(error, why));
    if (!strstr(error, why))
        printf("\n  '%s' gave: %s\n", text, error);
    CU_ASSERT_PTR_NULL(strchr(error, '\n'));
    CU_ASSERT_EQUAL(values[0], 1e7);
}

static void test_read(void)
{
    CU_ASSERT_EQUAL(parameters_count(penalty), 5);
    CU_ASSERT_EQUAL(parameters_count(none), 0);
    CU_ASSERT_TRUE(reads(""));
    CU_ASSERT_EQUAL(values[0], 1e7);
    CU_ASSERT_EQUAL(values[3], 1);
    CU_ASSERT_TRUE(reads(NULL));
    CU_ASSERT_TRUE(reads("alpha=1e9,xi=.5,n=40,start=standing"));
    CU_ASSERT_EQUAL(values[0], 1e9);
    CU_ASSERT_EQUAL(values[1], 10);
    CU_ASSERT_EQUAL(values[2], 0.5);
    CU_ASSERT_EQUAL(values[3], 40);
    CU_ASSERT_EQUAL(values[4], 1);
    CU_ASSERT_TRUE(reads("xi=2,omega=10/990,alpha=-3"));
    CU_ASSERT_EQUAL(values[0], -3);
    CU_ASSERT_EQUAL(values[1], 10.0 / 990);
    CU_ASSERT_TRUE(parameters_read(none, "", values, error, sizeof error));
}

static void test_names(void)
{
    refuses("alfa=1", "unknown parameter 'alfa' (did you mean 'alpha'?); valid: alpha, omega, xi, n, start");
    refuses("aplha=1", "did you mean 'alpha'?");
    refuses("zzzzzz=1", "unknown parameter 'zzzzzz'; valid: alpha");
    refuses("Alpha=1", "did you mean 'alpha'?");
    refuses("alpha =1", "unknown parameter 'alpha '");
    refuses("alpha=1,alpha=2", "'alpha' is given twice");
    refuses("start=flying", "start=flying is not one of hanging|standing|lying");
    refuses("start=", "name=value");
    refuses("start=hang", "is not one of");
    CU_ASSERT_FALSE(parameters_read(none, "a=1", values, error, sizeof error));
    CU_ASSERT_PTR_NOT_NULL(strstr(error, "there are none"));
}

static void test_shape(void)
{
    refuses("alpha", "name=value");
    refuses("alpha=", "name=value");
    refuses("=1", "name=value");
    refuses(",", "name=value");
    refuses("alpha=1,", "name=value");
    refuses("alpha=1,,xi=1", "name=value");
    refuses("alpha=1=2", "not a finite decimal number");
    refuses("alpha=1\nxi=2", "not a finite decimal number");
}

static void test_numbers(void)
{
    static const char *const bad[] = {
        "nan",   "inf",          "-inf", "1e400", "0x10",     "-0x1p3", " 1",   "1 ", "1e",
        "1.2.3", "one",          "--1",  "+",     ".",        "1/0",    "1/",   "/2", "1/2/3",
        "1/nan", "1e300/1e-300", "1d3",  "1;2",   "infinity", "NAN(1)", "1/0x2"};
    double value = 42;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char text[64];
        snprintf(text, sizeof text, "alpha=%s", bad[k]);
        CU_ASSERT_FALSE(number_read(bad[k], &value));
        refuses(text, "is not a finite decimal number");
    }
    CU_ASSERT_EQUAL(value, 42);
    CU_ASSERT_FALSE(number_read("", &value));
    CU_ASSERT_TRUE(number_read("+1.5E-3", &value) && value == 1.5e-3);
    CU_ASSERT_TRUE(number_read("-1/4", &value) && value == -0.25);
    CU_ASSERT_TRUE(number_read("0", &value) && value == 0);
    CU_ASSERT_TRUE(number_read("5.", &value) && value == 5);
}

static void test_range(void)
{
    refuses("xi=-0.1", "out of range: from 0 to 2");
    refuses("xi=2.0001", "out of range: from 0 to 2");
    refuses("omega=-1", "0 or more");
    refuses("n=1.5", "whole");
    refuses("n=0", "out of range");
    refuses("alpha=5,n=3/2", "whole");
    CU_ASSERT_TRUE(reads("n=8/2"));
    CU_ASSERT_EQUAL(values[3], 4);
}

static void test_long(void)
{
    size_t length = 1000000;
    char *text = malloc(length + 1);
    memset(text, 'a', length);
    text[length] = '\0';
    refuses(text, "unknown parameter 'aaaa");
    memcpy(text, "alpha=1", 7);
    memset(text + 7, '1', length - 7);
    refuses(text, "too long");
    memset(text, ',', length);
    refuses(text, "name=value");
    memset(text, '=', length);
    refuses(text, "name=value");
    char tiny[8];
    CU_ASSERT_FALSE(parameters_read(penalty, "alfa=1", values, tiny, sizeof tiny));
    CU_ASSERT_EQUAL(strlen(tiny), 7);
    CU_ASSERT_FALSE(parameters_read(penalty, "alfa=1", values, tiny, 0));
    free(text);
}

static void test_write(void)
{
    static const double numbers[] = {0.1, 1.0 / 3, 10.0 / 990, 1e-300, 123456789, 5e-324, -2.5, 1e22, 0};
    char text[200];
    double back[PARAMETERS_MAX];
    parameters_default(penalty, values);
    parameters_write(penalty, values, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "");
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        values[0] = numbers[k];
        values[4] = (double)(k % 3);
        parameters_write(penalty, values, text, sizeof text);
        CU_ASSERT_TRUE(parameters_read(penalty, text, back, error, sizeof error));
        CU_ASSERT_EQUAL(memcmp(back, values, 5 * sizeof *back), 0);
    }
    CU_ASSERT_TRUE(reads("alpha=0.1,start=lying,n=7"));
    parameters_write(penalty, values, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "alpha=0.1,n=7,start=lying");
    parameters_write(penalty, values, text, 6);
    CU_ASSERT_STRING_EQUAL(text, "alpha");
}

void suite_parameter(void)
{
    CU_pSuite suite = CU_add_suite("parameter", NULL, NULL);
    CU_add_test(suite, "reading", test_read);
    CU_add_test(suite, "unknown, doubled and misspelt names", test_names);
    CU_add_test(suite, "malformed text", test_shape);
    CU_add_test(suite, "numbers and what is not one", test_numbers);
    CU_add_test(suite, "range and wholeness", test_range);
    CU_add_test(suite, "very long text, very short messages", test_long);
    CU_add_test(suite, "writing reads back", test_write);
}
