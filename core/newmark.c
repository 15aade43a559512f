#include "core/newmark.h"

#include "core/arena.h"
#include "core/newton.h"
#include "core/vector.h"

/*%
\section{The Newmark family}\label{sec:newmark}
Newmark's formulas \citep{newmark1959} advance position and velocity with a mean of the accelerations at both ends of the step.
Following \citet{arnold2007}, the acceleration in them is an \emph{algorithmic} one, $w$, related to the true $a$ by a recurrence:
\begin{equation}\label{eq:newmark}
\begin{aligned}
  q^+ &= q + h v + h^2\bigl((\tfrac12 - \beta) w + \beta w^+\bigr), \\
  v^+ &= v + h\bigl((1 - \gamma) w + \gamma w^+\bigr), \\
  (1 - \alpha_m) w^+ + \alpha_m w &= (1 - \alpha_f) a^+ + \alpha_f a .
\end{aligned}
\end{equation}
The equilibrium then holds exactly at the end of the step, not at some point within it, so that every formulation serves as it is. Second order and
the greatest damping of high frequencies for a given one of low frequencies ask for
\begin{equation}\label{eq:newmark-parameters}
  \gamma = \tfrac12 + \alpha_f - \alpha_m, \qquad \beta = \tfrac14 (1 + \alpha_f - \alpha_m)^2 .
\end{equation}
With $\alpha_m = \alpha_f = 0$ this is the trapezoidal rule, $w = a$; $\alpha_m = 0$ gives HHT (Section~\ref{sec:hht}), and a choice
of both by the spectral radius gives generalized-$\alpha$ (Section~\ref{sec:genalpha}).

Solved for the unknown $q^+$, \eqref{eq:newmark} is the affine map \eqref{eq:affine} with
\begin{equation}\label{eq:newmark-shifts}
  c_v = \frac{\gamma}{\beta h}, \qquad c_a = \frac{1 - \alpha_m}{(1 - \alpha_f)\,\beta h^2} .
\end{equation}
*/
struct newmark *newmark_create(int n, double h, double alpha_m, double alpha_f, double tolerance)
{
    struct arena *arena = arena_create();
    struct newmark *s = take(arena, 1, sizeof *s);
    double sum = 1 + alpha_f - alpha_m;
    *s = (struct newmark){.arena = arena,
                          .n = n,
                          .h = h,
                          .tolerance = tolerance,
                          .alpha_m = alpha_m,
                          .alpha_f = alpha_f,
                          .beta = sum * sum / 4,
                          .gamma = sum - 0.5,
                          .plain = alpha_m == 0 && alpha_f == 0};
    size_t N = (size_t)n;
    s->w = take_doubles(arena, N);
    for (int i = 0; i < 3; i++)
        s->past[i] = take_doubles(arena, N);
    s->a0 = take_doubles(arena, N);
    s->q = take_doubles(arena, N);
    s->v = take_doubles(arena, N);
    rk4_create(&s->rk4, arena, n);
    return s;
}

void newmark_free(void *self)
{
    if (self)
        arena_free(((struct newmark *)self)->arena);
}

int newmark_order(const double *parameters)
{
    (void)parameters;
    return 2;
}

/*%
\paragraph{The start of $w$.}
Expanding the recurrence shows what $w$ is: $w = a(t + \Delta) + O(h^2)$ with $\Delta = (\alpha_m - \alpha_f)\,h$, the acceleration at a slightly
\emph{earlier} time. Starting with $w = a(0)$ is therefore wrong by $O(h)$. That does not cost $q$ and $v$ their order, but it
leaves $w$ an error that the recurrence turns over with the factor $-\alpha_m/(1-\alpha_m)$ from step to step. So the start steps from
$t = 0$ to $\pm\Delta$ by \eqref{eq:rk4} and sets
\begin{equation}\label{eq:newmark-start}
  w(0) = a(0) + \tfrac12\bigl(a(\Delta) - a(-\Delta)\bigr) .
\end{equation}
Both sides are needed to know when not to do it. On a stiff problem the fast modes have not yet decayed, and going backwards in time
makes them explode. If the second difference $a(\Delta) - 2a(0) + a(-\Delta)$ is not at most half of $a(\Delta) - a(-\Delta)$, the step
does not resolve the start, or the first derivative of $a$ vanishes there: in either case $w(0) = a(0)$ is right to the order of the
second difference. For a mode $e^{\lambda t}$ with a real $\lambda$ this accepts $|\lambda\Delta| \le \ln 3$.

A second defect cannot be cured here. If a formulation imposes constraints on positions only and projects nothing, the multipliers and the accelerations across the
constraints start with an error of first order, whatever $w(0)$ is, because the exact initial velocity is not the one that the formula would
settle to; how fast the error decays is set by $\rho_\infty$. Formulations that project velocities and accelerations after each step do
not show it.
*/
static enum status accelerations_at(struct newmark *s, struct motion *motion, double shift, double *a)
{
    double *q = s->q, *v = s->v;
    copy(q, motion->q, s->n);
    copy(v, motion->v, s->n);
    TRY(rk4_advance(&s->rk4, motion, motion->t, shift, q, v, motion->a));
    return motion_accelerations(motion, motion->t + shift, q, v, a);
}

enum status newmark_start(void *self, struct motion *motion)
{
    struct newmark *s = self;
    const double shift = (s->alpha_m - s->alpha_f) * s->h;
    double *before = s->past[1], *after = s->past[2];

    s->steps = 0;
    TRY(motion_accelerations(motion, motion->t, motion->q, motion->v, motion->a));
    copy(s->w, motion->a, s->n);
    copy(s->past[0], motion->a, s->n);
    if (shift == 0)
        return OK;

    if (accelerations_at(s, motion, -shift, after) != OK || accelerations_at(s, motion, shift, before) != OK)
        return motion_accelerations(motion, motion->t, motion->q, motion->v, motion->a);
    double first = 0, second = 0;
    for (int i = 0; i < s->n; i++) {
        first = fmax(first, fabs(before[i] - after[i]));
        second = fmax(second, fabs(before[i] - 2 * motion->a[i] + after[i]));
    }
    if (second <= first / 2) /* false for NaN */
        for (int i = 0; i < s->n; i++)
            s->past[0][i] = s->w[i] += (before[i] - after[i]) / 2;
    /* the formulation's last evaluation, and with it its multipliers, shall be that of the start */
    return motion_accelerations(motion, motion->t, motion->q, motion->v, motion->a);
}

/*%
\paragraph{Prediction.}
Newton's method starts from \eqref{eq:newmark} with $w^+$ extrapolated from its last three results, $3w_0 - 3w_{-1} + w_{-2}$, or from fewer in the
first steps. These are the values \emph{before} projection: across the constraints they differ from the projected ones by what the
formula misses in one step, $O(h)$, but from step to step they are smooth. The factor $\beta h^2$ then makes the prediction wrong by only $O(h^5)$ and
keeps the noise of the extrapolation below that of $q$. The predicted $q$, $v$ and $a$ satisfy the affine map.
*/
/* A constant `plain` spares the trapezoidal rule what it does not need: there w is a, and a0 is asked for by nobody. */
static inline __attribute__((always_inline)) void predict(struct newmark *s, struct motion *motion,
                                                          const bool plain)
{
    static const double weights[4][3] = {{1, 0, 0}, {1, 0, 0}, {2, -1, 0}, {3, -3, 1}};
    const double *c = weights[s->steps < 3 ? s->steps : 3];
    const double h = s->h, beta = s->beta, gamma = s->gamma, am = s->alpha_m, af = s->alpha_f;
    const double *restrict p0 = s->past[0], *restrict p1 = s->past[1], *restrict p2 = s->past[2];
    double *restrict q = motion->q, *restrict v = motion->v, *restrict a = motion->a, *restrict a0 = s->a0;
    const double *restrict w = s->w;

    for (int i = 0; i < s->n; i++) {
        double now = plain ? a[i] : w[i], next = c[0] * p0[i] + c[1] * p1[i] + c[2] * p2[i];
        q[i] += h * v[i] + h * h * ((0.5 - beta) * now + beta * next);
        v[i] += h * ((1 - gamma) * now + gamma * next);
        if (!plain)
            a0[i] = a[i];
        a[i] = plain ? next : ((1 - am) * next + am * now - af * a[i]) / (1 - af);
    }
}

static void remember(struct newmark *s, const double *w)
{
    double *oldest = s->past[2];
    s->past[2] = s->past[1];
    s->past[1] = s->past[0];
    s->past[0] = oldest;
    copy(oldest, w, s->n);
    s->steps++;
}

/*%
\paragraph{One step.}
Once Newton's method has found $a^+$, the recurrence gives $w^+$. The projection then cleans $w$ beside $a$ with the same factor. It must not be replaced by
the projected $a$: in the directions of free motion the two differ by $O(h)$, and the method would become one of first order.
*/
enum status newmark_step(void *self, struct motion *motion)
{
    struct newmark *s = self;
    const double h = s->h, am = s->alpha_m, af = s->alpha_f;
    const double cv = s->gamma / (s->beta * h), ca = (1 - am) / ((1 - af) * s->beta * h * h),
                 cw = 1 / (s->beta * h * h);

    if (s->plain)
        predict(s, motion, true);
    else
        predict(s, motion, false);
    motion->t += h;
    TRY(newton_solve(motion, motion->t, &(struct affine){cv, ca, NULL, NULL, cw}, s->tolerance));
    if (s->plain) {
        remember(s, motion->a);
        return motion_project(motion, motion->a, NULL);
    }
    for (int i = 0; i < s->n; i++)
        s->w[i] = ((1 - af) * motion->a[i] + af * s->a0[i] - am * s->w[i]) / (1 - am);
    remember(s, s->w);
    return motion_project(motion, motion->a, s->w);
}
