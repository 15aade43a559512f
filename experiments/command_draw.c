/* The lines of a mechanism's picture at some times of its motion, for gnuplot or any other program. */
#include "experiments/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/arena.h"
#include "experiments/choose.h"
#include "experiments/file.h"
#include "experiments/limits.h"
#include "experiments/message.h"
#include "experiments/metadata.h"

enum { FRAMES_MOST = 10000, FRAMES_DEFAULT = 1 };

struct drawing {
    struct choice choice;
    bool from_run; /* of a run; else of the exact motion */
    bool labels;
    long frames, next;
    double until;
    const char *output;
    struct file file;
    double *xyz;
};

static double time_of(const struct drawing *d, long frame)
{
    return d->frames > 1 ? d->until * (double)frame / (double)(d->frames - 1) : d->until;
}

/* "name x y z" for every label */
static void write_labels(const struct drawing *d, const struct model *model)
{
    for (const char *at = model->labels; at && *at;) {
        int length = (int)strcspn(at, ":");
        const double *end = d->xyz + 3 * strtol(at + length + 1, NULL, 10);
        fprintf(d->file.stream, "%.*s %.8g %.8g %.8g\n", length, at, end[0], end[1], end[2]);
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
}

/* One block: "kind x y z x y z", a line for each segment. */
static void write_frame(struct drawing *d, const struct model *model, double t, const double *q)
{
    FILE *stream = d->file.stream;
    model->draw(model, q, d->xyz);
    fprintf(stream, "%s%% t = %.8g\n", d->next ? "\n\n" : "", t);
    for (int i = 0; i < model->segments && !d->labels; i++) {
        fprintf(stream, "%c", model->kinds ? model->kinds[i] : 'r');
        for (int k = 0; k < 6; k++)
            fprintf(stream, " %.8g", d->xyz[6 * i + k]);
        fputc('\n', stream);
    }
    if (d->labels)
        write_labels(d, model);
    file_insist(&d->file);
    d->next++;
}

static void draw_exact(struct drawing *d, const struct model *model)
{
    struct arena *arena = arena_create();
    double *q = take_doubles(arena, (size_t)model->n), *v = take_doubles(arena, (size_t)model->n);
    double *ledger = take_doubles(arena, (size_t)model->ledger);
    while (d->next < d->frames) {
        double t = time_of(d, d->next);
        model->exact(model, t, q, v, ledger);
        write_frame(d, model, t, q);
    }
    arena_free(arena);
}

/* A frame is the first step at its time or after it. */
static void watch(void *context, const struct run *run, double t, const double *q, const double *v,
                  const double *a, const struct levels *levels, const double *ledger)
{
    (void)v, (void)a, (void)levels, (void)ledger;
    struct drawing *d = context;
    while (d->next < d->frames && t >= time_of(d, d->next) * (1 - 1e-9))
        write_frame(d, run_model(run), t, q);
}

static bool read_run(struct drawing *d, const struct arguments *a)
{
    const char *formulation = option_value(a, "formulation"), *integrator = option_value(a, "integrator");
    const char *step = option_value(a, "step");
    if (!formulation && !integrator && !step)
        return true;
    if (!formulation || !integrator || !step)
        return bad_usage("a run needs -f, -i and -s together; without them the exact motion is drawn");
    d->from_run = true;
    return choose_formulation(&d->choice, formulation) && choose_integrator(&d->choice, integrator) &&
           choose_step(&d->choice, step);
}

static bool read_drawing(struct drawing *d, const struct arguments *a)
{
    const char *frames = option_value(a, "frames"), *duration = option_value(a, "until");
    *d = (struct drawing){.frames = FRAMES_DEFAULT, .labels = option_given(a, "labels")};
    d->output = option_value(a, "output") ? option_value(a, "output") : "-";
    if (!*d->output)
        return bad_usage("--output needs the name of a file, or - for standard output");
    if (!choose_problem(&d->choice, a->word[0]) || !read_run(d, a) ||
        (frames && !choose_whole("number of frames", frames, 1, FRAMES_MOST, &d->frames)) ||
        (duration && !choose_duration(&d->choice, duration)))
        return false;
    d->until = d->choice.duration;
    return !d->from_run || choice_fits(&d->choice);
}

/* True: it reached the last frame. A run that broke off is drawn as far as it came. */
static bool draw_run(struct drawing *d)
{
    struct result result;
    d->choice.duration = d->until;
    struct run *run = run_create(&d->choice);
    run_measured(run, watch, d, &result);
    run_free(run);
    if (result.status != OK)
        fprintf(d->file.stream, "%% stopped: %s at t = %g s, %ld of %ld frames\n", status_word(result.status),
                result.stopped, d->next, d->frames);
    return result.status == OK;
}

static int draw_model(struct drawing *d, const struct arguments *a, struct model *model)
{
    if (!model->draw) {
        bad_usage("problem %s has no picture", a->word[0]);
        return BAD_USAGE;
    }
    if (!(d->until > 0) && d->frames > 1)
        d->until = model->duration;
    if (!output_fits(d->output, (double)d->frames * model->segments, 6))
        return BAD_USAGE;
    if (!file_open(&d->file, d->output))
        return TROUBLE;
    d->xyz = grow(NULL, 6 * (size_t)model->segments, sizeof *d->xyz);
    metadata_write(d->file.stream, "%", a->argc, a->argv);
    bool whole = true;
    if (d->from_run)
        whole = draw_run(d);
    else
        draw_exact(d, model);
    free(d->xyz);
    return !file_commit(&d->file) ? TROUBLE : whole ? PASSED : FAILED;
}

static int draw_command(const struct arguments *a)
{
    struct drawing d;
    if (!read_drawing(&d, a))
        return BAD_USAGE;
    struct model *model = problem_create(d.choice.problem, d.choice.problem_values);
    int code = draw_model(&d, a, model);
    model_free(model);
    return code;
}

const struct command command_draw = {
    .name = "draw",
    .usage = "PROBLEM [-f FORMULATION -i INTEGRATOR -s STEP] [OPTIONS]",
    .summary = "writes the lines of a mechanism's picture over time",
    .help =
        "One block a frame, two empty lines apart: 'kind x y z x y z' for every line, where the kind is r for a\n"
        "rod, s for a spring, g for the ground and a for an axis. It draws the exact motion, or a run; one that\n"
        "breaks off is drawn as far as it came, with a last line that says so, and ends with 1.\n"
        "Example: driftbench draw bricard -f ali3 -i rk4 -s 0.01 --frames 100",
    .words_least = 1,
    .words_most = 1,
    .options = {{"formulation", 'f', "NAME[:P=V]", "the formulation of a run"},
                {"integrator", 'i', "NAME[:P=V]", "its integrator"},
                {"step", 's', "STEP", "[s] its step"},
                {"frames", 0, "K", "pictures, evenly over the time (1)"},
                {"until", 0, "T", "[s] time of the last picture (0 for one, else the problem's duration)"},
                {"labels", 0, NULL, "'name x y z' of the named points, instead of the lines"},
                {"output", 'o', "FILE", "instead of standard output"}},
    .run = draw_command,
};
