#include "core/reflect.h"

#include "core/vector.h"

/*%
\section{Reflectors in plain loops}\label{sec:reflect}
LAPACK's routines have a price for being called, which at a handful of rows is most of the whole, and they see no zeros. A Householder factorisation in plain
loops, in the same storage, pays neither; it loses where blocks would fit the cache better. It also keeps, for every column, the first and the last row that are not zero. Constraints couple neighbours, so that
the reflectors of a chain are short if the columns are taken in the order in which they begin: the arithmetic is then linear in its length. That
order is free to be chosen where the columns are known to be independent, $r = m$; where some are redundant, pivoting decides.
*/
static const double CANCELLED = 1e-8; /* a norm that has lost so much is computed again */

static inline double dot4(const double *restrict x, const double *restrict y, int n) /* four sums at a time */
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        s0 += x[i] * y[i];
        s1 += x[i + 1] * y[i + 1];
        s2 += x[i + 2] * y[i + 2];
        s3 += x[i + 3] * y[i + 3];
    }
    for (; i < n; i++)
        s0 += x[i] * y[i];
    return (s0 + s1) + (s2 + s3);
}

static void find_extent(struct reflectors *s, int j)
{
    const double *x = s->A + j * s->rows;
    int first = 0, end = s->rows;
    while (first < end && x[first] == 0)
        first++;
    while (end > first && x[end - 1] == 0)
        end--;
    s->first[j] = first;
    s->end[j] = end;
}

/* x = H_k x on the rows from k to end[k] */
static inline void reflect(const struct reflectors *s, int k, double *x)
{
    const double *v = s->A + k * s->rows + k;
    int length = s->end[k] - k;
    double w = s->tau[k] * (x[k] + dot4(v + 1, x + k + 1, length - 1));
    x[k] -= w;
    add(x + k + 1, -w, v + 1, length - 1);
}

/* Makes H_k from column k, and R_kk. */
static void make(struct reflectors *s, int k)
{
    double *v = s->A + k * s->rows + k;
    int length = s->end[k] > k ? s->end[k] - k : 1;
    double size = sqrt(dot4(v, v, length)), beta = v[0] > 0 ? -size : size;
    s->end[k] = k + length;
    s->tau[k] = size > 0 ? (beta - v[0]) / beta : 0;
    if (size > 0)
        scale(v + 1, 1 / (v[0] - beta), length - 1);
    v[0] = beta;
}

/* Applies H_k to the columns after it that reach its rows. */
static void sweep(struct reflectors *s, int k)
{
    for (int j = k + 1; j < s->columns; j++) {
        if (s->first[j] >= s->end[k])
            continue;
        reflect(s, k, s->A + j * s->rows);
        s->first[j] = s->first[j] < k ? s->first[j] : k;
        s->end[j] = s->end[j] > s->end[k] ? s->end[j] : s->end[k];
    }
}

static void exchange(struct reflectors *s, int j, int k)
{
    double *x = s->A + j * s->rows, *y = s->A + k * s->rows;
    for (int i = 0; i < s->rows; i++) {
        double keep = x[i];
        x[i] = y[i];
        y[i] = keep;
    }
    int pivot = s->pivot[j], first = s->first[j], end = s->end[j];
    s->pivot[j] = s->pivot[k], s->pivot[k] = pivot;
    s->first[j] = s->first[k], s->first[k] = first;
    s->end[j] = s->end[k], s->end[k] = end;
}

/* Squared norms of the columns below row k: what H_k took off is subtracted, until too little is left to trust. */
static void shorten(struct reflectors *s, int k)
{
    double *now = s->norm, *then = s->norm + s->columns;
    for (int j = k + 1; j < s->columns; j++) {
        const double *x = s->A + j * s->rows;
        now[j] -= x[k] * x[k];
        if (now[j] <= CANCELLED * then[j])
            now[j] = then[j] = s->end[j] > k + 1 ? dot4(x + k + 1, x + k + 1, s->end[j] - k - 1) : 0;
    }
}

int reflect_pivoted(struct reflectors *s, int most, double tolerance)
{
    double *now = s->norm, *then = s->norm + s->columns;
    for (int j = 0; j < s->columns; j++) {
        const double *x = s->A + j * s->rows;
        find_extent(s, j);
        s->pivot[j] = j;
        now[j] = then[j] = dot4(x, x, s->rows);
    }
    for (int k = 0; k < most; k++) {
        int best = k;
        for (int j = k + 1; j < s->columns; j++)
            best = now[j] > now[best] ? j : best;
        if (best != k) {
            exchange(s, k, best);
            now[best] = now[k], then[best] = then[k];
        }
        if (k && !(now[k] > tolerance * tolerance * s->A[0] * s->A[0]) && tolerance > 0)
            return k;
        make(s, k);
        sweep(s, k);
        shorten(s, k);
    }
    return most;
}

static void sort_by_beginning(struct reflectors *s)
{
    for (int j = 0; j < s->columns; j++) {
        find_extent(s, j);
        s->pivot[j] = j;
    }
    for (int j = 1; j < s->columns; j++) /* by insertion: they are in order or nearly so */
        for (int i = j; i > 0 && s->first[i] < s->first[i - 1]; i--)
            exchange(s, i, i - 1);
}

void reflect_in_order(struct reflectors *s)
{
    sort_by_beginning(s);
    for (int k = 0; k < s->columns; k++) {
        make(s, k);
        sweep(s, k);
    }
}

void reflect_forth(const struct reflectors *s, int count, double *x)
{
    for (int k = count - 1; k >= 0; k--)
        reflect(s, k, x);
}

void reflect_back(const struct reflectors *s, int count, double *x)
{
    for (int k = 0; k < count; k++)
        reflect(s, k, x);
}
