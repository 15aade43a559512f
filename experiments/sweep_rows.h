#ifndef SWEEP_ROWS_H
#define SWEEP_ROWS_H

#include <stdbool.h>
#include <stdio.h>
#include "experiments/choose.h"

enum { STATUS_MAX = 24, COMMAND_MAX = 2048, ROW_FIELDS = 22 };
extern const char *const row_fields[ROW_FIELDS + 1]; /* the names in the header of a sweep's file */

/* One run of a sweep: the columns of `run --csv`, then spread of the timings, verdicts, memory and the command that
   repeats it. */
struct row {
    char problem[CHOSEN_MAX], formulation[CHOSEN_MAX], integrator[CHOSEN_MAX];
    double step; /* [s] */
    long steps;
    char status[STATUS_MAX];
    double cpu;                  /* [s] the fastest; NaN: not timed */
    double drift, error;         /* NaN: none */
    double phi, phidot, phiddot; /* NaN: none */
    long iterations, factorizations;
    double spread; /* how far the second best timing is above the best, as a part of it; NaN: one timing */
    bool passes, accurate;
    bool robust;     /* this step and every smaller one of the same pair passes */
    double memory;   /* [kB] the most that the process has had so far */
    long timed;      /* how many timed runs cpu and spread are of */
    double measured; /* [s] CPU time of the measured run, the measuring included; also of one that failed */
    char command[COMMAND_MAX];
};

struct rows {
    struct row *row;
    int count, room;
};

struct row *rows_add(struct rows *rows);
void rows_free(struct rows *rows);
struct row *rows_find(const struct rows *rows, const char *command);
bool rows_same_pair(const struct row *a, const struct row *b);

void rows_mark_robust(struct rows *rows);
void rows_write(FILE *stream, const struct rows *rows);

/* Who ran, at which step. */
void row_name(struct row *row, const struct choice *choice);
double row_cost(const struct row *row); /* [s] timed when it was, else measured */

/* The command of a row names the program and the options that differ from the defaults. */
void row_fill(struct row *row, const struct choice *choice, const struct result *result,
              const struct run *run);

/* Adds the rows of a file. A file that does not exist has no rows when `optional`. False after one line on standard
   error. */
bool rows_read(struct rows *rows, const char *path, bool optional);

#endif
