#include "experiments/describe.h"

#include <stdio.h>
#include <string.h>
#include "experiments/output.h"

enum { NAME_COLUMN = 18, PARAMETER_COLUMN = 10, VALUE_COLUMN = 14, WIDTH = 110 };

static void describe_head(const char *name, const char *title, const char *cite)
{
    char text[TITLE_MAX];
    printf("  %-*s %s [%s]\n", NAME_COLUMN, name, title_text(text, title), cite);
}

/* The default as it would be typed. */
static void default_text(const struct parameter *p, char *text, size_t size)
{
    char number[NUMBER_MAX];
    if (!p->choices) {
        snprintf(text, size, "%s", number_text(number, p->value));
        return;
    }
    const char *choice = p->choices;
    for (int i = 0; i < (int)p->value && strchr(choice, '|'); i++)
        choice = strchr(choice, '|') + 1;
    snprintf(text, size, "%.*s", (int)strcspn(choice, "|"), choice);
}

static int widest_name(const struct parameter *list)
{
    int widest = PARAMETER_COLUMN;
    for (int i = 0; i < parameters_count(list); i++)
        if ((int)strlen(list[i].name) > widest)
            widest = (int)strlen(list[i].name);
    return widest;
}

static void describe_parameters(const struct parameter *list)
{
    const int widest = widest_name(list);
    for (int i = 0; i < parameters_count(list); i++) {
        const struct parameter *p = &list[i];
        char value[64], text[1024], range[96] = "";
        default_text(p, value, sizeof value);
        if (p->choices)
            snprintf(range, sizeof range, " (%.80s)", p->choices);
        else if (p->least != 0 || p->most != 0)
            snprintf(range, sizeof range, " (%g to %g%s)", p->least, p->most, p->whole ? ", whole" : "");
        snprintf(text, sizeof text, "%s%s", p->meaning, range);
        int indent = printf("    %*s = %-*s ", widest, p->name, VALUE_COLUMN, value);
        print_wrapped(stdout, text, indent, WIDTH);
    }
}

static void describe_note(const char *partner, const char *note)
{
    if (!note)
        return;
    char text[2048];
    snprintf(text, sizeof text, "with %s integrators: %s", partner, note);
    printf("    † ");
    print_wrapped(stdout, text, 6, WIDTH);
}

void describe_problem(const struct problem *problem)
{
    describe_head(problem->name, problem->title, problem->cite);
    describe_parameters(problem->parameters);
}

void describe_formulation(const struct formulation *formulation)
{
    describe_head(formulation->name, formulation->title, formulation->cite);
    describe_parameters(formulation->parameters);
    describe_note("explicit", formulation->adapted_explicit);
    describe_note("implicit", formulation->adapted_implicit);
}

void describe_integrator(const struct integrator *integrator)
{
    double values[PARAMETERS_MAX];
    parameters_default(integrator->parameters, values);
    describe_head(integrator->name, integrator->title, integrator->cite);
    printf("  %-*s %s, order %d\n", NAME_COLUMN, "", integrator->implicit ? "implicit" : "explicit",
           integrator->order(values));
    describe_parameters(integrator->parameters);
}
