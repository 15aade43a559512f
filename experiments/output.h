#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdio.h>
#include <stddef.h>

enum { NUMBER_MAX = 32, TITLE_MAX = 200 };

/* The shortest digits that read back to the same number; "" for what is not a number or not finite, because a table
   has no results that do not exist. */
const char *number_text(char text[NUMBER_MAX], double value);

/* Fields of a CSV row. Text is quoted only when it has to be. */
void csv_text(FILE *stream, const char *text);
void csv_number(FILE *stream, double value);

/* How many columns so many bytes of UTF-8 take. */
int text_columns(const char *text, size_t bytes);

/* Text in lines of at most `width` columns, all but the first indented. Counts UTF-8 characters. */
void print_wrapped(FILE *stream, const char *text, int indent, int width);

/* "3.2 ms", "4.5 h", "1.2e+09 years" */
const char *duration_text(char text[NUMBER_MAX], double seconds);

/* A module's title, which is written for the paper, on a terminal: "Generalized-α". */
const char *title_text(char text[TITLE_MAX], const char *title);

#endif
