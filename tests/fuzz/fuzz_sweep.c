/* Any bytes given to the reader of sweeps: rows that keep their promises and are the same when written and read again,
   or a refusal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "experiments/sweep_rows.h"
#include "tests/fuzz/fuzz.h"

static char path[64];

static void demand(bool condition)
{
    if (!condition)
        abort();
}

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : a <= b && a >= b;
}

static void check_row(const struct row *r)
{
    demand(isfinite(r->step) && r->step > 0 && r->steps >= 0 && r->iterations >= 0);
    demand(!isinf(r->cpu) && !isinf(r->drift) && !isinf(r->error) && !isinf(r->phi) && !isinf(r->memory));
    demand(*r->problem && *r->formulation && *r->integrator && *r->status && *r->command);
}

static bool write_to_file(const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");
    return stream && (size == 0 || fwrite(bytes, 1, size, stream) == size) && fclose(stream) == 0;
}

static void check_again(const struct rows *rows)
{
    struct rows again = {0};
    FILE *stream = fopen(path, "w");
    if (!stream)
        return;
    rows_write(stream, rows);
    fclose(stream);
    demand(rows_read(&again, path, false) && again.count == rows->count);
    for (int i = 0; i < rows->count; i++) {
        const struct row *a = &rows->row[i], *b = &again.row[i];
        demand(rows_same_pair(a, b) && strcmp(a->command, b->command) == 0 && a->passes == b->passes);
        demand(same(a->step, b->step) && same(a->drift, b->drift) && same(a->error, b->error));
    }
    rows_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rows rows = {0};
    if (!*path)
        snprintf(path, sizeof path, "/tmp/fuzz-sweep-%ld", (long)getpid());
    if (write_to_file(data, size) && rows_read(&rows, path, false)) {
        for (int i = 0; i < rows.count; i++)
            check_row(&rows.row[i]);
        rows_mark_robust(&rows);
        check_again(&rows);
    }
    rows_free(&rows);
    unlink(path);
    return 0;
}
