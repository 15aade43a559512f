#ifndef RANK_H
#define RANK_H

#include "core/status.h"

/* A dense matrix A, rows x columns and kept by columns, of a rank that is known beforehand. Vectors that belong to the
   rows of A have `rows` entries, those that belong to its columns have `columns`. No two arguments may overlap. */
struct rank;

struct rank *rank_create(int rows, int columns, int r); /* r is cut to what the shape allows; 0 is fine */
void rank_by_tolerance(struct rank *rank,
                       double tolerance); /* from now on r is found: |R_kk| > tolerance |R_11| */
void rank_free(struct rank *rank);
int rank_rank(const struct rank *rank); /* r */

enum status rank_factor(struct rank *rank, const double *A); /* copies A; SINGULAR when its rank is below r */

void rank_apply_q(struct rank *rank, double *x, int count);  /* x = Q x,  count vectors of `rows` */
void rank_apply_qt(struct rank *rank, double *x, int count); /* x = Q'x                            */

const double *rank_triangle(const struct rank *rank); /* R11: upper triangle, leading dimension `rows` */
const int *rank_pivots(const struct rank *rank);      /* column pivots[k] of A became k-th */
void rank_solve_r(const struct rank *rank, double *x, int count);  /* x = R11 \ x,  count vectors of r */
void rank_solve_rt(const struct rank *rank, double *x, int count); /* x = R11'\ x                      */

void rank_basic(struct rank *rank, const double *b,
                double *x); /* A x = b with columns - r zeros in x       */
void rank_min_norm(struct rank *rank, const double *b,
                   double *x); /* x = A+ b: least squares, then least |x|   */
void rank_transposed(struct rank *rank, const double *g,
                     double *x); /* A'x = g, consistent: the x of least |x|   */

#endif
