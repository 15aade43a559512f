#define _GNU_SOURCE /* syscall; NOLINT(bugprone-reserved-identifier) */
#include "experiments/bench_count.h"

#include <math.h>
#include <stdbool.h>

#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define HEAP_IS_KNOWN
#endif
#endif

double count_memory(void)
{
#ifdef HEAP_IS_KNOWN
    struct mallinfo2 heap = mallinfo2();
    return (double)heap.uordblks + (double)heap.hblkhd;
#else
    return (double)NAN;
#endif
}

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int count_start(void)
{
    struct perf_event_attr event = {.type = PERF_TYPE_HARDWARE,
                                    .size = sizeof event,
                                    .config = PERF_COUNT_HW_INSTRUCTIONS,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1};
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
}

double count_stop(int counter)
{
    unsigned long long count = 0;
    if (counter < 0)
        return (double)NAN;
    bool arrived = read(counter, &count, sizeof count) == (ssize_t)sizeof count;
    close(counter);
    return arrived && count ? (double)count : (double)NAN;
}
#else
int count_start(void)
{
    return -1;
}

double count_stop(int counter)
{
    (void)counter;
    return (double)NAN;
}
#endif
