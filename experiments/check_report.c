/* How the conformance report looks. */
#include "experiments/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "experiments/output.h"

enum { WHAT = 38 }; /* columns of what was looked at */

static void print_what(const char *verdict, const char *what)
{
    int gap = WHAT - text_columns(what, strlen(what));
    printf("  %-6s %s%*s ", verdict, what, gap > 0 ? gap : 0, "");
}

static void print_heading(struct report *report)
{
    if (!*report->heading)
        return;
    printf("\n%s\n", report->heading);
    if (*report->table) {
        print_what("", "");
        puts(report->table);
    }
    *report->heading = '\0';
}

bool report_group(struct report *report, const char *group, const char *table, const char *format, ...)
{
    va_list list;
    if (report->only && strcmp(report->only, group) != 0)
        return false;
    va_start(list, format);
    vsnprintf(report->heading, sizeof report->heading, format, list);
    va_end(list);
    snprintf(report->table, sizeof report->table, "%s", table);
    return true;
}

void report_line(struct report *report, bool good, const char *what, const char *format, ...)
{
    va_list list;
    report->checks++;
    report->faults += !good;
    if (good && report->brief)
        return;
    print_heading(report);
    print_what(good ? "ok" : "WRONG", what);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    fflush(stdout);
}

void report_skip(struct report *report, const char *what, const char *why)
{
    if (report->brief)
        return;
    print_heading(report);
    print_what("--", what);
    puts(why);
}
