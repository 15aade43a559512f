#include "experiments/rank.h"

#include <math.h>
#include "experiments/output.h"

/* "place,step,cpu,spread,runs,drift,error", or as many empty fields */
static void write_place(FILE *stream, int place, const struct row *row)
{
    if (!row) {
        fputs(",,,,,,,", stream);
        return;
    }
    fprintf(stream, ",%d,%.10g,%.6g,", place, row->step, row->cpu);
    if (isfinite(row->spread))
        fprintf(stream, "%.3g", row->spread);
    fprintf(stream, ",%ld,", row->timed);
    csv_number(stream, row->drift);
    fputc(',', stream);
    csv_number(stream, row->error);
}

static void write_standing(FILE *stream, const struct ranking *ranking, const struct standing *s)
{
    char text[FAILURE_MAX];
    const struct row *shown = s->best ? s->best : s->finest;
    csv_text(stream, s->any->problem);
    fputc(',', stream);
    csv_text(stream, s->any->formulation);
    fputc(',', stream);
    csv_text(stream, s->any->integrator);
    fprintf(stream, ",%d", standing_adapted(s));
    write_place(stream, s->place, s->best);
    write_place(stream, s->place_accurate, s->accurate);
    fputc(',', stream);
    if (s->lucky)
        fprintf(stream, "%.10g", s->lucky->step);
    fprintf(stream, ",%.10g,", s->finest->step);
    csv_text(stream, s->best ? "" : standing_failure(ranking, s, text));
    fputc(',', stream);
    csv_text(stream, shown->command);
    fputc(',', stream);
    csv_text(stream, s->accurate ? s->accurate->command : "");
    fputc('\n', stream);
}

/* The command is that of the place, or of the smallest step when there is none. */
void ranking_csv(FILE *stream, const struct ranking *ranking)
{
    fprintf(stream, "# tolerance   %g J\n# accuracy    %g %s\n", ranking->tolerance, ranking->accuracy,
            ranking->angle ? "rad" : "m");
    fputs("problem,formulation,integrator,adapted,"
          "place,step,cpu_s,cpu_spread,timed_runs,energy_drift_J,trajectory_error,"
          "gated_place,gated_step,gated_cpu_s,gated_cpu_spread,gated_timed_runs,gated_energy_drift_J,"
          "gated_trajectory_error,lucky_step,smallest_step,failure,command,gated_command\n",
          stream);
    for (int i = 0; i < ranking->count; i++)
        write_standing(stream, ranking, &ranking->standing[i]);
}
