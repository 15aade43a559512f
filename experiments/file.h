#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stdio.h>

/* A file that appears under its name only when it is complete: it is written beside it and then renamed. A run that
   fails or is interrupted leaves neither a half-written file nor the temporary one, and an older file untouched.
   "-" is standard output; what is not a regular file (a device, a pipe) is written directly. */
struct file {
    FILE *stream;
    const char *path;
    char *target, *temporary; /* NULL: written directly */
};

/* Both are false after one line on standard error: the exit code is then TROUBLE. */
bool file_open(struct file *file, const char *path);
bool file_commit(struct file *file);
void file_discard(struct file *file);

/* Whether the file can be begun at all: worth asking before hours of work. False after one line on standard error. */
bool file_possible(const char *path);

/* fopen for reading; NULL with errno. When memory runs out, which is not the file's fault, the program ends. */
FILE *file_read(const char *path);

/* A pipe or a device would not give back what was written to it before. */
bool file_can_grow(const char *path);

/* Whether both names lead to one file. */
bool file_same(const char *a, const char *b);

/* Ends the program (TROUBLE) with one line when something could not be written: for long runs, after every row. */
void file_insist(struct file *file);

/* Standard output, at the end of the program: false when not everything arrived. */
bool standard_output_arrived(void);

#endif
