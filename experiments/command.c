#include "experiments/command.h"

#include <stddef.h>
#include <string.h>

const struct command *command_named(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}
