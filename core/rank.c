#include "core/rank.h"

#include "core/arena.h"
#include "core/lapack.h"
#include "core/reflect.h"
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
basic solution of $A x = b$ is $x = P \, [y;\, 0]$ with $y = R_{11}^{-1} Q_1^{\top} b$. Others differ from it by $P \, [-N z;\, z]$ with
$N = R_{11}^{-1}R_{12}$, which the pivoting keeps moderate. The one of least norm is therefore
\begin{equation}\label{eq:pseudo-inverse}
  A^{+} b = P \begin{bmatrix} y - N z \\ z \end{bmatrix}, \qquad (I + N^{\top}N)\, z = N^{\top} y ,
\end{equation}
whose matrix is as small as the constraints are few that are redundant.
For $A^{\top} x = g$ the $r$ pivoted equations decide:
$x = Q_1 R_{11}^{-\top} (P^{\top} g)_{1 \ldots r}$, which has the least norm, lying in the range of $A$.
*/
enum { LARGE = 60 }; /* rows and columns, from which LAPACK factors faster */

struct rank {
    struct arena *arena;
    int rows, columns, r;
    double tolerance;     /* 0: r is fixed */
    struct reflectors qr; /* reflectors and R, by columns */
    int reflectors;       /* how many there are */
    double *QR;           /* those of qr */
    int *pivot;           /* counted from 0, likewise */
    double *N, *G;        /* R11 \ R12, r x rest; the Cholesky factor of I + N'N */
    int complete;         /* N and G belong to the current QR */
    double *x, *z;        /* max(rows, columns), columns */
    double *work;
    int room;
};

static int room_needed(const struct rank *k)
{
    int query = -1, info, least = 3 * k->columns + 1;
    double best = 0;
    dgeqp3_(&k->rows, &k->columns, k->QR, &k->rows, k->pivot, k->qr.tau, &best, &query, &info);
    return best > least ? (int)best : least;
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
    k->pivot = take_ints(arena, (size_t)columns);
    k->qr = (struct reflectors){rows,
                                columns,
                                k->QR,
                                take_doubles(arena, (size_t)columns),
                                k->pivot,
                                take_ints(arena, (size_t)columns),
                                take_ints(arena, (size_t)columns),
                                take_doubles(arena, 2 * (size_t)columns)};
    k->N = take_doubles(arena, (size_t)least * (size_t)columns);
    k->G = take_doubles(arena, (size_t)columns * (size_t)columns);
    k->x = take_doubles(arena, (size_t)most);
    k->z = take_doubles(arena, (size_t)columns);
    if (least) {
        k->room = room_needed(k);
        k->work = take_doubles(arena, (size_t)k->room);
    }
    return k;
}

void rank_by_tolerance(struct rank *k, double tolerance)
{
    k->tolerance = tolerance;
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

static void factor_by_lapack(struct rank *k)
{
    int info;
    memset(k->pivot, 0, (size_t)k->columns * sizeof *k->pivot); /* all columns are free to move */
    dgeqp3_(&k->rows, &k->columns, k->QR, &k->rows, k->pivot, k->qr.tau, k->work, &k->room, &info);
    k->reflectors = k->rows < k->columns ? k->rows : k->columns;
    for (int j = 0; j < k->columns; j++) {
        k->pivot[j]--;
        k->qr.first[j] = 0;
        k->qr.end[j] = k->rows;
    }
}

/* The rank of what is factored, when it is not given. */
static int count_rank(const struct rank *k)
{
    int r = 0;
    while (r < k->reflectors && fabs(k->QR[r * (k->rows + 1)]) > k->tolerance * fabs(k->QR[0]))
        r++;
    return r;
}

enum status rank_factor(struct rank *k, const double *A)
{
    int least = k->rows < k->columns ? k->rows : k->columns;
    k->complete = 0;
    if (!least)
        return OK;
    copy(k->QR, A, k->rows * k->columns);
    if (k->r == k->columns && k->tolerance == 0) {
        reflect_in_order(&k->qr);
        k->reflectors = k->r;
    } else if (!isfinite(norm_max(k->QR, k->rows * k->columns))) { /* pivoting would pass over NaN */
        return SINGULAR;
    } else if (least < LARGE) {
        k->reflectors = reflect_pivoted(&k->qr, k->tolerance > 0 ? least : k->r, k->tolerance);
    } else {
        factor_by_lapack(k);
    }
    if (k->tolerance > 0)
        k->r = count_rank(k);
    for (int j = 0; j < k->r; j++)
        if (k->QR[j * (k->rows + 1)] == 0 || !isfinite(k->QR[j * (k->rows + 1)]))
            return SINGULAR;
    return OK;
}

void rank_apply_q(struct rank *k, double *x, int count)
{
    for (int c = 0; c < count; c++)
        reflect_forth(&k->qr, k->reflectors, x + c * k->rows);
}

void rank_apply_qt(struct rank *k, double *x, int count)
{
    for (int c = 0; c < count; c++)
        reflect_back(&k->qr, k->reflectors, x + c * k->rows);
}

const double *rank_triangle(const struct rank *k)
{
    return k->QR;
}

const int *rank_pivots(const struct rank *k)
{
    return k->pivot;
}

void rank_solve_r(const struct rank *k, double *x, int count)
{
    int info;
    if (count > 1 && k->r) {
        dtrtrs_("U", "N", "N", &k->r, &count, k->QR, &k->rows, x, &k->r, &info, 1, 1, 1);
        return;
    }
    for (int j = k->r - 1; j >= 0; j--) {
        const double *R = k->QR + j * k->rows;
        int top = k->qr.first[j] < j ? k->qr.first[j] : j;
        x[j] /= R[j];
        add(x + top, -x[j], R + top, j - top);
    }
}

void rank_solve_rt(const struct rank *k, double *x, int count)
{
    for (; count > 0; count--, x += k->r)
        for (int j = 0; j < k->r; j++) {
            const double *R = k->QR + j * k->rows;
            int top = k->qr.first[j] < j ? k->qr.first[j] : j;
            x[j] = (x[j] - dot(x + top, R + top, j - top)) / R[j];
        }
}

/* k->x = Q1'b */
static void project(struct rank *k, const double *b)
{
    copy(k->x, b, k->rows);
    rank_apply_qt(k, k->x, 1);
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

static void make_complete(struct rank *k)
{
    int r = k->r, rest = k->columns - r, info;
    for (int j = 0; j < rest; j++)
        copy(k->N + j * r, k->QR + (r + j) * k->rows, r);
    rank_solve_r(k, k->N, rest);
    for (int j = 0; j < rest; j++)
        for (int i = 0; i <= j; i++)
            k->G[i + j * rest] = (i == j) + dot(k->N + i * r, k->N + j * r, r);
    dpotrf_("U", &rest, k->G, &rest, &info, 1);
    k->complete = 1;
}

void rank_min_norm(struct rank *k, const double *b, double *x)
{
    int info, one = 1, r = k->r, rest = k->columns - r;
    if (!r || !rest) { /* nothing, or a basic solution is the only one */
        rank_basic(k, b, x);
        return;
    }
    if (!k->complete)
        make_complete(k);
    project(k, b);
    rank_solve_r(k, k->x, 1);
    for (int j = 0; j < rest; j++)
        k->z[j] = dot(k->N + j * r, k->x, r);
    dpotrs_("U", &rest, &one, k->G, &rest, k->z, &rest, &info, 1);
    for (int j = 0; j < rest; j++) {
        add(k->x, -k->z[j], k->N + j * r, r);
        x[k->pivot[r + j]] = k->z[j];
    }
    for (int j = 0; j < r; j++)
        x[k->pivot[j]] = k->x[j];
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
