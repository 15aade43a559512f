#ifndef NORMAL_H
#define NORMAL_H

#include "core/evaluation.h"
#include "core/linear.h"

/*%
\subsection{Normal matrices}\label{sec:normal}
Penalty methods, augmented Lagrangians and projections all factor a matrix of the shape
\begin{equation}\label{eq:normal}
  S = c\,M + K + c_v\,C + \alpha\,\Phi_q^{\top} B ,
\end{equation}
with $B = \Phi_q$ or a matrix of the same pattern. It has $n$ rows however many constraints there are, and for $B = \Phi_q$ it is positive definite whatever
their rank, as long as $c\,M + K + c_v\,C$ is. Which product $\Phi_{q,ki}B_{kj}$ goes to which slot of the solver's storage is found once; assembling
follows that list.

How large may $\alpha$ be? Two things decide, and they want opposite answers. \emph{Near a singular position} a singular value $\sigma$ of $\Phi_q$ tends to
zero, and the constraint is felt only while $\alpha\sigma^2 \gg m$: the smaller $\alpha$, the wider the window around the position in which it is lost, and a
step that has a stage in the window goes wrong by $O(1)$. \emph{Redundant} constraints become independent off their manifold, with a $\sigma$ of the size of the
violation, and $\alpha\sigma^2$ is then a \emph{false inertia}: the larger $\alpha$, the more they hold fast what should move. Whether
constraints are redundant is known, $m > n - f$ with $f$ the mobility, and every default of $\alpha$ for accelerations asks it.
*/
struct normal;

static inline bool is_redundant(const struct model *model)
{
    return model->m > model->n - model->mobility;
}

struct normal *normal_create(const struct model *model, enum linear_kind kind, enum backend backend);
void normal_free(struct normal *normal);

void normal_mass(struct normal *normal, double c, const double *M);                    /* S = c M          */
void normal_stiffness(struct normal *normal, double s, const double *K);               /* S += s K         */
void normal_square(struct normal *normal, double s, const double *J, const double *B); /* S += s J'B       */
enum status normal_factor(struct normal *normal);               /* once, however often it is asked */
void normal_solve(struct normal *normal, double *x, int count); /* x = S \ x        */
void normal_export(const struct normal *normal, int rows,
                   double *S); /* dense, columns `rows` apart, the rest zero */

#endif
