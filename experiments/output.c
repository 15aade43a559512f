#include "experiments/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *number_text(char text[NUMBER_MAX], double value)
{
    text[0] = '\0';
    if (!isfinite(value))
        return text;
    static const int digits[] = {6, 15, 16, 17};
    for (int i = 0; i < 4; i++) {
        snprintf(text, NUMBER_MAX, "%.*g", digits[i], value);
        if (strtod(text, NULL) == value)
            break;
    }
    return text;
}

const char *title_text(char text[TITLE_MAX], const char *title)
{
    static const char *const signs[][2] = {{"$\\alpha$", "α"}, {"$\\theta$", "θ"}, {"--", "–"}, {"~", " "}};
    enum { SIGNS = sizeof signs / sizeof *signs };
    text[0] = '\0';
    while (*title) {
        int i = 0;
        while (i < SIGNS && strncmp(title, signs[i][0], strlen(signs[i][0])) != 0)
            i++;
        size_t used = strlen(text), taken = i < SIGNS ? strlen(signs[i][0]) : 1;
        snprintf(text + used, TITLE_MAX - used, "%.*s", i < SIGNS ? 4 : 1, i < SIGNS ? signs[i][1] : title);
        title += taken;
    }
    return text;
}

void csv_text(FILE *stream, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

void csv_number(FILE *stream, double value)
{
    char text[NUMBER_MAX];
    fputs(number_text(text, value), stream);
}

int text_columns(const char *text, size_t bytes)
{
    int columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80; /* continuation bytes take no column */
    return columns;
}

void print_wrapped(FILE *stream, const char *text, int indent, int width)
{
    int column = indent;
    text += strspn(text, " \n");
    while (*text) {
        size_t bytes = strcspn(text, " \n");
        int columns = text_columns(text, bytes);
        if (column > indent && column + 1 + columns > width) {
            fprintf(stream, "\n%*s", indent, "");
            column = indent;
        }
        if (column > indent) {
            fputc(' ', stream);
            column++;
        }
        fwrite(text, 1, bytes, stream);
        column += columns;
        text += bytes;
        text += strspn(text, " \n");
    }
    fputc('\n', stream);
}

const char *duration_text(char text[NUMBER_MAX], double seconds)
{
    static const struct {
        double size;
        const char *name;
    } units[] = {{365.25 * 86400, "years"},
                 {86400, "days"},
                 {3600, "h"},
                 {60, "min"},
                 {1, "s"},
                 {1e-3, "ms"},
                 {1e-6, "µs"},
                 {1e-9, "ns"}};
    size_t last = sizeof units / sizeof *units - 1, i = 0;
    while (i < last && seconds < units[i].size)
        i++;
    snprintf(text, NUMBER_MAX, "%.3g %s", seconds / units[i].size, units[i].name);
    return text;
}
