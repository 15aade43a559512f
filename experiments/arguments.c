#include "experiments/arguments.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>
#include "experiments/command.h"
#include "experiments/message.h"
#include "experiments/suggest.h"

static int option_count(const struct command *command)
{
    int count = 0;
    while (count < OPTIONS_MAX && command->options[count].name)
        count++;
    return count;
}

static bool unknown_option(const struct command *command, const char *text)
{
    const char *names[OPTIONS_MAX + 2];
    int count = option_count(command);
    for (int i = 0; i < count; i++)
        names[i] = command->options[i].name;
    names[count] = "help";
    names[count + 1] = NULL;
    char hint[HINT_MAX];
    return bad_usage("%s has no option '%.60s'%s", command->name, text,
                     suggest(hint, text + strspn(text, "-"), names, "--", "options"));
}

/* The option that `text` begins with, and in *value what is joined to it: --name=value, -nvalue. */
static int find_option(const struct command *command, const char *text, const char **value)
{
    *value = NULL;
    for (int i = 0; i < option_count(command); i++) {
        const struct option *option = &command->options[i];
        size_t length = strlen(option->name);
        if (text[1] == '-' && strncmp(text + 2, option->name, length) == 0 &&
            (text[2 + length] == '\0' || text[2 + length] == '=')) {
            *value = text[2 + length] ? text + 3 + length : NULL;
            return i;
        }
        if (option->letter && text[1] == option->letter && (option->value || text[2] == '\0')) {
            *value = text[2] ? text + 2 : NULL;
            return i;
        }
    }
    return -1;
}

/* Exactly an option, and so no value: -f or --csv, where -1 is a number and - a file. */
static bool is_option(const struct command *command, const char *text)
{
    const char *value;
    return text[0] == '-' && text[1] && (text[1] == '-' || !text[2]) &&
           find_option(command, text, &value) >= 0;
}

static bool read_option(struct arguments *a, int *next)
{
    const char *text = a->argv[*next], *value;
    int found = find_option(a->command, text, &value);
    if (found < 0)
        return unknown_option(a->command, text);
    const struct option *option = &a->command->options[found];
    if (a->value[found])
        return bad_usage("--%s is given twice", option->name);
    if (!option->value && value)
        return bad_usage("--%s takes no value, but was given '%.60s'", option->name, value);
    if (option->value && !value) {
        if (*next + 1 >= a->argc || is_option(a->command, a->argv[*next + 1]))
            return bad_usage("--%s needs a value: --%s %s", option->name, option->name, option->value);
        value = a->argv[++*next];
    }
    a->value[found] = option->value ? value : "";
    return true;
}

static bool read_word(struct arguments *a, const char *text)
{
    if (a->words >= a->command->words_most || a->words >= WORDS_MAX)
        return bad_usage("'%.60s' is one word too many; usage: driftbench %s %s", text, a->command->name,
                         a->command->usage);
    a->word[a->words++] = text;
    return true;
}

bool arguments_read(const struct command *command, int argc, char **argv, struct arguments *arguments)
{
    *arguments = (struct arguments){.command = command, .argc = argc, .argv = argv};
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return arguments->help = true;

    bool options = true;
    for (int i = 2; i < argc; i++) {
        if (options && strcmp(argv[i], "--") == 0)
            options = false;
        else if (!(options && argv[i][0] == '-' && argv[i][1] ? read_option(arguments, &i)
                                                              : read_word(arguments, argv[i])))
            return false;
    }
    if (arguments->words < command->words_least)
        return bad_usage("a word is missing; usage: driftbench %s %s", command->name, command->usage);
    return true;
}

const char *option_value(const struct arguments *arguments, const char *name)
{
    const struct command *command = arguments->command;
    for (int i = 0; i < option_count(command); i++)
        if (strcmp(command->options[i].name, name) == 0)
            return arguments->value[i];
    assert(!"the command has this option");
    return NULL;
}

bool option_given(const struct arguments *arguments, const char *name)
{
    return option_value(arguments, name) != NULL;
}
