#include "experiments/file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/arena.h"
#include "experiments/command.h"
#include "experiments/message.h"

/* The temporary files that an interruption has to remove. A signal handler has no other way to know them. */
enum { OPEN_MAX_FILES = 8 };
static const char *volatile pending[OPEN_MAX_FILES];

static void remove_pending(void)
{
    for (int i = 0; i < OPEN_MAX_FILES; i++)
        if (pending[i])
            unlink(pending[i]);
}

static void interrupted(int number)
{
    remove_pending();
    signal(number, SIG_DFL);
    raise(number);
}

static void remember(const char *temporary)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
    static bool at_exit; /* memory that runs out ends the program while files are open */
    if (!at_exit)
        at_exit = atexit(remove_pending) == 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action = {0}, old;
        action.sa_handler = interrupted;
        sigemptyset(&action.sa_mask);
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
    }
    for (int i = 0; i < OPEN_MAX_FILES; i++)
        if (!pending[i]) {
            pending[i] = temporary;
            return;
        }
}

static void forget(const char *temporary)
{
    for (int i = 0; i < OPEN_MAX_FILES; i++)
        if (pending[i] == temporary)
            pending[i] = NULL;
}

static bool refuse_output(void)
{
    static bool told; /* what is left of the output fails again when the program ends */
    if (!told)
        trouble("cannot write standard output: %s", strerror(errno));
    told = true;
    return false;
}

static bool refuse(struct file *file)
{
    if (strcmp(file->path, "-") == 0)
        refuse_output();
    else
        trouble("cannot write '%.200s': %s", file->path, strerror(errno));
    file_discard(file);
    return false;
}

static char *joined(const char *a, const char *b)
{
    size_t size = strlen(a) + strlen(b) + 1;
    char *text = grow(NULL, size, 1);
    snprintf(text, size, "%s%s", a, b);
    return text;
}

/* A temporary file in the same folder, with the permissions that the file itself would get. */
static FILE *open_beside(struct file *file)
{
    char *real = realpath(file->path, NULL); /* through a link, so that the link stays */
    struct stat link;
    if (!real && lstat(file->path, &link) == 0 && S_ISLNK(link.st_mode)) /* to nowhere */
        return NULL;
    file->target = real ? real : joined(file->path, "");
    file->temporary = joined(file->target, ".XXXXXX");
    int descriptor = mkstemp(file->temporary);
    if (descriptor < 0) {
        free(file->temporary);
        file->temporary = NULL;
        return NULL;
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, 0666 & ~mask);
    remember(file->temporary);
    return fdopen(descriptor, "w");
}

bool file_open(struct file *file, const char *path)
{
    *file = (struct file){.path = path};
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (strcmp(path, "-") == 0)
        file->stream = stdout;
    else if (exists && S_ISDIR(status.st_mode))
        errno = EISDIR;
    else if (exists && !S_ISREG(status.st_mode))
        file->stream = fopen(path, "w");
    else
        file->stream = open_beside(file);
    return file->stream ? true : refuse(file);
}

bool file_possible(const char *path)
{
    struct file file;
    struct stat status;
    if (strcmp(path, "-") == 0 ||
        (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)))
        return true;
    bool good = file_open(&file, path);
    if (good)
        file_discard(&file);
    return good;
}

FILE *file_read(const char *path)
{
    FILE *stream = fopen(path, "r");
    if (!stream && errno == ENOMEM)
        out_of_memory(BUFSIZ);
    return stream;
}

bool file_can_grow(const char *path)
{
    struct stat status;
    return strcmp(path, "-") != 0 &&
           (stat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

bool file_same(const char *a, const char *b)
{
    struct stat of_a, of_b;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && S_ISREG(of_a.st_mode) &&
           of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

/* Closes the stream; standard output is only flushed. */
static bool close_stream(struct file *file)
{
    bool good = fflush(file->stream) == 0 && !ferror(file->stream);
    if (file->stream != stdout && fclose(file->stream) != 0)
        good = false;
    file->stream = NULL;
    return good;
}

bool file_commit(struct file *file)
{
    if (!close_stream(file) || (file->temporary && rename(file->temporary, file->target) != 0))
        return refuse(file);
    if (file->temporary)
        forget(file->temporary);
    free(file->temporary);
    free(file->target);
    *file = (struct file){0};
    return true;
}

void file_discard(struct file *file)
{
    if (file->stream && file->stream != stdout)
        fclose(file->stream);
    if (file->temporary) {
        unlink(file->temporary);
        forget(file->temporary);
    }
    free(file->temporary);
    free(file->target);
    *file = (struct file){0};
}

void file_insist(struct file *file)
{
    if (!ferror(file->stream))
        return;
    refuse(file);
    _Exit(TROUBLE);
}

bool standard_output_arrived(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return refuse_output();
}
