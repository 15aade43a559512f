#ifndef SIGHTS_H
#define SIGHTS_H

#include <stdbool.h>

/* What the exact motion shows at the times of a run. It may cost more than the steps; runs of the same problem with the same step
   can share it and compute it once. Starts as zeros. */
enum { SEEN_MAX = 3 }; /* numbers that a problem shows, at most */

struct sights {
    double h;     /* [s] the step that it is for */
    long count;   /* times that it has room for */
    double *t;    /* the time of each, NaN when it is not known yet */
    double *seen; /* SEEN_MAX a time */
};

void sights_prepare(struct sights *sights, double h, long steps); /* makes room, unless it is there */
void sights_free(struct sights *sights);

/* Step k, at time t to the last digit: what was kept of it, if anything was. */
bool sights_recall(const struct sights *sights, long k, double t, double seen[SEEN_MAX]);
void sights_keep(struct sights *sights, long k, double t, const double seen[SEEN_MAX]);

#endif
