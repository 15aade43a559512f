#include "experiments/sweep_rows.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "core/parameter.h"
#include "experiments/file.h"
#include "experiments/message.h"

enum { LINE_MAX_BYTES = 8192 };

/* Splits a line of CSV in place, up to one field too many; the quotes that a field needed are taken off. 0: a quote is
   left open. */
static int split(char *line, char *field[ROW_FIELDS + 1])
{
    int count = 0;
    for (char *from = line, *to = line; count <= ROW_FIELDS; from++) {
        bool quoted = false;
        field[count++] = to;
        for (; *from && (quoted || *from != ','); from++) {
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
            return quoted ? 0 : count;
    }
    return count;
}

/* A number, not below 0, or nothing where there is none: a run that stopped has no CPU time. */
static bool number(const char *text, double *value)
{
    *value = (double)NAN;
    return !*text || (number_read(text, value) && *value >= 0);
}

static bool whole(const char *text, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    return *text && !*end && errno == 0 && *value >= 0;
}

static bool yes_or_no(const char *text, bool *value)
{
    *value = *text == '1';
    return (*text == '0' || *text == '1') && !text[1];
}

/* One of the words of core/status.h. */
static bool status(const char *from, char *to, size_t size)
{
    for (int i = 0; i < STATUS_COUNT; i++)
        if (strcmp(from, status_word((enum status)i)) == 0)
            return (size_t)snprintf(to, size, "%s", from) < size;
    return false;
}

static bool text(const char *from, char *to, size_t size)
{
    return *from && (size_t)snprintf(to, size, "%s", from) < size;
}

/* The first field that is none of ours, or too long to be; ROW_FIELDS: all are good. */
static int row_from(struct row *r, char *const f[ROW_FIELDS])
{
    const bool good[ROW_FIELDS] = {text(f[0], r->problem, sizeof r->problem),
                                   text(f[1], r->formulation, sizeof r->formulation),
                                   text(f[2], r->integrator, sizeof r->integrator),
                                   number(f[3], &r->step) && r->step > 0,
                                   whole(f[4], &r->steps),
                                   status(f[5], r->status, sizeof r->status),
                                   number(f[6], &r->cpu),
                                   number(f[7], &r->drift),
                                   number(f[8], &r->error),
                                   number(f[9], &r->phi),
                                   number(f[10], &r->phidot),
                                   number(f[11], &r->phiddot),
                                   whole(f[12], &r->iterations),
                                   whole(f[13], &r->factorizations),
                                   number(f[14], &r->spread),
                                   yes_or_no(f[15], &r->passes),
                                   yes_or_no(f[16], &r->accurate),
                                   yes_or_no(f[17], &r->robust),
                                   *f[18] && number(f[18], &r->memory),
                                   whole(f[19], &r->timed),
                                   number(f[20], &r->measured),
                                   text(f[21], r->command, sizeof r->command)};
    int first = 0;
    while (first < ROW_FIELDS && good[first])
        first++;
    return first;
}

static bool no_row(const char *path, int line, const char *format, ...)
{
    char why[160];
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    return bad_usage("'%.200s', line %d: not a row of 'driftbench sweep': %s", path, line, why);
}

/* The first line that is no comment names the fields, every later one is a row. */
static bool take_line(struct rows *rows, const char *path, int line, char *words, bool head)
{
    char *field[ROW_FIELDS + 1];
    int count = split(words, field), bad = 0;
    if (count != ROW_FIELDS)
        return no_row(path, line, count ? "%d fields are needed" : "a quote is left open", ROW_FIELDS);
    while (!head && bad < ROW_FIELDS && strcmp(field[bad], row_fields[bad]) == 0)
        bad++;
    if (head)
        bad = row_from(rows_add(rows), field);
    if (bad == ROW_FIELDS)
        return true;
    return head ? no_row(path, line, "'%.40s' is no %s", field[bad], row_fields[bad])
                : no_row(path, line, "the header has '%.40s' for '%s'", field[bad], row_fields[bad]);
}

static bool read_lines(struct rows *rows, const char *path, FILE *stream)
{
    char line[LINE_MAX_BYTES];
    bool head = false;
    for (int at = 1; fgets(line, sizeof line, stream); at++) {
        if (!*line) /* a zero byte: a binary file, which may have no end */
            return no_row(path, at, "it begins with a zero byte");
        while (*line == '#' && !strchr(line, '\n') && fgets(line + 1, sizeof line - 1, stream))
            continue; /* a long comment goes on */
        line[strcspn(line, "\r\n")] = '\0';
        if (*line == '#' || !*line)
            continue;
        if (!take_line(rows, path, at, line, head))
            return false;
        head = true;
    }
    return !ferror(stream) || bad_usage("cannot read '%.200s': %s", path, strerror(errno));
}

bool rows_read(struct rows *rows, const char *path, bool optional)
{
    FILE *stream = file_read(path);
    if (!stream && errno == ENOENT && optional)
        return true;
    if (!stream)
        return bad_usage("cannot read '%.200s': %s", path, strerror(errno));
    bool good = read_lines(rows, path, stream);
    fclose(stream);
    return good;
}
