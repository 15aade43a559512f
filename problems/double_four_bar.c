/*%
\section{Double four-bar}\label{sec:problem-double-four-bar}
The mechanism of Section~\ref{sec:problem-n-four-bar} with $N = 2$, the benchmark's own size: three uprights, two couplers, six coordinates and five constraints,
and ten passes through the singular position in its 10~s.
*/
#include "core/problem.h"

extern const struct problem problem_n_four_bar;

static struct model *create(const double *parameters)
{
    (void)parameters;
    return problem_n_four_bar.create((const double[PARAMETERS_MAX]){2});
}

const struct problem problem_double_four_bar = {
    .name = "double-four-bar",
    .title = "Double four-bar",
    .cite = "gonzalez2006",
    .create = create,
};
