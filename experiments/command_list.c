#include "experiments/command.h"

#include <stdio.h>
#include <string.h>
#include "experiments/choose.h"
#include "experiments/describe.h"
#include "experiments/message.h"
#include "experiments/suggest.h"

static void list_problems(void)
{
    printf("problems\n");
    for (int i = 0; problems[i]; i++)
        describe_problem(problems[i]);
}

static void list_formulations(void)
{
    printf("formulations († marks what is adapted from the textbook's method)\n");
    for (int i = 0; formulations[i]; i++)
        describe_formulation(formulations[i]);
}

static void list_integrators(void)
{
    printf("integrators\n");
    for (int i = 0; integrators[i]; i++)
        describe_integrator(integrators[i]);
}

/* One module, by its name; parameters after it are checked, too. */
static int list_one(int kind, const char *name)
{
    struct choice choice = {0};
    bool good = kind == 0   ? choose_problem(&choice, name)
                : kind == 1 ? choose_formulation(&choice, name)
                            : choose_integrator(&choice, name);
    if (!good)
        return BAD_USAGE;
    if (kind == 0)
        describe_problem(choice.problem);
    else if (kind == 1)
        describe_formulation(choice.formulation);
    else
        describe_integrator(choice.integrator);
    return PASSED;
}

static int list(const struct arguments *arguments)
{
    static const char *const kinds[] = {"problems", "formulations", "integrators", NULL};
    static void (*const lists[])(void) = {list_problems, list_formulations, list_integrators};
    const char *wanted = arguments->words ? arguments->word[0] : NULL;
    bool found = false;
    for (int i = 0; kinds[i]; i++) {
        if (wanted && strcmp(wanted, kinds[i]) != 0)
            continue;
        if (arguments->words > 1)
            return list_one(i, arguments->word[1]);
        if (found)
            putchar('\n');
        lists[i]();
        found = true;
    }
    char hint[HINT_MAX];
    if (!found)
        bad_usage("there is no list of '%.60s'%s", wanted, suggest(hint, wanted, kinds, "", "lists"));
    return found ? PASSED : BAD_USAGE;
}

const struct command command_list = {
    .name = "list",
    .usage = "[problems|formulations|integrators] [NAME[:P=V]]",
    .summary = "the modules, their parameters, defaults and meaning",
    .words_most = 2,
    .run = list,
};
