#ifndef VECTOR_H
#define VECTOR_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define PI 3.14159265358979323846 /* C11 has none */

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

/* max |x_i|; NaN when any x_i is not a number. Sizes compare as their bits do, with NaN above all of them, and unlike comparisons of numbers
   these may be made in any order. */
static inline double norm_max(const double *x, int n)
{
    int64_t most = 0;
    for (int i = 0; i < n; i++) {
        int64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        bits &= INT64_MAX;
        most = bits > most ? bits : most;
    }
    double norm;
    memcpy(&norm, &most, sizeof norm);
    return norm;
}

#endif
