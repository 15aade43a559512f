#include "core/radau.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* Radau IIA with s = 5 stages (Hairer and Wanner, Solving Ordinary Differential Equations II, IV.5): collocation at the
   zeros of P_s(2c - 1) - P_(s-1)(2c - 1), the last of which is c = 1, so the last stage is the result. L-stable: fast
   modes die instead of limiting the step. The coefficients are computed, not copied, to the last bit of long double. */
enum { S = RADAU_STAGES, SIZE = S * REDUCED_MAX, ITERATIONS = 40 };

/* P_s(x) - P_(s-1)(x) by Bonnet's recurrence */
static long double radau_polynomial(long double x)
{
    long double before = 1, p = x;
    for (int k = 1; k < S; k++) {
        long double next = ((2 * k + 1) * x * p - k * before) / (k + 1);
        before = p;
        p = next;
    }
    return p - before;
}

/* A[i][j] = integral of the j-th Lagrange polynomial over [0, c_i]: expand it in powers, integrate term by term. */
static void integrate_lagrange(struct radau *r, int j)
{
    long double l[S + 1] = {1};
    int degree = 0;
    for (int k = 0; k < S; k++) {
        if (k == j)
            continue;
        long double scale = r->c[j] - r->c[k];
        degree++;
        for (int d = degree; d >= 0; d--)
            l[d] = ((d ? l[d - 1] : 0) - r->c[k] * l[d]) / scale;
    }
    for (int i = 0; i < S; i++) {
        long double sum = 0;
        for (int d = degree; d >= 0; d--)
            sum = sum * r->c[i] + l[d] / (d + 1);
        r->A[i][j] = sum * r->c[i];
    }
}

static void prepare(struct radau *r)
{
    int found = 0; /* bisection between sign changes on a grid that separates the zeros */
    for (int i = 0; i < 200 && found < S - 1; i++) {
        long double low = -1 + i / 100.0L, high = -1 + (i + 1) / 100.0L;
        if ((radau_polynomial(low) > 0) == (radau_polynomial(high) > 0))
            continue;
        for (int bit = 0; bit < 70; bit++) {
            long double middle = (low + high) / 2;
            *((radau_polynomial(low) > 0) == (radau_polynomial(middle) > 0) ? &low : &high) = middle;
        }
        r->c[found++] = (1 + (low + high) / 2) / 2;
    }
    r->c[S - 1] = 1;
    for (int j = 0; j < S; j++)
        integrate_lagrange(r, j);
    r->ready = true;
}

struct stages {
    int n; /* dimension */
    long double t, h;
    const long double *y;
    long double z[S][REDUCED_MAX]; /* y_i - y */
    long double f[S][REDUCED_MAX];
};

/* r_i = h sum_j A_ij f(y + z_j) - z_i; returns its greatest component */
static long double residual(const struct radau *radau, reduced_rhs *f, void *context, struct stages *s,
                            long double r[S][REDUCED_MAX])
{
    long double most = 0;
    for (int i = 0; i < S; i++) {
        long double at[REDUCED_MAX];
        for (int d = 0; d < s->n; d++)
            at[d] = s->y[d] + s->z[i][d];
        f(context, s->t + radau->c[i] * s->h, at, s->f[i]);
    }
    for (int i = 0; i < S; i++)
        for (int d = 0; d < s->n; d++) {
            long double sum = 0;
            for (int j = 0; j < S; j++)
                sum += radau->A[i][j] * s->f[j][d];
            r[i][d] = s->h * sum - s->z[i][d];
            most = fmaxl(most, fabsl(r[i][d]));
            if (!isfinite(r[i][d]))
                return (long double)INFINITY;
        }
    return most;
}

/* LU of I - h A (x) J with partial pivoting; J by forward differences at the start of the step. */
struct newton_matrix {
    int size, pivot[SIZE];
    long double a[SIZE][SIZE];
};

static void fill(struct newton_matrix *m, const struct radau *radau, reduced_rhs *f, void *context,
                 const struct stages *s)
{
    long double at[REDUCED_MAX], f0[REDUCED_MAX], f1[REDUCED_MAX];
    const int n = s->n;
    assert(n > 0 && n <= REDUCED_MAX);
    m->size = S * n;
    memcpy(at, s->y, (size_t)n * sizeof *at);
    f(context, s->t, at, f0);
    for (int d = 0; d < n; d++) {
        long double step = sqrtl(LDBL_EPSILON) * fmaxl(fabsl(s->y[d]), 1e-3L);
        at[d] = s->y[d] + step;
        f(context, s->t, at, f1);
        at[d] = s->y[d];
        for (int e = 0; e < n; e++)
            for (int i = 0; i < S; i++)
                for (int j = 0; j < S; j++)
                    m->a[i * n + e][j * n + d] = (i == j && e == d ? 1 : 0) -
                                                 s->h * radau->A[i][j] * (f1[e] - f0[e]) / step;
    }
}

static bool factor(struct newton_matrix *m)
{
    for (int k = 0; k < m->size; k++) {
        int p = k;
        for (int i = k + 1; i < m->size; i++)
            if (fabsl(m->a[i][k]) > fabsl(m->a[p][k]))
                p = i;
        m->pivot[k] = p;
        if (m->a[p][k] == 0)
            return false;
        for (int j = 0; j < m->size && p != k; j++) {
            long double swap = m->a[k][j];
            m->a[k][j] = m->a[p][j];
            m->a[p][j] = swap;
        }
        for (int i = k + 1; i < m->size; i++) {
            long double l = m->a[i][k] /= m->a[k][k];
            for (int j = k + 1; j < m->size && l != 0; j++)
                m->a[i][j] -= l * m->a[k][j];
        }
    }
    return true;
}

static void solve(const struct newton_matrix *m, long double *x)
{
    for (int k = 0; k < m->size; k++) {
        long double swap = x[k];
        x[k] = x[m->pivot[k]];
        x[m->pivot[k]] = swap;
    }
    for (int i = 0; i < m->size; i++)
        for (int j = 0; j < i; j++)
            x[i] -= m->a[i][j] * x[j];
    for (int i = m->size - 1; i >= 0; i--) {
        for (int j = i + 1; j < m->size; j++)
            x[i] -= m->a[i][j] * x[j];
        x[i] /= m->a[i][i];
    }
}

/* z += r, or z += (I - h A (x) J) \ r; returns the greatest correction */
static long double correct(struct stages *s, const struct newton_matrix *m, long double r[S][REDUCED_MAX])
{
    long double x[SIZE], most = 0;
    const int n = s->n;
    for (int i = 0; i < S * n; i++)
        x[i] = r[i / n][i % n];
    if (m)
        solve(m, x);
    for (int i = 0; i < S * n; i++) {
        s->z[i / n][i % n] += x[i];
        most = fmaxl(most, fabsl(x[i]));
    }
    return most;
}

/* Iterates until corrections stop shrinking at round-off. False when they contract too slowly to be worth it. */
static bool iterate(const struct radau *radau, reduced_rhs *f, void *context, struct stages *s,
                    const struct newton_matrix *m)
{
    long double r[S][REDUCED_MAX], size = 0, last = (long double)INFINITY;
    for (int d = 0; d < s->n; d++)
        size = fmaxl(size, fabsl(s->y[d]));
    const long double unit = LDBL_EPSILON * (size + 1e-3L);

    for (int k = 0; k < ITERATIONS; k++) {
        if (!isfinite(residual(radau, f, context, s, r)))
            return false;
        long double change = correct(s, m, r);
        if (change <= unit || (change > last / 4 && change <= 1000 * unit))
            return true;
        if (k > 1 && change > last / 3)
            return false;
        last = change;
    }
    return false;
}

/* The last step's polynomial through its start and its stages, at fraction x of that step. */
static void extrapolate(const struct radau *r, long double x, int n, long double *z)
{
    memset(z, 0, (size_t)n * sizeof *z);
    for (int j = 0; j < S; j++) {
        long double l = x / r->c[j]; /* the start, c = 0, is a node too; z vanishes there */
        for (int k = 0; k < S; k++)
            if (k != j)
                l *= (x - r->c[k]) / (r->c[j] - r->c[k]);
        for (int d = 0; d < n; d++)
            z[d] += l * r->z[j][d];
    }
}

static void guess(const struct radau *r, struct stages *s)
{
    const long double begin = r->h > 0 ? (s->t - r->t) / r->h : 0, ratio = r->h > 0 ? s->h / r->h : 0;
    if (r->h <= 0 || begin < 0 || begin > 1.5L || ratio > 2)
        return; /* nothing near: zero is as good */
    long double z0[REDUCED_MAX];
    extrapolate(r, begin, s->n, z0);
    for (int i = 0; i < S; i++) {
        extrapolate(r, begin + r->c[i] * ratio, s->n, s->z[i]);
        for (int d = 0; d < s->n; d++)
            s->z[i][d] -= z0[d];
    }
}

bool radau_step(struct radau *radau, reduced_rhs *f, void *context, int dimension, long double t,
                long double h, const long double *y, long double *next)
{
    if (!radau->ready)
        prepare(radau);
    struct stages s = {.n = dimension, .t = t, .h = h, .y = y};
    guess(radau, &s);
    bool done = !radau->stiff && iterate(radau, f, context, &s, NULL);
    if (!done) {
        struct newton_matrix m;
        if (!radau->stiff)
            memset(s.z, 0, sizeof s.z);
        radau->stiff = true;
        fill(&m, radau, f, context, &s);
        if (!factor(&m) || !iterate(radau, f, context, &s, &m)) {
            radau->h = 0;
            return false;
        }
    }
    radau->t = t;
    radau->h = h;
    memcpy(radau->z, s.z, sizeof s.z);
    for (int d = 0; d < dimension; d++)
        next[d] = y[d] + s.z[S - 1][d];
    return true;
}
