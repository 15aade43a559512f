#ifndef EXPERIMENTS_RANK_H
#define EXPERIMENTS_RANK_H

#include "experiments/sweep_rows.h"

/* How one pair stands in a sweep. */
struct standing {
    const struct row *any;      /* one of its rows: who it is */
    const struct row *finest;   /* its smallest step: how it failed, if it did */
    const struct row *best;     /* the cheapest step that passes robustly; NULL: none */
    const struct row *accurate; /* the cheapest that is robustly accurate, too; NULL: none */
    const struct row *lucky;    /* the largest step that passes though a smaller one does not; NULL: none */
    int place, place_accurate;  /* 1 is the fastest; 0: not placed */
    double next,
        next_cost; /* [s] the step after its smallest that others were given, and what it would take; 0: none */
};

struct ranking {
    struct standing *standing; /* by place; those that do not pass come last */
    int count;
    double tolerance, accuracy; /* [J], [m or rad] of the problem */
    bool angle;
    const char *title;
};

void ranking_make(struct ranking *ranking, const struct rows *rows, const struct choice *problem);
void ranking_free(struct ranking *ranking);

/* Whether a place of the ranking is this row's. */
bool ranking_shows(const struct ranking *ranking, const struct row *row);

/* Why the pair has no place: what its smallest step gave, and whether smaller ones were left out. */
enum { FAILURE_MAX = 128 };
const char *standing_failure(const struct ranking *ranking, const struct standing *standing,
                             char text[FAILURE_MAX]);
bool standing_adapted(const struct standing *standing);

void ranking_print(FILE *stream, const struct ranking *ranking);
void ranking_latex(FILE *stream, const struct ranking *ranking);
void ranking_macros(FILE *stream, const struct ranking *ranking);
void ranking_csv(FILE *stream, const struct ranking *ranking);

#endif
