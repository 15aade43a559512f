#ifndef OVERLAY_H
#define OVERLAY_H

#include "experiments/judge.h"

/* Draws the judged trajectory over the reference, and below it the difference, into a PDF, by gnuplot. False after one
   line on standard error: the exit code is then TROUBLE. An older file stays when this fails. */
bool overlay_draw(const char *path, const char *title, const struct model *model,
                  const struct result_file *file, const struct judgement *judgement);

#endif
