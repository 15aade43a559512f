#ifndef JUDGE_PARTS_H
#define JUDGE_PARTS_H

#include <math.h>
#include "experiments/judge.h"

/* Names the benchmark's columns, finds out what each is, and which column of the file it is. */
void find_columns(const struct model *model, const struct result_file *file, struct judgement *judgement);

/* How late the file is in column i: `late` and `left`. */
void find_shift(const struct model *model, const struct result_file *file, struct column *column, int i);

static inline double time_of(const struct result_file *f, long row)
{
    return f->value[row * f->columns + result_file_time(f)];
}

static inline double value_of(const struct result_file *f, long row, const struct column *c)
{
    return f->value[row * f->columns + c->at];
}

/* [s] The exact solution holds until then. */
static inline double trusted_until(const struct model *model)
{
    return model->trusted > 0 ? model->trusted : HUGE_VAL;
}

#endif
