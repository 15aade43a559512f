/* Any text given to the parameter parser: it is read or refused with one line, and what is read stays what it is when
   written and read again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/parameter.h"
#include "tests/fuzz/fuzz.h"

static const struct parameter list[PARAMETERS_MAX + 1] = {
    {.name = "n", .value = 40, .meaning = "a number", .least = 1, .most = 1e6, .whole = true},
    {.name = "alpha", .value = 1e7, .meaning = "a factor", .least = 1e-3, .most = 1e15},
    {.name = "ground", .value = 1, .meaning = "a choice", .choices = "hanging|standing"},
    {.name = "free", .value = -0.1, .meaning = "any number"},
};

static void demand(bool condition)
{
    if (!condition)
        abort();
}

static void check_values(const double *values)
{
    demand(values[0] >= 1 && values[0] <= 1e6 && floor(values[0]) >= values[0]);
    demand(values[1] >= 1e-3 && values[1] <= 1e15);
    demand(values[2] >= 0 && values[2] <= 1);
    demand(isfinite(values[3]));
}

static void check_text(const char *text)
{
    double values[PARAMETERS_MAX] = {0}, again[PARAMETERS_MAX] = {0}, number = 0;
    char error[160] = "", written[512];
    parameters_default(list, values);
    memcpy(again, values, sizeof again);
    if (!parameters_read(list, text, values, error, sizeof error)) {
        demand(*error && memchr(error, '\0', sizeof error) && !strchr(error, '\n'));
    } else {
        check_values(values);
        parameters_write(list, values, written, sizeof written);
        demand(parameters_read(list, written, again, error, sizeof error));
        for (int i = 0; i < 4; i++)
            demand(values[i] <= again[i] && values[i] >= again[i]);
    }
    if (number_read(text, &number))
        demand(isfinite(number));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); /* its own block, so that reading past its end is seen */
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    check_text(text);
    free(text);
    return 0;
}
