/*%
\section{Multiple four-bar grid}\label{sec:problem-multi-four-bar}
A wall of four-bar linkages: $R$ rows, each of $N+1$ parallel rods whose free ends are joined by $N$ couplers, which carry the pins of the next
row. Rods are thin, 1~m and 1~kg; gravity acts along $-z$. All bodies are three-dimensional and all joints revolutes about $x$, so besides the planar
redundancy of each four-bar the whole wall is overconstrained. The benchmark has $R = N = 5$: 55 bodies, 80 joints, 10~s, and the
drift of energy must stay below 1~J.

Its first row starts with $2\pi/3$~rad/s, the others without any angular velocity. Three things are not settled by the benchmark's text, and assumed here. The side of the ground: the wall hangs from
pins at $z = 0$, $y = 0,\dots,N$, or it stands on them, which is a parameter. The point $A$: the free end of the last column in the last row. The gate for the trajectory: 0.1~rad in $\varphi_1$.

Every node of the grid is a point with three coordinates. Each rod keeps its length and stays perpendicular to the $x$ vector of the ground, which
all bodies share: 90 coordinates and 110 constraints of rank 85 in the benchmark.
*/
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include "core/mechanism.h"
#include "core/reduced.h"
#include "core/vector.h"

enum { ROWS, COLUMNS, GROUND, DURATION };           /* parameters */
enum { CHAIN_MAX = REDUCED_MAX / 2, NODES = 2000 }; /* rows that have an exact motion */
enum { ANGLE, LEDGER };                             /* the ledger unwraps phi_1, which begins at 0 */
static const double g = 9.81, rate = 2 * PI / 3;    /* [m/s2], first row's start [rad/s] */

struct chain {
    int rows;
    long double a[CHAIN_MAX][CHAIN_MAX], b[CHAIN_MAX];
};

struct grid {
    struct model model; /* first: a pointer to the model is one to all of this */
    int rows, columns;
    int side;               /* +1 hangs, -1 stands */
    int *node;              /* (rows + 1) x (columns + 1), the ground's first */
    struct reduced *motion; /* (phi, phidot) of every row; NULL beyond CHAIN_MAX rows */
    struct chain chain;
};

static int node(const struct grid *grid, int row, int column)
{
    return grid->node[row * (grid->columns + 1) + column];
}

/*%
\subsection{The wall is a chain}
The rods of row $i$ stay parallel and share the angle $\varphi_i$, measured from the start and towards $+y$; couplers only translate. The wall therefore moves as a chain of $R$
links, each a rod of mass $N+1$ with a point mass $N$ at its end. What lies beyond row $i$ weighs $w_i = (2N+1)(R-i)$. The end of row $i$ moves with the sum of $\dot\varphi_j$ times the unit normals of
the rows $j \le i$, the middle of its rods with half of the last term. Collecting the squares and products gives
\begin{equation}\label{eq:grid-energy}
  T = \tfrac12\sum_{ij} a_{ij}\cos(\varphi_i-\varphi_j)\,\dot\varphi_i\dot\varphi_j, \qquad V = \mp\sum_i b_i\cos\varphi_i
\end{equation}
with $a_{ii} = \tfrac{N+1}{3} + N + w_i$, $a_{ij} = \tfrac{N+1}{2} + N + w_{\max(i,j)}$ and $b_i = g\bigl(\tfrac{N+1}{2} + N + w_i\bigr)$, and Lagrange's equations are
\begin{equation}\label{eq:grid-chain}
  \sum_j a_{ij}\bigl[\cos(\varphi_i-\varphi_j)\,\ddot\varphi_j + \sin(\varphi_i-\varphi_j)\,\dot\varphi_j^2\bigr] \pm b_i\sin\varphi_i = 0 .
\end{equation}
Of the two signs the upper one holds when the wall hangs. The motion is solved in extended precision for up to eight rows; larger walls have their start and their energy, but no exact motion.
*/
static void chain_of(const struct grid *grid, struct chain *chain)
{
    const int N = grid->columns;
    chain->rows = grid->rows;
    for (int i = 0; i < grid->rows; i++) {
        for (int j = 0; j < grid->rows; j++) {
            int beyond = (2 * N + 1) * (grid->rows - 1 - (i > j ? i : j));
            chain->a[i][j] = (N + 1) / (i == j ? 3.0L : 2.0L) + N + beyond;
        }
        chain->b[i] = grid->side * (long double)g * ((N + 1) / 2.0L + N + (2 * N + 1) * (grid->rows - 1 - i));
    }
}

/* Positive definite, so elimination needs no pivots. */
static void solve(int n, long double A[CHAIN_MAX][CHAIN_MAX], long double *x)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            long double factor = A[i][k] / A[k][k];
            for (int j = k; j < n; j++)
                A[i][j] -= factor * A[k][j];
            x[i] -= factor * x[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= A[i][j] * x[j];
        x[i] /= A[i][i];
    }
}

static void motion(void *context, long double t, const long double *y, long double *dydt)
{
    (void)t;
    const struct chain *chain = context;
    const int n = chain->rows;
    assert(0 < n && n <= CHAIN_MAX);
    long double A[CHAIN_MAX][CHAIN_MAX];
    for (int i = 0; i < n; i++) {
        dydt[i] = y[n + i];
        dydt[n + i] = -chain->b[i] * sinl(y[i]);
        for (int j = 0; j < n; j++) {
            A[i][j] = chain->a[i][j] * cosl(y[i] - y[j]);
            dydt[n + i] -= chain->a[i][j] * sinl(y[i] - y[j]) * y[n + j] * y[n + j];
        }
    }
    solve(n, A, dydt + n);
}

/* The end of row r is at the sum of its rows' vectors (sin phi, -+ cos phi). */
static void exact(const struct model *model, double t, double *q, double *v, double *ledger)
{
    const struct grid *grid = (const struct grid *)model;
    const struct mechanism *mechanism = mechanism_of(model);
    long double y[REDUCED_MAX] = {0}, at[2] = {0}, speed[2] = {0};
    if (grid->motion)
        reduced_at(grid->motion, (long double)t, y);
    for (int r = 1; r <= grid->rows; r++) {
        long double phi = grid->motion ? y[r - 1] : 0;
        long double phidot = grid->motion ? y[grid->rows + r - 1] : r == 1 ? (long double)rate : 0;
        at[0] += sinl(phi);
        at[1] -= grid->side * cosl(phi);
        speed[0] += cosl(phi) * phidot;
        speed[1] += grid->side * sinl(phi) * phidot;
        for (int c = 0; c <= grid->columns; c++) {
            int x = coordinate(mechanism, node(grid, r, c), 0);
            q[x] = v[x] = 0;
            for (int k = 0; k < 2; k++) {
                q[x + 1 + k] = (double)(k ? at[1] : c + at[0]);
                v[x + 1 + k] = (double)speed[k];
            }
        }
    }
    ledger[ANGLE] = (double)y[0];
}

static void observe(const struct model *model, const double *q, const double *v, double *seen)
{
    (void)v;
    const struct grid *grid = (const struct grid *)model;
    double end[SPACE];
    where(mechanism_of(model), q, node(grid, 1, 0), end);
    seen[0] = atan2(end[1], -grid->side * end[2]);
}

static void account(const struct model *model, double t, const double *q, const double *v, double *ledger)
{
    (void)t;
    double phi;
    observe(model, q, v, &phi);
    ledger[ANGLE] += remainder(phi - ledger[ANGLE], 2 * PI);
}

/* The farthest that a rod of a row has turned from the row's first. */
static double branch(const struct model *model, const double *q)
{
    const struct grid *grid = (const struct grid *)model;
    const struct mechanism *mechanism = mechanism_of(model);
    double most = 0, first[SPACE] = {0}, rod[SPACE], from[SPACE];
    for (int r = 1; r <= grid->rows; r++)
        for (int c = 0; c <= grid->columns; c++) {
            where(mechanism, q, node(grid, r - 1, c), from);
            where(mechanism, q, node(grid, r, c), rod);
            add(rod, -1, from, SPACE);
            if (c == 0)
                copy(first, rod, SPACE);
            add(rod, -1, first, SPACE);
            most = fmax(most, norm_max(rod, SPACE));
        }
    return most;
}

static void row(const struct model *model, const struct levels *levels, const double *q, const double *v,
                const double *ledger, double *row)
{
    const struct grid *grid = (const struct grid *)model;
    const struct mechanism *mechanism = mechanism_of(model);
    int first = coordinate(mechanism, node(grid, 1, 0), 0);
    const double *d = q + first, *rates = v + first;
    double A[SPACE];
    where(mechanism, q, node(grid, grid->rows, grid->columns), A);
    row[0] = ledger[ANGLE];
    row[1] = grid->side * (d[1] * rates[2] - d[2] * rates[1]) / (d[1] * d[1] + d[2] * d[2]);
    row[2] = A[1];
    row[3] = A[2];
    row[4] = levels->energy;
}

static void draw(const struct model *model, const double *q, double *xyz)
{
    const struct grid *grid = (const struct grid *)model;
    const struct mechanism *mechanism = mechanism_of(model);
    for (int r = 1; r <= grid->rows; r++)
        for (int c = 0; c <= grid->columns; c++) {
            where(mechanism, q, node(grid, r - 1, c), xyz);
            where(mechanism, q, node(grid, r, c), xyz + 3);
            xyz += 6;
            if (c == 0)
                continue;
            where(mechanism, q, node(grid, r, c - 1), xyz);
            where(mechanism, q, node(grid, r, c), xyz + 3);
            xyz += 6;
        }
}

static void rod(struct mechanism *mechanism, int A, int B, int x)
{
    thin_rod(mechanism, A, B, 1);
    keep_distance(mechanism, A, B, 1);
    keep_perpendicular(mechanism, between(A, B), vector_of(x));
}

static void assemble(struct mechanism *mechanism, const struct grid *grid)
{
    int x = fixed_vector(mechanism, 1, 0, 0);
    for (int r = 0; r <= grid->rows; r++)
        for (int c = 0; c <= grid->columns; c++) {
            int *here = &grid->node[r * (grid->columns + 1) + c];
            *here = r ? point(mechanism) : fixed_point(mechanism, 0, c, 0);
            if (r)
                rod(mechanism, node(grid, r - 1, c), *here, x);
            if (r && c)
                rod(mechanism, here[-1], *here, x);
        }
    gravity(mechanism, 0, 0, -g);
}

/*%
\subsection{How long the motion can be compared}
Hanging, the wall of the benchmark swings regularly: if the first row starts faster by some small speed, no point is ever much farther off than that speed covers in a second. Standing, two rows or more
tumble and are chaotic: a change far below any tolerance grows by orders of magnitude every few seconds and dominates the motion before the end. Then trajectories are judged for the first two seconds only,
and the rest by its energy.
*/
static void set_motion(struct grid *grid, double duration)
{
    long double start[REDUCED_MAX] = {0};
    if (grid->rows > CHAIN_MAX)
        return;
    start[grid->rows] = (long double)rate;
    chain_of(grid, &grid->chain);
    grid->motion = reduced_create(grid->model.arena, motion, &grid->chain, 2 * grid->rows, start, duration,
                                  NODES);
    grid->model.trusted = grid->side > 0 || grid->rows == 1 ? duration : fmin(duration, 2);
}

static void fill(struct model *model, double duration)
{
    model->duration = duration;
    model->tolerance = 1;
    model->accuracy = 0.1;
    model->interval = 0.01;
    model->ledger = LEDGER;
    model->account = account;
    model->observed = 1;
    model->observed_angle = true;
    model->observe = observe;
    model->branch = branch;
    model->branch_limit = 0.1;
    model->columns = "phi_1 phidot_1 y_A z_A energy";
    model->row = row;
    model->exact = exact;
    model->draw = draw;
}

static struct model *create(const double *parameters)
{
    struct grid plan = {.rows = (int)parameters[ROWS],
                        .columns = (int)parameters[COLUMNS],
                        .side = parameters[GROUND] == 0 ? 1 : -1};
    size_t nodes = (size_t)(plan.rows + 1) * (size_t)(plan.columns + 1);
    plan.node = grow(NULL, nodes, sizeof *plan.node);
    struct mechanism *mechanism = mechanism_create(3);
    assemble(mechanism, &plan);
    struct model *model = mechanism_finish(mechanism, plan.rows, 1);

    struct grid *grid = take(model->arena, 1, sizeof *grid);
    *grid = plan;
    grid->node = take_ints(model->arena, nodes);
    memcpy(grid->node, plan.node, nodes * sizeof *plan.node);
    free(plan.node);
    grid->model = *model; /* a copy: the mechanism's own ledger stays empty */
    fill(&grid->model, parameters[DURATION]);
    grid->model.segments = plan.rows * (2 * plan.columns + 1);
    enum { NAME_MAX_BYTES = 32 };
    char *label = take(model->arena, NAME_MAX_BYTES, 1);
    snprintf(label, NAME_MAX_BYTES, "A:%d", 2 * grid->model.segments - 1); /* the last end drawn */
    grid->model.labels = label;
    set_motion(grid, parameters[DURATION]);
    return &grid->model;
}

const struct problem problem_multi_four_bar = {
    .name = "multi-four-bar",
    .title = "Multiple four-bar grid",
    .cite = "gonzalez2006",
    .parameters =
        {
            [ROWS] = {"rows", 5, "rows", .least = 1, .most = 200, .whole = true},
            [COLUMNS] = {"columns", 5, "four-bars in a row", .least = 1, .most = 200, .whole = true},
            [GROUND] = {"ground", 0, "whether the wall hangs from its pins or stands on them",
                        .choices = "hanging|standing"},
            [DURATION] = {"duration", 10, "length of the motion [s]", .least = 1e-3, .most = 1000},
        },
    .create = create,
};
