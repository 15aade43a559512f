#include "core/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { ALIGNMENT = 64, OUT_OF_MEMORY = 3 };

struct block {
    struct block *next;
};

struct arena {
    struct block *blocks;
    size_t bytes; /* taken so far */
};

_Noreturn void out_of_memory(size_t bytes)
{
    struct rlimit limit;
    double GB = 1e-9, MB = 1e-6, asked = (double)bytes;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        asked > (double)limit.rlim_cur)
        fprintf(stderr, "driftbench: out of memory: this needs %.3g GB or more, and there are %.3g GB\n",
                GB * asked, GB * (double)limit.rlim_cur);
    else
        fprintf(stderr, "driftbench: out of memory: this needs %.3g MB more, which there are not\n",
                MB * asked);
    exit(OUT_OF_MEMORY);
}

struct arena *arena_create(void)
{
    struct arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        out_of_memory(sizeof *arena);
    return arena;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(arena);
}

/* What calloc takes from the system is zero before it is touched, so that a request that cannot be met is refused at
   once, not after gigabytes of zeros. */
void *take(struct arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2 - 2 * ALIGNMENT) / size)
        out_of_memory(SIZE_MAX);
    size_t bytes = count * size + sizeof(struct block) + ALIGNMENT;
    struct block *block = calloc(bytes, 1);
    if (!block)
        out_of_memory(arena->bytes + bytes);
    arena->bytes += bytes;
    block->next = arena->blocks;
    arena->blocks = block;
    char *start = (char *)(block + 1);
    return start + (ALIGNMENT - (uintptr_t)start % ALIGNMENT) % ALIGNMENT;
}

double *take_doubles(struct arena *arena, size_t count)
{
    return take(arena, count, sizeof(double));
}

int *take_ints(struct arena *arena, size_t count)
{
    return take(arena, count, sizeof(int));
}

void *grow(void *block, size_t count, size_t size)
{
    void *bigger = size && count > SIZE_MAX / size ? NULL : realloc(block, count && size ? count * size : 1);
    if (!bigger)
        out_of_memory(count * size);
    return bigger;
}
