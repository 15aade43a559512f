#include "core/rank.h"

#include "core/arena.h"
#include "core/lapack.h"
#include "core/vector.h"

/*%
\subsection{Fixed-rank QR}\label{sec:rank}
Redundant constraints leave $\Phi_q$ with fewer independent rows than rows. Off the constraint manifold its small singular values are as
large as the violation, so that a tolerance cannot tell the rank reliably; the mobility of the mechanism can. With the rank $r$ given,
QR with column pivoting \citep{golub2013} of $A$ is cut after $r$ columns,
\begin{equation}\label{eq:rank}
  A P = \begin{bmatrix} Q_1 & Q_2 \end{bmatrix} \begin{bmatrix} R_{11} & R_{12} \\ 0 & \approx 0 \end{bmatrix} .
\end{equation}
For $A = \Phi_q^{\top}$ the columns of $Q_1$ span the directions that the constraints forbid and those of $Q_2$ the ones they allow. A
basic solution of $A x = b$ is $x = P \, [R_{11}^{-1} Q_1^{\top} b;\, 0]$. The one of least norm needs a second orthogonal factor,
$[R_{11}\; R_{12}] = [T\; 0]\, Z$, which makes the factorisation complete:
\begin{equation}\label{eq:pseudo-inverse}
  A^{+} b = P Z^{\top} \begin{bmatrix} T^{-1} Q_1^{\top} b \\ 0 \end{bmatrix} .
\end{equation}
The same serves a whole saddle-point matrix of known rank. For $A^{\top} x = g$ the $r$ pivoted equations decide:
$x = Q_1 R_{11}^{-\top} (P^{\top} g)_{1 \ldots r}$, which has the least norm, lying in the range of $A$.
*/
struct rank {
    struct arena *arena;
    int rows, columns, r;
    double *QR, *tau; /* reflectors and R, by columns           */
    int *pivot;       /* counted from 0                         */
    double *T, *zeta; /* [R11 R12] = [T 0] Z, r x columns       */
    int complete;     /* T and zeta belong to the current QR    */
    double *x;        /* max(rows, columns)                     */
    double *work;
    int room;
};

/* The most workspace that any of the routines asks for. */
static int room_needed(const struct rank *k)
{
    int query = -1, info, rows = k->rows, columns = k->columns, r = k->r, one = 1, rest = columns - r;
    double best[4] = {1, 1, 1, 1}, *none = k->QR;
    dgeqp3_(&rows, &columns, none, &rows, k->pivot, none, &best[0], &query, &info);
    dormqr_("L", "N", &rows, &columns, &rows, none, &rows, none, none, &rows, &best[1], &query, &info, 1, 1);
    if (r && rest) {
        dtzrzf_(&r, &columns, none, &r, none, &best[2], &query, &info);
        dormrz_("L", "T", &columns, &one, &r, &rest, none, &r, none, none, &columns, &best[3], &query, &info,
                1, 1);
    }
    int most = 3 * columns + 1; /* dgeqp3's own minimum */
    for (int i = 0; i < 4; i++)
        most = best[i] > most ? (int)best[i] : most;
    return most;
}

struct rank *rank_create(int rows, int columns, int r)
{
    struct arena *arena = arena_create();
    struct rank *k = take(arena, 1, sizeof *k);
    int least = rows < columns ? rows : columns, most = rows < columns ? columns : rows;
    k->arena = arena;
    k->rows = rows;
    k->columns = columns;
    k->r = r < 0 ? 0 : r < least ? r : least;
    k->QR = take_doubles(arena, (size_t)rows * (size_t)columns);
    k->tau = take_doubles(arena, (size_t)least);
    k->pivot = take_ints(arena, (size_t)columns);
    k->T = take_doubles(arena, (size_t)k->r * (size_t)columns);
    k->zeta = take_doubles(arena, (size_t)k->r);
    k->x = take_doubles(arena, (size_t)most);
    if (least) {
        k->room = room_needed(k);
        k->work = take_doubles(arena, (size_t)k->room);
    }
    return k;
}

void rank_free(struct rank *k)
{
    if (k)
        arena_free(k->arena);
}

int rank_rank(const struct rank *k)
{
    return k->r;
}

enum status rank_factor(struct rank *k, const double *A)
{
    int info, least = k->rows < k->columns ? k->rows : k->columns;
    k->complete = 0;
    memset(k->pivot, 0, (size_t)k->columns * sizeof *k->pivot); /* all columns are free to move */
    if (!least)
        return OK;
    memcpy(k->QR, A, (size_t)k->rows * (size_t)k->columns * sizeof *A);
    if (!isfinite(norm_max(k->QR, k->rows * k->columns))) /* pivoting on NaN does not end well */
        return SINGULAR;
    dgeqp3_(&k->rows, &k->columns, k->QR, &k->rows, k->pivot, k->tau, k->work, &k->room, &info);
    for (int j = 0; j < k->columns; j++)
        k->pivot[j]--;
    if (!k->r)
        return OK;
    double last = k->QR[(size_t)(k->r - 1) * ((size_t)k->rows + 1)];
    return isfinite(last) && last != 0 ? OK : SINGULAR; /* the diagonal of R descends */
}

static void apply(struct rank *k, const char *transposed, double *x, int count)
{
    int info, reflectors = k->rows < k->columns ? k->rows : k->columns;
    if (!reflectors)
        return;
    for (int c = 0; c < count; c += k->columns) { /* the workspace was measured for so many */
        int now = count - c < k->columns ? count - c : k->columns;
        dormqr_("L", transposed, &k->rows, &now, &reflectors, k->QR, &k->rows, k->tau,
                x + (size_t)c * (size_t)k->rows, &k->rows, k->work, &k->room, &info, 1, 1);
    }
}

void rank_apply_q(struct rank *k, double *x, int count)
{
    apply(k, "N", x, count);
}

void rank_apply_qt(struct rank *k, double *x, int count)
{
    apply(k, "T", x, count);
}

const double *rank_triangle(const struct rank *k)
{
    return k->QR;
}

const int *rank_pivots(const struct rank *k)
{
    return k->pivot;
}

static void solve_triangle(const struct rank *k, const char *transposed, double *x, int count)
{
    int info;
    if (k->r)
        dtrtrs_("U", transposed, "N", &k->r, &count, k->QR, &k->rows, x, &k->r, &info, 1, 1, 1);
}

void rank_solve_r(const struct rank *k, double *x, int count)
{
    solve_triangle(k, "N", x, count);
}

void rank_solve_rt(const struct rank *k, double *x, int count)
{
    solve_triangle(k, "T", x, count);
}

/* k->x = Q1'b */
static void project(struct rank *k, const double *b)
{
    copy(k->x, b, k->rows);
    rank_apply_qt(k, k->x, 1);
}

static void undo_pivots(const struct rank *k, double *x) /* x = P k->x */
{
    for (int j = 0; j < k->columns; j++)
        x[k->pivot[j]] = k->x[j];
}

void rank_basic(struct rank *k, const double *b, double *x)
{
    clear(x, k->columns);
    if (!k->r)
        return;
    project(k, b);
    rank_solve_r(k, k->x, 1);
    for (int j = 0; j < k->r; j++)
        x[k->pivot[j]] = k->x[j];
}

static void make_complete(struct rank *k) /* [R11 R12] = [T 0] Z */
{
    int info, r = k->r;
    for (int j = 0; j < k->columns; j++)
        copy(k->T + (size_t)j * (size_t)r, k->QR + (size_t)j * (size_t)k->rows, j < r ? j + 1 : r);
    dtzrzf_(&r, &k->columns, k->T, &r, k->zeta, k->work, &k->room, &info);
    k->complete = 1;
}

void rank_min_norm(struct rank *k, const double *b, double *x)
{
    int info, one = 1, rest = k->columns - k->r;
    if (!k->r || !rest) { /* nothing, or a basic solution is the only one */
        rank_basic(k, b, x);
        return;
    }
    if (!k->complete)
        make_complete(k);
    project(k, b);
    dtrtrs_("U", "N", "N", &k->r, &one, k->T, &k->r, k->x, &k->r, &info, 1, 1, 1);
    clear(k->x + k->r, rest);
    dormrz_("L", "T", &k->columns, &one, &k->r, &rest, k->T, &k->r, k->zeta, k->x, &k->columns, k->work,
            &k->room, &info, 1, 1); /* x = Z'[x; 0] */
    undo_pivots(k, x);
}

void rank_transposed(struct rank *k, const double *g, double *x)
{
    clear(x, k->rows);
    for (int j = 0; j < k->r; j++)
        x[j] = g[k->pivot[j]];
    rank_solve_rt(k, x, 1);
    if (k->r)
        rank_apply_q(k, x, 1);
}
