/* Andrews' squeezer: its numbers, in metres and kilograms. */
#ifndef REFERENCE_ANDREWS_MODEL_H
#define REFERENCE_ANDREWS_MODEL_H

#include "gbs.h"

/* A pinned body counts by its inertia about the ground pin; a floating rod by mass, inertia about its centre and the
   fraction of its length at which the centre lies. */
struct andrews {
    quad A[2], B[2], C[2];
    quad OF, FE, BE, EG, AG; /* lengths; EH = EG, AH = AG */
    quad I_OF, I_BE, I_AG, I_AH;
    quad m_FE, I_FE, s_FE, m_EG, I_EG, s_EG;
    quad along, aside; /* D = B + along e + aside e_perp */
    quad stiffness, free, torque;
};

struct andrews andrews_model(void);
quad andrews_toggle(const struct andrews *m); /* the crank angle at which O lies on the line EF */

/* Reduced: y = (beta, betadot). */
void andrews_reduced(const quad *y, quad *dy, const void *model);
quad andrews_reduced_energy(const struct andrews *m, const quad *y); /* T + V */

/* Natural: y = (F, E, G, H and their velocities). */
void andrews_natural(const quad *y, quad *dy, const void *model);
quad andrews_natural_energy(const struct andrews *m, const quad *y);
void andrews_natural_start(const struct andrews *m, quad beta, quad *y);          /* at rest */
quad andrews_natural_violation(const struct andrews *m, const quad *y, int rate); /* |phi| or |phidot| */

/* Positions of E, G, H for a crank angle: where natural coordinates begin. */
void andrews_place(const struct andrews *m, quad beta, quad E[2], quad G[2], quad H[2]);

#endif
