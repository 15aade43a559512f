#ifndef STATUS_H
#define STATUS_H

/*%
\subsection{Outcomes}
Numerical trouble is a result. Every function that can meet it returns a status, \texttt{TRY} hands it to the caller, and the run
that met it becomes a row which says what happened and when. Programming errors are asserted instead.
*/
enum status {
    OK,             /* the run completed                                        */
    DIVERGED,       /* the state is no longer finite, or has left the mechanism */
    NO_CONVERGENCE, /* Newton or a projection met its cap                       */
    OFF_BRANCH,     /* the mechanism assembled itself another way               */
    SINGULAR,       /* a matrix that has to be factored could not be            */
    STATUS_COUNT
};

/* The word that stands in the tables: "ok", "diverged", … */
const char *status_word(enum status status);

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        enum status try_status_ = (call);                                                                    \
        if (try_status_ != OK)                                                                               \
            return try_status_;                                                                              \
    } while (0)

#endif
