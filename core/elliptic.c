#include "core/elliptic.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/* The arithmetic-geometric mean of 1 and kappa' = sqrt(1 - kappa^2) doubles its correct digits with each turn:
   a <- (a + b)/2, b <- sqrt(a b), c <- (a - b)/2 (Abramowitz and Stegun, 17.6). */
enum { TURNS = 16 };

struct mean {
    int turns;
    long double a[TURNS + 1], c[TURNS + 1];
};

static struct mean arithmetic_geometric(long double kappa)
{
    struct mean mean = {.a = {1}, .c = {kappa}};
    long double a = 1, b = sqrtl((1 - kappa) * (1 + kappa));
    int i = 0;
    while (i < TURNS && fabsl(mean.c[i]) > LDBL_EPSILON * a) {
        long double next = (a + b) / 2;
        mean.c[++i] = (a - b) / 2;
        b = sqrtl(a * b);
        mean.a[i] = a = next;
    }
    mean.turns = i;
    return mean;
}

long double elliptic_K(long double kappa)
{
    assert(0 <= kappa && kappa <= 1);
    if (kappa == 1)
        return (long double)INFINITY;
    struct mean mean = arithmetic_geometric(kappa);
    return acosl(-1) / (2 * mean.a[mean.turns]); /* pi/2 / agm(1, kappa') */
}

/* Descending Landen transformation: sin(2 phi_(i-1) - phi_i) = (c_i/a_i) sin phi_i, phi_N = 2^N a_N u
   (Abramowitz and Stegun, 16.4). */
long double jacobi_am(long double u, long double kappa)
{
    assert(0 <= kappa && kappa <= 1);
    if (kappa == 1)
        return 2 * atanl(tanhl(u / 2)); /* the Gudermannian */
    struct mean mean = arithmetic_geometric(kappa);
    long double phi = ldexpl(mean.a[mean.turns] * u, mean.turns);
    for (int i = mean.turns; i > 0; i--)
        phi = (phi + asinl(mean.c[i] / mean.a[i] * sinl(phi))) / 2;
    return phi;
}

struct jacobi jacobi(long double u, long double kappa)
{
    long double phi = jacobi_am(u, kappa), sn = sinl(phi), cn = cosl(phi);
    /* dn^2 = 1 - kappa^2 sn^2, written without the difference that cancels when both are close to 1 */
    return (struct jacobi){sn, cn, sqrtl(cn * cn + (1 - kappa) * (1 + kappa) * sn * sn)};
}
