#include "experiments/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(const char *format, va_list list)
{
    char line[2048];
    vsnprintf(line, sizeof line, format, list);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    fprintf(stderr, "driftbench: %s\n", line);
}

bool bad_usage(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(format, list);
    va_end(list);
    return false;
}

bool trouble(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(format, list);
    va_end(list);
    return false;
}
