#ifndef COMMAND_H
#define COMMAND_H

#include "experiments/arguments.h"

/* How the program ends. */
enum {
    PASSED = 0, /* done; of a run: it passes the benchmark */
    FAILED = 1, /* it ran, but fails the benchmark         */
    BAD_USAGE = 2,
    TROUBLE = 3 /* out of memory, or a file could not be read or written */
};

/* A file experiments/command_NAME.c defines `const struct command command_NAME`; the Makefile finds it by its name. */
struct command {
    const char *name;
    const char *usage;   /* what follows the name: "PROBLEM -f FORMULATION" */
    const char *summary; /* one line */
    const char *help;    /* what more there is to say; NULL when nothing */
    int words_least, words_most;
    struct option options[OPTIONS_MAX]; /* the list ends with the first empty name */
    int (*run)(const struct arguments *arguments);
};

extern const struct command *const commands[]; /* ends with NULL */
const struct command *command_named(const char *name);
void command_help_text(const struct command *command);

#endif
