#ifndef LIMITS_H
#define LIMITS_H

#include "core/run.h"

/* Memory of this machine that is not in use [bytes], or that its container allows; 0 when nobody tells. */
double memory_available(void);

/* From now on an allocation beyond that memory fails, and so ends in one clear line instead of a killed process. */
void limit_memory(void);

/* Settles the duration and refuses what cannot be: a step longer than the duration, more steps than anyone would wait
   for, a dense matrix that does not fit. False after one line on standard error (BAD_USAGE). Memory that only the
   formulation knows of is refused when it is asked for, before any of it is touched. */
bool choice_fits(struct choice *choice);

/* Whether a file of so many rows and columns fits where it is to be written. False after one line with the estimate. */
bool output_fits(const char *path, double rows, double columns);

/* Called after every step of a measured run: once it is known how long the steps take, a run that would take longer
   than anyone waits for ends the program with the estimate (BAD_USAGE), and on a terminal a long one is announced. */
struct patience {
    double began, duration; /* by the wall clock; of the run */
    bool told;
};
void patience_begin(struct patience *patience, double duration);
void patience_look(struct patience *patience, double t);

#endif
