/*%
\section{HHT}\label{sec:hht}
The trapezoidal rule conserves the energy of linear systems and damps nothing, not even the high frequencies that a stiff
spring or a discretised constraint contributes and that no step of interest resolves. Hilber, Hughes and Taylor \citep{hilber1977} take the internal
forces slightly before the end of the step and so damp the high frequencies while the method stays of second order; \citet{negrut2007} brought it to
constrained multibody systems. In the form \eqref{eq:newmark} it is
\begin{equation}\label{eq:hht}
  \alpha_m = 0, \qquad \alpha_f = -\alpha, \qquad \gamma = \tfrac12 - \alpha, \qquad \beta = \tfrac14 (1 - \alpha)^2,
  \qquad -\tfrac13 \le \alpha \le 0 .
\end{equation}
For $h\omega \to \infty$ the spectral radius falls from 1 at $\alpha = 0$, the trapezoidal rule, to $\tfrac12$ at $\alpha = -\tfrac13$:
\begin{equation}\label{eq:hht-rho}
  \rho_\infty = \frac{1 + \alpha}{1 - \alpha} .
\end{equation}
Below $-\tfrac13$ it would rise again. The affine map, the start, the prediction and the treatment of $w$ by projections are those of Section~\ref{sec:newmark}: \eqref{eq:newmark-shifts} gives
$c_v = (\tfrac12 - \alpha)/(\beta h)$ and $c_a = 1/((1 + \alpha)\,\beta h^2)$, all that a formulation sees of the method in its residual and tangent.

\paragraph{Cost.} One residual and at most one tangent and factorisation for each Newton iteration, and the formulation's projection of $v$, $a$ and $w$. Where the prediction is good an iteration or two
suffice, so that a step asks for fewer factorisations than one of \eqref{eq:rk4}; but the error falls with $h^2$ only.

\paragraph{Where it fails.} Without damping the method rings: a disturbance of an unresolved frequency changes sign from step to step and never dies; this shows in $a$ and $\lambda$
unless the formulation projects them. With damping the energy of resolved motions decays also, at a relative rate of $O(h^3\omega^4)$: a benchmark that counts energy punishes
$\alpha$ far from zero. And Newton's method has to converge, which limits the step where the tangent changes much within it.
*/
#include "core/newmark.h"

enum { ALPHA, TOL };

static void *create(int n, const double *parameters, double h)
{
    return newmark_create(n, h, 0, -parameters[ALPHA], parameters[TOL]);
}

const struct integrator integrator_hht = {
    .name = "hht",
    .title = "HHT",
    .cite = "hilber1977",
    .parameters =
        {
            {"alpha", -0.05, "numerical damping: 0 is the trapezoidal rule, -1/3 damps most",
             .least = -1. / 3, .most = 0},
            {"tol", 1e-10, "Newton's method ends at this error in q, relative to the problem's length",
             .least = 1e-16, .most = 1},
        },
    .implicit = true,
    .order = newmark_order,
    .create = create,
    .destroy = newmark_free,
    .start = newmark_start,
    .step = newmark_step,
};
