/* What runs leave behind: allocations within their steps, blocks that are not given back, digits that differ. */
#include "experiments/check.h"

#include <stdio.h>
#include "experiments/allocations.h"

enum { RUNS = 3 };

/* The first run is not counted: libraries may set themselves up once. */
static void run_often(const struct choice *choice, struct traces *traces)
{
    struct result first, result;
    long held = 0;
    for (int k = 0; k <= RUNS; k++) {
        struct run *run = run_create(choice);
        long before = allocations(), before_blas = blas_allocations();
        run_timed(run, &result);
        if (k) {
            traces->within += allocations() - before;
            traces->blas += blas_allocations() - before_blas;
        }
        run_measured(run, NULL, NULL, &result);
        run_free(run);
        if (k == 0) {
            first = result;
            held = blocks_held();
        }
        traces->differ += result.drift != first.drift || result.error != first.error ||
                          result.iterations != first.iterations;
    }
    traces->left += blocks_held() - held;
    traces->runs += RUNS;
}

static void say(struct report *report, const char *label, const struct traces *traces)
{
    char blas[80] = "", counts[160] = "allocations are not counted in this build";
    if (traces->blas)
        snprintf(blas, sizeof blas, " (BLAS: %ld)", traces->blas);
    if (allocations() >= 0)
        snprintf(counts, sizeof counts, "%ld allocations in steps%s, %ld blocks left by %d runs",
                 traces->within, blas, traces->left, traces->runs);
    report_line(report, traces->within == 0 && traces->left == 0 && traces->differ == 0, label, "%s, %s",
                counts, traces->differ ? "digits differ" : "the same digits");
}

void check_memory(struct report *report, const struct choice *choice, const char *label, struct traces *all)
{
    struct traces traces = {0};
    run_often(choice, &traces);
    if (traces.within || traces.left || traces.differ) {
        say(report, label, &traces);
        return;
    }
    all->blas += traces.blas;
    all->runs += traces.runs;
}

void check_memory_end(struct report *report, const char *label, const struct traces *all)
{
    if (all->runs)
        say(report, label, all);
}
