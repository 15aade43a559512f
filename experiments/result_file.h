#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { RESULT_COLUMNS_MAX = 256, RESULT_NAME_MAX = 32 };

/* A table of numbers as programs write them: rows of numbers parted by blanks, tabs, commas or semicolons, lines ended
   by LF or CRLF, exponents with E or Fortran's D, lines of comment that start with % or # and, ahead of the numbers,
   headers that start with a letter. With semicolons between the numbers, a comma is a decimal point. */
struct result_file {
    int columns;
    long rows;
    double *value;                                  /* rows x columns */
    bool named;                                     /* a header has one name for each column */
    char name[RESULT_COLUMNS_MAX][RESULT_NAME_MAX]; /* small letters and digits only: "x_1 [m]" is "x1" */
};

/* False after `error` has one line "path:line: what was expected". The first column that is called t or time, or else
   the first, must increase from row to row. */
bool result_file_read(struct result_file *file, const char *path, char *error, size_t size);
void result_file_free(struct result_file *file);

int result_file_time(const struct result_file *file); /* the column that holds the time */

/* Small letters and digits of a name, without what stands in brackets. */
void plain_name(const char *text, size_t length, char name[RESULT_NAME_MAX]);

#endif
