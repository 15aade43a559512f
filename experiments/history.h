#ifndef HISTORY_H
#define HISTORY_H

#include "core/run.h"
#include "experiments/file.h"

/* The course of a run as CSV: the observed quantity beside the exact one, trajectory error, energy drift and the three levels of
   the constraints. A long run is thinned out; a row then has the largest of each measure since the row before. */
struct history;
struct history *history_create(struct file *file, const struct run *run);
void history_free(struct history *history);
void history_head(struct history *history); /* after the metadata */
run_watch history_watch;                    /* its context is the history */
void history_end(struct history *history, const struct result *result);

#endif
