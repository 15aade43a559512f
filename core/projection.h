#ifndef PROJECTION_H
#define PROJECTION_H

#include "core/normal.h"

struct projection;

struct projection *projection_create(const struct model *model, enum backend backend);
void projection_free(struct projection *projection);

/* Cleans what is not NULL of q, v, a, w; factors once. */
enum status projection_apply(struct projection *projection, double *q, double *v, double *a, double *w);

#endif
