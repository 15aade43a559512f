#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "core/registry.h"

/* A module on the terminal: name, title, parameters with default and meaning, notes on adapted pairs. */
void describe_problem(const struct problem *problem);
void describe_formulation(const struct formulation *formulation);
void describe_integrator(const struct integrator *integrator);

#endif
