/*%
\section{Backward differentiation}\label{sec:bdf}
The workhorse of commercial multibody codes \citep{gear1971,hairer1996,negrut2009}: the derivative at the end of the step is that of the polynomial through the new value
and the last $k$,
\begin{equation}\label{eq:bdf}
  v^+ = \frac1h \sum_{j=0}^{k} \alpha_j\, q_{1-j}, \qquad a^+ = \frac1h \sum_{j=0}^{k} \alpha_j\, v_{1-j},
  \qquad \sum_{j=0}^{k} \alpha_j z^j = \sum_{i=1}^{k} \frac{(1 - z)^i}{i},
\end{equation}
with $q_1 = q^+$, $q_0 = q$ and so on backwards. Inserting the first formula into the second gives the affine map \eqref{eq:affine} with
\begin{equation}\label{eq:bdf-shifts}
  c_v = \frac{\alpha_0}{h}, \quad c_a = c_v^2, \quad \hat v = \frac1h \sum_{j\ge1} \alpha_j\, q_{1-j}, \quad
  \hat a = c_v \hat v + \frac1h \sum_{j\ge1} \alpha_j\, v_{1-j} .
\end{equation}
The order is $k$. Orders 1 and 2 are stable for every $h\lambda$ in the left half-plane and damp strongly at infinity. From order 3 on a sector
around the imaginary axis is lost (its angle is $4^\circ$, $17^\circ$, $38^\circ$ and $72^\circ$ for $k = 3$ to $6$), so lightly
damped oscillations that the step barely resolves grow; order 6 is hardly more than a curiosity, and order 7 would be unstable for every step.
The damping of the low orders shows as a loss of energy already for resolved motions, at a relative rate of $O(h\omega^2)$ for $k = 1$ and $O(h^3\omega^4)$ for $k = 2$.

Which order to rank is a matter of tuning like $\alpha$ or $\rho_\infty$ elsewhere. Order 4 is the default, for all problems alike: the step that a given accuracy asks for
grows with the order, and so does the sector that is lost; $17^\circ$ are harmless to mechanisms without undamped fast vibrations, and those are the case for \texttt{bdf:order=2}.

\paragraph{Cost.} At most a factorisation for each Newton iteration, and a projection, whatever the order; the history of $q$, $v$ and $a$ is all that a higher order adds. The first $k - 1$ steps cost more
(Section~\ref{sec:bdf-start}), the more so the larger the step: in a work--precision diagram the curves of this method end flat where the steps are large, because the start then costs as much as the rest.

\paragraph{Where it fails.} Where an undamped vibration falls into the lost sector, at orders above two; at order one, where its damping exceeds whatever accuracy is asked for; on stiff problems
with large steps, where the explicit start has to resolve what the formula itself would step over; and after every discontinuity, since the history must then be built anew. Like any method of many steps it
feels a singular position for $k$ steps, not for one.
*/
#include "core/arena.h"
#include "core/newton.h"
#include "core/rk4.h"
#include "core/vector.h"

enum { ORDER, TOL };
enum { K_MAX = 6, SUBSTEPS_MAX = 4096 };

struct self {
    struct arena *arena;
    int n, k;
    double h, tol;
    double alpha[K_MAX + 1];                /* of BDF k */
    double extrapolation[K_MAX][K_MAX];     /* [p-1][j]: weight of a_{-j} when p values are known */
    long steps;                             /* taken since the start */
    double *q[K_MAX], *v[K_MAX], *a[K_MAX]; /* n each: now, one step ago, … */
    double *vhat, *ahat;
    double *fine_q, *fine_v, *substep_a;
    struct rk4 rk4;
};

/* Expands sum (1 - z)^i / i, and 1 - (1 - z)^p whose coefficients extrapolate p equidistant values. */
static void coefficients(struct self *s)
{
    double power[K_MAX + 1] = {1}; /* (1 - z)^i */
    for (int i = 1; i <= K_MAX; i++) {
        for (int j = i; j > 0; j--)
            power[j] -= power[j - 1];
        for (int j = 0; j <= i && i <= s->k; j++)
            s->alpha[j] += power[j] / i;
        for (int j = 0; j < i; j++)
            s->extrapolation[i - 1][j] = -power[j + 1];
    }
}

static void *create(int n, const double *parameters, double h)
{
    struct arena *arena = arena_create();
    struct self *s = take(arena, 1, sizeof *s);
    s->arena = arena;
    s->n = n;
    s->k = (int)parameters[ORDER];
    s->h = h;
    s->tol = parameters[TOL];
    coefficients(s);
    for (int j = 0; j < K_MAX; j++) {
        s->q[j] = take_doubles(arena, (size_t)n);
        s->v[j] = take_doubles(arena, (size_t)n);
        s->a[j] = take_doubles(arena, (size_t)n);
    }
    s->vhat = take_doubles(arena, (size_t)n);
    s->ahat = take_doubles(arena, (size_t)n);
    s->fine_q = take_doubles(arena, (size_t)n);
    s->fine_v = take_doubles(arena, (size_t)n);
    s->substep_a = take_doubles(arena, (size_t)n);
    rk4_create(&s->rk4, arena, n);
    return s;
}

static void destroy(void *self)
{
    if (self)
        arena_free(((struct self *)self)->arena);
}

static int order(const double *parameters)
{
    return (int)parameters[ORDER];
}

/* The history turns by one; what stood last is overwritten by the present. */
static void turn(double **list, const double *present, int n)
{
    double *oldest = list[K_MAX - 1];
    for (int j = K_MAX - 1; j > 0; j--)
        list[j] = list[j - 1];
    list[0] = oldest;
    copy(oldest, present, n);
}

static void remember(struct self *s, const struct motion *motion)
{
    turn(s->q, motion->q, s->n);
    turn(s->v, motion->v, s->n);
}

static enum status start(void *self, struct motion *motion)
{
    struct self *s = self;
    s->steps = 0;
    TRY(motion_accelerations(motion, motion->t, motion->q, motion->v, motion->a));
    turn(s->a, motion->a, s->n);
    remember(s, motion);
    return OK;
}

/*%
\subsection{The first steps}\label{sec:bdf-start}
A formula of order $k$ needs $k - 1$ steps before it can begin. Climbing through the lower orders with the same step caps the order at two;
the classical Runge--Kutta method is good enough up to $k = 4$ but no further, and on a stiff problem its step is unstable. So each of these
steps is taken with $m$ Runge--Kutta substeps \eqref{eq:rk4}, and $m$ doubles until the result settles: with $y_m$ for the state at the end,
\begin{equation}\label{eq:bdf-start}
  y = y_{2m} + \frac{y_{2m} - y_m}{15}, \qquad \max\bigl(\|q_{2m} - q_m\|,\; h\|v_{2m} - v_m\|\bigr) \le 15\, \varepsilon L ,
\end{equation}
which is Richardson's extrapolation, of order five in each substep, with the tolerance $\varepsilon$ of Newton's method. The start is then as
exact as the solutions of the later steps, and no order is lost. If the difference has become small and no longer shrinks it is
round-off, which is accepted as well. On a stiff problem the first few $m$ are unstable and may not even survive the step: that, too, only says that
$m$ is too small.
*/
static enum status substeps(struct self *s, struct motion *motion, int m, double *q, double *v)
{
    double h = s->h / m;
    copy(q, motion->q, s->n);
    copy(v, motion->v, s->n);
    for (int i = 0; i < m; i++) {
        double t = motion->t + i * h;
        if (i)
            TRY(motion_accelerations(motion, t, q, v, s->substep_a));
        TRY(rk4_advance(&s->rk4, motion, t, h, q, v, i ? s->substep_a : motion->a));
    }
    return OK;
}

static double distance(const double *x, const double *y, int n)
{
    double most = 0, poison = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i] - y[i]));
        poison += (x[i] - y[i]) * 0;
    }
    return most + poison;
}

/* The extrapolated state after one step, projected. */
static enum status accept(struct self *s, struct motion *motion, const double *q, const double *v)
{
    for (int i = 0; i < s->n; i++) {
        motion->q[i] = s->fine_q[i] + (s->fine_q[i] - q[i]) / 15;
        motion->v[i] = s->fine_v[i] + (s->fine_v[i] - v[i]) / 15;
    }
    motion->t += s->h;
    TRY(motion_project(motion, NULL, NULL));
    return motion_accelerations(motion, motion->t, motion->q, motion->v, motion->a);
}

static enum status first_step(struct self *s, struct motion *motion)
{
    const double enough = 15 * s->tol * motion->model->length;
    double *q = s->vhat, *v = s->ahat; /* free until the formula begins */
    double last = (double)INFINITY;
    bool known = false; /* q and v hold the result of m/2 substeps */

    for (int m = 1; m <= SUBSTEPS_MAX; m *= 2) {
        bool survived = substeps(s, motion, m, s->fine_q, s->fine_v) == OK;
        double change = survived && known
                            ? fmax(distance(s->fine_q, q, s->n), s->h * distance(s->fine_v, v, s->n))
                            : (double)INFINITY;
        bool settled = change <= enough || (change > last / 2 && change <= 1e-9 * motion->model->length);
        if (!isnan(change) && settled)
            return accept(s, motion, q, v);
        copy(q, s->fine_q, s->n);
        copy(v, s->fine_v, s->n);
        known = survived;
        last = change;
    }
    return NO_CONVERGENCE;
}

/*%
\subsection{Prediction and step}
As in the Newmark family it is the acceleration that is extrapolated, from the last $p = \min(k + 1, 6)$ values or as many as there are,
\begin{equation}\label{eq:bdf-prediction}
  a^+ \approx \sum_{j=1}^{p} (-1)^{j+1} \binom pj\, a_{1-j}, \qquad v^+ \approx \Bigl(a^+ - \frac1h \sum_{j\ge1} \alpha_j\, v_{1-j}\Bigr)\Big/c_v, \qquad q^+ \approx (v^+ - \hat v)/c_v .
\end{equation}
The two divisions by $c_v = O(h^{-1})$ make the prediction wrong by only $O(h^{p+2})$. The formulation's projection follows the Newton loop; the history keeps the projected $q$ and $v$, and of the
accelerations those before the projection, which vary smoothly from step to step.
*/
static void predict(struct self *s, struct motion *motion, double cv)
{
    const int k = s->k;
    int p = k + 1 < K_MAX ? k + 1 : K_MAX;
    if (p > s->steps + 1)
        p = (int)s->steps + 1;
    const double *weight = s->extrapolation[p - 1];
    double *vhat = s->vhat, *ahat = s->ahat, *q = motion->q, *v = motion->v, *a = motion->a;

    clear(vhat, s->n);
    clear(ahat, s->n);
    clear(a, s->n);
    for (int j = 0; j < k; j++) {
        add(vhat, s->alpha[j + 1] / s->h, s->q[j], s->n);
        add(ahat, s->alpha[j + 1] / s->h, s->v[j], s->n); /* less its part cv vhat */
    }
    for (int j = 0; j < p; j++)
        add(a, weight[j], s->a[j], s->n);
    for (int i = 0; i < s->n; i++) {
        v[i] = (a[i] - ahat[i]) / cv;
        q[i] = (v[i] - vhat[i]) / cv;
    }
}

static enum status step(void *self, struct motion *motion)
{
    struct self *s = self;
    if (s->steps < s->k - 1) {
        TRY(first_step(s, motion));
        turn(s->a, motion->a, s->n);
    } else {
        const double cv = s->alpha[0] / s->h;
        predict(s, motion, cv);
        motion->t += s->h;
        TRY(newton_solve(motion, motion->t, &(struct affine){cv, cv * cv, NULL, NULL, 0}, s->tol));
        turn(s->a, motion->a, s->n); /* before projection, as Newton's method will find the next one */
        TRY(motion_project(motion, motion->a, NULL));
    }
    s->steps++;
    remember(s, motion);
    return OK;
}

const struct integrator integrator_bdf = {
    .name = "bdf",
    .title = "BDF",
    .cite = "gear1971",
    .parameters =
        {
            {.name = "order",
             .value = 4,
             .meaning = "1 to 6; beyond 2 lightly damped oscillations may grow, 6 is barely stable",
             .least = 1,
             .most = 6,
             .whole = true},
            {.name = "tol",
             .value = 1e-11,
             .meaning = "Newton's method ends at this error in q, relative to the problem's length",
             .least = 1e-16,
             .most = 1},
        },
    .implicit = true,
    .order = order,
    .create = create,
    .destroy = destroy,
    .start = start,
    .step = step,
};
