#ifndef REGISTRY_H
#define REGISTRY_H

#include "core/integrator.h"

/* Every module that was found when the program was built, in the order of the file names; each list ends with NULL.
   The Makefile writes build/registry.c, which defines them. */
extern const struct problem *const problems[];
extern const struct formulation *const formulations[];
extern const struct integrator *const integrators[];

/* NULL when there is no module of that name. */
const struct problem *problem_named(const char *name);
const struct formulation *formulation_named(const char *name);
const struct integrator *integrator_named(const char *name);

/* Checks every descriptor: its name against its file (file names are in the matching *_files list), required callbacks,
   documented parameters. Returns the number of faults, each one line on standard error. */
int registry_check(void);
extern const char *const problem_files[];
extern const char *const formulation_files[];
extern const char *const integrator_files[];

/* The keys of paper/refs.bib, and of refs.bib in each of the folders that MODULES names; ends with NULL. */
extern const char *const citation_keys[];

#endif
