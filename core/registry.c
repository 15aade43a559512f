#include "core/registry.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct problem *problem_named(const char *name)
{
    for (int i = 0; problems[i]; i++)
        if (strcmp(problems[i]->name, name) == 0)
            return problems[i];
    return NULL;
}

const struct formulation *formulation_named(const char *name)
{
    for (int i = 0; formulations[i]; i++)
        if (strcmp(formulations[i]->name, name) == 0)
            return formulations[i];
    return NULL;
}

const struct integrator *integrator_named(const char *name)
{
    for (int i = 0; integrators[i]; i++)
        if (strcmp(integrators[i]->name, name) == 0)
            return integrators[i];
    return NULL;
}

/* What is wrong with one file. */
struct faults {
    const char *file;
    int count;
};

static void require(struct faults *faults, bool good, const char *format, ...)
{
    if (good)
        return;
    va_list list;
    va_start(list, format);
    fprintf(stderr, "%s: ", faults->file);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    faults->count++;
}

static bool given(const char *text)
{
    return text && *text;
}

/* problems/double_four_bar.c is "double-four-bar". */
static bool named_after(const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');
    const char *f = slash ? slash + 1 : file;
    for (; *name && *f == (*name == '-' ? '_' : *name); f++)
        name++;
    return *name == '\0' && strcmp(f, ".c") == 0;
}

static void check_head(struct faults *faults, const char *name, const char *title, const char *cite)
{
    require(faults, name && named_after(faults->file, name),
            "the name '%s' is not that of the file, which has _ for -", name ? name : "");
    require(faults, given(title), "the title is missing");
    require(faults, given(cite), "the BibTeX key (cite) is missing");
}

static int choices_count(const char *choices)
{
    int count = 1;
    for (; *choices; choices++)
        count += *choices == '|';
    return count;
}

static void check_parameter(struct faults *faults, const struct parameter *p)
{
    const char *name = p->name;
    require(faults, strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name),
            "parameter '%s': lower-case letters, digits and _ only", name);
    require(faults, given(p->meaning), "parameter '%s': its meaning is missing", name);
    require(faults, isfinite(p->value), "parameter '%s': its default is not finite", name);
    bool bounded = p->least != 0 || p->most != 0;
    require(faults, !bounded || (p->value >= p->least && p->value <= p->most),
            "parameter '%s': its default %g is outside %g to %g", name, p->value, p->least, p->most);
    require(faults, !p->whole || p->value == floor(p->value), "parameter '%s': its default %g is not whole",
            name, p->value);
    require(faults,
            !p->choices ||
                (p->value == floor(p->value) && p->value >= 0 && p->value < choices_count(p->choices)),
            "parameter '%s': its default %g is none of %s", name, p->value, p->choices ? p->choices : "");
}

static void check_parameters(struct faults *faults, const struct parameter *list)
{
    for (int i = 0; i < PARAMETERS_MAX && given(list[i].name); i++) {
        check_parameter(faults, &list[i]);
        for (int j = 0; j < i; j++)
            require(faults, strcmp(list[i].name, list[j].name) != 0, "parameter '%s' appears twice",
                    list[i].name);
    }
}

/* A callback that the contract does not allow to be NULL. */
#define CALLBACK(module, field)                                                                              \
    require(faults, (module)->field != NULL, "the callback '" #field "' is missing")

static int groups_of(const struct group *groups, char size)
{
    int count = 0;
    for (int i = 0; i < GROUPS_MAX && groups[i].size; i++)
        count += groups[i].size == size;
    return count;
}

static void check_formulation(struct faults *faults, const struct formulation *f)
{
    check_head(faults, f->name, f->title, f->cite);
    check_parameters(faults, f->parameters);
    CALLBACK(f, create);
    CALLBACK(f, destroy);
    CALLBACK(f, accelerations);
    CALLBACK(f, residual);
    CALLBACK(f, tangent);
    CALLBACK(f, solve);
    CALLBACK(f, matrix);
    CALLBACK(f, multipliers);
    require(faults,
            given(f->unknowns[0].name) && strcmp(f->unknowns[0].name, "q") == 0 && f->unknowns[0].size == 'n',
            "the first group of unknowns is not {\"q\", 'n'}");
    require(faults, f->extra || !f->unknowns[1].size,
            "there are unknowns after q, but the callback 'extra' is missing");
    for (const char *size = "nm"; *size; size++)
        require(faults, groups_of(f->unknowns, *size) == groups_of(f->equations, *size),
                "there are %d groups of unknowns of size %c, but %d of equations",
                groups_of(f->unknowns, *size), *size, groups_of(f->equations, *size));
}

static void check_problem(struct faults *faults, const struct problem *p)
{
    check_head(faults, p->name, p->title, p->cite);
    check_parameters(faults, p->parameters);
    CALLBACK(p, create);
}

static void check_integrator(struct faults *faults, const struct integrator *i)
{
    check_head(faults, i->name, i->title, i->cite);
    check_parameters(faults, i->parameters);
    CALLBACK(i, order);
    CALLBACK(i, create);
    CALLBACK(i, destroy);
    CALLBACK(i, start);
    CALLBACK(i, step);
}

int registry_check(void)
{
    struct faults faults = {0};
    for (int i = 0; problems[i]; i++) {
        faults.file = problem_files[i];
        check_problem(&faults, problems[i]);
    }
    for (int i = 0; formulations[i]; i++) {
        faults.file = formulation_files[i];
        check_formulation(&faults, formulations[i]);
    }
    for (int i = 0; integrators[i]; i++) {
        faults.file = integrator_files[i];
        check_integrator(&faults, integrators[i]);
    }
    return faults.count;
}
