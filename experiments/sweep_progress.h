#ifndef SWEEP_PROGRESS_H
#define SWEEP_PROGRESS_H

#include "experiments/sweep.h"

double seconds_now(void); /* of a clock that never goes back */

/* On a terminal one line, written anew: what is run, how far the sweep is, and how long it will take. Elsewhere only the end is
   told. */
void progress_show(struct sweep *sweep, const struct rows *rows, const struct choice *choice);
void progress_end(const struct sweep *sweep, const struct rows *rows);

#endif
