#include "core/sights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/arena.h"

void sights_prepare(struct sights *s, double h, long steps)
{
    if (s->h == h && s->count > steps)
        return;
    s->h = h;
    s->count = steps + 1;
    s->t = grow(s->t, (size_t)s->count, sizeof *s->t);
    s->seen = grow(s->seen, SEEN_MAX * (size_t)s->count, sizeof *s->seen);
    for (long k = 0; k < s->count; k++)
        s->t[k] = (double)NAN;
}

void sights_free(struct sights *s)
{
    free(s->t);
    free(s->seen);
    *s = (struct sights){0};
}

bool sights_recall(const struct sights *s, long k, double t, double seen[SEEN_MAX])
{
    if (k < 0 || k >= s->count || s->t[k] != t)
        return false;
    memcpy(seen, s->seen + SEEN_MAX * k, SEEN_MAX * sizeof *seen);
    return true;
}

void sights_keep(struct sights *s, long k, double t, const double seen[SEEN_MAX])
{
    if (k < 0 || k >= s->count)
        return;
    s->t[k] = t;
    memcpy(s->seen + SEEN_MAX * k, seen, SEEN_MAX * sizeof *seen);
}
