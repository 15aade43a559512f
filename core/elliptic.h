#ifndef ELLIPTIC_H
#define ELLIPTIC_H

/* Jacobi's elliptic functions in extended precision, for pendulums: modulus 0 <= kappa <= 1 (not its square). */

long double elliptic_K(long double kappa); /* quarter period; infinite at kappa = 1 */

/* phi with u = integral of (1 - kappa^2 sin^2 x)^(-1/2) from 0 to phi */
long double jacobi_am(long double u, long double kappa);

struct jacobi {
    long double sn, cn, dn; /* sin phi, cos phi, d phi/du */
};
struct jacobi jacobi(long double u, long double kappa);

#endif
