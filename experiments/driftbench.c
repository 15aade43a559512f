/* The program: finds the command and hands it its arguments. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
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

/* A standard stream that is closed would hand its number, and what is printed, to the next file that is opened. Nothing
   can be written to what stands in for it, so that writing is still an error. */
static void hold_standard_streams(void)
{
    int file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO)
        file = open("/dev/null", O_RDONLY);
    if (file >= 0)
        close(file);
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is then an error of writing, and is reported as one */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that becomes larger than the shell allows */
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
