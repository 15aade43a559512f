/* Runs the suites: all of them, or those that are named on the command line. The last line is "N passed, M failed". With
   -x in front the first test that fails is the last. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <CUnit/Basic.h>
#include "tests/suite.h"

static bool wanted(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc == 1;
}

static bool exists(const char *name)
{
    for (const struct suite *suite = suites; suite->name; suite++)
        if (strcmp(suite->name, name) == 0)
            return true;
    return false;
}

static int list(const char *unknown)
{
    fprintf(stderr, "check: there is no suite '%s'; suites:", unknown);
    for (const struct suite *suite = suites; suite->name; suite++)
        fprintf(stderr, " %s", suite->name);
    fputc('\n', stderr);
    return 2;
}

/* Nothing is given back: where one fault is enough, it is enough. */
static void stop_at_failure(const CU_pTest test, const CU_pSuite suite, const CU_pFailureRecord failure)
{
    (void)suite;
    if (!failure)
        return;
    printf("stopped at: %s\n0 passed, 1 failed\n", test->pName);
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    bool first_only = argc > 1 && strcmp(argv[1], "-x") == 0;
    argc -= first_only;
    argv += first_only;
    for (int i = 1; i < argc; i++)
        if (!exists(argv[i]))
            return list(argv[i]);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (CU_initialize_registry() != CUE_SUCCESS) {
        fprintf(stderr, "check: %s\n", CU_get_error_msg());
        return 3;
    }
    for (const struct suite *suite = suites; suite->name; suite++)
        if (wanted(suite->name, argc, argv))
            suite->fill();

    bool added = CU_get_error() == CUE_SUCCESS;
    if (!added)
        fprintf(stderr, "check: %s\n", CU_get_error_msg());
    CU_basic_set_mode(CU_BRM_VERBOSE);
    if (first_only) {
        CU_set_test_complete_handler(stop_at_failure);
        CU_run_all_tests();
    } else
        CU_basic_run_tests();
    unsigned run = CU_get_number_of_tests_run(), failed = CU_get_number_of_tests_failed();
    unsigned troubled = CU_get_number_of_suites_failed() + !added; /* a suite that could not even start */
    CU_cleanup_registry();
    printf("%u passed, %u failed\n", run - failed, failed + troubled);
    return failed + troubled ? EXIT_FAILURE : EXIT_SUCCESS;
}
