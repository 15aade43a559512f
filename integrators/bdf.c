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

\paragraph{Cost.} At most a factorisation for each Newton iteration, and a projection, whatever the order; the history of $q$, $v$ and $a$ is all that a higher order adds. The first $k + 1$ steps cost more
(Section~\ref{sec:bdf-start}): $2k(k + 2)$ implicit solutions in all, 48 at order 4, whatever the problem and the step; three times as many where the formulation projects nothing. In a
work--precision diagram the curves of this method end flat where the whole run is not much longer than that.

\paragraph{Where it fails.} Where an undamped vibration falls into the lost sector, at orders above two; at order one, where its damping exceeds whatever accuracy is asked for;
on stiff problems with steps so large that Newton's method does not find the solution from what is expected, in the first passes of the start as in any step; and after every
discontinuity, since the history must then be built anew. Like any method of many steps it feels a singular position for $k$ steps, not for one.
*/
#include "core/arena.h"
#include "core/newton.h"
#include "core/vector.h"

enum { ORDER, TOL };
enum { K_MAX = 6, NODES = K_MAX + 1 };

/* sum alpha_j q_j = h sum beta_j v_j, and likewise for v and a, at some node i: beta_i = 1 */
struct formula {
    double alpha[NODES], beta[NODES];
};

struct self {
    struct arena *arena;
    int n, k;
    double h, tol;
    struct formula euler[NODES], node[NODES]; /* at nodes 1 to k: of the first pass, of the others */
    double extrapolation[K_MAX][K_MAX];       /* [p-1][j]: weight of a_{-j} when p values are known */
    long steps;                               /* taken since the start */
    double *q[NODES], *v[NODES];              /* n each, at nodes 0 to k; the step at hand ends at node k */
    double *past[NODES + 1], **a;             /* n each: likewise, a[-1] being one step before node 0 */
    double *vhat, *ahat;
};

/*%
\subsection{The first steps}\label{sec:bdf-start}
A formula of order $k$ needs $k$ values before it can begin. Climbing through the lower orders with the same step caps the order at two, and explicit
substeps are at the mercy of stiffness. But \eqref{eq:bdf} says more than it is used for: it differentiates the polynomial through $k + 1$ values and asks the equations of motion
of it at the last of them. The start asks the same of the same polynomial at \emph{all} of its nodes $t + h, \dots, t + kh$, with one value given, $q_0$, and $k$
unknown. This is collocation, a Runge--Kutta method of order $k$ that is implicit in all its stages at once,
\begin{equation}\label{eq:bdf-collocation}
  h v_i = \sum_{j=0}^{k} d_{ij}\, q_j, \qquad h a_i = \sum_{j=0}^{k} d_{ij}\, v_j, \qquad
  d_{ij} = \frac{w_j}{w_i\,(i - j)}, \quad d_{ii} = -\sum_{j\ne i} d_{ij}, \quad w_j = (-1)^j \binom kj .
\end{equation}
To solve for one node at a time, the values \emph{ahead} of node $i$ are eliminated with the equations of those nodes, from the last backwards:
\begin{equation}\label{eq:bdf-nodes}
  h \Bigl(v_i + \sum_{j>i} \beta_{ij}\, v_j\Bigr) = \sum_{j\le i} \alpha_{ij}\, q_j, \qquad h \Bigl(a_i + \sum_{j>i} \beta_{ij}\, a_j\Bigr) = \sum_{j\le i} \alpha_{ij}\, v_j .
\end{equation}
These are differentiation formulas that know the past by its values and the future by its slopes; that of node $k$ has no future and is \eqref{eq:bdf}.
The slopes ahead are taken from the pass before, so that each node is an implicit step with $c_v = \alpha_{ii}/h$, $c_a = c_v^2$, and passes over all nodes
are repeated. Because the matrices of $\alpha$ and $\beta$ are the triangular factors of $d$, this iteration is the deferred correction of \citet{weiser2015}: a mode
$e^{\lambda t}$ loses its error at a rate of $O(h\lambda)$ a pass where it is resolved, wholly in $k$ passes where it is infinitely stiff, as constraints are, and at some rate in between everywhere in
the left half-plane for $k\le5$ (for $k = 6$, not on a stretch of the imaginary axis about $h\lambda = 2i$).
*/
static void node_formulas(struct self *s, const double *w)
{
    const int k = s->k;
    for (int i = 1; i <= k; i++) {
        struct formula *node = &s->node[i];
        node->beta[i] = 1;
        for (int j = 0; j <= k; j++)
            if (j != i) {
                node->alpha[j] = w[j] / (w[i] * (i - j));
                node->alpha[i] -= node->alpha[j];
            }
    }
    for (int ahead = k; ahead > 1; ahead--)
        for (int i = 1; i < ahead; i++) {
            const struct formula *from = &s->node[ahead];
            struct formula *node = &s->node[i];
            double share = node->alpha[ahead] / from->alpha[ahead];
            for (int j = 0; j <= k; j++) {
                node->alpha[j] -= share * from->alpha[j];
                node->beta[j] -= share * from->beta[j];
            }
        }
}

/* The coefficients of (1 - z)^p: weights of eq:bdf-collocation at p = k, and 1 - (1 - z)^p extrapolates p equidistant values. */
static void coefficients(struct self *s)
{
    double power[NODES] = {1};
    for (int p = 1; p <= K_MAX; p++) {
        for (int j = p; j > 0; j--)
            power[j] -= power[j - 1];
        for (int j = 0; j < p; j++)
            s->extrapolation[p - 1][j] = -power[j + 1];
        if (p == s->k)
            node_formulas(s, power);
        s->euler[p].alpha[p - 1] = -1;
        s->euler[p].alpha[p] = s->euler[p].beta[p] = 1;
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
    for (int j = 0; j < NODES; j++) {
        s->q[j] = take_doubles(arena, (size_t)n);
        s->v[j] = take_doubles(arena, (size_t)n);
    }
    for (int j = 0; j <= NODES; j++)
        s->past[j] = take_doubles(arena, (size_t)n);
    s->a = s->past + 1;
    s->vhat = take_doubles(arena, (size_t)n);
    s->ahat = take_doubles(arena, (size_t)n);
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

/* Node i now stands where the motion does. */
static void place(struct self *s, int i, const struct motion *motion)
{
    copy(s->q[i], motion->q, s->n);
    copy(s->v[i], motion->v, s->n);
    copy(s->a[i], motion->a, s->n);
}

static enum status start(void *self, struct motion *motion)
{
    struct self *s = self;
    s->steps = 0;
    TRY(motion_accelerations(motion, motion->t, motion->q, motion->v, motion->a));
    place(s, 0, motion);
    return OK;
}

/*%
\subsection{The solution at a node}
The acceleration $a_i$ expected there, from the pass before or by extrapolation, goes through \eqref{eq:bdf-nodes} twice and so predicts $v_i$ and $q_i$ on the affine map. The two
divisions by $c_v = O(h^{-1})$ make the prediction better than its origin by two orders. The formulation's projection follows the Newton loop, at every node as after every step.
*/
static void predict(struct self *s, struct motion *motion, const struct formula *formula, int i, double h)
{
    const double *alpha = formula->alpha, *beta = formula->beta, cv = alpha[i] / h;
    double *vhat = s->vhat, *ahat = s->ahat, *q = motion->q, *v = motion->v, *a = motion->a;

    clear(vhat, s->n);
    clear(ahat, s->n);
    for (int j = 0; j < i; j++) {
        add(vhat, alpha[j] / h, s->q[j], s->n);
        add(ahat, alpha[j] / h, s->v[j], s->n); /* less its part cv vhat */
    }
    for (int j = i + 1; j <= s->k; j++) {
        add(vhat, -beta[j], s->v[j], s->n);
        add(ahat, -beta[j], s->a[j], s->n);
    }
    copy(a, s->a[i], s->n);
    for (int l = 0; l < s->n; l++) {
        v[l] = (a[l] - ahat[l]) / cv;
        q[l] = (v[l] - vhat[l]) / cv;
    }
}

/* Solves for node i, whose acceleration a[i] is so far a guess, with spacing h. */
static enum status visit(struct self *s, struct motion *motion, const struct formula *formula, int i,
                         double t, double h)
{
    const double cv = formula->alpha[i] / h;
    predict(s, motion, formula, i, h);
    motion->t = t;
    TRY(newton_solve(motion, t, &(struct affine){cv, cv * cv, NULL, NULL, 0}, s->tol));
    copy(s->a[i], motion->a, s->n);
    TRY(motion_project(motion, motion->a, NULL));
    copy(s->q[i], motion->q, s->n);
    copy(s->v[i], motion->v, s->n);
    return OK;
}

/*%
\subsection{The passes}
In the first pass nothing is known of the future, and each node is a step of the implicit Euler method, $h v_i = q_i - q_{i-1}$: whatever the stiffness, that lands near the motion. Newton's method begins there with
half of the last acceleration, so that the position expected, $q_{i-1} + h v_{i-1} + h^2 a_i$, is that of the Taylor series; a stiff spring on a turning bar does not forgive
$\tfrac12h^2a$ of elongation. The pass leaves the velocities an error of $O(h^2)$, and each pass takes an order off it. After the $k$-th it is $O(h^{k+1})$, like that of the formula itself, and after $k + 1$ a stiff mode has had its $k$;
one more makes the constant small. The slopes ahead are those \emph{after} projection: constraints are then met at all three levels from the first pass on, and a formulation whose velocity
is not the derivative of its position (Section~\ref{sec:ggl}) hands over the acceleration that belongs to it.

Where nothing is projected, the velocities across the constraints are right only after $k$ passes, the accelerations after $k$ more, and what they did to the motion along the constraints
dies out in another $k$.
*/
/* From node 0, where the motion is, over nodes of spacing h to the last: as many passes as settle, and some more. */
static enum status passes(struct self *s, struct motion *motion, int more, double h)
{
    const double t = motion->t;
    const size_t size = (size_t)s->n * sizeof *motion->a;
    int settle = 3 * s->k;
    for (int pass = 0; pass < settle + more; pass++)
        for (int i = 1; i <= s->k; i++) {
            if (pass == 0) {
                clear(s->a[i], s->n);
                add(s->a[i], 0.5, s->a[i - 1], s->n);
            }
            TRY(visit(s, motion, pass == 0 ? &s->euler[i] : &s->node[i], i, t + i * h, h));
            if (memcmp(s->a[i], motion->a, size) != 0)
                settle = s->k; /* the formulation projects */
            copy(s->a[i], motion->a, s->n);
        }
    return OK;
}

/*%
\subsection{Step}
A polynomial that passes through an initial velocity off the slow motion of a stiff problem carries that kink along. So the first step is taken alone, its nodes being $h/k$ apart;
what is left of the kink is smaller by that factor, and more than that in the accelerations. It is the next $k$ steps together that give the formula its history: $k + 1$ passes rehearse them, and the last pass
is made of the steps themselves.

From then on the nodes move along with the steps. As in the Newmark family it is the acceleration that is extrapolated, from the last $p = \min(k + 1, 6)$ values or as many as there are,
\begin{equation}\label{eq:bdf-prediction}
  a^+ \approx \sum_{j=1}^{p} (-1)^{j+1} \binom pj\, a_{1-j} ,
\end{equation}
so that the predicted position is wrong by only $O(h^{p+2})$. The history keeps the projected $q$ and $v$, and of the accelerations those before the projection, which vary smoothly from step to step.
*/
static enum status first_step(struct self *s, struct motion *motion)
{
    const double end = motion->t + s->h;
    TRY(passes(s, motion, 2, s->h / s->k));
    motion->t = end;
    place(s, 0, motion);
    return OK;
}

static enum status rehearse(struct self *s, struct motion *motion)
{
    const double t = motion->t;
    enum status status = passes(s, motion, 1, s->h);
    motion->t = t;
    return status;
}

static void turn(double **list, int count)
{
    double *oldest = list[0];
    for (int j = 0; j < count - 1; j++)
        list[j] = list[j + 1];
    list[count - 1] = oldest;
}

/* The nodes move on by one step; a is guessed at the new one. */
static void move_on(struct self *s)
{
    const int k = s->k;
    int p = k + 1 < K_MAX ? k + 1 : K_MAX;
    if (p > s->steps - 1)
        p = (int)s->steps - 1;
    turn(s->q, k + 1);
    turn(s->v, k + 1);
    turn(s->past, k + 2);
    clear(s->a[k], s->n);
    for (int j = 0; j < p; j++)
        add(s->a[k], s->extrapolation[p - 1][j], s->a[k - 1 - j], s->n);
}

static enum status step(void *self, struct motion *motion)
{
    struct self *s = self;
    if (s->steps == 0) {
        TRY(first_step(s, motion));
    } else {
        if (s->steps == 1)
            TRY(rehearse(s, motion));
        if (s->steps > s->k)
            move_on(s);
        int i = s->steps < s->k ? (int)s->steps : s->k;
        TRY(visit(s, motion, &s->node[i], i, motion->t + s->h, s->h));
    }
    s->steps++;
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
