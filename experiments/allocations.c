/* Counts allocations by standing in front of the C library's functions, or of whatever was loaded ahead of it. */
#define _GNU_SOURCE /* RTLD_NEXT; NOLINT(bugprone-reserved-identifier) */
#include "experiments/allocations.h"
#include "experiments/sanitized.h"

#if defined(__linux__) && !defined(SANITIZED)

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CALLER __builtin_return_address(0)

static long count, count_blas, held;

static struct {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t number, size_t size);
    void *(*realloc)(void *block, size_t size);
    void *(*aligned_alloc)(size_t alignment, size_t size);
    int (*posix_memalign)(void **block, size_t alignment, size_t size);
    void (*free)(void *block);
} next;

/* dlsym may itself allocate before the next function is known. What it takes then is never given back. */
static _Alignas(64) char early[8192];
static size_t early_used;

static void *take_early(size_t size)
{
    size_t start = early_used;
    if (size > sizeof early - start)
        return NULL;
    early_used += (size + 63) / 64 * 64;
    return early + start;
}

static bool is_early(const void *block)
{
    return (const char *)block >= early && (const char *)block < early + sizeof early;
}

static void find(void *function, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    memcpy(function, &found, sizeof found); /* an object pointer is no function pointer in ISO C */
}

/* False while the functions are being looked for. */
static bool ready(void)
{
    static bool looking;
    if (next.free)
        return true;
    if (looking)
        return false;
    looking = true;
    find(&next.malloc, "malloc");
    find(&next.calloc, "calloc");
    find(&next.realloc, "realloc");
    find(&next.aligned_alloc, "aligned_alloc");
    find(&next.posix_memalign, "posix_memalign");
    find(&next.free, "free");
    return true;
}

/* Whether code of BLAS or LAPACK stands at this address. The program's own code is told apart without a search. */
static bool in_blas(const void *caller)
{
    extern const char __executable_start, etext; /* by the linker; NOLINT(bugprone-reserved-identifier) */
    Dl_info from;
    if ((const char *)caller >= &__executable_start && (const char *)caller < &etext)
        return false;
    return dladdr(caller, &from) && from.dli_fname &&
           (strstr(from.dli_fname, "blas") || strstr(from.dli_fname, "lapack"));
}

static void *counted(void *block, const void *caller)
{
    *(in_blas(caller) ? &count_blas : &count) += 1;
    held += block != NULL;
    return block;
}

void *malloc(size_t size)
{
    return ready() ? counted(next.malloc(size), CALLER) : take_early(size);
}

void *calloc(size_t nmemb, size_t size)
{
    return ready() ? counted(next.calloc(nmemb, size), CALLER) : take_early(nmemb * size);
}

void *realloc(void *ptr, size_t size)
{
    if (!ready())
        return NULL;
    if (!ptr || is_early(ptr)) {
        void *fresh = malloc(size);
        size_t left = ptr ? (size_t)(early + sizeof early - (char *)ptr) : 0;
        if (fresh && ptr)
            memcpy(fresh, ptr, size < left ? size : left);
        return fresh;
    }
    count++;
    void *moved = next.realloc(ptr, size);
    held -= !moved && size == 0; /* that was a free */
    return moved;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return ready() ? counted(next.aligned_alloc(alignment, size), CALLER) : NULL;
}

int posix_memalign(void **memptr, size_t alignment, size_t size)
{
    if (!ready())
        return ENOMEM;
    int error = next.posix_memalign(memptr, alignment, size);
    counted(error ? NULL : *memptr, CALLER);
    return error;
}

void free(void *ptr)
{
    if (!ptr || is_early(ptr) || !ready())
        return;
    held--;
    next.free(ptr);
}

long allocations(void)
{
    return count > 0 ? count : -1; /* a program that runs has allocated: nothing seen is nothing counted */
}

long blas_allocations(void)
{
    return count_blas;
}

long blocks_held(void)
{
    return held;
}

#else

long allocations(void)
{
    return -1;
}

long blas_allocations(void)
{
    return 0;
}

long blocks_held(void)
{
    return 0;
}

#endif
