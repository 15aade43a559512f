/* The result file of any program against the exact solution. */
#include "experiments/command.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include "experiments/choose.h"
#include "experiments/file.h"
#include "experiments/judge.h"
#include "experiments/message.h"
#include "experiments/overlay.h"

enum { ERROR_MAX = 1024, SIZES = 100, SIZE_ROWS = 60 };
static const double FAR_BETTER = 0.1; /* of the misfit */

static void print_column(const struct column *c)
{
    static const char *const kinds[] = {"position", "velocity", "energy", "constraint"};
    printf("%-10s %-10s %6d", c->name, kinds[c->kind], c->at + 1);
    if (c->rows > 0)
        printf(" %11.3e %11.3e %9.4g", c->max, c->rms, c->when);
    else
        printf(" %11s %11s %9s", "-", "-", "-");
    if (isfinite(c->late))
        printf(" %12.3e %11.3e", c->late, c->left);
    else
        printf(" %12s %11s", "-", "-");
    printf("  %s\n", !c->judged ? "-" : c->passes ? "pass" : "FAIL");
}

static bool has_trajectory(const struct judgement *j)
{
    bool has = false;
    for (int i = 0; i < j->columns; i++)
        has = has || (j->column[i].at >= 0 && j->column[i].kind == POSITION);
    return has;
}

static void print_judgement(const struct model *model, const struct result_file *file,
                            const struct judgement *j)
{
    printf("%ld rows from %g to %g s; columns %s\n", file->rows, j->first, j->last,
           j->by_name ? "by the names in the header" : "by their position");
    printf("%-10s %-10s %6s %11s %11s %9s %12s %11s  %s\n", "column", "kind", "in file", "max error",
           "rms error", "at t [s]", "late by [s]", "rms then", "verdict");
    for (int i = 0; i < j->columns; i++)
        if (j->column[i].at >= 0)
            print_column(&j->column[i]);
    for (int i = 0; i < j->columns; i++)
        if (j->column[i].at >= 0 && j->column[i].kind == ENERGY)
            printf("energy drift %.3e J, tolerance %g J: %s\n", j->column[i].drift, model->tolerance,
                   j->column[i].passes ? "pass" : "FAIL");
    if (has_trajectory(j))
        printf("trajectory tolerance %g\n", model->accuracy);
    else
        printf("the file has no column of the trajectory (%s): only its energy is judged\n", model->columns);
    if (j->untrusted > 0)
        printf(
            "the last %ld rows lie beyond %g s, to which the exact solution is trusted: only their energy counts\n",
            j->untrusted, model->trusted);
    if (j->width > 0)
        printf("the file has no row from %g to %g s: FAIL\n", j->hole, j->hole + j->width);
    else if (!j->complete)
        printf("the file covers %g to %g s, the benchmark asks for 0 to %g s: FAIL\n", j->first, j->last,
               model->duration);
}

/* The parameter that says how many there are, such as the N of the N-four-bar; -1: none. */
static int size_parameter(const struct problem *problem)
{
    for (int i = 0; i < parameters_count(problem->parameters); i++) {
        const struct parameter *p = &problem->parameters[i];
        if (p->whole && tolower((unsigned char)p->name[0]) == 'n' && p->name[1] == '\0')
            return i;
    }
    return -1;
}

/* A file made for another N looks like a bad one; this finds out. */
static void try_other_sizes(const struct choice *choice, const struct model *model,
                            const struct result_file *file, const struct judgement *j)
{
    int which = size_parameter(choice->problem);
    double own = misfit(model, file, j, SIZE_ROWS), least = HUGE_VAL;
    int best = 0;
    if (which < 0 || !(own > model->accuracy / 1000))
        return;
    const struct parameter *p = &choice->problem->parameters[which];
    for (int n = 1; n <= SIZES; n++) {
        double values[PARAMETERS_MAX];
        memcpy(values, choice->problem_values, sizeof values);
        values[which] = n;
        if ((p->least != 0 || p->most != 0) && (n < p->least || n > p->most))
            continue;
        struct model *other = problem_create(choice->problem, values);
        double fit = misfit(other, file, j, SIZE_ROWS);
        model_free(other);
        if (fit < least) {
            least = fit;
            best = n;
        }
    }
    if (least < FAR_BETTER * own && best != (int)choice->problem_values[which])
        printf("the file fits %s = %d far better: rms error %.3e instead of %.3e (compare %s:%s=%d)\n",
               p->name, best, least, own, choice->problem->name, p->name, best);
}

/* Lengths in mm, angles in degrees, times in ms, a sign turned: what is proportional to the reference tells by how much. */
static void try_other_units(const struct model *model, const struct result_file *file,
                            const struct judgement *j)
{
    double own = misfit(model, file, j, SIZE_ROWS), factor, left;
    if (fabs(j->last / model->duration / 1000 - 1) < 0.2)
        printf("the times go to %g, and the benchmark to %g s: are they milliseconds?\n", j->last,
               model->duration);
    if (!(own > model->accuracy))
        return;
    left = proportion(model, file, j, SIZE_ROWS, &factor);
    if (left < FAR_BETTER * own)
        printf(
            "%.4g times its positions would fit far better: rms error %.3e instead of %.3e; are its units m and rad?\n",
            factor, left, own);
}

static int compare(const struct choice *choice, const struct model *model, const struct result_file *file,
                   const struct arguments *a)
{
    static struct judgement j;
    const char *plot = option_value(a, "plot");
    char problem[CHOSEN_MAX], title[CHOSEN_MAX + 256];
    bool judged = judge(model, file, &j);
    if (j.twice) {
        bad_usage("%s: expected one column '%s', found it twice", a->word[1], j.twice);
        return BAD_USAGE;
    }
    if (!judged) {
        bad_usage("%s: expected a column of the trajectory or the energy: t %s", a->word[1], model->columns);
        return BAD_USAGE;
    }
    chosen_problem(choice, problem);
    printf("%s compared with the exact solution of %s\n", a->word[1], problem);
    print_judgement(model, file, &j);
    try_other_sizes(choice, model, file, &j);
    try_other_units(model, file, &j);
    printf("%s\n", j.passes ? "PASS" : "FAIL");
    snprintf(title, sizeof title, "%.200s and the exact solution of %s", a->word[1], problem);
    if (plot && !overlay_draw(plot, title, model, file, &j))
        return TROUBLE;
    return j.passes ? PASSED : FAILED;
}

static int run_command(const struct arguments *a)
{
    struct choice choice = {0};
    static struct result_file file;
    char error[ERROR_MAX];
    const char *plot = option_value(a, "plot");
    if (!choose_problem(&choice, a->word[0]))
        return BAD_USAGE;
    if (plot && file_same(plot, a->word[1])) {
        bad_usage("--plot would overwrite '%.200s', the file that is compared", a->word[1]);
        return BAD_USAGE;
    }
    if (plot && (strlen(plot) < 5 || strcmp(plot + strlen(plot) - 4, ".pdf") != 0)) {
        bad_usage("--plot needs the name of a PDF file, such as figure.pdf, not '%.200s'", plot);
        return BAD_USAGE;
    }
    if (!result_file_read(&file, a->word[1], error, sizeof error)) {
        bad_usage("%s", error);
        return BAD_USAGE;
    }
    if (plot && !file_possible(plot)) {
        result_file_free(&file);
        return TROUBLE;
    }
    struct model *model = problem_create(choice.problem, choice.problem_values);
    int code = compare(&choice, model, &file, a);
    model_free(model);
    result_file_free(&file);
    return code;
}

const struct command command_compare = {
    .name = "compare",
    .usage = "PROBLEM FILE [--plot FILE.pdf]",
    .summary = "compares the result file of any program with the exact solution",
    .help =
        "The file has the time and columns of the benchmark (driftbench reference PROBLEM shows them), found by the\n"
        "names in its header or else by position; some may be missing. Blanks, tabs, commas or semicolons part them.\n"
        "'late by' is the time shift that fits best, and 'rms then' the rms error that it leaves.\n"
        "Exit code 0: the file passes the benchmark; 1: it does not.",
    .words_least = 2,
    .words_most = 2,
    .options = {{"plot", 0, "FILE.pdf", "draws the file over the reference, and the difference, by gnuplot"}},
    .run = run_command,
};
