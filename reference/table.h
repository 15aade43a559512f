/* A reference file in the making: the same rows computed by two routes. */
#ifndef REFERENCE_TABLE_H
#define REFERENCE_TABLE_H

#include "quad.h"

enum { TABLE_ROWS = 2001, TABLE_WIDTH = 8 };

struct table {
    const char *name;                     /* NAME.txt is the file */
    const char *title;                    /* its first comment line */
    const char *column[TABLE_WIDTH];      /* name and unit */
    int width, rows;                      /* column 0 is the time */
    quad route1[TABLE_ROWS][TABLE_WIDTH]; /* what is printed */
    quad route2[TABLE_ROWS][TABLE_WIDTH]; /* what it is checked against */
};

/* Prints, per column, how far the routes are apart, and writes DIRECTORY/NAME.txt from route 1. Returns 0 when all went well, 1 when
   the routes disagree (then nothing is written), 2 when the file cannot be written. */
int table_write(const struct table *table, const char *directory);

/* The largest distance between the routes in one column. */
quad table_difference(const struct table *table, int column);

/* One line on standard output: a number computed here beside one known from elsewhere, and their distance. */
void table_check(const char *what, quad computed, const char *known);

/* The only argument of every generator: the directory to write to. Exits with 2 when it is not there. */
const char *table_directory(int argc, char **argv);

#endif
