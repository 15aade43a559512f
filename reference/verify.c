/* Compares a regenerated reference file with the committed one: identical bytes, or else how far apart the numbers are.
   Another version of the quadruple-precision library may round the last printed digit differently, and the standing grid
   magnifies such differences; up to 1e-12, the accuracy that the references promise, that is said but allowed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024 };

struct verdict {
    int same, lines;
    double worst; /* infinite when the files differ in shape */
};

static double line_distance(const char *left, const char *right)
{
    double worst = 0;
    for (;;) {
        char *after_left, *after_right;
        double x = strtod(left, &after_left), y = strtod(right, &after_right);
        if (after_left == left || after_right == right)
            return after_left == left && after_right == right && !strcmp(left, right) ? worst : HUGE_VAL;
        worst = fmax(worst, fabs(x - y));
        left = after_left;
        right = after_right;
    }
}

static struct verdict compare(FILE *left, FILE *right)
{
    struct verdict v = {.same = 1};
    char a[LINE], b[LINE];
    for (;;) {
        char *more_left = fgets(a, LINE, left), *more_right = fgets(b, LINE, right);
        if (!more_left && !more_right)
            return v;
        if (!more_left || !more_right) {
            v.same = 0;
            v.worst = HUGE_VAL;
            return v;
        }
        v.lines++;
        if (strcmp(a, b)) {
            v.same = 0;
            v.worst = fmax(v.worst, a[0] == '%' ? HUGE_VAL : line_distance(a, b));
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s COMMITTED REGENERATED\n", argv[0]);
        return 2;
    }
    FILE *file[2];
    for (int i = 0; i < 2; i++) {
        file[i] = fopen(argv[i + 1], "r");
        if (!file[i]) {
            fprintf(stderr, "%s: cannot be read\n", argv[i + 1]);
            return 2;
        }
    }
    struct verdict v = compare(file[0], file[1]);
    fclose(file[0]);
    fclose(file[1]);
    int passed = v.lines && v.worst <= 1e-12;
    if (v.same && passed)
        printf("%s: identical, %d lines\n", argv[1], v.lines);
    else
        printf("%s: %s, by up to %.1e\n", argv[1], passed ? "differs in the last digits" : "DIFFERS",
               v.worst);
    return !passed;
}
