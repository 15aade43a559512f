#ifndef KKT_H
#define KKT_H

#include "core/normal.h"

enum kkt_method {
    KKT_AUTOMATIC, /* QR while it is small, augmented Lagrangian when it is not */
    KKT_QR,        /* rank-revealing QR, rank fixed from the mobility */
    KKT_AL,        /* augmented Lagrangian iteration on the normal matrix */
    KKT_LU         /* plain LU: fails on redundant constraints, kept to show it */
};

struct kkt;

/* For KKT_AL: the penalty relative to the matrix, and how often, at most, the solution is corrected.
   0, 0: by whether the constraints are redundant. */
struct kkt *kkt_create(const struct model *model, enum kkt_method method, enum linear_kind kind,
                       enum backend backend, double alpha, int corrections);
void kkt_free(struct kkt *kkt);

/* [A phi_q'; B 0] with A = c M + K + cv C, or A = c M alone. `at` and B must stay as they are until the last solve. */
void kkt_assemble(struct kkt *kkt, const struct at *at, double c, double cv, bool stiff, const double *B);
void kkt_export(const struct kkt *kkt, double *T); /* dense, by columns, before the first solve */

/* Factors when the matrix is new. x = f on entry and the solution on return, with the multipliers of least norm. */
enum status kkt_solve(struct kkt *kkt, double *x, const double *g, double *lambda);

#endif
