/* One formulation with one integrator on one problem: measured once, and then timed when it completed. */
#include "experiments/command.h"

#include <math.h>
#include <string.h>
#include "experiments/choose.h"
#include "experiments/file.h"
#include "experiments/history.h"
#include "experiments/exact_row.h"
#include "experiments/limits.h"
#include "experiments/message.h"
#include "experiments/metadata.h"
#include "experiments/record.h"
#include "experiments/report.h"

struct request {
    struct choice choice;
    long repeats;
    const char *output;  /* NULL: no result file */
    const char *history; /* NULL: none */
    bool csv, reactions;
};

static bool needed(const struct arguments *a, const char *name, const char *what)
{
    return option_given(a, name) ||
           bad_usage("--%s is missing: it names the %s (driftbench help run)", name, what);
}

static bool read_modules(const struct arguments *a, struct choice *choice)
{
    const char *duration = option_value(a, "duration"), *solver = option_value(a, "solver");
    const char *perturb = option_value(a, "perturb");
    return choose_problem(choice, a->word[0]) && needed(a, "formulation", "formulation") &&
           choose_formulation(choice, option_value(a, "formulation")) &&
           needed(a, "integrator", "integrator") &&
           choose_integrator(choice, option_value(a, "integrator")) && needed(a, "step", "step in seconds") &&
           choose_step(choice, option_value(a, "step")) && (!duration || choose_duration(choice, duration)) &&
           (!solver || choose_backend(choice, solver)) && (!perturb || choose_perturb(choice, perturb));
}

static bool read_request(const struct arguments *a, struct request *request)
{
    const char *repeat = option_value(a, "repeat");
    *request = (struct request){.repeats = 3,
                                .output = option_value(a, "output"),
                                .history = option_value(a, "history"),
                                .csv = option_given(a, "csv"),
                                .reactions = option_given(a, "reactions")};
    if (!read_modules(a, &request->choice) ||
        (repeat && !choose_whole("number of repeats", repeat, 0, 1000, &request->repeats)))
        return false;
    if (request->output && !*request->output)
        return bad_usage("--output needs the name of a file, or - for standard output");
    if (request->history && (!*request->history || strcmp(request->history, "-") == 0))
        return bad_usage("--history needs the name of a file");
    if (request->output && request->history && file_same(request->output, request->history))
        return bad_usage("--output and --history both write '%.200s'; give each its own file",
                         request->output);
    if (request->csv && request->output && strcmp(request->output, "-") == 0)
        return bad_usage("--csv and --output - both want standard output; give --output a file");
    if (request->reactions && !request->output)
        return bad_usage("--reactions adds columns to the result file: give --output, too");
    return choice_fits(&request->choice);
}

static bool reactions_exist(const struct request *request, const struct model *model)
{
    if (!request->reactions)
        return true;
    if (!model->reactions || !model->reaction)
        return bad_usage("problem %s reports no reactions", request->choice.problem->name);
    if (!request->choice.formulation->multipliers)
        return bad_usage("formulation %s gives no multipliers, so there are no reactions",
                         request->choice.formulation->name);
    return true;
}

static bool rows_fit(const struct request *request, const struct run *run)
{
    const struct model *model = run_model(run);
    double rows = model->interval > 0 ? request->choice.duration / model->interval : (double)run_steps(run);
    return !request->output || output_fits(request->output, rows, column_count(model));
}

static void write_head(FILE *stream, const struct request *request, const struct run *run,
                       const struct arguments *a)
{
    char problem[CHOSEN_MAX], formulation[CHOSEN_MAX], integrator[CHOSEN_MAX];
    metadata_write(stream, "%", a->argc, a->argv);
    fprintf(stream, "%% run         %s, %s, %s, %ld steps in %g s\n",
            chosen_problem(&request->choice, problem), chosen_formulation(&request->choice, formulation),
            chosen_integrator(&request->choice, integrator), run_steps(run), request->choice.duration);
}

/* The files that a measured run fills: the result file, the history, or both. */
struct files {
    struct file output, history_file;
    struct record *record;   /* NULL: not wanted */
    struct history *history; /* NULL: not wanted */
    struct patience patience;
};

static void watch(void *context, const struct run *run, double t, const double *q, const double *v,
                  const double *a, const struct levels *levels, const double *ledger)
{
    struct files *files = context;
    patience_look(&files->patience, t);
    if (files->record)
        record_watch(files->record, run, t, q, v, a, levels, ledger);
    if (files->history)
        history_watch(files->history, run, t, q, v, a, levels, ledger);
}

static bool open_files(struct files *files, const struct request *request, const struct arguments *a,
                       const struct run *run)
{
    if (request->output) {
        if (!file_open(&files->output, request->output))
            return false;
        double h = request->choice.duration / (double)run_steps(run);
        files->record = record_create(&files->output, run, h, request->reactions);
        write_head(files->output.stream, request, run, a);
        record_head(files->record);
    }
    if (request->history) {
        if (!file_open(&files->history_file, request->history))
            return false;
        files->history = history_create(&files->history_file, run);
        metadata_write(files->history_file.stream, "#", a->argc, a->argv);
        history_head(files->history);
    }
    return true;
}

/* The measured run, with the files that are wanted. */
static bool measure(const struct request *request, const struct arguments *a, struct run *run,
                    struct result *result)
{
    struct files files = {0};
    bool good = open_files(&files, request, a, run);
    patience_begin(&files.patience, request->choice.duration);
    if (good)
        run_measured(run, watch, &files, result);
    if (good && files.record) {
        record_end(files.record, result);
        good = file_commit(&files.output);
    }
    if (good && files.history) {
        history_end(files.history, result);
        good = file_commit(&files.history_file);
    }
    file_discard(&files.output);
    file_discard(&files.history_file);
    record_free(files.record);
    history_free(files.history);
    return good;
}

static double best_cpu(struct run *run, const struct result *measured, long repeats)
{
    double best = (double)NAN;
    for (long i = 0; i < repeats && measured->status == OK; i++)
        best = fmin(best, run_cpu(run)); /* fmin passes over the NaN */
    return best;
}

static int run_request(const struct request *request, const struct arguments *a, struct run *run)
{
    struct result result;
    if (!reactions_exist(request, run_model(run)) || !rows_fit(request, run))
        return BAD_USAGE;
    if (!measure(request, a, run, &result))
        return TROUBLE;
    double cpu = best_cpu(run, &result, request->repeats);
    if (request->csv) {
        report_csv_head(stdout);
        report_csv_row(stdout, &request->choice, &result, cpu);
    } else {
        bool shared = request->output && strcmp(request->output, "-") == 0;
        report_text(stdout, shared ? "% " : "", &request->choice, run, &result, cpu, request->repeats);
    }
    return run_passes(run, &result) ? PASSED : FAILED;
}

static int run_command(const struct arguments *arguments)
{
    struct request request;
    if (!read_request(arguments, &request))
        return BAD_USAGE;
    struct run *run = run_create(&request.choice);
    int code = run_request(&request, arguments, run);
    run_free(run);
    return code;
}

const struct command command_run = {
    .name = "run",
    .usage = "PROBLEM -f FORMULATION -i INTEGRATOR -s STEP [OPTIONS]",
    .summary = "runs one formulation with one integrator on one problem",
    .help = "The run is measured at every step; when it completes, it is timed without the measuring.\n"
            "Example: driftbench run double-four-bar -f ali3 -i hht:alpha=0 -s 10/990 --output four-bar.txt",
    .words_least = 1,
    .words_most = 1,
    .options = {{"formulation", 'f', "NAME[:P=V]", "the formulation (driftbench list formulations)"},
                {"integrator", 'i', "NAME[:P=V]", "the integrator (driftbench list integrators)"},
                {"step", 's', "STEP", "[s] the step, a number or a fraction such as 10/990"},
                {"duration", 0, "T", "[s] instead of the problem's own"},
                {"output", 'o', "FILE",
                 "the benchmark's columns at its output interval; - is standard output"},
                {"history", 0, "FILE",
                 "observed against exact, error, drift and constraint levels over time, as CSV"},
                {"csv", 0, NULL, "a header line and one row instead of the summary"},
                {"solver", 0, "NAME", "auto, dense, band, band-lapack or sparse"},
                {"perturb", 0, "SIZE", "[m] disturbs the starting position, always in the same way"},
                {"repeat", 0, "K",
                 "timings, of which the best counts; short runs are timed in batches (3; 0: none)"},
                {"reactions", 0, NULL, "adds the ground reactions to the output"}},
    .run = run_command,
};
