/* Quadruple precision: gcc's __float128 (113 bits, about 34 digits) and its complex partner. Constants are written as
   quotients of integers, so that no double rounds them first. */
#ifndef REFERENCE_QUAD_H
#define REFERENCE_QUAD_H

#include <quadmath.h>

typedef __float128 quad;
typedef __complex128 cquad;

static inline quad ratio(long long p, long long q)
{
    return (quad)p / (quad)q;
}

static inline quad gravity(void)
{
    return ratio(981, 100);
}

/* y += increment, with the part that rounding drops kept for the next time (Kahan). Without a place to keep it, a plain sum. */
static inline void accumulate(quad *y, quad *dropped, quad increment)
{
    if (!dropped) {
        *y += increment;
        return;
    }
    quad full = increment + *dropped, sum = *y + full;
    *dropped = full - (sum - *y);
    *y = sum;
}

#endif
