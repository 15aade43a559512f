#include "experiments/sweep_rows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "experiments/message.h"

enum { FIELDS = 22, LINE_MAX_BYTES = 8192 };

/* Splits a line of CSV in place; the quotes that a field needed are taken off. */
static int split(char *line, char *field[FIELDS])
{
    int count = 0;
    for (char *from = line, *to = line; count < FIELDS; from++) {
        field[count++] = to;
        for (bool quoted = false; *from && (quoted || (*from != ',' && *from != '\n')); from++) {
            if (*from != '"')
                *to++ = *from;
            else if (quoted && from[1] == '"')
                *to++ = *from++;
            else
                quoted = !quoted;
        }
        bool last = *from != ',';
        *to++ = '\0';
        if (last)
            break;
    }
    return count;
}

static double number(const char *text)
{
    return *text ? strtod(text, NULL) : (double)NAN;
}

static void copy_text(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

static void row_from(struct row *r, char *const f[FIELDS])
{
    copy_text(r->problem, sizeof r->problem, f[0]);
    copy_text(r->formulation, sizeof r->formulation, f[1]);
    copy_text(r->integrator, sizeof r->integrator, f[2]);
    r->step = number(f[3]);
    r->steps = strtol(f[4], NULL, 10);
    copy_text(r->status, sizeof r->status, f[5]);
    r->cpu = number(f[6]);
    r->drift = number(f[7]);
    r->error = number(f[8]);
    r->phi = number(f[9]);
    r->phidot = number(f[10]);
    r->phiddot = number(f[11]);
    r->iterations = strtol(f[12], NULL, 10);
    r->factorizations = strtol(f[13], NULL, 10);
    r->spread = number(f[14]);
    r->passes = *f[15] == '1';
    r->accurate = *f[16] == '1';
    r->robust = *f[17] == '1';
    r->memory = number(f[18]);
    r->timed = strtol(f[19], NULL, 10);
    r->measured = number(f[20]);
    copy_text(r->command, sizeof r->command, f[FIELDS - 1]);
}

static bool read_lines(struct rows *rows, const char *path, FILE *stream)
{
    char line[LINE_MAX_BYTES], *field[FIELDS];
    bool head = false;
    for (int at = 1; fgets(line, sizeof line, stream); at++) {
        if (*line == '#' || *line == '\n')
            continue;
        int count = split(line, field);
        if (count != FIELDS || (!head && strcmp(field[FIELDS - 1], "command") != 0))
            return bad_usage("'%.200s', line %d: not a row of 'driftbench sweep'", path, at);
        if (head)
            row_from(rows_add(rows), field);
        head = true;
    }
    return true;
}

bool rows_read(struct rows *rows, const char *path, bool optional)
{
    FILE *stream = fopen(path, "r");
    if (!stream && errno == ENOENT && optional)
        return true;
    if (!stream)
        return bad_usage("cannot read '%.200s': %s", path, strerror(errno));
    bool good = read_lines(rows, path, stream);
    fclose(stream);
    return good;
}
