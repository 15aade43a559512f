/* Counts allocations by standing in front of the C library's. Sanitizers bring their own allocator: then nothing is counted. */
#include "tests/support.h"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static long count;

void *malloc(size_t size)
{
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size)
{
    count++;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count++;
    return __libc_memalign(alignment, size);
}

long allocations(void)
{
    return count;
}

#else

long allocations(void)
{
    return -1;
}

#endif
