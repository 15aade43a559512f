#ifndef SUITE_H
#define SUITE_H

/* A file tests/test_NAME.c is a suite. It defines, through SUITE(NAME), the function that adds its tests:

       SUITE(parameter)
       {
           CU_pSuite suite = CU_add_suite("parameter", NULL, NULL);
           CU_add_test(suite, "defaults are read back", test_defaults);
       }

   The Makefile finds it by its name. */
#define SUITE(name)                                                                                          \
    void suite_##name(void);                                                                                 \
    void suite_##name(void)

struct suite {
    const char *name;
    void (*fill)(void);
};
extern const struct suite suites[]; /* ends with an empty name */

#endif
