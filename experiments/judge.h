#ifndef JUDGE_H
#define JUDGE_H

#include "core/problem.h"
#include "experiments/result_file.h"

/* What a column of the benchmark holds. It is found out by asking the problem for rows that differ in one thing. */
enum kind { POSITION, VELOCITY, ENERGY, RESIDUAL };

struct column {
    char name[RESULT_NAME_MAX]; /* as the benchmark writes it */
    enum kind kind;
    bool angle;            /* compared modulo 2 pi */
    int at;                /* column of the file; -1: the file has none */
    long rows;             /* compared */
    double max, rms, when; /* greatest error, root of the mean square, [s] the time of the greatest */
    double late;           /* [s] how much later the file is than the reference; NAN: not determined */
    double left;           /* rms error that the shift leaves */
    double drift;          /* of the energy: max |E(t) - E(0)| */
    bool judged, passes;
};

struct judgement {
    int columns;
    struct column column[RESULT_COLUMNS_MAX];
    bool by_name;       /* the file's header was understood */
    long untrusted;     /* rows beyond the time to which the exact solution holds */
    double first, last; /* [s] times of the file */
    double hole,
        width; /* [s] where rows are missing, twenty times the usual or half the duration; width 0: nowhere */
    const char *twice; /* a column to be judged that the header names twice; NULL: none */
    bool complete;     /* the file covers the duration of the benchmark */
    bool passes;
};

/* Finds the columns, compares them and judges. False when the file has no column that could be judged. */
bool judge(const struct model *model, const struct result_file *file, struct judgement *judgement);

/* Rms error of the positions in at most `rows` rows of the file, columns as a judgement has found them. */
double misfit(const struct model *model, const struct result_file *file, const struct judgement *judgement,
              long rows);

/* The factor with which they fit best, and the rms error that it leaves. */
double proportion(const struct model *model, const struct result_file *file,
                  const struct judgement *judgement, long rows, double *factor);

double column_error(const struct column *column, double value, double exact);

#endif
