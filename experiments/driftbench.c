/* The program: finds the command and hands it its arguments. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/registry.h"
#include "experiments/command.h"
#include "experiments/file.h"
#include "experiments/limits.h"
#include "experiments/message.h"
#include "experiments/suggest.h"

enum { NAMES_MAX = 64 };

static int unknown(const char *name)
{
    const char *names[NAMES_MAX + 1];
    int count = 0;
    for (; commands[count] && count < NAMES_MAX; count++)
        names[count] = commands[count]->name;
    names[count] = NULL;
    char hint[HINT_MAX];
    bad_usage("there is no command '%.60s'%s", name, suggest(hint, name, names, "", "commands"));
    return BAD_USAGE;
}

static int dispatch(int argc, char **argv)
{
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    const struct command *command = command_named(name);
    struct arguments arguments;
    if (!command)
        return unknown(name);
    if (!arguments_read(command, argc, argv, &arguments))
        return BAD_USAGE;
    if (arguments.help) {
        command_help_text(command);
        return PASSED;
    }
    return command->run(&arguments);
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is then an error of writing, and is reported as one */
    limit_memory();
    if (registry_check() != 0)
        return TROUBLE;
    if (argc < 2) {
        bad_usage("a command is missing; 'driftbench help' lists them");
        return BAD_USAGE;
    }
    int code = dispatch(argc, argv);
    return standard_output_arrived() ? code : TROUBLE;
}
