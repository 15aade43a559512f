#ifndef SPARSE_H
#define SPARSE_H

#include "core/arena.h"

/* A matrix by rows: row i has the columns index[start[i]] … index[start[i+1]-1], ascending. A pattern is declared
   once and never changes; the values live beside it, wherever whoever evaluates them keeps them. */
struct pattern {
    int rows, columns;
    int *start, *index;
    int run;  /* 2 or 3: every row is made of so many columns side by side, those of a point; otherwise 1 */
    int like; /* 2 or 3: rows come in groups of so many, each with the columns of the row before, moved by one; otherwise 1 */
};

/* Collects entries (in any order, repeated or not) while a pattern is being declared. */
struct entries {
    int count, room;
    struct entry {
        int row, column;
    } * entry;
};

void entries_add(struct entries *entries, int row, int column);
void entries_free(struct entries *entries);
struct pattern pattern_from(struct arena *arena, int rows, int columns, struct entries *entries);

static inline int pattern_size(const struct pattern *p)
{
    return p->start[p->rows];
}
int pattern_slot(const struct pattern *p, int row, int column); /* where (row, column) is kept, or -1 */

void multiply(const struct pattern *p, const double *A, const double *x, double *y); /* y = A x      */
void add_multiplied(const struct pattern *p, double s, const double *A, const double *x, double *y);
void add_transposed(const struct pattern *p, double s, const double *A, const double *x, double *y);

#endif
