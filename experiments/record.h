#ifndef RECORD_H
#define RECORD_H

#include "core/run.h"
#include "experiments/file.h"

/* Writes the benchmark's result file while a run is measured: t and the problem's columns at its output interval.
   Where no step falls on an output time, q and v are interpolated between the two steps by cubic Hermite polynomials
   (from q, v and a at both), and everything else linearly; the head of the file says so. */
struct record;

struct record *record_create(struct file *file, const struct run *run, double h, bool reactions);
void record_free(struct record *record);

void record_head(struct record *record); /* the comment lines that name the columns */
run_watch record_watch;                  /* its context is the record */
void record_end(struct record *record, const struct result *result);

#endif
