#include "experiments/result_file.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/arena.h"
#include "experiments/file.h"

enum { LINE_MAX_BYTES = 1 << 16, SHOWN = 24 };

struct reader {
    struct result_file *file;
    const char *path;
    long line;
    long capacity; /* rows that there is memory for */
    int names;     /* of the last header: its number of words */
    double row[RESULT_COLUMNS_MAX];
    char *error;
    size_t size;
};

static bool expected(struct reader *r, const char *format, ...)
{
    va_list list;
    int length = snprintf(r->error, r->size, "%.200s:%ld: ", r->path, r->line);
    if (length < 0 || (size_t)length >= r->size)
        return false;
    va_start(list, format);
    vsnprintf(r->error + length, r->size - (size_t)length, format, list);
    va_end(list);
    return false;
}

void plain_name(const char *text, size_t length, char name[RESULT_NAME_MAX])
{
    size_t used = 0;
    for (size_t i = 0; i < length && !strchr("[(", text[i]); i++)
        if (isalnum((unsigned char)text[i]) && used + 1 < RESULT_NAME_MAX)
            name[used++] = (char)tolower((unsigned char)text[i]);
    name[used] = '\0';
}

/* The names in a header. Units in brackets that stand alone are no names; where commas, semicolons or tabs part the
   names, blanks do not. */
static void read_names(struct reader *r, const char *text)
{
    text += strspn(text, "%#!*/\" \t");
    const char *between = strpbrk(text, ",;") ? ",;" : strchr(text, '\t') ? "\t" : " ";
    r->names = 0;
    while (*(text += strspn(text, between))) {
        size_t length = strcspn(text, between), blank = strspn(text, " ");
        char name[RESULT_NAME_MAX];
        plain_name(text, length, name);
        bool unit = blank < length && strchr("[(", text[blank]);
        text += length;
        if (unit || !*name)
            continue;
        if (r->names < RESULT_COLUMNS_MAX)
            memcpy(r->file->name[r->names], name, sizeof name);
        r->names++;
    }
}

/* "1.5D+03" reads as 1.5e+03. What strtod would take beyond decimal numbers (nan, inf, 0x1p3) is refused. */
static bool read_number(const char *text, size_t length, bool decimal_comma, double *value)
{
    char digits[64], *end;
    if (length == 0 || length >= sizeof digits)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        digits[i] = strchr("dDqQ", c) ? 'e' : decimal_comma && c == ',' ? '.' : c;
        if (!strchr("0123456789.+-eE", digits[i]))
            return false;
    }
    digits[length] = '\0';
    *value = strtod(digits, &end);
    return *end == '\0' && isfinite(*value);
}

static bool read_field(struct reader *r, const char *text, size_t length, bool decimal_comma, int column)
{
    if (column >= RESULT_COLUMNS_MAX)
        return expected(r, "expected at most %d columns", RESULT_COLUMNS_MAX);
    if (read_number(text, length, decimal_comma, &r->row[column]))
        return true;
    if (length == 0)
        return expected(r, "expected a number in column %d, found nothing", column + 1);
    return expected(r, "expected a finite number in column %d, found '%.*s'", column + 1,
                    (int)(length < SHOWN ? length : SHOWN), text);
}

/* Numbers with commas for points: where semicolons part them, or where blanks do and every comma has digits on both
   sides. A point anywhere speaks against it. */
static bool has_decimal_commas(const char *text)
{
    bool inside = strchr(text, ',') != NULL, blank = false;
    if (!inside || strchr(text, '.'))
        return false;
    for (const char *c = text; *c; c++) {
        if (*c == ',')
            inside = inside && c > text && isdigit((unsigned char)c[-1]) && isdigit((unsigned char)c[1]);
        blank = blank || (c > text && strchr(" \t", *c) && c[strspn(c, " \t")]);
    }
    return strchr(text, ';') || (inside && blank);
}

/* Splits a row; the number of its columns is -1 after an error. One comma or semicolon, with blanks around it, parts
   two numbers; one at the end of the line parts nothing. */
static int read_row(struct reader *r, const char *text)
{
    text += strspn(text, " \t");
    bool decimal_comma = has_decimal_commas(text);
    const char *marks = decimal_comma ? ";" : ",;", *stops = decimal_comma ? "; \t" : ",; \t";
    int columns = 0;
    while (*text) {
        size_t length = strcspn(text, stops);
        if (!read_field(r, text, length, decimal_comma, columns++))
            return -1;
        text += length;
        text += strspn(text, " \t");
        if (*text && strchr(marks, *text))
            text += 1 + strspn(text + 1, " \t");
    }
    return columns;
}

static bool later_than_before(struct reader *r)
{
    struct result_file *f = r->file;
    int at = result_file_time(f);
    if (r->row[at] < 0)
        return expected(r, "expected times from 0 on in column %d, found %g", at + 1, r->row[at]);
    if (f->rows == 0)
        return true;
    double before = f->value[(f->rows - 1) * f->columns + at];
    return r->row[at] > before ||
           expected(r, "expected a time after %.10g in column %d, found %.10g", before, at + 1, r->row[at]);
}

static bool add_row(struct reader *r, int columns)
{
    struct result_file *f = r->file;
    if (f->rows == 0) {
        if (columns < 2)
            return expected(r, "expected the time and at least one more column, found one number");
        f->columns = columns;
        f->named = r->names == columns;
    }
    if (columns != f->columns)
        return expected(r, "expected %d numbers as in the rows before, found %d", f->columns, columns);
    if (!later_than_before(r))
        return false;
    if (f->rows == r->capacity) {
        r->capacity = r->capacity ? 2 * r->capacity : 1024;
        f->value = grow(f->value, (size_t)r->capacity * (size_t)columns, sizeof *f->value);
    }
    memcpy(f->value + f->rows++ * columns, r->row, (size_t)columns * sizeof *r->row);
    return true;
}

static bool not_a_number(const char *text)
{
    char word[4] = {0};
    for (int i = 0; i < 3 && text[i]; i++)
        word[i] = (char)tolower((unsigned char)text[i]);
    return (strcmp(word, "nan") == 0 || strcmp(word, "inf") == 0) && !isalpha((unsigned char)text[3]);
}

static bool read_line(struct reader *r, const char *text)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* of UTF-8, where some editors set it */
    if (r->line == 1 && strncmp(text, mark, 3) == 0)
        text += 3;
    text += strspn(text, " \t");
    if (!*text)
        return true;
    bool comment = strchr("%#!", *text) || strncmp(text, "//", 2) == 0;
    bool header = (isalpha((unsigned char)*text) || (unsigned char)*text >= 0x80 || strchr("\"*|", *text)) &&
                  !not_a_number(text);
    if (r->file->rows == 0 && (comment || header)) {
        int before = r->names;
        char kept[RESULT_COLUMNS_MAX][RESULT_NAME_MAX];
        memcpy(kept, r->file->name, sizeof kept);
        read_names(r, text);
        if (r->names == 0) { /* a ruler of dashes under the names */
            memcpy(r->file->name, kept, sizeof kept);
            r->names = before;
        }
        return true;
    }
    if (comment)
        return true;
    int columns = read_row(r, text);
    return columns > 0 && add_row(r, columns);
}

/* One line without its end. False at the end of the file or, with an error, for what is no text. */
static bool next_line(struct reader *r, FILE *stream, char *text)
{
    int c, length = 0;
    r->line++;
    while ((c = getc(stream)) != EOF && c != '\n') {
        if (c < ' ' && c != '\t' && c != '\r' && c != '\f')
            return expected(r, "expected text, found the byte 0x%02x of a binary file", (unsigned)c);
        if (length + 1 == LINE_MAX_BYTES)
            return expected(r, "expected lines of less than %d characters", LINE_MAX_BYTES);
        text[length++] = (char)(c == '\r' || c == '\f' ? ' ' : c);
    }
    text[length] = '\0';
    return c != EOF || length > 0;
}

static bool read_lines(struct reader *r, FILE *stream)
{
    char *text = grow(NULL, LINE_MAX_BYTES, 1);
    bool good = true;
    while (good && next_line(r, stream, text))
        good = read_line(r, text);
    free(text);
    if (*r->error)
        return false;
    if (ferror(stream)) {
        snprintf(r->error, r->size, "%.200s: expected a file that can be read: %s", r->path, strerror(errno));
        return false;
    }
    if (r->file->rows == 0)
        return expected(r, "expected rows of numbers, found the end of the file");
    return r->file->rows > 1 ||
           expected(r, "expected more than one row of numbers, found the end of the file");
}

bool result_file_read(struct result_file *file, const char *path, char *error, size_t size)
{
    struct reader r = {.file = file, .path = path, .error = error, .size = size};
    *file = (struct result_file){0};
    *error = '\0';
    FILE *stream = file_read(path);
    if (!stream) {
        snprintf(error, size, "%.200s: expected a file of results: %s", path, strerror(errno));
        return false;
    }
    bool good = read_lines(&r, stream);
    fclose(stream);
    if (!good)
        result_file_free(file);
    return good;
}

void result_file_free(struct result_file *file)
{
    free(file->value);
    file->value = NULL;
    file->rows = 0;
}

int result_file_time(const struct result_file *file)
{
    for (int i = 0; file->named && i < file->columns; i++)
        if (strcmp(file->name[i], "t") == 0 || strcmp(file->name[i], "time") == 0)
            return i;
    return 0;
}
