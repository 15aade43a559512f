/* Printing of reference files: 17 significant digits, written aside and then renamed. */
#include "table.h"
#include <stdio.h>
#include <stdlib.h>

enum { DIGITS = 17, FIELD = 64, PATH = 1024 };

/* Noise of quadruple arithmetic on an exact zero is not worth printing. */
static void print(FILE *file, quad x)
{
    char field[FIELD];
    if (fabsq(x) < powq(10, -28))
        x = 0;
    quadmath_snprintf(field, sizeof field, "%.*Qg", DIGITS, x);
    fputs(field, file);
}

static void print_rows(FILE *file, const struct table *table)
{
    fprintf(file, "%% %s\n%%", table->title);
    for (int j = 0; j < table->width; j++)
        fprintf(file, "%s %s", j ? "," : "", table->column[j]);
    fputc('\n', file);
    for (int i = 0; i < table->rows; i++)
        for (int j = 0; j < table->width; j++) {
            print(file, table->route1[i][j]);
            fputc(j + 1 < table->width ? ' ' : '\n', file);
        }
}

quad table_difference(const struct table *table, int column)
{
    quad worst = 0;
    for (int i = 0; i < table->rows; i++) {
        quad d = fabsq(table->route1[i][column] - table->route2[i][column]);
        if (!(d <= worst))
            worst = d; /* a NaN is the worst of all */
    }
    return worst;
}

/* Constraint violations are zero in reduced coordinates: nothing was measured there. */
static int identically_zero(const struct table *table, int column)
{
    for (int i = 0; i < table->rows; i++)
        if (table->route1[i][column] != 0 || table->route2[i][column] != 0)
            return 0;
    return 1;
}

/* The promise of the reference: two routes within 1e-12 in every column. */
static int agree(const struct table *table)
{
    int agreed = 1;
    printf("%s: largest difference of the two routes\n", table->name);
    for (int j = 1; j < table->width; j++)
        if (!identically_zero(table, j)) {
            quad difference = table_difference(table, j);
            printf("    %-22s %8.1e\n", table->column[j], (double)difference);
            agreed = agreed && difference <= powq(10, -12);
        }
    if (!agreed)
        fprintf(stderr, "%s: the two routes differ by more than 1e-12\n", table->name);
    return agreed;
}

int table_write(const struct table *table, const char *directory)
{
    if (!agree(table))
        return 1;
    char path[PATH], draft[PATH + 8];
    snprintf(path, sizeof path, "%s/%s.txt", directory, table->name);
    snprintf(draft, sizeof draft, "%s.draft", path);

    FILE *file = fopen(draft, "w");
    if (!file) {
        fprintf(stderr, "%s: cannot be written\n", draft);
        return 2;
    }
    print_rows(file, table);
    int bad = ferror(file);
    if (fclose(file) || bad || rename(draft, path)) {
        fprintf(stderr, "%s: cannot be written\n", path);
        remove(draft);
        return 2;
    }
    return 0;
}

void table_check(const char *what, quad computed, const char *known)
{
    char field[FIELD];
    quadmath_snprintf(field, sizeof field, "%.20Qg", computed);
    quad distance = fabsq(computed - strtoflt128(known, NULL));
    printf("    %-22s %s, check value %s, apart %.1e\n", what, field, known, (double)distance);
}

const char *table_directory(int argc, char **argv)
{
    if (argc == 2)
        return argv[1];
    fprintf(stderr, "usage: %s DIRECTORY (where the reference files are to be written)\n", argv[0]);
    exit(2);
}
