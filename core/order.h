#ifndef ORDER_H
#define ORDER_H

#include "core/sparse.h"

/* Finds an order of the unknowns in which the matrix has a narrow band. The graph is symmetric, the diagonal may be
   declared or not. order[k] is the unknown that comes k-th. Returns the half-bandwidth; the natural order is kept
   unless another one is strictly narrower. */
int order_narrow(const struct pattern *graph, int *order);

/* The half-bandwidth when unknown i comes at position place[i] (NULL: at i). */
int order_bandwidth(const struct pattern *graph, const int *place);

#endif
