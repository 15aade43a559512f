#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* What libFuzzer calls, and replay.c for the inputs that are kept. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
