#ifndef BENCH_COUNT_H
#define BENCH_COUNT_H

/* Instructions of this process, where the machine counts them for us; NaN elsewhere. count_stop closes what count_start opened. */
int count_start(void);
double count_stop(int counter);

/* Bytes that the program has taken from the heap and not given back, where the library tells; NaN elsewhere. */
double count_memory(void);

#endif
