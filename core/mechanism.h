#ifndef MECHANISM_H
#define MECHANISM_H

#include "core/problem.h"

/*%
\section{Mechanisms in natural coordinates}\label{sec:mechanism}
Natural coordinates \citep{jalon1994} describe a mechanism by the Cartesian components of points and unit vectors that its bodies
share. Every body whose points and vectors span its frame then has a \emph{constant} mass matrix, joints that share a point or a
vector need no equation at all, and what remains, constant lengths and constant angles, is quadratic:
\begin{equation}\label{eq:quadratic}
  \Phi_k = \kappa_k \bigl( X_k \cdot Y_k - c_k \bigr), \qquad X_k = B_k x,\; Y_k = C_k x ,
\end{equation}
where $X_k$ and $Y_k$ are differences of nodes, or more general linear combinations of them, with constant sparse $B_k$, $C_k$.
With the scale $\kappa = 1/(2\ell)$ a violated length of $\ell$ is measured in metres and the rows of $\Phi_q$ are of order one, whatever
the size of the mechanism.
*/
enum { FORM_TERMS = 4, SPACE = 3 };

/* A linear combination of nodes; a turned term is its node's vector rotated by +90 degrees in the xy-plane. */
struct form {
    int terms;
    struct form_term {
        int node;
        double c;
        bool turned;
    } term[FORM_TERMS];
};

struct form between(int A, int B); /* B - A */
struct form vector_of(int u);
struct form plus(struct form f, double c, int node);
struct form plus_turned(struct form f, double c, int node);

struct mechanism;
struct mechanism *mechanism_create(int dimensions); /* 2 or 3 */

/* Nodes. A point feels gravity, a vector does not. A node may be fixed, or move in some of its components only. */
int point(struct mechanism *mechanism);
int unit_vector(struct mechanism *mechanism);
int fixed_point(struct mechanism *mechanism, double x, double y, double z);
int fixed_vector(struct mechanism *mechanism, double x, double y, double z);
int partly_fixed(struct mechanism *mechanism, bool is_point, const double value[SPACE],
                 const bool moves[SPACE]);

/* Inertia. */
void inertia(struct mechanism *mechanism, int A, int B, double c); /* T += c A'B' (c/2 A'A' when A = B) */
void point_mass(struct mechanism *mechanism, int A, double mass);
void thin_rod(struct mechanism *mechanism, int A, int B, double mass);
void box(struct mechanism *mechanism, int A, int B, int u, int v, double mass,
         double width); /* square section */
/* A planar body with points P and Q, its mass centre at P + along e + across e_turned, e = (Q - P)/length. */
void planar_body(struct mechanism *mechanism, int P, int Q, double length, double mass, double inertia_centre,
                 double along, double across);

/* Constraints. */
void constrain(struct mechanism *mechanism, struct form X, struct form Y, double value, double kappa);
void keep_distance(struct mechanism *mechanism, int A, int B, double length);
void keep_unit(struct mechanism *mechanism, int u);
void keep_perpendicular(struct mechanism *mechanism, struct form X, struct form Y); /* X'Y = 0, kappa = 1 */

/* Forces. */
void gravity(struct mechanism *mechanism, double gx, double gy, double gz);
void spring_damper(struct mechanism *mechanism, struct form X, double stiffness, double damping,
                   double free_length);
void torque(struct mechanism *mechanism, struct form X, double length,
            double moment); /* on a pinned rod, planar */

/* The model, whose arena owns the mechanism from now on. The problem fills in the benchmark's part. */
struct model *mechanism_finish(struct mechanism *mechanism, int mobility, double length);

/* For the problem's own callbacks. */
struct mechanism *mechanism_of(const struct model *model);
int coordinate(const struct mechanism *mechanism, int node, int axis); /* its place in q, or -1 */
void where(const struct mechanism *mechanism, const double *q, int node, double *xyz); /* SPACE numbers */

/* The ledger of a mechanism: what dampers took and how far torques have turned. */
double ledger_dissipated(const double *ledger);
double ledger_angle(const double *ledger, int torque);
void ledger_set(const struct mechanism *mechanism, double *ledger, double dissipated, const double *angles);

#endif
