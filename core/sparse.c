#include "core/sparse.h"

#include <stdlib.h>

void entries_add(struct entries *entries, int row, int column)
{
    if (entries->count == entries->room) {
        entries->room = entries->room ? 2 * entries->room : 64;
        entries->entry = grow(entries->entry, (size_t)entries->room, sizeof *entries->entry);
    }
    entries->entry[entries->count++] = (struct entry){row, column};
}

void entries_free(struct entries *entries)
{
    free(entries->entry);
    *entries = (struct entries){0};
}

static int by_row_then_column(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    return a->row != b->row ? (a->row > b->row) - (a->row < b->row)
                            : (a->column > b->column) - (a->column < b->column);
}

static int unique(struct entry *entry, int count)
{
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (!kept || by_row_then_column(&entry[kept - 1], &entry[k]) != 0)
            entry[kept++] = entry[k];
    return kept;
}

struct pattern pattern_from(struct arena *arena, int rows, int columns, struct entries *entries)
{
    if (entries->count)
        qsort(entries->entry, (size_t)entries->count, sizeof *entries->entry, by_row_then_column);
    int count = unique(entries->entry, entries->count);
    struct pattern p = {rows, columns, take_ints(arena, (size_t)rows + 1), take_ints(arena, (size_t)count)};
    for (int k = 0; k < count; k++) {
        p.start[entries->entry[k].row + 1]++;
        p.index[k] = entries->entry[k].column;
    }
    for (int i = 0; i < rows; i++)
        p.start[i + 1] += p.start[i];
    entries_free(entries);
    return p;
}

int pattern_slot(const struct pattern *p, int row, int column)
{
    int low = p->start[row], high = p->start[row + 1] - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (p->index[middle] == column)
            return middle;
        if (p->index[middle] < column)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

/* Rows are short and many, so two entries at a time: two chains of sums, and no stores in the way of the next loads. */
static inline double row_times(const double *restrict A, const int *restrict index, const double *restrict x,
                               int length)
{
    double even = 0, odd = 0;
    int k = 0;
    if (length == 4)
        return (A[0] * x[index[0]] + A[2] * x[index[2]]) + (A[1] * x[index[1]] + A[3] * x[index[3]]);
    for (; k + 1 < length; k += 2) {
        even += A[k] * x[index[k]];
        odd += A[k + 1] * x[index[k + 1]];
    }
    return k < length ? even + A[k] * x[index[k]] + odd : even + odd;
}

void multiply(const struct pattern *p, const double *A, const double *x, double *y)
{
    const int *restrict start = p->start, *restrict index = p->index;
    for (int i = 0; i < p->rows; i++)
        y[i] = row_times(A + start[i], index + start[i], x, start[i + 1] - start[i]);
}

void add_multiplied(const struct pattern *p, double s, const double *A, const double *x, double *y)
{
    const int *restrict start = p->start, *restrict index = p->index;
    for (int i = 0; i < p->rows; i++)
        y[i] += s * row_times(A + start[i], index + start[i], x, start[i + 1] - start[i]);
}

/* The columns of a row are different ones: two may be read before either is written. */
static inline void add_row(double sx, const double *restrict A, const int *restrict index, double *restrict y,
                           int length)
{
    int k = 0;
    for (; k + 1 < length; k += 2) {
        double first = y[index[k]] + A[k] * sx, second = y[index[k + 1]] + A[k + 1] * sx;
        y[index[k]] = first;
        y[index[k + 1]] = second;
    }
    if (k < length)
        y[index[k]] += A[k] * sx;
}

void add_transposed(const struct pattern *p, double s, const double *A, const double *x, double *y)
{
    const int *restrict start = p->start, *restrict index = p->index;
    for (int i = 0; i < p->rows; i++)
        add_row(s * x[i], A + start[i], index + start[i], y, start[i + 1] - start[i]);
}
