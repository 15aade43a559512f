#ifndef METADATA_H
#define METADATA_H

#include <stdio.h>

/* What explains a results file: program, commit, compiler and flags, BLAS and SuiteSparse, CPU, date and command line.
   Every line begins with `mark` ("#" or "%"). */
void metadata_write(FILE *stream, const char *mark, int argc, char **argv);

#endif
