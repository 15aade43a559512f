#ifndef KKT_H
#define KKT_H

#include "core/normal.h"

enum kkt_method {
    KKT_AUTOMATIC, /* QR of small redundant systems, augmented Lagrangian otherwise */
    KKT_QR,        /* fixed-rank QR of phi_q' */
    KKT_AL,        /* augmented Lagrangian iteration on the normal matrix */
    KKT_LU         /* plain LU: fails on redundant constraints, kept to show it */
};

struct kkt;

/* Zeros are defaults throughout. */
struct kkt_choice {
    enum kkt_method method;
    double rank_tolerance; /* of KKT_QR; 0: the rank comes from the mobility */
    double alpha;          /* of KKT_AL: the penalty relative to the matrix; 0: by redundancy */
    int corrections; /* of KKT_AL: how often, at most, the solution is corrected; 0: by redundancy and h */
    double h;        /* [s] the step of an explicit integrator; 0: Newton's method solves again */
};

/* The default penalty of an augmented Lagrangian, relative to the matrix, and how often at most its solution is corrected (h as above). */
double kkt_penalty(const struct model *model);
int kkt_corrections(const struct model *model, double h);

struct kkt *kkt_create(const struct model *model, const struct kkt_choice *choice, enum linear_kind kind,
                       enum backend backend);
void kkt_free(struct kkt *kkt);

/* [A phi_q'; B 0] with A = c M + K + cv C, or A = c M alone. `at` and B must stay as they are until the last solve. */
void kkt_assemble(struct kkt *kkt, const struct at *at, double c, double cv, bool stiff, const double *B);
void kkt_export(const struct kkt *kkt, double *T); /* dense, by columns, before the first solve */

/* Factors when the matrix is new. x = f on entry and the solution on return, with the multipliers of least norm. */
enum status kkt_solve(struct kkt *kkt, double *x, const double *g, double *lambda);

#endif
