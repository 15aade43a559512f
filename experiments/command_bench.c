/* Times the standard pairs, so that what a change of the program costs or gains can be read from one table. */
#include "experiments/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "experiments/bench_cases.h"
#include "experiments/bench_count.h"
#include "experiments/bench_table.h"
#include "experiments/choose.h"
#include "experiments/file.h"
#include "experiments/limits.h"
#include "experiments/message.h"

enum { REPEATS = 15, FEW = 5, CASES = sizeof bench_cases / sizeof *bench_cases };

static bool choose_case(const struct bench_case *wanted, struct choice *choice)
{
    *choice = (struct choice){0};
    return choose_problem(choice, wanted->problem) && choose_formulation(choice, wanted->formulation) &&
           choose_integrator(choice, wanted->integrator) && choose_step(choice, wanted->step) &&
           (!wanted->duration || choose_duration(choice, wanted->duration)) && choice_fits(choice);
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Shares of the time of the shortest run, in the program that has clocks; NaN in any other. Clocks go on while other programs have the
   processor, and the shortest run was interrupted least. */
struct shares {
    double least; /* ticks of that run; 0: none yet */
    double share[PHASES];
};

#ifdef PROFILE
static unsigned long long shares_begin(void)
{
    for (int k = 0; k < PHASES; k++)
        profile_ticks[k] = 0;
    return profile_now();
}

/* inside: the part of the time that belongs to the steps, without the start of the run. */
static void shares_end(struct shares *shares, unsigned long long began, double inside)
{
    double all = inside * (double)(profile_now() - began);
    if (shares->least > 0 && all >= shares->least)
        return;
    shares->least = all;
    for (int k = 0; k < PHASES; k++)
        shares->share[k] = (double)profile_ticks[k] / all;
}
#else
static unsigned long long shares_begin(void)
{
    return 0;
}

static void shares_end(struct shares *shares, unsigned long long began, double inside)
{
    (void)began, (void)inside;
    for (int k = 0; k < PHASES; k++)
        shares->share[k] = (double)NAN;
}
#endif

static const double LONG = 50; /* [ms] a run of this length is repeated less often */

/* The first run warms up and counts; the others are timed. */
static bool time_run(struct run *run, struct bench_row *row)
{
    struct result result;
    struct shares shares = {0};
    double cpu[REPEATS];
    int counter = count_start();
    run_timed(run, &result);
    row->instructions = count_stop(counter) / (double)run_steps(run);
    if (result.status != OK)
        return trouble("bench: %.90s with %.90s ended early: %s", row->problem, row->pair,
                       status_word(result.status));
    int repeats = 1e3 * result.cpu < LONG ? REPEATS : FEW;
    for (int k = 0; k < repeats; k++) {
        clock_t clock_began = clock();
        unsigned long long began = shares_begin();
        run_timed(run, &result);
        shares_end(&shares, began, result.cpu * CLOCKS_PER_SEC / (double)(clock() - clock_began));
        cpu[k] = 1e3 * result.cpu;
    }
    memcpy(row->share, shares.share, sizeof row->share);
    qsort(cpu, (size_t)repeats, sizeof *cpu, by_size);
    row->steps = result.steps;
    row->least = cpu[0];
    row->median = cpu[repeats / 2];
    row->spread = cpu[repeats - 1] / cpu[0] - 1;
    row->ns = 1e6 * row->least / (double)row->steps;
    row->iterations = (double)result.iterations / (double)row->steps;
    row->factorizations = (double)result.factorizations / (double)row->steps;
    return true;
}

static bool time_case(const struct bench_case *wanted, struct bench_row *row)
{
    struct choice choice;
    if (!choose_case(wanted, &choice))
        return false;
    snprintf(row->problem, sizeof row->problem, "%s", wanted->problem);
    snprintf(row->pair, sizeof row->pair, "%s+%s", wanted->formulation, wanted->integrator);
    snprintf(row->step, sizeof row->step, "%s", wanted->step);
    double before = count_memory();
    struct run *run = run_create(&choice);
    row->memory = (count_memory() - before) / 1e6;
    bool good = time_run(run, row);
    run_free(run);
    return good;
}

static void adopt_shares(struct bench_table *table, const struct bench_table *shares)
{
    for (int k = 0; k < table->rows; k++) {
        const struct bench_row *row = bench_find(shares, &table->row[k]);
        for (int phase = 0; row && phase < PHASES; phase++)
            table->row[k].share[phase] = row->share[phase];
    }
}

static int bench_command(const struct arguments *arguments)
{
    static struct bench_table table, earlier, shares;
    const char *compare = option_value(arguments, "compare"), *profile = option_value(arguments, "shares");
    const char *output = option_value(arguments, "output");
    struct file file;
    if ((compare && !bench_read(compare, &earlier)) || (profile && !bench_read(profile, &shares)))
        return BAD_USAGE;
    if (output && !*output) {
        bad_usage("--output needs the name of a file, or - for standard output");
        return BAD_USAGE;
    }
    if (output && !file_possible(output))
        return TROUBLE;
    for (table.rows = 0; table.rows < CASES; table.rows++)
        if (!time_case(&bench_cases[table.rows], &table.row[table.rows]))
            return TROUBLE;
    if (profile)
        adopt_shares(&table, &shares);
    if (!file_open(&file, output ? output : "-"))
        return TROUBLE;
    bench_write(file.stream, &table, compare ? &earlier : NULL);
    return file_commit(&file) ? PASSED : TROUBLE;
}

const struct command command_bench = {
    .name = "bench",
    .usage = "[OPTIONS]",
    .summary = "times the standard pairs and tabulates where the time goes",
    .help = "'make bench' runs it with the shares of a second program that was built with clocks in it.",
    .options = {{"output", 'o', "FILE", "the table; - is standard output (the default)"},
                {"compare", 'c', "FILE", "an earlier table: adds the change of the time per step"},
                {"shares", 0, "FILE", "a table of the program with clocks, for the shares of the time"}},
    .run = bench_command,
};
