#include "experiments/metadata.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <suitesparse/SuiteSparse_config.h>
#include "origin.h" /* ORIGIN_COMMIT, ORIGIN_FLAGS: written by the Makefile */

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

void ilaver_(int *major, int *minor, int *patch);

static void write_libraries(FILE *stream, const char *mark)
{
    int lapack[3], sparse[3];
    ilaver_(&lapack[0], &lapack[1], &lapack[2]);
    SuiteSparse_version(sparse);

    /* Only OpenBLAS says what it is; another BLAS lacks the symbol, so it is looked up, not linked. */
    const char *blas = "not OpenBLAS";
    void *self = dlopen(NULL, RTLD_LAZY), *symbol = self ? dlsym(self, "openblas_get_config") : NULL;
    if (symbol) {
        char *(*config)(void);
        memcpy(&config, &symbol, sizeof config); /* ISO C has no cast from object to function */
        blas = config();
    }
    fprintf(stream, "%s blas        %s\n", mark, blas);
    fprintf(stream, "%s lapack      %d.%d.%d\n", mark, lapack[0], lapack[1], lapack[2]);
    fprintf(stream, "%s suitesparse %d.%d.%d\n", mark, sparse[0], sparse[1], sparse[2]);
    if (self)
        dlclose(self);
}

static void write_machine(FILE *stream, const char *mark)
{
    struct utsname system;
    const char *cpu = uname(&system) == 0 ? system.machine : "unknown";
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        cpu = colon + 1 + strspn(colon + 1, " \t");
        line[strcspn(line, "\n")] = '\0';
        break;
    }
    fprintf(stream, "%s cpu         %s\n", mark, cpu);
    if (file)
        fclose(file);
}

static void write_command(FILE *stream, const char *mark, int argc, char **argv)
{
    fprintf(stream, "%s command     driftbench", mark);
    for (int i = 1; i < argc; i++) {
        fputc(' ', stream);
        for (const char *c = argv[i]; *c; c++)
            fputc((unsigned char)*c < ' ' ? '?' : *c, stream);
    }
    fputc('\n', stream);
}

void metadata_write(FILE *stream, const char *mark, int argc, char **argv)
{
    char date[32];
    time_t now = time(NULL);
    struct tm parts;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));

    write_command(stream, mark, argc, argv);
    fprintf(stream, "%s commit      %s\n", mark, ORIGIN_COMMIT);
    fprintf(stream, "%s compiler    %s\n", mark, COMPILER);
    fprintf(stream, "%s flags       %s\n", mark, ORIGIN_FLAGS);
    write_libraries(stream, mark);
    write_machine(stream, mark);
    fprintf(stream, "%s date        %s\n", mark, date);
}
