#ifndef LINEAR_H
#define LINEAR_H

#include <stdbool.h>
#include "core/sparse.h"
#include "core/status.h"

/*%
\subsection{Linear systems}\label{sec:linear}
A matrix declares its pattern once and is factored many times. The storage is the back-end's own (a band, a dense square, compressed
columns): whoever assembles asks once for the slot of each entry and afterwards adds to slots, without searching. A symmetric matrix is
factored as $LDL^{\top}$ and may be mildly indefinite (LAPACK's band routine alone asks for a positive definite one); a general one by $LU$ with partial pivoting.
*/
enum linear_kind { SYMMETRIC, GENERAL };

enum backend {
    AUTOMATIC,   /* by size and fill                                                            */
    DENSE,       /* LAPACK: dsytrf, dgetrf                                                      */
    BAND,        /* our own loops over the band, after reverse Cuthill-McKee: no call overhead  */
    BAND_LAPACK, /* dpbtrf, dgbtrf in the same order                                            */
    SPARSE,      /* SuiteSparse: CHOLMOD simplicial LDL', KLU                                   */
    BACKENDS
};

const char *backend_name(enum backend backend); /* "auto", "dense", "band", "band-lapack", "sparse" */
bool backend_from_name(const char *name, enum backend *found);

struct linear;

/* The pattern is square; a SYMMETRIC matrix may declare either or both triangles. */
struct linear *linear_create(const struct pattern *pattern, enum linear_kind kind, enum backend backend);
void linear_free(struct linear *linear);

enum backend linear_backend(const struct linear *linear); /* what AUTOMATIC became */
bool linear_is_symmetric(const struct linear *linear);
int linear_slot(const struct linear *linear, int i,
                int j); /* -1: not declared; of a SYMMETRIC matrix (i,j) and (j,i) share one */
double *linear_values(struct linear *linear); /* the slots: assemble here before each factorisation */
int linear_size(const struct linear *linear); /* how many doubles that is, unused ones included */

enum status linear_factor(struct linear *linear); /* consumes the values */
void linear_solve(struct linear *linear, double *x,
                  int count); /* x = A \ x, for `count` vectors one after another */
void linear_export(const struct linear *linear, const struct pattern *pattern,
                   double *A); /* values as a dense n x n, before factoring */

#endif
