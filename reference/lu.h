/* Dense linear systems in quadruple precision, small ones. */
#ifndef REFERENCE_LU_H
#define REFERENCE_LU_H

#include "quad.h"

enum { LU_SIZE = 48 };

struct lu {
    int n, pivot[LU_SIZE];
    quad a[LU_SIZE][LU_SIZE];
};

void lu_factor(struct lu *lu);               /* P A = L U in place, partial pivoting */
void lu_solve(const struct lu *lu, quad *x); /* x = A \ x */

#endif
