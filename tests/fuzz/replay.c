/* Replays kept inputs, the files on the command line, without a fuzzer. */
#include <stdio.h>
#include "tests/fuzz/fuzz.h"

int main(int argc, char **argv)
{
    static uint8_t data[1 << 20];
    for (int i = 1; i < argc; i++) {
        FILE *stream = fopen(argv[i], "rb");
        if (!stream) {
            perror(argv[i]);
            return 3;
        }
        size_t size = fread(data, 1, sizeof data, stream);
        fclose(stream);
        LLVMFuzzerTestOneInput(data, size);
    }
    return 0;
}
