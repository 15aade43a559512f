#ifndef CORRECTIONS_H
#define CORRECTIONS_H

#include <stdbool.h>
#include "core/arena.h"

/* A system T y = b, solved with P in the place of T and corrected, delta = P \ (b - T y), until nothing changes. */

/* Whether the correction after one of this size, with `last` the one before, would change nothing any more. */
static inline bool are_enough(double size, double last, double solution)
{
    return !(size * size > 1e-13 * solution * last);
}

/* Whether corrections shrink so slowly that they are better helped. */
static inline bool are_slow(double size, double last)
{
    return size > 0.1 * last;
}

/* Makes the most of corrections that shrink slowly, or grow: each becomes the best combination of it and those before. */
struct corrections;

/* Of N unknowns; the first n of them are what is measured. */
struct corrections *corrections_create(struct arena *arena, int n, int N);
void corrections_begin(struct corrections *corrections); /* of another system */
void corrections_improve(struct corrections *corrections,
                         double *delta); /* delta becomes the increment to take */

#endif
