#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

/* Allocations since the program began, those of SuiteSparse and the C library included; -1 where they cannot be counted: under a
   sanitizer or valgrind, and where the C library's functions cannot be stood in front of. */
long allocations(void);

/* Those of BLAS and LAPACK, which are counted apart: their kernels take scratch memory as the processor suits them. */
long blas_allocations(void);

/* Blocks that are allocated and not freed; meaningful only when allocations are counted. */
long blocks_held(void);

#endif
