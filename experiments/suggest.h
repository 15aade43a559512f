#ifndef SUGGEST_H
#define SUGGEST_H

enum { HINT_MAX = 1024 };

/* The name that is fewest typing errors away from the word; NULL when none is near. The list ends with NULL. */
const char *nearest(const char *word, const char *const *names);

/* Writes "; did you mean '--ali3'? formulations: a, b, c" into `hint` and returns it. `mark` stands before each name. */
const char *suggest(char hint[HINT_MAX], const char *word, const char *const *names, const char *mark,
                    const char *kind);

#endif
