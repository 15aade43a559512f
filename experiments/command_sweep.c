/* Work against precision: all pairs on one problem over a list of steps, one row a run. */
#include "experiments/command.h"

#include <math.h>
#include "core/parameter.h"
#include "experiments/file.h"
#include "experiments/limits.h"
#include "experiments/message.h"
#include "experiments/metadata.h"
#include "experiments/sweep.h"

static bool read_seconds(const char *name, const char *text, double *seconds)
{
    return (number_read(text, seconds) && *seconds > 0) ||
           bad_usage("the %s must be a number of seconds above 0, not '%.60s'", name, text);
}

static bool read_base(const struct arguments *a, struct sweep *s)
{
    const char *duration = option_value(a, "duration"), *solver = option_value(a, "solver");
    const char *perturb = option_value(a, "perturb"), *repeat = option_value(a, "repeat");
    const char *limit = option_value(a, "limit"), *patience = option_value(a, "patience");
    *s = (struct sweep){.repeats = 3, .limit = 1, .patience = PATIENCE, .argc = a->argc, .argv = a->argv};
    s->append = option_value(a, "append");
    s->dense = option_given(a, "dense") || option_given(a, "steps");
    if (!choose_problem(&s->base, a->word[0]) || (duration && !choose_duration(&s->base, duration)) ||
        (solver && !choose_backend(&s->base, solver)) || (perturb && !choose_perturb(&s->base, perturb)) ||
        (repeat && !choose_whole("number of repeats", repeat, 0, 1000, &s->repeats)) ||
        (limit && !read_seconds("limit", limit, &s->limit)) ||
        (patience && !read_seconds("patience", patience, &s->patience)))
        return false;
    if (s->append && !*s->append)
        return bad_usage("--append needs the name of a file");
    if (s->append && !file_can_grow(s->append))
        return bad_usage("--append needs a file that can grow, not '%.200s'", s->append);
    sweep_settle(s);
    return true;
}

static int sweep_command(const struct arguments *a)
{
    struct sweep s;
    struct rows rows = {0};
    int code = BAD_USAGE;
    if (read_base(a, &s) && sweep_pairs(&s, option_value(a, "formulation"), option_value(a, "integrator")) &&
        sweep_steps(&s, option_value(a, "steps")) && sweep_fits(&s) &&
        (!s.append || rows_read(&rows, s.append, true))) {
        bool possible = !s.append || file_possible(s.append);
        code = possible && sweep_run(&s, &rows) ? PASSED : TROUBLE;
        if (code == PASSED && !s.append) {
            metadata_write(stdout, "#", a->argc, a->argv);
            rows_write(stdout, &rows);
        }
    }
    rows_free(&rows);
    sweep_free(&s);
    return code;
}

const struct command command_sweep = {
    .name = "sweep",
    .usage = "PROBLEM [-f A,B] [-i C,D] [OPTIONS]",
    .summary = "runs all pairs on one problem over a list of steps",
    .help =
        "Writes CSV: the columns of 'run --csv', then how far the second best timing is above the best, whether the\n"
        "run passes, is also accurate, and is robust (it and every smaller step of the sweep pass), and the command\n"
        "that repeats it. A pair is given smaller steps until they teach nothing more, or take longer than the limit.\n"
        "Runs that the file of --append holds already are not repeated.\n"
        "Example: driftbench sweep bricard -f ali3,penalty:alpha=1e7 -i rk4 --steps 0.1,0.05,0.02",
    .words_least = 1,
    .words_most = 1,
    .options = {{"formulation", 'f', "LIST", "names with commas between them (all)"},
                {"integrator", 'i', "LIST", "names with commas between them (all)"},
                {"steps", 's', "LIST", "[s] instead of the default list"},
                {"dense", 0, NULL, "a denser and longer default list, to its end"},
                {"repeat", 0, "K", "timings of each, taking turns (3; 0: none)"},
                {"append", 0, "FILE", "adds the rows to this file, and continues what was interrupted"},
                {"limit", 0, "T", "[s] leaves out runs that are expected to take longer (1)"},
                {"patience", 0, "T",
                 "[s] what a pair may take longer than that, in all, until it passes (20)"},
                {"duration", 0, "T", "[s] instead of the problem's own"},
                {"solver", 0, "NAME", "auto, dense, band, band-lapack or sparse"},
                {"perturb", 0, "SIZE", "[m] disturbs the starting position, always in the same way"}},
    .run = sweep_command,
};
