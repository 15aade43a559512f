#include "core/linear_ops.h"
#include "core/order.h"

#include <suitesparse/amd.h>

void linear_find_order(struct linear *linear)
{
    int n = linear->n;
    const struct pattern *declared = &linear->declared;
    if (!linear->order) {
        linear->order = take_ints(linear->arena, (size_t)n);
        linear->place = take_ints(linear->arena, (size_t)n);
    }
    order_narrow(&linear->graph, linear->order);
    bool natural = true;
    for (int k = 0; k < n; k++) {
        linear->place[linear->order[k]] = k;
        natural = natural && linear->order[k] == k;
    }
    linear->below = linear->above = 0;
    for (int i = 0; i < n; i++)
        for (int k = declared->start[i]; k < declared->start[i + 1]; k++) {
            int distance = linear->place[i] - linear->place[declared->index[k]];
            linear->below = distance > linear->below ? distance : linear->below;
            linear->above = -distance > linear->above ? -distance : linear->above;
        }
    if (natural)
        linear->order = linear->place = NULL;
}

enum backend linear_choose(struct linear *linear)
{
    linear_find_order(linear);
    double n = linear->n, b = linear->below + linear->above;
    enum backend choice = BAND;
    if (n > 64 && b > 16) {
        double info[AMD_INFO];
        int *order = take_ints(linear->arena, (size_t)linear->n);
        if (amd_order(linear->n, linear->graph.start, linear->graph.index, order, NULL, info) < AMD_OK)
            out_of_memory((size_t)linear->n * sizeof *order);
        double flops = linear->kind == SYMMETRIC ? info[AMD_NMULTSUBS_LDL] : info[AMD_NMULTSUBS_LU];
        double band = n * b * b / 4 * (linear->kind == SYMMETRIC ? 0.5 : 2);
        choice = band / 5 > flops + 10 * info[AMD_LNZ] ? SPARSE : BAND;
    }
    if (choice != BAND)
        linear->order = linear->place = NULL;
    return choice;
}
