#ifndef REFLECT_H
#define REFLECT_H

/* Householder reflectors in LAPACK's storage, in plain loops that pass over zeros. `first[j]` and `end[j]` enclose what is not
   zero in column j of A from its current row on; after a factorisation `end` encloses the reflectors, and `first` the columns of R. */
struct reflectors {
    int rows, columns;
    double *A, *tau;
    int *pivot, *first, *end;
    double *norm; /* 2 columns */
};

/* At most `most` reflectors, with column pivoting, until what is left of a column is below `tolerance` times the first. Returns how many. */
int reflect_pivoted(struct reflectors *s, int most, double tolerance);
/* All columns in the order in which they begin: A must have full column rank. */
void reflect_in_order(struct reflectors *s);

/* x = H_1 … H_count x, and x = H_count … H_1 x */
void reflect_forth(const struct reflectors *s, int count, double *x);
void reflect_back(const struct reflectors *s, int count, double *x);

#endif
