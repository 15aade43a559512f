#include "core/linear_ops.h"

#include <math.h>
#include <stdint.h>

/*%
\subsection{Chains of pairs}\label{sec:pairs}
In a chain of planar points each point has two coordinates and meets the one before and the one after: the matrix is tridiagonal in blocks of two by two. What limits its
elimination is not arithmetic but waiting, each block for the one before, and above all for its divisions. Three things shorten the wait.

\emph{Both ends at once.} A chain can be eliminated from either end, or from both towards the middle \citep{golub2013}. The two halves are independent, so they run side by side in the two lanes of
a vector register: half as many steps, each as long as before. Lane 0 takes block $i$ and lane 1 block $N-1-i$; both call the block that follows towards the middle the next. A unit block that
nothing is coupled to makes $N$ odd where necessary, so that one block is left in the middle.

\emph{Both divisions at once.} A block $\bigl(\begin{smallmatrix} a & b \\ b & c \end{smallmatrix}\bigr)$, coupled to the next by $E$ with rows $(e, f)$, has the pivots $a$ and $d = c - b^2/a$. Written as
\begin{equation}\label{eq:pairs-pivots}
  \frac1d = \frac{a}{ac - b^2}, \qquad l = \frac ba, \qquad y = f - l e, \qquad
  A_{\text{next}} \leftarrow A_{\text{next}} - \frac{e e^{\top}}{a} - \frac{y y^{\top}}{d},
\end{equation}
the second division need not wait for the first, and the rounding errors are those of $d = c - b\,l$. The update is that of $LDL^{\top}$. (The inverse of the block would give it with fewer
operations, but loses as many digits as the block is ill-conditioned, and a penalty makes it so.)

\emph{One wait a block in the substitution.} With $W = E\,\bigl(\begin{smallmatrix} a & b \\ b & c \end{smallmatrix}\bigr)^{-1} = \bigl(e/a - l\,y/d,\; y/d\bigr)$ the unknowns of the next block need those of this
one as they stand, not one after the other: $x_{\text{next}} \leftarrow x_{\text{next}} - W x$ forward, and backward $x \leftarrow z - W^{\top} x_{\text{next}}$, with $z$ the solution of the block alone.
*/
typedef double lanes __attribute__((vector_size(16), may_alias)); /* values are assembled as doubles */
typedef int64_t masks __attribute__((vector_size(16)));

enum { FRONT, BACK, LANES };

/* A block and its coupling to the next, in both lanes; once it is factored 1/a, l, 1/d and W. */
struct step {
    lanes a, b, c;
    lanes e[2], f[2]; /* the next block's two rows against the first and the second unknown of this one */
};

/* The unknowns of a step. What pads the matrix has no place in a vector: it reads that of its neighbour, and is written before it. */
struct where {
    int first[LANES], second[LANES];
};

struct pairs {
    int steps; /* the middle block is the front lane of the step after the last */
    struct where *where;
    lanes *z;
    int pads, pad[3]; /* slots of the diagonal beyond n */
};

/* Whether every entry lies within a block or between neighbours, in the order that was found. */
bool linear_pairs_fit(const struct linear *linear)
{
    const struct pattern *p = &linear->graph;
    const int *place = linear->place;
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            int j = p->index[k], I = (place ? place[i] : i) / 2, J = (place ? place[j] : j) / 2;
            if (I - J > 1)
                return false;
        }
    return true;
}

/* Values are doubles to whoever assembles: those of a step are LANES a member, in the order of the members. */
static int slot(const struct linear *linear, int i, int j)
{
    const struct pairs *pairs = linear->self;
    const int size = sizeof(struct step) / sizeof(double), last = 2 * pairs->steps;
    const int low = i < j ? i : j, high = i < j ? j : i;
    bool front = low / 2 < pairs->steps || (low / 2 == pairs->steps && high / 2 == low / 2);
    int now = front ? low : high,
        next = front ? high : low; /* of two neighbours, the one further from the middle */
    int member = now / 2 != next / 2 ? 3 + 2 * (now % 2) + next % 2 : now % 2 + next % 2;
    return (front ? now / 2 : last - now / 2) * size + LANES * member + (front ? FRONT : BACK);
}

static void create(struct linear *linear)
{
    struct pairs *pairs = linear->self = take(linear->arena, 1, sizeof *pairs);
    int blocks = (linear->n + 1) / 2, steps = pairs->steps = blocks / 2;
    size_t count = (size_t)steps + 1;
    linear_reserve(linear, count * sizeof(struct step) / sizeof(double));
    pairs->where = take(linear->arena, count, sizeof *pairs->where);
    pairs->z = take(linear->arena, 2 * count, sizeof *pairs->z);
    for (int k = 0; k < 2 * (2 * steps + 1); k++) {
        bool front = k / 2 <= steps, there = k < linear->n;
        struct where *where = &pairs->where[front ? k / 2 : 2 * steps - k / 2];
        int *first = where->first, *second = where->second,
            unknown = there && linear->order ? linear->order[k] : k;
        int *mine = k % 2 ? &second[front ? FRONT : BACK] : &first[front ? FRONT : BACK];
        *mine = there ? unknown : front ? first[FRONT] : k % 2 ? second[FRONT] : first[FRONT];
        if (!there)
            pairs->pad[pairs->pads++] = slot(linear, k, k);
    }
    linear->order = NULL; /* `where` knows it: nothing to translate */
}

static inline masks larger(lanes x, lanes y) /* |x| > a rounding error of y, and finite */
{
    const lanes size = (lanes)((masks)x & INT64_MAX), least = LINEAR_ROUNDING * (lanes)((masks)y & INT64_MAX);
    return (size > least) & (size <= (lanes){DBL_MAX, DBL_MAX});
}

/* What the blocks so far take from the next: e e'/a and y y'/d apart, each with the entries (0,0), (1,0), (1,1). */
struct taken {
    lanes first[3], second[3];
};

/* eq:pairs-pivots for one block in both lanes. */
static inline masks eliminate(struct step *p, lanes a, lanes b, lanes c, struct taken *taken)
{
    const lanes determinant = a * c - b * b, a_inverse = 1 / a, d_inverse = a / determinant;
    const masks sound = larger(a, p->a) & larger(determinant, p->c * a);
    const lanes l = b * a_inverse, *e = p->e, *f = p->f;
    const lanes y0 = f[0] - l * e[0], y1 = f[1] - l * e[1];
    const lanes g0 = e[0] * a_inverse, g1 = e[1] * a_inverse, h0 = y0 * d_inverse, h1 = y1 * d_inverse;
    *taken = (struct taken){{g0 * e[0], g1 * e[0], g1 * e[1]}, {h0 * y0, h1 * y0, h1 * y1}};
    *p = (struct step){a_inverse, l, d_inverse, {g0 - h0 * l, g1 - h1 * l}, {h0, h1}};
    return sound;
}

static enum status factor(struct linear *linear)
{
    const struct pairs *pairs = linear->self;
    struct step *step = (struct step *)linear->values, *middle = step + pairs->steps;
    struct taken t = {{{0}}, {{0}}};
    masks sound = {-1, -1};
    for (int k = 0; k < pairs->pads; k++)
        linear->values[pairs->pad[k]] = 1;
    for (struct step *p = step; p < middle; p++)
        sound &= eliminate(p, (p->a - t.first[0]) - t.second[0], (p->b - t.first[1]) - t.second[1],
                           (p->c - t.first[2]) - t.second[2], &t);
    lanes sum[3]; /* both lanes have taken from the middle; the lane beside it is idle */
    for (int k = 0; k < 3; k++)
        sum[k] = (lanes){t.first[k][FRONT] + t.second[k][FRONT] + (t.first[k][BACK] + t.second[k][BACK]), 0};
    middle->a[BACK] = middle->c[BACK] = 1;
    sound &= eliminate(middle, middle->a - sum[0], middle->b - sum[1], middle->c - sum[2], &t);
    return sound[FRONT] && sound[BACK] ? OK : SINGULAR;
}

/* The solution of one block alone. */
static inline void solve_block(const struct step *p, lanes x0, lanes x1, lanes *z)
{
    z[1] = (x1 - p->b * x0) * p->c;
    z[0] = x0 * p->a - p->b * z[1];
}

static void solve_one(const struct pairs *pairs, const struct step *step, double *x)
{
    const int steps = pairs->steps;
    const struct where *where = pairs->where, *middle = where + steps;
    lanes u0 = {0}, u1 = {0}, *z = pairs->z;
    for (int i = 0; i < steps; i++) {
        const int *first = where[i].first, *second = where[i].second;
        const lanes x0 = (lanes){x[first[FRONT]], x[first[BACK]]} - u0;
        const lanes x1 = (lanes){x[second[FRONT]], x[second[BACK]]} - u1;
        const lanes *e = step[i].e, *f = step[i].f;
        u0 = e[0] * x0 + f[0] * x1;
        u1 = e[1] * x0 + f[1] * x1;
        solve_block(&step[i], x0, x1, z + 2 * i);
    }
    lanes m[2];
    solve_block(&step[steps], (lanes){x[middle->first[FRONT]] - u0[FRONT] - u0[BACK]},
                (lanes){x[middle->second[FRONT]] - u1[FRONT] - u1[BACK]}, m);
    x[middle->second[FRONT]] = m[1][FRONT];
    x[middle->first[FRONT]] = m[0][FRONT];
    lanes x0 = {m[0][FRONT], m[0][FRONT]}, x1 = {m[1][FRONT], m[1][FRONT]};
    for (int i = steps - 1; i >= 0; i--) {
        const int *first = where[i].first, *second = where[i].second;
        const lanes *e = step[i].e, *f = step[i].f;
        const lanes y0 = (z[2 * i] - e[0] * x0) - e[1] * x1, y1 = (z[2 * i + 1] - f[0] * x0) - f[1] * x1;
        x[first[BACK]] = y0[BACK];
        x[second[BACK]] = y1[BACK];
        x[first[FRONT]] = y0[FRONT];
        x[second[FRONT]] = y1[FRONT];
        x0 = y0;
        x1 = y1;
    }
}

static void solve(struct linear *linear, double *x, int count)
{
    for (int c = 0; c < count; c++)
        solve_one(linear->self, (const struct step *)linear->values, x + (size_t)c * (size_t)linear->n);
}

const struct linear_ops linear_pairs = {create, NULL, slot, factor, solve};
