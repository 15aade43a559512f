#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include <stdbool.h>
#include <stdio.h>
#include "core/profile.h"

enum { BENCH_CASES_MAX = 64, BENCH_NAME_MAX = 96 };

/* One row of the table: what was run, how long it took, and where the time went. */
struct bench_row {
    char problem[BENCH_NAME_MAX], pair[BENCH_NAME_MAX], step[BENCH_NAME_MAX];
    long steps;
    double least, median, spread; /* [ms], [ms], and (greatest - least)/least */
    double ns;                    /* per step, from the least */
    double instructions;          /* per step; NaN where the machine does not count them */
    double iterations, factorizations;
    double memory;        /* [MB] that the run holds; NaN where the library does not tell */
    double share[PHASES]; /* of the time; NaN when not known */
};

struct bench_table {
    int rows;
    struct bench_row row[BENCH_CASES_MAX];
};

/* earlier: the rows to compare with; NULL: none. */
void bench_write(FILE *stream, const struct bench_table *table, const struct bench_table *earlier);

/* Reads what bench_write has written. False after one line on standard error. */
bool bench_read(const char *path, struct bench_table *table);

/* The row of the same problem, pair and step; NULL when there is none. */
const struct bench_row *bench_find(const struct bench_table *table, const struct bench_row *like);

#endif
