#ifndef CHOOSE_H
#define CHOOSE_H

#include "core/registry.h"
#include "core/run.h"

enum { CHOSEN_MAX = 512 };

/* Words of the command line into what is to be run. A module is "name" or "name:parameter=value,…". Each is false
   after one line on standard error that names what was wrong and what would be right: the exit code is then BAD_USAGE. */
bool choose_problem(struct choice *choice, const char *text);
bool choose_formulation(struct choice *choice, const char *text);
bool choose_integrator(struct choice *choice, const char *text);
bool choose_backend(struct choice *choice, const char *text);
bool choose_step(struct choice *choice, const char *text);
bool choose_duration(struct choice *choice, const char *text);
bool choose_perturb(struct choice *choice, const char *text);

/* A whole number from least to most; `what` names it in the message. */
bool choose_whole(const char *what, const char *text, long least, long most, long *value);

/* What was chosen, written so that it reads back: "penalty:alpha=1e+06". */
const char *chosen_problem(const struct choice *choice, char text[CHOSEN_MAX]);
const char *chosen_formulation(const struct choice *choice, char text[CHOSEN_MAX]);
const char *chosen_integrator(const struct choice *choice, char text[CHOSEN_MAX]);

/* Takes the next module off a list "a,b:x=1,y=2,c" (a piece with '=' but without ':' belongs to the module before it).
   False at the end of the list. */
bool next_module(const char **list, char text[CHOSEN_MAX]);

/* Note of the pair when it is an adaptation of the textbook's method; NULL when it is not. */
const char *adapted(const struct formulation *formulation, const struct integrator *integrator);

#endif
