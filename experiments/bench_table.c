#include "experiments/bench_table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "experiments/file.h"
#include "experiments/message.h"

static const char HEAD[] =
    "# problem                         pair                  step     steps    least   median  spread      ns/step "
    "instr/step iter/step fact/step       MB evaluate assemble   factor    solve";

/* A number in so many columns, or a hyphen for one that is not known. */
static void write_number(FILE *stream, int width, int digits, double number, const char *unit)
{
    if (isnan(number))
        fprintf(stream, " %*s", width + (int)strlen(unit), "-");
    else
        fprintf(stream, " %*.*f%s", width, digits, number, unit);
}

static void write_row(FILE *stream, const struct bench_row *row)
{
    fprintf(stream, "%-33s %-21s %-8s %5ld", row->problem, row->pair, row->step, row->steps);
    write_number(stream, 8, 3, row->least, "");
    write_number(stream, 8, 3, row->median, "");
    write_number(stream, 6, 1, 100 * row->spread, "%");
    write_number(stream, 12, 1, row->ns, "");
    write_number(stream, 10, 0, row->instructions, "");
    write_number(stream, 9, 3, row->iterations, "");
    write_number(stream, 9, 3, row->factorizations, "");
    write_number(stream, 8, 2, row->memory, "");
    for (int k = 0; k < PHASES; k++)
        write_number(stream, 7, 1, 100 * row->share[k], "%");
}

void bench_write(FILE *stream, const struct bench_table *table, const struct bench_table *earlier)
{
    fprintf(
        stream,
        "# CPU in milliseconds: least and median of several runs, and how much longer the longest took\n"
        "# instr: instructions of the processor, iter: Newton's, fact: factorisations; MB: what the run holds\n"
        "# then shares of the time of a step; -: this machine or this program cannot tell\n");
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

/* The next word as a number, a hyphen as none; a per cent sign behind it is passed over. */
static bool read_number(char **rest, double *number)
{
    char *word = *rest + strspn(*rest, " \t"), *end = word + 1;
    *number = (double)NAN;
    if (word[0] != '-' || (word[1] != ' ' && word[1] != '\n' && word[1] != 0))
        *number = strtod(word, &end);
    *rest = end + (*end == '%');
    return end > word && *word;
}

static bool read_row(const char *line, struct bench_row *row)
{
    char copy[1024], *rest = copy;
    double steps;
    int words = 0;
    snprintf(copy, sizeof copy, "%s", line);
    sscanf(copy, "%95s %95s %95s %n", row->problem, row->pair, row->step, &words);
    rest += words;
    double *const numbers[] = {&steps,        &row->least,        &row->median,     &row->spread,
                               &row->ns,      &row->instructions, &row->iterations, &row->factorizations,
                               &row->memory,  &row->share[0],     &row->share[1],   &row->share[2],
                               &row->share[3]};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (!words || !read_number(&rest, numbers[k]))
            return false;
    row->steps = (long)steps;
    row->spread /= 100;
    for (int k = 0; k < PHASES; k++)
        row->share[k] /= 100;
    return row->ns > 0;
}

bool bench_read(const char *path, struct bench_table *table)
{
    char line[1024];
    bool good = true;
    FILE *stream = file_read(path);
    if (!stream)
        return bad_usage("cannot read the table '%.200s': %s", path, strerror(errno));
    table->rows = 0;
    while (good && fgets(line, sizeof line, stream))
        if (!line[0]) /* a zero byte: a binary file, which may have no end */
            good = false;
        else if (line[0] != '#' && line[strspn(line, " \t\r\n")])
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
