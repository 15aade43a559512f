#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>
#include "core/run.h"

/* One run, as a row of CSV. `cpu` is that of the timed runs; a value that is not finite (it does not exist) leaves its
   field empty. */
void report_csv_head(FILE *stream);
void report_csv_row(FILE *stream, const struct choice *choice, const struct result *result, double cpu);

/* The same for the terminal: what ran, the verdict and why, the measures. `mark` stands before every line. */
void report_text(FILE *stream, const char *mark, const struct choice *choice, const struct run *run,
                 const struct result *result, double cpu, long repeats);

#endif
