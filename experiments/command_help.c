#include "experiments/command.h"

#include <stdio.h>
#include <string.h>
#include "experiments/describe.h"
#include "experiments/message.h"
#include "experiments/suggest.h"

enum { NAMES_MAX = 512, NAME_MAX_BYTES = 256 };

static void overview(void)
{
    printf("driftbench: formulations of multibody dynamics with integrators, on benchmark problems\n\n");
    for (int i = 0; commands[i]; i++)
        printf("  driftbench %-10s %s\n", commands[i]->name, commands[i]->summary);
    printf(
        "\n"
        "Modules take parameters after a colon: -f penalty:alpha=1e7,omega=10.\n"
        "'driftbench help NAME' explains a command or a module.\n"
        "Exit code: 0 passed, 1 fails the benchmark, 2 bad usage, 3 out of memory or a file could not be written.\n");
}

void command_help_text(const struct command *command)
{
    printf("driftbench %s %s\n%s\n", command->name, command->usage, command->summary);
    if (command->help)
        printf("\n%s\n", command->help);
    if (command->options[0].name)
        putchar('\n');
    for (int i = 0; i < OPTIONS_MAX && command->options[i].name; i++) {
        const struct option *option = &command->options[i];
        char text[80], letter[8] = "";
        if (option->letter)
            snprintf(letter, sizeof letter, "-%c,", option->letter);
        snprintf(text, sizeof text, "--%s %s", option->name, option->value ? option->value : "");
        printf("  %-3s %-26s %s\n", letter, text, option->meaning);
    }
}

/* A name may belong to several: all are shown. */
static bool explain(const char *name)
{
    const struct command *command = command_named(name);
    const struct problem *problem = problem_named(name);
    const struct formulation *formulation = formulation_named(name);
    const struct integrator *integrator = integrator_named(name);
    if (command)
        command_help_text(command);
    if (problem)
        describe_problem(problem);
    if (formulation)
        describe_formulation(formulation);
    if (integrator)
        describe_integrator(integrator);
    return command || problem || formulation || integrator;
}

static int unknown(const char *name)
{
    const char *names[NAMES_MAX + 1];
    int count = 0;
    for (int i = 0; commands[i] && count < NAMES_MAX; i++)
        names[count++] = commands[i]->name;
    for (int i = 0; problems[i] && count < NAMES_MAX; i++)
        names[count++] = problems[i]->name;
    for (int i = 0; formulations[i] && count < NAMES_MAX; i++)
        names[count++] = formulations[i]->name;
    for (int i = 0; integrators[i] && count < NAMES_MAX; i++)
        names[count++] = integrators[i]->name;
    names[count] = NULL;
    char hint[HINT_MAX];
    bad_usage("there is no command or module '%.60s'%s", name, suggest(hint, name, names, "", "names"));
    return BAD_USAGE;
}

static int help(const struct arguments *arguments)
{
    if (arguments->words == 0) {
        overview();
        return PASSED;
    }
    char name[NAME_MAX_BYTES]; /* parameters may follow it */
    snprintf(name, sizeof name, "%.*s", (int)strcspn(arguments->word[0], ":"), arguments->word[0]);
    return explain(name) ? PASSED : unknown(name);
}

const struct command command_help = {
    .name = "help",
    .usage = "[COMMAND|MODULE]",
    .summary = "explains a command or a module",
    .words_most = 1,
    .run = help,
};
