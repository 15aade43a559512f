#include "core/corrections.h"

#include "core/vector.h"

/*%
\section{Corrections that do not shrink}\label{sec:corrections}
Let a system $Ty = b$ be solved with the factors of a matrix $P$ that is only close to $T$, and corrected:
\begin{equation}\label{eq:corrections}
  \delta_k = P^{-1}(b - T y_k), \qquad y_{k+1} = y_k + \delta_k, \qquad \delta_{k+1} = (I - P^{-1}T)\,\delta_k .
\end{equation}
Where $P$ stands for $T$ badly in a few directions, as a penalty does for a constraint beside a singular position, a few eigenvalues of $I - P^{-1}T$
are close to one, or beyond it, and the corrections die out slowly or not at all. But they show those directions. Every increment $s_j$ taken before
has told its effect, $f_j = P^{-1}T s_j$, as the difference of two corrections, without any further work. Generalised conjugate residuals
\citep{eisenstat1983} keep the $f_j$ orthonormal and take from them what they can undo:
\begin{equation}\label{eq:corrections-step}
  \delta_k \;\to\; \delta_k - \sum_j (f_j^{\top}\delta_k)\, f_j + \sum_j (f_j^{\top}\delta_k)\, s_j ,
\end{equation}
after which the part of the correction that $f_1, f_2, \dots$ span is gone for good. With as many increments as there are bad directions the system is solved,
whatever the eigenvalues. Lengths and products are those of the coordinates alone; multipliers follow.

The next correction will have about the size $\|\delta_k\|^2/\|\delta_{k-1}\|$; the last one is that after which it would be below $10^{-13}$ of the solution.
*/
enum { DEPTH = 8 }; /* increments that are remembered; then it begins anew */

struct corrections {
    int n, N, count;
    bool tried;     /* an increment is taken whose effect is not known yet */
    double *s, *f;  /* DEPTH of N each: increments, and what they did */
    double *before; /* N: the correction that led to the last increment */
};

struct corrections *corrections_create(struct arena *arena, int n, int N)
{
    struct corrections *c = take(arena, 1, sizeof *c);
    size_t room = DEPTH * (size_t)N;
    *c = (struct corrections){.n = n, .N = N, .s = take_doubles(arena, room), .f = take_doubles(arena, room)};
    c->before = take_doubles(arena, (size_t)N);
    return c;
}

void corrections_begin(struct corrections *c)
{
    c->count = 0;
    c->tried = false;
}

/* What the last increment did, made orthogonal to what the others did, and of length one. */
static void learn(struct corrections *c, const double *delta)
{
    double *s = c->s + c->count * c->N, *f = c->f + c->count * c->N;
    copy(f, c->before, c->N);
    add(f, -1, delta, c->N); /* f = P \ T s */
    for (int j = 0; j < c->count; j++) {
        double share = dot(c->f + j * c->N, f, c->n);
        add(f, -share, c->f + j * c->N, c->N);
        add(s, -share, c->s + j * c->N, c->N);
    }
    double length = sqrt(dot(f, f, c->n));
    if (!(length > 0) || !isfinite(1 / length))
        return; /* it did nothing: there is nothing to learn */
    scale(f, 1 / length, c->N);
    scale(s, 1 / length, c->N);
    c->count++;
}

/* The increment: what the known ones can undo of the correction, and the rest as it is. */
static void combine(struct corrections *c, double *delta)
{
    double *s = c->s + c->count * c->N;
    copy(c->before, delta, c->N);
    clear(s, c->N);
    for (int j = 0; j < c->count; j++) {
        double share = dot(c->f + j * c->N, delta, c->n);
        add(delta, -share, c->f + j * c->N, c->N);
        add(s, share, c->s + j * c->N, c->N);
    }
    add(delta, 1, s, c->N);
    copy(s, delta, c->N);
}

void corrections_improve(struct corrections *c, double *delta)
{
    if (c->tried)
        learn(c, delta);
    if (c->count == DEPTH)
        c->count = 0;
    combine(c, delta);
    c->tried = true;
}
