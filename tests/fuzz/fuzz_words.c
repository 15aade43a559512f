/* Any words given to any command: the first byte chooses the command, the rest are its words, one a line. They are read
   or refused; what is read is a module of the registry with parameters in range, and steps that are finite. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "experiments/arguments.h"
#include "experiments/choose.h"
#include "experiments/command.h"
#include "experiments/sweep.h"
#include "tests/fuzz/fuzz.h"

enum { WORDS = 64 };

static void demand(bool condition)
{
    if (!condition)
        abort();
}

static const char *given(const struct arguments *a, const char *name)
{
    for (int i = 0; i < OPTIONS_MAX && a->command->options[i].name; i++)
        if (strcmp(a->command->options[i].name, name) == 0)
            return option_value(a, name);
    return NULL;
}

static void check_modules(const struct arguments *a, struct sweep *s)
{
    const char *f = given(a, "formulation"), *i = given(a, "integrator");
    struct choice choice = {0};
    char text[CHOSEN_MAX];
    if (a->words && choose_problem(&choice, a->word[0]))
        demand(choice.problem && *chosen_problem(&choice, text));
    if (f && choose_formulation(&choice, f))
        demand(choice.formulation && *chosen_formulation(&choice, text));
    if (i && choose_integrator(&choice, i))
        demand(choice.integrator && *chosen_integrator(&choice, text));
    if (sweep_pairs(s, f, i))
        demand(s->pairs > 0 && s->pairs <= PAIRS_MAX);
}

static void check_numbers(const struct arguments *a, struct sweep *s)
{
    const char *step = given(a, "step"), *steps = given(a, "steps"), *repeat = given(a, "repeat");
    struct choice choice = {0};
    long whole;
    if (step && choose_step(&choice, step))
        demand(isfinite(choice.step) && choice.step > 0);
    if (steps && sweep_steps(s, steps))
        for (int k = 0; k < s->steps; k++)
            demand(isfinite(s->step[k]) && s->step[k] > 0 && (k == 0 || s->step[k] <= s->step[k - 1]));
    if (repeat && choose_whole("number of repeats", repeat, 0, 1000, &whole))
        demand(whole >= 0 && whole <= 1000);
}

static void check_words(int argc, char **argv, unsigned which)
{
    static struct sweep s;
    struct arguments arguments;
    unsigned count = 0;
    while (commands[count])
        count++;
    demand(count > 0);
    s = (struct sweep){.base = {.duration = 10}};
    if (!arguments_read(commands[which % count], argc, argv, &arguments) || arguments.help)
        return;
    demand(arguments.words >= arguments.command->words_least);
    check_modules(&arguments, &s);
    check_numbers(&arguments, &s);
    sweep_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *argv[WORDS + 2] = {"driftbench", "command"};
    int argc = 2;
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *word = size ? text + 1 : NULL, *end; word && argc < WORDS; word = end) {
        end = strchr(word, '\n');
        if (end)
            *end++ = '\0';
        argv[argc++] = word;
    }
    check_words(argc, argv, size ? data[0] : 0);
    free(text);
    return 0;
}
