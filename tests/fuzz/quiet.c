/* Stands in for experiments/message.c: what would be said must be one line, and is not printed. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "experiments/message.h"

static bool say(const char *format, va_list list)
{
    char line[4096];
    int length = vsnprintf(line, sizeof line, format, list);
    if (length <= 0 || (size_t)length >= sizeof line)
        abort();
    return false;
}

bool bad_usage(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    bool good = say(format, list);
    va_end(list);
    return good;
}

bool trouble(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    bool good = say(format, list);
    va_end(list);
    return good;
}
