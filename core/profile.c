#include "core/profile.h"

#ifdef PROFILE
#include <time.h>

unsigned long long profile_ticks[PHASES];
int profile_open[PHASES];

unsigned long long profile_now(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
#endif
}
#else
typedef int profile_is_off; /* ISO C wants a translation unit to declare something */
#endif
