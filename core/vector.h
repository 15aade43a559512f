#ifndef VECTOR_H
#define VECTOR_H

#include <math.h>
#include <string.h>

/* The few vector operations that every module needs, inline because the systems are small. */

static inline void copy(double *restrict y, const double *restrict x, int n) /* y = x */
{
    memcpy(y, x, (size_t)n * sizeof *y);
}

static inline void clear(double *y, int n) /* y = 0 */
{
    memset(y, 0, (size_t)n * sizeof *y);
}

static inline void scale(double *y, double s, int n) /* y = s y */
{
    for (int i = 0; i < n; i++)
        y[i] *= s;
}

static inline void add(double *restrict y, double s, const double *restrict x, int n) /* y = y + s x */
{
    for (int i = 0; i < n; i++)
        y[i] += s * x[i];
}

static inline double dot(const double *x, const double *y, int n) /* x'y */
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static inline double norm_max(const double *x, int n) /* max |x_i|; NaN when any x_i is not a number */
{
    double most = 0, poison = 0;
    for (int i = 0; i < n; i++) {
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
        poison += x[i] - x[i]; /* 0, or NaN for infinities and NaN */
    }
    return most + poison;
}

#endif
