#include "core/places.h"

static int row_of(struct block b, int i, int j)
{
    return b.step * (b.transposed ? j : i) + b.down;
}

static int column_of(struct block b, int i, int j)
{
    return b.step * (b.transposed ? i : j) + b.right;
}

void places_declare(struct entries *entries, const struct pattern *p, struct block block)
{
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            entries_add(entries, row_of(block, i, p->index[k]), column_of(block, i, p->index[k]));
}

struct places places_find(struct arena *arena, const struct linear *linear, const struct pattern *p,
                          struct block block)
{
    size_t size = (size_t)pattern_size(p);
    struct places places = {0, take_ints(arena, size), take_ints(arena, size)};
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            int row = row_of(block, i, p->index[k]), column = column_of(block, i, p->index[k]);
            if (linear_is_symmetric(linear) && column > row)
                continue;
            places.entry[places.count] = k;
            places.slot[places.count++] = linear_slot(linear, row, column);
        }
    return places;
}

void places_add(const struct places *places, double s, const double *restrict A, double *restrict values)
{
    const int *restrict entry = places->entry, *restrict slot = places->slot;
    for (int k = 0; k < places->count; k++)
        values[slot[k]] += s * A[entry[k]];
}

/* The columns of a row, in pairs: what the product couples. */
void square_declare(struct entries *entries, const struct pattern *J, struct block block)
{
    for (int k = 0; k < J->rows; k++)
        for (int i = J->start[k]; i < J->start[k + 1]; i++)
            for (int j = J->start[k]; j < J->start[k + 1]; j++)
                entries_add(entries, row_of(block, J->index[i], J->index[j]),
                            column_of(block, J->index[i], J->index[j]));
}

int *square_find(struct arena *arena, const struct linear *linear, const struct pattern *J,
                 struct block block)
{
    bool symmetric = linear_is_symmetric(linear);
    size_t count = 0;
    for (int k = 0; k < J->rows; k++) {
        size_t length = (size_t)(J->start[k + 1] - J->start[k]);
        count += symmetric ? length * (length + 1) / 2 : length * length;
    }
    int *slot = take_ints(arena, count), *next = slot;
    for (int k = 0; k < J->rows; k++)
        for (int i = J->start[k]; i < J->start[k + 1]; i++) {
            int end = symmetric ? i + 1 : J->start[k + 1];
            for (int j = J->start[k]; j < end; j++)
                *next++ = linear_slot(linear, row_of(block, J->index[i], J->index[j]),
                                      column_of(block, J->index[i], J->index[j]));
        }
    return slot;
}

#define EXPAND static inline __attribute__((always_inline)) /* so that constant lengths reach the loops */

/* One row of the Jacobian; the places that it touches are different ones. Returns the slots of the next row. */
EXPAND const int *square_row(double *restrict values, const int *restrict slot, double s, const double *J,
                             const double *B, const int length, const bool symmetric)
{
    for (int i = 0; i < length; i++) {
        int end = symmetric ? i + 1 : length;
        double sJ = s * J[i];
        for (int j = 0; j < end; j++)
            values[slot[j]] += sJ * B[j];
        slot += end;
    }
    return slot;
}

/* The lengths of rows that mechanisms have most often are given to the compiler as constants. */
EXPAND void square(const struct pattern *p, const int *slot, double s, const double *J, const double *B,
                   double *values, const bool symmetric)
{
    for (int k = 0; k < p->rows; k++) {
        int start = p->start[k], length = p->start[k + 1] - start;
        switch (length) {
#define LENGTH(l)                                                                                            \
    case l:                                                                                                  \
        slot = square_row(values, slot, s, J + start, B + start, l, symmetric);                              \
        break
            LENGTH(2);
            LENGTH(3);
            LENGTH(4);
            LENGTH(6);
            LENGTH(9);
        default:
            slot = square_row(values, slot, s, J + start, B + start, length, symmetric);
        }
    }
}

void square_add(const struct pattern *p, const int *slot, bool symmetric, double s, const double *J,
                const double *B, double *values)
{
    if (symmetric)
        square(p, slot, s, J, B, values, true);
    else
        square(p, slot, s, J, B, values, false);
}
