#ifndef PARAMETER_H
#define PARAMETER_H

#include <stdbool.h>
#include <stddef.h>

enum { PARAMETERS_MAX = 8 };

/* A parameter of a module: its name on the command line (`penalty:alpha=1e7`), its default, what it means and, where
   not every number makes sense, the least and the greatest that do. A parameter with choices takes one of their
   names, and its value is the position of that name in the list. The list ends with the first empty name. */
struct parameter {
    const char *name;
    double value;
    const char *meaning;
    double least, most;  /* both 0: any finite number */
    bool whole;          /* whole numbers only */
    const char *choices; /* "hanging|standing", or NULL for a number */
};

int parameters_count(const struct parameter *list);
void parameters_default(const struct parameter *list, double *values);

/* Reads "name=value,name=value" over the defaults. Returns false and one line in `error` that says what was wrong
   and what would be right. */
bool parameters_read(const struct parameter *list, const char *text, double *values, char *error,
                     size_t size);

/* Writes "name=value,…" for the values that differ from the defaults, in a form that reads back to the same digits. */
void parameters_write(const struct parameter *list, const double *values, char *text, size_t size);

/* One number, or a fraction such as 10/990. False unless the whole text is one finite number. */
bool number_read(const char *text, double *value);

#endif
