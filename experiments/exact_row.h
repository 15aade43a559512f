#ifndef EXACT_ROW_H
#define EXACT_ROW_H

#include "core/problem.h"

/* The row of the exact solution at t: energy as the problem computes it, constraints fulfilled. */
struct exact_row {
    struct arena *arena;
    const struct model *model;
    double *q, *v, *ledger; /* the state at t */
    double *row;
};

struct exact_row *exact_row_create(const struct model *model);
void exact_row_free(struct exact_row *exact);
const double *exact_row_at(struct exact_row *exact, double t); /* valid until the next call */
int column_count(const struct model *model);

#endif
