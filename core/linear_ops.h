#ifndef LINEAR_OPS_H
#define LINEAR_OPS_H

#include "core/linear.h"

#include <float.h>

/* What the back-ends of core/linear.c share. A back-end numbers the unknowns as it likes (`order`); its slot and solve
   work in that numbering, and core/linear.c translates. */
struct linear_ops {
    void (*create)(struct linear *linear);
    void (*destroy)(struct linear *linear); /* what the arena does not own; NULL: nothing */
    int (*slot)(const struct linear *linear, int i, int j);
    enum status (*factor)(struct linear *linear);
    void (*solve)(struct linear *linear, double *x, int count);
};

struct linear {
    struct arena *arena;
    int n;
    enum linear_kind kind;
    enum backend backend;
    struct pattern declared; /* what slots were promised for; of a symmetric matrix both triangles    */
    struct pattern graph;    /* both triangles and the diagonal: what the orders are found from       */
    int *order, *place;      /* unknown order[k] is k-th, place[order[k]] = k; NULL: the natural order */
    int below, above;        /* half-bandwidths in that order                                         */
    double *values;
    int size;
    const struct linear_ops *ops;
    double *work; /* vectors in the back-end's numbering */
    void *self;   /* the back-end's own */
};

/* A pivot of an unpivoted factorisation that is this small against the diagonal it came from is rounding. */
#define LINEAR_ROUNDING (4 * DBL_EPSILON)

enum { TOGETHER = 4 }; /* right-hand sides translated, and so solved, in one go */

extern const struct linear_ops linear_dense, linear_band, linear_band_lu, linear_band_lapack, linear_pairs,
    linear_sparse, linear_sparse_lu;

enum backend linear_choose(struct linear *linear);        /* what AUTOMATIC becomes */
void linear_find_order(struct linear *linear);            /* a narrow band: order, place, below, above */
void linear_reserve(struct linear *linear, size_t count); /* takes the values, at most INT_MAX of them */

/* A band as LAPACK keeps it, and our LU too: column j of a symmetric matrix holds its diagonal and the `below` entries under it; of a general one also
   the `above` entries over the diagonal and, on top, `below` more that row exchanges fill. */
int linear_band_slot(const struct linear *linear, int i, int j);
int linear_band_stride(const struct linear *linear);
bool linear_pairs_fit(const struct linear *linear); /* a chain of pairs, once its order is found */

#endif
