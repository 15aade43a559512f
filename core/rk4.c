#include "core/rk4.h"

#include "core/vector.h"

void rk4_create(struct rk4 *rk4, struct arena *arena, int n)
{
    double *block = take_doubles(arena, 5 * (size_t)n);
    *rk4 = (struct rk4){n, block, block + n, block + 2 * n, block + 3 * n, block + 4 * n};
}

/*%
\subsection{The stages of Runge--Kutta}\label{sec:rk4-stages}
The stages of \eqref{eq:rk4} serve the integrator of that name and the start of others (Section~\ref{sec:newmark}), so they stand apart from it.
A negative $h$ steps back.
*/
/* stage = (q + h v + s a, v + h a*) */
static void stage(const struct rk4 *rk4, double h, const double *restrict q, const double *restrict v,
                  double s, const double *a, const double *a_star)
{
    double *restrict Q = rk4->q, *restrict V = rk4->v;
    for (int i = 0; i < rk4->n; i++) {
        Q[i] = q[i] + h * v[i] + s * a[i];
        V[i] = v[i] + h * a_star[i];
    }
}

enum status rk4_advance(struct rk4 *rk4, struct motion *motion, double t, double h, double *q, double *v,
                        const double *a)
{
    const double *a2 = rk4->a2, *a3 = rk4->a3, *a4 = rk4->a4;

    stage(rk4, h / 2, q, v, 0, a, a);
    TRY(motion_accelerations(motion, t + h / 2, rk4->q, rk4->v, rk4->a2));
    stage(rk4, h / 2, q, v, h * h / 4, a, a2);
    TRY(motion_accelerations(motion, t + h / 2, rk4->q, rk4->v, rk4->a3));
    stage(rk4, h, q, v, h * h / 2, a2, a3);
    TRY(motion_accelerations(motion, t + h, rk4->q, rk4->v, rk4->a4));

    for (int i = 0; i < rk4->n; i++) {
        q[i] += h * v[i] + h * h / 6 * (a[i] + a2[i] + a3[i]);
        v[i] += h / 6 * (a[i] + 2 * (a2[i] + a3[i]) + a4[i]);
    }
    return OK;
}
