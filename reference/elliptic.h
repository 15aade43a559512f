/* Jacobi's elliptic functions in quadruple precision. */
#ifndef REFERENCE_ELLIPTIC_H
#define REFERENCE_ELLIPTIC_H

#include "quad.h"

struct jacobi {
    quad am, sn, cn, dn; /* am grows without bound: it is not wrapped */
};

quad elliptic_K(quad m1); /* quarter period; m1 = 1 - m, m the parameter (modulus squared) */
struct jacobi elliptic_jacobi(quad u, quad m1); /* at argument u */

#endif
