#ifndef STABILISED_H
#define STABILISED_H

#include "core/evaluation.h"
#include "core/formulation.h"

/*%
\section{Stabilised constraints}\label{sec:stabilised}
Baumgarte's combination \citep{baumgarte1972} of the three levels of the constraints, and its derivative through the affine map \eqref{eq:affine}:
\begin{align}\label{eq:stabilised}
  s &= \ddot\Phi + 2\xi\omega\,\dot\Phi + \omega^2\Phi , \\
  \frac{ds}{dq} &= (c_a + 2\xi\omega c_v + \omega^2)\,\Phi_q + (2c_v + 2\xi\omega)\,D(v) + D(a) - \gamma_q ,
\end{align}
with $D$ from Section~\ref{sec:contract-problem}.
*/
struct stabilised {
    double xi, omega;
    double *s; /* m */
    double *B; /* ds/dq, in the Jacobian's pattern */
    double *G; /* gamma_q, likewise */
};

void stabilised_create(struct stabilised *stabilised, struct arena *arena, const struct model *model);
void stabilised_value(struct stabilised *stabilised, const struct at *at, const double *a); /* s */
void stabilised_slope(struct stabilised *stabilised, struct at *at,
                      const struct point *point); /* B; uses at->D */

#endif
