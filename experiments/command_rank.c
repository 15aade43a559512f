/* The ranking of all pairs on one problem, from a sweep made before or made now. */
#include "experiments/command.h"

#include "experiments/file.h"
#include "experiments/message.h"
#include "experiments/metadata.h"
#include "experiments/rank.h"
#include "experiments/sweep.h"

typedef void ranking_writer(FILE *stream, const struct ranking *ranking);

static bool write_to(const char *path, ranking_writer *write, const char *mark, const struct ranking *ranking,
                     const struct arguments *a)
{
    struct file file;
    if (!path)
        return true;
    if (!file_open(&file, path))
        return false;
    metadata_write(file.stream, mark, a->argc, a->argv);
    write(file.stream, ranking);
    return file_commit(&file);
}

/* BAD_USAGE, TROUBLE or PASSED */
static int gather(const struct arguments *a, struct sweep *s, struct rows *rows)
{
    const char *from = option_value(a, "from");
    *s = (struct sweep){.repeats = 3, .limit = 0.5, .patience = PATIENCE, .argc = a->argc, .argv = a->argv};
    if (!choose_problem(&s->base, a->word[0]))
        return BAD_USAGE;
    if (from)
        return rows_read(rows, from, false) ? PASSED : BAD_USAGE;
    sweep_settle(s);
    if (!sweep_pairs(s, option_value(a, "formulation"), option_value(a, "integrator")) ||
        !sweep_steps(s, NULL) || !sweep_fits(s))
        return BAD_USAGE;
    return sweep_run(s, rows) ? PASSED : TROUBLE;
}

static int rank(const struct arguments *a, const struct sweep *s, struct rows *rows)
{
    struct ranking ranking;
    rows_mark_robust(rows);
    ranking_make(&ranking, rows, &s->base);
    int code = PASSED;
    if (ranking.count == 0) {
        bad_usage("there is no run of %s in '%.200s'", s->base.problem->name, option_value(a, "from"));
        code = BAD_USAGE;
    } else {
        ranking_print(stdout, &ranking);
        if (!write_to(option_value(a, "latex"), ranking_latex, "%", &ranking, a) ||
            !write_to(option_value(a, "macros"), ranking_macros, "%", &ranking, a) ||
            !write_to(option_value(a, "csv"), ranking_csv, "#", &ranking, a))
            code = TROUBLE;
    }
    ranking_free(&ranking);
    return code;
}

/* The rows, and what is written from them: no two in one file. BAD_USAGE, TROUBLE or PASSED */
static int look_at_files(const struct arguments *a)
{
    static const char *const names[] = {"from", "csv", "latex", "macros"};
    enum { FILES = sizeof names / sizeof *names };
    for (int i = 1; i < FILES; i++) {
        if (option_given(a, names[i]) && !*option_value(a, names[i])) {
            bad_usage("--%s needs the name of a file", names[i]);
            return BAD_USAGE;
        }
        for (int k = 0; k < i && option_given(a, names[i]); k++)
            if (option_given(a, names[k]) &&
                file_same(option_value(a, names[i]), option_value(a, names[k]))) {
                bad_usage("--%s and --%s name one file, '%.200s'", names[k], names[i],
                          option_value(a, names[i]));
                return BAD_USAGE;
            }
    }
    for (int i = 1; i < FILES; i++)
        if (option_given(a, names[i]) && !file_possible(option_value(a, names[i])))
            return TROUBLE;
    return PASSED;
}

static int rank_command(const struct arguments *a)
{
    struct sweep s = {0};
    struct rows rows = {0};
    int code = look_at_files(a);
    if (code != PASSED)
        return code;
    code = gather(a, &s, &rows);
    if (code == PASSED)
        code = rank(a, &s, &rows);
    rows_free(&rows);
    sweep_free(&s);
    return code;
}

const struct command command_rank = {
    .name = "rank",
    .usage = "PROBLEM [--from FILE] [OPTIONS]",
    .summary = "ranks all pairs on one problem by CPU time",
    .help =
        "A pair is placed by its cheapest step that passes robustly: it and every smaller step of the sweep meet\n"
        "the benchmark's energy tolerance on the right branch. The second ranking asks for an accurate trajectory,\n"
        "too. 'lucky' marks a step that passes though a smaller one does not; it does not count.\n"
        "† marks a pair that is adapted from the textbook's method.",
    .words_least = 1,
    .words_most = 1,
    .options = {{"from", 0, "FILE", "the rows of 'driftbench sweep'; without it the sweep is made now"},
                {"formulation", 'f', "LIST", "names with commas between them, for the sweep (all)"},
                {"integrator", 'i', "LIST", "names with commas between them, for the sweep (all)"},
                {"csv", 0, "FILE", "writes the table as CSV, too: one row a pair"},
                {"latex", 0, "FILE", "writes the table for LaTeX, too"},
                {"macros", 0, "FILE", "writes the results as \\defresult{key}{value}, too"}},
    .run = rank_command,
};
