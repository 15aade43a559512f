/* Conformance of modules: derivatives, order, constraint levels, energy, agreement, memory. */
#include "experiments/command.h"

#include <stdio.h>
#include <string.h>
#include "experiments/check.h"
#include "experiments/choose.h"
#include "experiments/message.h"
#include "experiments/suggest.h"

static const char *const GROUPS[] = {"descriptor", "derivatives", "exact",     "order",
                                     "runs",       "memory",      "agreement", NULL};
static const char *const KINDS_OF[] = {"fip", "fp", "p", "fi", "fip", "fip", "f"}; /* whose groups they are */

typedef void module_check(struct report *report, struct choice choice);

/* One module: the whole report or, in brief, its totals and what is wrong. */
static void check_one(struct report *total, const char *kind, const char *name, module_check *check,
                      struct choice choice)
{
    struct report report = {.brief = total->brief, .only = total->only};
    printf(report.brief ? "%-12s %-20s " : "checking %s %s\n", kind, name);
    fflush(stdout);
    check(&report, choice);
    printf("%s%d checks, %d wrong\n", report.brief ? "" : "\n", report.checks, report.faults);
    total->checks += report.checks;
    total->faults += report.faults;
}

static void check_all(struct report *total)
{
    struct choice choice = {0};
    total->brief = true;
    for (int k = 0; formulations[k]; k++) {
        set_formulation(&choice, formulations[k]);
        check_one(total, "formulation", formulations[k]->name, check_formulation, choice);
    }
    for (int i = 0; integrators[i]; i++) {
        set_integrator(&choice, integrators[i]);
        check_one(total, "integrator", integrators[i]->name, check_integrator, choice);
    }
    for (int p = 0; problems[p]; p++) {
        set_problem(&choice, problems[p]);
        check_one(total, "problem", problems[p]->name, check_problem, choice);
    }
    printf("%-33s %d checks, %d wrong\n", "all modules", total->checks, total->faults);
}

/* `kinds` has a letter for each kind of module that is asked for. */
static bool choose_group(const char *text, const char *kinds)
{
    char hint[HINT_MAX];
    int i = 0;
    while (GROUPS[i] && strcmp(GROUPS[i], text) != 0)
        i++;
    if (!GROUPS[i])
        return bad_usage("there is no group of checks '%.60s'%s", text,
                         suggest(hint, text, GROUPS, "", "groups"));
    return strpbrk(KINDS_OF[i], kinds) ||
           bad_usage("nothing was checked: this kind of module has no group '%s'", text);
}

static int run_command(const struct arguments *a)
{
    const char *f = option_value(a, "formulation"), *i = option_value(a, "integrator"),
               *p = option_value(a, "problem");
    bool all = !f && !i && !p;
    char kinds[4];
    snprintf(kinds, sizeof kinds, "%s%s%s", f || all ? "f" : "", i || all ? "i" : "", p || all ? "p" : "");
    struct choice choice = {0};
    struct report total = {.only = option_value(a, "only")};
    if ((f && !choose_formulation(&choice, f)) || (i && !choose_integrator(&choice, i)) ||
        (p && !choose_problem(&choice, p)) || (total.only && !choose_group(total.only, kinds)))
        return BAD_USAGE;
    if (f)
        check_one(&total, "formulation", f, check_formulation, choice);
    if (i)
        check_one(&total, "integrator", i, check_integrator, choice);
    if (p)
        check_one(&total, "problem", p, check_problem, choice);
    if (all)
        check_all(&total);
    return total.faults ? FAILED : PASSED;
}

const struct command command_check = {
    .name = "check",
    .usage = "[-f FORMULATION] [-i INTEGRATOR] [-p PROBLEM]",
    .summary = "checks modules: derivatives, order, constraint levels, energy, agreement, memory",
    .help =
        "Without options every module is checked, which takes a few minutes, and only what is wrong is shown. A wrong\n"
        "tangent is reported by its block, as in ∂equilibrium/∂lambda. Ends with 0 when all is well, 1 when anything\n"
        "is wrong and 2 when there is no such module. Example: driftbench check -f ggl",
    .options = {{"formulation", 'f', "NAME[:P=V]", "a formulation to check"},
                {"integrator", 'i', "NAME[:P=V]", "an integrator to check"},
                {"problem", 'p', "NAME[:P=V]", "a problem to check"},
                {"only", 0, "GROUP",
                 "descriptor, derivatives, exact, order, runs, memory or agreement, and no other checks"}},
    .run = run_command,
};
