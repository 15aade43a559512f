#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

/* Memory that is taken while something is created and given back all at once when it is destroyed. A module takes
   its workspace in `create`, so a step allocates nothing and there is nothing to unwind. When memory runs out the
   program says so in one line and ends with exit code 3: no result could be trusted after that. */
struct arena;

struct arena *arena_create(void);
void arena_free(struct arena *arena);

void *take(struct arena *arena, size_t count, size_t size); /* zeroed, 64-byte aligned */
double *take_doubles(struct arena *arena, size_t count);
int *take_ints(struct arena *arena, size_t count);

/* The same ending for memory that is not an arena's (a library's, a growing table's). */
void *grow(void *block, size_t count, size_t size); /* realloc that does not fail */
_Noreturn void out_of_memory(size_t bytes);

#endif
