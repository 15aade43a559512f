#ifndef LIMITS_H
#define LIMITS_H

#include "core/run.h"

/* Memory of this machine [bytes], or of the container that the program lives in; 0 when nobody tells. */
double memory_available(void);

/* From now on an allocation beyond that memory fails, and so ends in one clear line instead of a killed process. */
void limit_memory(void);

/* Settles the duration and refuses what cannot be: a step longer than the duration, more steps than anyone would wait
   for, a dense matrix that does not fit. False after one line on standard error (BAD_USAGE). */
bool choice_fits(struct choice *choice);

#endif
