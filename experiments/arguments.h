#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>

enum { OPTIONS_MAX = 24, WORDS_MAX = 8 };

struct option {
    const char *name;    /* "output" for --output */
    char letter;         /* 'o' for -o; 0: none */
    const char *value;   /* "FILE": a value follows; NULL: it stands alone */
    const char *meaning; /* one line for --help */
};

struct command;

/* A command line taken apart: what the command asked for, in the order of its own options. */
struct arguments {
    const struct command *command;
    bool help; /* --help was asked for; the rest was not read */
    int words;
    const char *word[WORDS_MAX];
    const char *value[OPTIONS_MAX]; /* NULL: not given; "" for an option that stands alone */
    int argc;                       /* the command line as it was */
    char **argv;
};

/* Accepts --name value, --name=value, -n value and -nvalue; `--` ends the options. False after one line on standard
   error that names what was wrong. */
bool arguments_read(const struct command *command, int argc, char **argv, struct arguments *arguments);

/* The value of an option, NULL when it was not given. The name must be one of the command's. */
const char *option_value(const struct arguments *arguments, const char *name);
bool option_given(const struct arguments *arguments, const char *name);

#endif
