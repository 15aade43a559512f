/* Loaded ahead of the C library, refuses the allocation number $FAIL_AT (0: none) and every later one when $FAIL_ON is
   1. Ended, the process leaves the number of its allocations in the file $FAIL_COUNT. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static long count, fail_at;
static int fail_on;

/* Allocations of the loader and of the libraries' own start are not the program's: nothing is counted before here. */
static int started;

__attribute__((constructor)) static void start(void)
{
    const char *at = getenv("FAIL_AT");
    fail_at = at ? atol(at) : 0;
    const char *on = getenv("FAIL_ON");
    fail_on = on && atoi(on);
    unsetenv("LD_PRELOAD"); /* the programs that this one starts get their memory */
    started = 1;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAIL_COUNT");
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", count);
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0)
        return;
    if (write(file, text, (size_t)length) != length)
        _exit(125);
    close(file);
}

static int refused(void)
{
    if (!started)
        return 0;
    count++;
    if (fail_at == 0 || (fail_on ? count < fail_at : count != fail_at))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    return refused() ? NULL : __libc_calloc(number, size);
}

void *realloc(void *block, size_t size)
{
    return refused() ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return refused() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (refused())
        return ENOMEM;
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}
