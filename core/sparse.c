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

void multiply(const struct pattern *p, const double *A, const double *x, double *y)
{
    for (int i = 0; i < p->rows; i++) {
        double sum = 0;
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            sum += A[k] * x[p->index[k]];
        y[i] = sum;
    }
}

void add_multiplied(const struct pattern *p, double s, const double *A, const double *x, double *y)
{
    for (int i = 0; i < p->rows; i++) {
        double sum = 0;
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            sum += A[k] * x[p->index[k]];
        y[i] += s * sum;
    }
}

void add_transposed(const struct pattern *p, double s, const double *A, const double *x, double *y)
{
    for (int i = 0; i < p->rows; i++) {
        double sx = s * x[i];
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            y[p->index[k]] += A[k] * sx;
    }
}
