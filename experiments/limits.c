#include "experiments/limits.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>
#include "experiments/command.h"
#include "experiments/message.h"
#include "experiments/output.h"
#include "experiments/sanitized.h"

/* What a step costs at least, so that estimates made before anything runs are lower bounds: [s] with up to ten
   coordinates, and more in proportion; [s] for each operation with a dense matrix. */
static const double STEP_COST = 1e-7, DENSE_COST = 1e-11;

static const double STEPS_MOST = 1e9, WAIT_MOST = 30 * 86400.0; /* [s] of one run */
static const double OUTPUT_MOST = 1e12,
                    OUTPUT_SMALL = 1e9; /* [bytes] where nobody tells what is free; not worth a thought */
static const double FIRST_LOOK = 2, WORTH_SAYING = 20; /* [s] */

/* What Linux says could be had now without swapping [bytes]; 0: it does not say. */
static double memory_unused(void)
{
    char line[128];
    double kB = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && kB == 0 && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %lf kB", &kB) != 1)
            kB = 0;
    if (file)
        fclose(file);
    return 1024 * kB;
}

double memory_available(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    double memory = pages > 0 && size > 0 ? (double)pages * (double)size : 0, limit, unused = memory_unused();
    if (unused > 0 && unused < memory)
        memory = unused;
    FILE *file = fopen("/sys/fs/cgroup/memory.max", "r");
    if (file) {
        if (fscanf(file, "%lf", &limit) == 1 && limit > 0 && (memory == 0 || limit < memory))
            memory = limit;
        fclose(file);
    }
    return memory;
}

void limit_memory(void)
{
#ifndef SANITIZED /* the address sanitizer reserves far more than there is */
    double memory = memory_available();
    struct rlimit limit;
    if (memory > 0 && getrlimit(RLIMIT_AS, &limit) == 0 &&
        (limit.rlim_cur == RLIM_INFINITY || (double)limit.rlim_cur > memory)) {
        limit.rlim_cur = (rlim_t)memory;
        setrlimit(RLIMIT_AS, &limit);
    }
#endif
}

static bool steps_fit(const struct choice *choice, const struct model *model)
{
    double steps = fmin(choice->duration / choice->step, DBL_MAX);
    char wait[NUMBER_MAX];
    if (choice->step > choice->duration * (1 + 1e-12))
        return bad_usage("the step, %g s, must not be longer than the duration, %g s", choice->step,
                         choice->duration);
    double unknowns = formulation_unknowns(choice->formulation, model);
    double cost = fmax(STEP_COST * fmax(1, model->n / 10.0),
                       choice->backend == DENSE ? DENSE_COST * unknowns * unknowns * unknowns : 0);
    if (!(steps <= STEPS_MOST) || !(steps * cost <= WAIT_MOST))
        return bad_usage("%g steps of %g s would take %s or more; at most %g steps and 30 days are run",
                         steps, choice->step, duration_text(wait, steps * cost), STEPS_MOST);
    return true;
}

static bool dense_fits(const struct choice *choice, const struct model *model)
{
    double unknowns = formulation_unknowns(choice->formulation, model);
    double bytes = unknowns * unknowns * (double)sizeof(double), memory = memory_available();
    if (choice->backend != DENSE || memory <= 0 || bytes < memory)
        return true;
    return bad_usage(
        "a dense matrix of %g unknowns takes %.3g GB, and there are %.3g GB; try --solver sparse", unknowns,
        bytes / 1e9, memory / 1e9);
}

bool choice_fits(struct choice *choice)
{
    struct model *model = choice->model ? choice->model
                                        : problem_create(choice->problem, choice->problem_values);
    if (choice->duration == 0)
        choice->duration = model->duration;
    bool fits = dense_fits(choice, model) && steps_fit(choice, model);
    if (!choice->model)
        model_free(model);
    return fits;
}

/* What is free in the folder of the file [bytes]. */
static double space_for(const char *path)
{
    struct stat status;
    struct statvfs space;
    char folder[4096];
    size_t length = strlen(path);
    if (strcmp(path, "-") == 0 || length >= sizeof folder ||
        (stat(path, &status) == 0 && !S_ISREG(status.st_mode)))
        return OUTPUT_MOST;
    memcpy(folder, path, length + 1);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0';
    return statvfs(slash ? folder : ".", &space) == 0 ? (double)space.f_bavail * (double)space.f_frsize
                                                      : OUTPUT_MOST;
}

bool output_fits(const char *path, double rows, double columns)
{
    double bytes = rows * (10 + 23 * columns), space = space_for(path);
    return bytes <= fmax(space, OUTPUT_SMALL) ||
           bad_usage("%.3g rows of %.3g numbers would take %.3g GB, and there is room for %.3g GB", rows,
                     columns, bytes / 1e9, space / 1e9);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void patience_begin(struct patience *p, double duration)
{
    *p = (struct patience){.began = now(), .duration = duration};
}

void patience_look(struct patience *p, double t)
{
    double spent;
    if (p->told || !(t > 0) || (spent = now() - p->began) < FIRST_LOOK)
        return;
    char wait[NUMBER_MAX];
    double all = spent * p->duration / t;
    p->told = true;
    duration_text(wait, all);
    if (all > WAIT_MOST) {
        bad_usage("this run would take about %s: its first %.3g s took %.3g s; at most 30 days are run", wait,
                  t, spent);
        exit(BAD_USAGE); /* which removes the files that were begun */
    }
    if (all > WORTH_SAYING && isatty(STDERR_FILENO))
        fprintf(stderr, "driftbench: the measured run takes about %s\n", wait);
}
