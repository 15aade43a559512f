#ifndef RANDOM_H
#define RANDOM_H

/* Pseudo-random numbers in [-1, 1), the same in every run: Knuth's 64-bit linear congruential generator. */
static inline double random_next(unsigned long long *state)
{
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return 2 * ((double)(*state >> 11) / 9007199254740992.0) - 1;
}

#endif
