#include "experiments/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Capitals, and _ for -, are no difference. */
static char plain(char c)
{
    return c == '_' ? '-' : (char)tolower((unsigned char)c);
}

/* Letters to insert, remove, replace or swap (optimal string alignment). Words longer than LONGEST are cut. */
static int distance(const char *a, const char *b)
{
    int d[LONGEST + 1][LONGEST + 1];
    int rows = (int)strnlen(a, LONGEST), columns = (int)strnlen(b, LONGEST);
    for (int i = 0; i <= rows; i++)
        d[i][0] = i;
    for (int j = 0; j <= columns; j++)
        d[0][j] = j;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++) {
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1,
                            d[i - 1][j - 1] + (plain(a[i - 1]) != plain(b[j - 1])));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[rows][columns];
}

const char *nearest(const char *word, const char *const *names)
{
    const char *found = NULL;
    int best = 1 + (int)strnlen(word, LONGEST) / 2; /* more than half of it wrong is another word */
    for (; *names; names++) {
        size_t length = strlen(word);
        int d = length >= 3 && strncmp(word, *names, length) == 0 ? 1 : distance(word, *names);
        if (d < best) {
            best = d;
            found = *names;
        }
    }
    return found;
}

static void append(char *hint, const char *a, const char *b, const char *c)
{
    size_t length = strlen(hint);
    snprintf(hint + length, HINT_MAX - length, "%s%s%s", a, b, c);
}

const char *suggest(char hint[HINT_MAX], const char *word, const char *const *names, const char *mark,
                    const char *kind)
{
    const char *near = nearest(word, names);
    hint[0] = '\0';
    if (near) {
        append(hint, "; did you mean '", mark, near);
        append(hint, "'? ", kind, ": ");
    } else
        append(hint, "; ", kind, ": ");
    for (int i = 0; names[i]; i++)
        append(hint, i ? ", " : "", mark, names[i]);
    return hint;
}
