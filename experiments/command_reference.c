/* The exact solution of a problem in the benchmark's own columns. */
#include "experiments/command.h"

#include <math.h>
#include "experiments/choose.h"
#include "experiments/file.h"
#include "experiments/exact_row.h"
#include "experiments/limits.h"
#include "experiments/message.h"
#include "experiments/metadata.h"

static const double ROWS_MAX = 1e7;

static bool choose_interval(const struct model *model, const char *text, double *interval)
{
    *interval = model->interval > 0 ? model->interval : model->duration / 1000;
    if (text && (!number_read(text, interval) || !(*interval > 0) || *interval > model->duration))
        return bad_usage("the interval must be a number of seconds from above 0 to %g, not '%.40s'",
                         model->duration, text);
    return model->duration / *interval <= ROWS_MAX ||
           bad_usage("an interval of %g s makes more than %g rows in %g s", *interval, ROWS_MAX,
                     model->duration);
}

static void write_rows(struct file *file, const struct model *model, double interval)
{
    struct exact_row *exact = exact_row_create(model);
    int columns = column_count(model);
    double end = model->trusted > 0 ? fmin(model->duration, model->trusted) : model->duration;
    for (long r = 0; (double)r * interval <= end * (1 + 1e-12); r++) {
        double t = (double)r * interval;
        const double *row = exact_row_at(exact, t);
        fprintf(file->stream, "%.10g", t);
        for (int i = 0; i < columns; i++)
            fprintf(file->stream, " % .15e", row[i]);
        fputc('\n', file->stream);
        file_insist(file);
    }
    if (end < model->duration)
        fprintf(file->stream, "%% the motion is chaotic: beyond %g s only its energy can be compared\n", end);
    exact_row_free(exact);
}

static int write_reference(const struct choice *choice, const struct model *model, const struct arguments *a)
{
    const char *path = option_value(a, "output");
    double interval;
    struct file file;
    char problem[CHOSEN_MAX];
    if (!choose_interval(model, option_value(a, "interval"), &interval))
        return BAD_USAGE;
    if (path && !*path) {
        bad_usage("--output needs the name of a file, or - for standard output");
        return BAD_USAGE;
    }
    if (!output_fits(path ? path : "-", model->duration / interval, column_count(model)))
        return BAD_USAGE;
    if (!file_open(&file, path ? path : "-"))
        return TROUBLE;
    metadata_write(file.stream, "%", a->argc, a->argv);
    fprintf(file.stream, "%% reference   %s, exact solution every %.10g s\n", chosen_problem(choice, problem),
            interval);
    fprintf(file.stream, "%% t %s\n", model->columns);
    write_rows(&file, model, interval);
    return file_commit(&file) ? PASSED : TROUBLE;
}

static int run_command(const struct arguments *arguments)
{
    struct choice choice = {0};
    if (!choose_problem(&choice, arguments->word[0]))
        return BAD_USAGE;
    struct model *model = problem_create(choice.problem, choice.problem_values);
    int code = write_reference(&choice, model, arguments);
    model_free(model);
    return code;
}

const struct command command_reference = {
    .name = "reference",
    .usage = "PROBLEM [--interval T] [--output FILE]",
    .summary = "prints the exact solution of a problem in the benchmark's columns",
    .help = "Example: driftbench reference n-four-bar:n=40 --interval 0.5 --output forty.txt",
    .words_least = 1,
    .words_most = 1,
    .options = {{"interval", 0, "T", "[s] between the rows, instead of the benchmark's own"},
                {"output", 'o', "FILE", "where to write; - is standard output (the default)"}},
    .run = run_command,
};
