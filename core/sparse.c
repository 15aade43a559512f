#include "core/sparse.h"

#include <stdbool.h>
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

/* Whether all rows fall into runs of so many consecutive columns. */
static bool has_runs(const struct pattern *p, int run)
{
    for (int i = 0; i < p->rows; i++) {
        if ((p->start[i + 1] - p->start[i]) % run)
            return false;
        for (int k = p->start[i]; k < p->start[i + 1]; k += run)
            for (int c = 1; c < run; c++)
                if (p->index[k + c] != p->index[k] + c)
                    return false;
    }
    return true;
}

/* Whether the rows fall into groups of so many that are alike. */
static bool are_alike(const struct pattern *p, int like)
{
    if (p->rows % like)
        return false;
    for (int i = 0; i < p->rows; i++) {
        int length = p->start[i + 1] - p->start[i];
        if ((i + 1) % like == 0)
            continue;
        if (p->start[i + 2] - p->start[i + 1] != length)
            return false;
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            if (p->index[k + length] != p->index[k] + 1)
                return false;
    }
    return true;
}

struct pattern pattern_from(struct arena *arena, int rows, int columns, struct entries *entries)
{
    if (entries->count)
        qsort(entries->entry, (size_t)entries->count, sizeof *entries->entry, by_row_then_column);
    int count = unique(entries->entry, entries->count);
    struct pattern p = {rows, columns, take_ints(arena, (size_t)rows + 1), take_ints(arena, (size_t)count),
                        1,    1};
    for (int k = 0; k < count; k++) {
        p.start[entries->entry[k].row + 1]++;
        p.index[k] = entries->entry[k].column;
    }
    for (int i = 0; i < rows; i++)
        p.start[i + 1] += p.start[i];
    entries_free(entries);
    p.like = are_alike(&p, 3) ? 3 : are_alike(&p, 2) ? 2 : 1;
    p.run = has_runs(&p, 3) ? 3 : has_runs(&p, 2) ? 2 : 1;
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

/* Rows are short and many. The coordinates of a point stand side by side in most of them: one index for all, and for two of them one
   vector register. Otherwise two entries at a time. In any case there are two or three chains of sums, and no stores in the way
   of the next loads. */
#define EXPAND static inline __attribute__((always_inline)) /* so that a constant run reaches the loops */
typedef double two __attribute__((vector_size(16), aligned(8), may_alias));
#define TWO(x) (*(two *)(x))
#define CONST_TWO(x) (*(const two *)(x))

EXPAND double row_times(const double *restrict A, const int *restrict index, const double *restrict x,
                        int length, const int run)
{
    two sum = {0};
    double third = 0;
    int k = 0;
    if (run == 2 && length == 4) /* a rod */
        sum = CONST_TWO(A) * CONST_TWO(x + index[0]) + CONST_TWO(A + 2) * CONST_TWO(x + index[2]), k = 4;
    for (; run == 2 && k < length; k += 2)
        sum += CONST_TWO(A + k) * CONST_TWO(x + index[k]);
    for (; run == 3 && k < length; k += 3) {
        const double *restrict X = x + index[k];
        sum += (two){A[k], A[k + 1]} * (two){X[0], X[1]};
        third += A[k + 2] * X[2];
    }
    for (; k + 1 < length; k += 2)
        sum += (two){A[k] * x[index[k]], A[k + 1] * x[index[k + 1]]};
    return k < length ? sum[0] + A[k] * x[index[k]] + sum[1] : (sum[0] + sum[1]) + third;
}

#define FOR_RUN(run, call)                                                                                   \
    do {                                                                                                     \
        if ((run) == 2)                                                                                      \
            call(2);                                                                                         \
        else if ((run) == 3)                                                                                 \
            call(3);                                                                                         \
        else                                                                                                 \
            call(1);                                                                                         \
    } while (0)

EXPAND void times(const struct pattern *p, const double *A, const double *x, double *y, const int run)
{
    const int *restrict start = p->start, *restrict index = p->index;
    for (int i = 0; i < p->rows; i++)
        y[i] = row_times(A + start[i], index + start[i], x, start[i + 1] - start[i], run);
}

void multiply(const struct pattern *p, const double *A, const double *x, double *y)
{
#define MULTIPLY(run) times(p, A, x, y, run)
    FOR_RUN(p->run, MULTIPLY);
}

EXPAND void add_times(const struct pattern *p, double s, const double *A, const double *x, double *y,
                      const int run)
{
    const int *restrict start = p->start, *restrict index = p->index;
    for (int i = 0; i < p->rows; i++)
        y[i] += s * row_times(A + start[i], index + start[i], x, start[i + 1] - start[i], run);
}

EXPAND void add_alike(const struct pattern *p, double s, const double *A, const double *x, double *y,
                      const int like)
{
    const int *restrict start = p->start, *restrict index = p->index;
    for (int i = 0; i < p->rows; i += like) {
        const int length = start[i + 1] - start[i];
        const double *restrict first = A, *restrict second = A + length, *restrict third = second + length;
        two sum = {0};
        double last = 0;
        for (int k = start[i]; k < start[i + 1]; k++) {
            sum += (two){first[k], second[k]} * CONST_TWO(x + index[k]);
            if (like == 3)
                last += third[k] * x[index[k] + 2];
        }
        TWO(y + i) += s * sum;
        if (like == 3)
            y[i + 2] += s * last;
    }
}

void add_multiplied(const struct pattern *p, double s, const double *A, const double *x, double *y)
{
#define ADD_MULTIPLIED(run) add_times(p, s, A, x, y, run)
    if (p->like == 2)
        add_alike(p, s, A, x, y, 2);
    else if (p->like == 3)
        add_alike(p, s, A, x, y, 3);
    else
        FOR_RUN(p->run, ADD_MULTIPLIED);
}

/* The columns of a row are different ones: two may be read before either is written. */
EXPAND void add_row(double sx, const double *restrict A, const int *restrict index, double *restrict y,
                    int length, const int run)
{
    int k = 0;
    if (run == 2 && length == 4) {
        two first = TWO(y + index[0]) + CONST_TWO(A) * sx, second = TWO(y + index[2]) + CONST_TWO(A + 2) * sx;
        TWO(y + index[0]) = first;
        TWO(y + index[2]) = second;
        return;
    }
    for (; run == 2 && k < length; k += 2)
        TWO(y + index[k]) += CONST_TWO(A + k) * sx;
    for (; run == 3 && k < length; k += 3) {
        double *restrict Y = y + index[k], third = Y[2] + A[k + 2] * sx;
        TWO(Y) += CONST_TWO(A + k) * sx;
        Y[2] = third;
    }
    for (; k + 1 < length; k += 2) {
        double first = y[index[k]] + A[k] * sx, second = y[index[k + 1]] + A[k + 1] * sx;
        y[index[k]] = first;
        y[index[k + 1]] = second;
    }
    if (k < length)
        y[index[k]] += A[k] * sx;
}

EXPAND void add_rows(const struct pattern *p, double s, const double *A, const double *x, double *y,
                     const int run)
{
    const int *restrict start = p->start, *restrict index = p->index;
    for (int i = 0; i < p->rows; i++)
        add_row(s * x[i], A + start[i], index + start[i], y, start[i + 1] - start[i], run);
}

void add_transposed(const struct pattern *p, double s, const double *A, const double *x, double *y)
{
#define ADD_TRANSPOSED(run) add_rows(p, s, A, x, y, run)
    FOR_RUN(p->run, ADD_TRANSPOSED);
}
