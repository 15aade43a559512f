/*%
\section{Generalized-\texorpdfstring{$\alpha$}{alpha}}\label{sec:genalpha}
Chung and Hulbert \citep{chung1993} shift the inertia forces as well as the other forces, and use the freedom to damp
low frequencies least for whatever damping of the high ones is asked for. One parameter remains, the spectral radius
$\rho_\infty$ at $h\omega\to\infty$; in the form \eqref{eq:newmark}, for constrained systems that of \citet{arnold2007},
\begin{equation}\label{eq:genalpha}
  \alpha_m = \frac{2\rho_\infty - 1}{\rho_\infty + 1}, \qquad \alpha_f = \frac{\rho_\infty}{\rho_\infty + 1}, \qquad
  \gamma = \frac12 + \frac{1 - \rho_\infty}{1 + \rho_\infty}, \qquad \beta = \frac{1}{(1 + \rho_\infty)^2} .
\end{equation}
$\rho_\infty = 1$ damps nothing; $\rho_\infty = 0$ annihilates an unresolved frequency in a few steps. The order is two in $q$, $v$ and $a$, given the start
\eqref{eq:newmark-start} and a projection that leaves $w$ its own. The affine map and the prediction are those of Section~\ref{sec:newmark}; with \eqref{eq:newmark-shifts},
\begin{equation}\label{eq:genalpha-shifts}
  c_v = \frac{(3 - \rho_\infty)(1 + \rho_\infty)}{2h}, \qquad c_a = \frac{(2 - \rho_\infty)(1 + \rho_\infty)^2}{h^2} .
\end{equation}

\paragraph{Cost.} That of HHT: at most a factorisation for each Newton iteration, a projection, and one vector, $w$, more than the state.

\paragraph{Where it fails.} At $\rho_\infty = 1$ the method has $q$ and $v$ of the trapezoidal rule but a recurrence for $w$ that forgets nothing,
$w^+ + w = a^+ + a$: an error in the start of $w$ alternates for ever. (The trapezoidal rule without this memory is \texttt{hht:alpha=0}.) At small $\rho_\infty$ the damping reaches the motion itself, and
the step that an accuracy asks for shrinks.
*/
#include "core/newmark.h"

enum { RHO, TOL };

static void *create(int n, const double *parameters, double h)
{
    double rho = parameters[RHO];
    return newmark_create(n, h, (2 * rho - 1) / (rho + 1), rho / (rho + 1), parameters[TOL]);
}

const struct integrator integrator_genalpha = {
    .name = "genalpha",
    .title = "Generalized-$\\alpha$",
    .cite = "chung1993",
    .parameters =
        {
            {"rho", 0.9, "spectral radius at infinite frequency: 1 damps nothing, 0 all at once", .least = 0,
             .most = 1},
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
