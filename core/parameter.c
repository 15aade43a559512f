#include "core/parameter.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 64 }; /* longest name or value that can mean anything */

int parameters_count(const struct parameter *list)
{
    int count = 0;
    while (count < PARAMETERS_MAX && list[count].name && list[count].name[0])
        count++;
    return count;
}

void parameters_default(const struct parameter *list, double *values)
{
    for (int k = 0, count = parameters_count(list); k < count; k++)
        values[k] = list[k].value;
}

/* strtod would also take blanks, hexadecimal, inf and nan. */
static bool decimal_read(const char *text, const char **end, double *value)
{
    const char *digits = text + (*text == '-' || *text == '+');
    bool starts = isdigit((unsigned char)digits[0]) ||
                  (digits[0] == '.' && isdigit((unsigned char)digits[1]));
    if (!starts || (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')))
        return false;
    char *stop;
    *value = strtod(text, &stop);
    *end = stop;
    return isfinite(*value);
}

bool number_read(const char *text, double *value)
{
    double above, below;
    const char *end;
    if (!decimal_read(text, &end, &above))
        return false;
    if (*end == '/') {
        if (!decimal_read(end + 1, &end, &below) || below == 0 || !isfinite(above / below))
            return false;
        above /= below;
    }
    if (*end != '\0')
        return false;
    *value = above;
    return true;
}

/* Edits (insert, delete, replace, exchange neighbours) that turn a into b. */
static int edits(const char *a, const char *b)
{
    int row[3][WORD_MAX + 1];
    int m = (int)strlen(a), n = (int)strlen(b);
    if (m > WORD_MAX || n > WORD_MAX)
        return WORD_MAX;
    for (int j = 0; j <= n; j++)
        row[0][j] = j;
    for (int i = 1; i <= m; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= n; j++) {
            int least = before[j - 1] + (a[i - 1] != b[j - 1]);
            least = before[j] + 1 < least ? before[j] + 1 : least;
            least = now[j - 1] + 1 < least ? now[j - 1] + 1 : least;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && earlier[j - 2] + 1 < least)
                least = earlier[j - 2] + 1;
            now[j] = least;
        }
    }
    return row[m % 3][n];
}

/* A line that grows as far as there is room. */
struct line {
    char *text;
    size_t size, used;
};

static void say(struct line *line, const char *format, ...)
{
    va_list arguments;
    if (line->used >= line->size)
        return;
    va_start(arguments, format);
    int wrote = vsnprintf(line->text + line->used, line->size - line->used, format, arguments);
    va_end(arguments);
    line->used = wrote < 0 || line->used + (size_t)wrote >= line->size ? line->size
                                                                       : line->used + (size_t)wrote;
}

/* A word as a message can show it: cut when long, without control characters. */
static const char *shown(const char *word, char *room)
{
    size_t length = strlen(word), kept = length < 40 ? length : 40;
    for (size_t k = 0; k < kept; k++)
        room[k] = iscntrl((unsigned char)word[k]) ? '?' : word[k];
    snprintf(room + kept, sizeof "...", "%s", kept < length ? "..." : "");
    return room;
}

static void unknown(const struct parameter *list, const char *name, struct line *error)
{
    int count = parameters_count(list), nearest = -1, fewest = 3;
    char room[WORD_MAX];
    for (int k = 0; k < count; k++) {
        int distance = edits(name, list[k].name);
        if (distance < fewest && distance < (int)strlen(list[k].name)) {
            fewest = distance;
            nearest = k;
        }
    }
    say(error, "unknown parameter '%s'", shown(name, room));
    if (nearest >= 0)
        say(error, " (did you mean '%s'?)", list[nearest].name);
    say(error, count ? "; valid: " : "; there are none here");
    for (int k = 0; k < count; k++)
        say(error, k ? ", %s" : "%s", list[k].name);
}

/* The position of `word` in "hanging|standing", or -1. */
static int choice(const char *choices, const char *word)
{
    size_t length = strlen(word);
    for (int k = 0;; k++) {
        size_t here = strcspn(choices, "|");
        if (length && here == length && strncmp(choices, word, length) == 0)
            return k;
        if (choices[here] == '\0')
            return -1;
        choices += here + 1;
    }
}

static bool in_range(const struct parameter *p, double value, struct line *error, const char *text)
{
    bool bounded = p->least != 0 || p->most != 0;
    if (bounded && !(value >= p->least && value <= p->most)) {
        say(error, "%s=%s is out of range: ", p->name, text);
        if (isfinite(p->most))
            say(error, "from %g to %g", p->least, p->most);
        else
            say(error, "%g or more", p->least);
        return false;
    }
    if (p->whole && value != floor(value)) {
        say(error, "%s=%s has to be a whole number", p->name, text);
        return false;
    }
    return true;
}

static bool value_read(const struct parameter *p, const char *text, double *value, struct line *error)
{
    char room[WORD_MAX];
    if (p->choices) {
        int k = choice(p->choices, text);
        *value = k;
        if (k < 0)
            say(error, "%s=%s is not one of %s", p->name, shown(text, room), p->choices);
        return k >= 0;
    }
    double number;
    if (!number_read(text, &number)) {
        say(error, "%s=%s is not a finite decimal number or fraction, such as %g or 10/990", p->name,
            shown(text, room), p->value);
        return false;
    }
    if (!in_range(p, number, error, shown(text, room)))
        return false;
    *value = number;
    return true;
}

/* Cuts the next "name=value" off the text. The copies are cut short after WORD_MAX - 1 characters, which no name and
   no sensible number reaches; `too_long` says so. */
static bool next_pair(const char **text, char *name, char *value, bool *too_long)
{
    size_t pair = strcspn(*text, ","), left = strcspn(*text, "=,");
    bool equals = left < pair;
    size_t right = equals ? pair - left - 1 : 0;
    *too_long = left >= WORD_MAX || right >= WORD_MAX;
    snprintf(name, WORD_MAX, "%.*s", left < WORD_MAX ? (int)left : WORD_MAX, *text);
    snprintf(value, WORD_MAX, "%.*s", right < WORD_MAX ? (int)right : WORD_MAX, *text + left + equals);
    *text += pair;
    return equals && left && right;
}

static int position(const struct parameter *list, const char *name)
{
    for (int k = 0, count = parameters_count(list); k < count; k++)
        if (strcmp(list[k].name, name) == 0)
            return k;
    return -1;
}

static bool pair_read(const struct parameter *list, const char **text, double *values, bool *given,
                      struct line *error)
{
    char name[WORD_MAX], value[WORD_MAX], room[WORD_MAX];
    bool too_long, whole = next_pair(text, name, value, &too_long);
    int k = position(list, name);
    if (!whole && (k >= 0 || !*name)) {
        say(error, "expected name=value after the colon, not '%s%s'", shown(name, room), *name ? "" : "=");
        return false;
    }
    if (k < 0) {
        unknown(list, name, error);
        return false;
    }
    if (too_long) {
        say(error, "%s=%s is too long", name, shown(value, room));
        return false;
    }
    if (given[k]) {
        say(error, "parameter '%s' is given twice", name);
        return false;
    }
    given[k] = true;
    return value_read(&list[k], value, &values[k], error);
}

bool parameters_read(const struct parameter *list, const char *text, double *values, char *error, size_t size)
{
    bool given[PARAMETERS_MAX] = {false};
    struct line line = {error, size, 0};
    double read[PARAMETERS_MAX] = {0};
    parameters_default(list, values);
    parameters_default(list, read);
    if (size)
        error[0] = '\0';
    if (!text || !*text)
        return true;
    for (;;) {
        if (!pair_read(list, &text, read, given, &line))
            return false;
        if (*text == '\0')
            break;
        text++; /* the comma: another pair has to follow */
    }
    for (int k = 0, count = parameters_count(list); k < count; k++)
        values[k] = read[k];
    return true;
}

static void write_number(struct line *line, double value)
{
    char digits[32];
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    say(line, "%s", digits);
}

void parameters_write(const struct parameter *list, const double *values, char *text, size_t size)
{
    struct line line = {text, size, 0};
    if (size)
        text[0] = '\0';
    for (int k = 0, count = parameters_count(list); k < count; k++) {
        if (values[k] == list[k].value)
            continue;
        say(&line, line.used ? ",%s=" : "%s=", list[k].name);
        const char *chosen = list[k].choices;
        for (int c = 0; chosen && c < (int)values[k]; c++) {
            chosen = strchr(chosen, '|');
            chosen += chosen != NULL;
        }
        if (chosen)
            say(&line, "%.*s", (int)strcspn(chosen, "|"), chosen);
        else
            write_number(&line, values[k]);
    }
}
