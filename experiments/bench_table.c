#include "experiments/bench_table.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include "experiments/message.h"

static const char HEAD[] =
    "# problem            pair                 step     steps    least   median spread      ns/step instr/step "
    "iter/step fact/step evaluate assemble factor solve";

static void write_row(FILE *stream, const struct bench_row *row)
{
    fprintf(stream, "%-20s %-20s %-8s %5ld %8.3f %8.3f %5.1f%% %12.1f %10.0f %9.3f %9.3f", row->problem,
            row->pair, row->step, row->steps, row->least, row->median, 100 * row->spread, row->ns,
            row->instructions, row->iterations, row->factorizations);
    static const int width[PHASES] = {7, 7, 5, 4};
    for (int k = 0; k < PHASES; k++)
        fprintf(stream, " %*.1f%%", width[k], 100 * row->share[k]);
}

void bench_write(FILE *stream, const struct bench_table *table, const struct bench_table *earlier)
{
    fprintf(
        stream,
        "# CPU in milliseconds: least and median of several runs, and how much longer the longest took\n");
    fprintf(stream, "%s%s\n", HEAD, earlier ? " change of ns/step" : "");
    for (int k = 0; k < table->rows; k++) {
        const struct bench_row *old = earlier ? bench_find(earlier, &table->row[k]) : NULL;
        write_row(stream, &table->row[k]);
        if (old)
            fprintf(stream, " %+16.1f%%", 100 * (table->row[k].ns / old->ns - 1));
        else if (earlier)
            fprintf(stream, " %17s", "new");
        putc('\n', stream);
    }
}

static bool read_row(const char *line, struct bench_row *row)
{
    int read = sscanf(line, "%95s %95s %95s %ld %lf %lf %lf%% %lf %lf %lf %lf %lf%% %lf%% %lf%% %lf%%",
                      row->problem, row->pair, row->step, &row->steps, &row->least, &row->median,
                      &row->spread, &row->ns, &row->instructions, &row->iterations, &row->factorizations,
                      &row->share[EVALUATE], &row->share[ASSEMBLE], &row->share[FACTOR], &row->share[SOLVE]);
    row->spread /= 100;
    for (int k = 0; k < PHASES; k++)
        row->share[k] /= 100;
    return read == 11 + PHASES && row->ns > 0;
}

bool bench_read(const char *path, struct bench_table *table)
{
    char line[1024];
    bool good = true;
    FILE *stream = fopen(path, "r");
    if (!stream)
        return bad_usage("cannot read the table '%.200s': %s", path, strerror(errno));
    table->rows = 0;
    while (good && fgets(line, sizeof line, stream))
        if (line[0] != '#' && line[strspn(line, " \t\r\n")])
            good = table->rows < BENCH_CASES_MAX && read_row(line, &table->row[table->rows++]);
    fclose(stream);
    if (!good || !table->rows)
        return bad_usage("'%.200s' is not a table of driftbench bench", path);
    return true;
}

const struct bench_row *bench_find(const struct bench_table *table, const struct bench_row *like)
{
    for (int k = 0; k < table->rows; k++) {
        const struct bench_row *row = &table->row[k];
        if (strcmp(row->problem, like->problem) == 0 && strcmp(row->pair, like->pair) == 0 &&
            strcmp(row->step, like->step) == 0)
            return row;
    }
    return NULL;
}
