#ifndef PROFILE_H
#define PROFILE_H

/* Where the time goes. Ordinary builds compile these away; `make bench` builds once more with PROFILE defined, and
   reports shares from that program, never times. */
enum phase { EVALUATE, ASSEMBLE, FACTOR, SOLVE, PHASES };

#ifdef PROFILE
extern unsigned long long profile_ticks[PHASES];
extern int profile_open[PHASES]; /* a phase may stand within itself: the outermost counts */
unsigned long long profile_now(void);
#define PHASE(phase) unsigned long long profile_##phase##_ = (profile_open[phase]++, profile_now())
#define PHASE_END(phase)                                                                                     \
    (profile_ticks[phase] += --profile_open[phase] ? 0 : profile_now() - profile_##phase##_)
#else
#define PHASE(phase) ((void)0)
#define PHASE_END(phase) ((void)0)
#endif

#endif
