/* Any bytes given to the reader of result files: a table that keeps its promises, or one line that says why not. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "experiments/result_file.h"
#include "tests/fuzz/fuzz.h"

static void demand(bool condition)
{
    if (!condition)
        abort();
}

static void check_table(const struct result_file *file)
{
    int at = result_file_time(file);
    demand(file->columns >= 2 && file->columns <= RESULT_COLUMNS_MAX && file->rows >= 2);
    demand(at >= 0 && at < file->columns);
    for (long row = 0; row < file->rows; row++) {
        const double *values = file->value + row * file->columns;
        for (int i = 0; i < file->columns; i++)
            demand(isfinite(values[i]));
        demand(values[at] >= 0 && (row == 0 || values[at] > values[at - file->columns]));
    }
    for (int i = 0; file->named && i < file->columns; i++)
        demand(memchr(file->name[i], '\0', RESULT_NAME_MAX) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    static struct result_file file;
    char error[200];
    if (!*path)
        snprintf(path, sizeof path, "/tmp/fuzz-result-%ld", (long)getpid());
    FILE *stream = fopen(path, "wb");
    if (!stream)
        return 0;
    bool whole = fwrite(data, 1, size, stream) == size;
    whole = fclose(stream) == 0 && whole;
    if (whole) {
        if (result_file_read(&file, path, error, sizeof error))
            check_table(&file);
        else
            demand(*error && memchr(error, '\0', sizeof error) && !strchr(error, '\n') && !file.value);
        result_file_free(&file);
    }
    unlink(path);
    return 0;
}
