#include "experiments/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *percent(double spread, char text[16])
{
    text[0] = '\0';
    if (isfinite(spread))
        snprintf(text, 16, "%.0f", 100 * spread);
    return text;
}

static void print_luck(FILE *stream, const struct standing *s)
{
    if (s->lucky)
        fprintf(stream, "  lucky at %.3g s", s->lucky->step);
    fputc('\n', stream);
}

static void print_standing(FILE *stream, const struct ranking *ranking, const struct standing *s)
{
    char text[FAILURE_MAX], spread[16];
    const char *mark = standing_adapted(s) ? " †" : "  ";
    if (!s->best) {
        fprintf(stream, "  – %-14s %-12s%s does not pass: at %.3g s %s", s->any->formulation,
                s->any->integrator, mark, s->finest->step, standing_failure(ranking, s, text));
        print_luck(stream, s);
        return;
    }
    fprintf(stream, "%3d %-14s %-12s%s %9.4g %10.3f %5s %10.2g %10.2g", s->place, s->any->formulation,
            s->any->integrator, mark, s->best->step, 1e3 * s->best->cpu, percent(s->best->spread, spread),
            s->best->drift, s->best->error);
    if (s->accurate)
        fprintf(stream, " %5d %9.4g %10.3f", s->place_accurate, s->accurate->step, 1e3 * s->accurate->cpu);
    else
        fprintf(stream, " %5s %9s %10s", "–", "", "");
    if (!s->accurate && s->next > 0)
        fprintf(stream, "  not tried below %.3g s", s->finest->step);
    print_luck(stream, s);
}

void ranking_print(FILE *stream, const struct ranking *ranking)
{
    const char *unit = ranking->angle ? "rad" : "m";
    fprintf(stream,
            "%s\npasses below %g J; accurate below %g %s as well\n"
            "CPU: the best of repeated timings; ±: how far the second best is above it\n\n",
            ranking->title, ranking->tolerance, ranking->accuracy, unit);
    fprintf(stream, "  # %-14s %-14s %9s %10s %5s %10s %10s %5s %9s %10s\n", "formulation", "integrator",
            "step s", "CPU ms", " ± %", "drift J", ranking->angle ? "error rad" : "error m", "acc.", "step s",
            "CPU ms");
    for (int i = 0; i < ranking->count; i++)
        print_standing(stream, ranking, &ranking->standing[i]);
}

/* A number for siunitx: so many digits, zeros at the end too; large ones without an exponent. */
static const char *tex_digits(char text[32], double value, int digits)
{
    snprintf(text, 32, "%#.*g", digits, value);
    if (strstr(text, "e+"))
        snprintf(text, 32, "%.0f", atof(text));
    size_t end = strlen(text) - 1;
    if (text[end] == '.')
        text[end] = '\0';
    return text;
}

static void tex_number(FILE *stream, double value, int digits)
{
    char text[32];
    if (isfinite(value))
        fprintf(stream, "\\num{%s}", tex_digits(text, value, digits));
    else
        fputs("--", stream);
}

static void tex_text(FILE *stream, const char *text)
{
    for (; *text; text++)
        fprintf(stream, strchr("_%&#$", *text) ? "\\%c" : "%c", *text);
}

static void tex_step(FILE *stream, const struct row *row)
{
    fputs(" & ", stream);
    tex_number(stream, row->step, 3);
    fputs(" & ", stream);
    tex_number(stream, 1e3 * row->cpu, 3);
}

static void tex_placed(FILE *stream, const struct standing *s)
{
    char spread[16];
    tex_step(stream, s->best);
    fprintf(stream, " & %s & ", percent(s->best->spread, spread));
    tex_number(stream, s->best->drift, 3);
    fputs(" & ", stream);
    tex_number(stream, s->best->error, 3);
    if (s->accurate) {
        fprintf(stream, " & %d", s->place_accurate);
        tex_step(stream, s->accurate);
    } else
        fputs(" & -- & & ", stream);
}

static void tex_standing(FILE *stream, const struct ranking *ranking, const struct standing *s)
{
    char text[FAILURE_MAX];
    if (s->place)
        fprintf(stream, "%d & ", s->place);
    else
        fputs("-- & ", stream);
    tex_text(stream, s->any->formulation);
    fputs(standing_adapted(s) ? "\\adapted & " : " & ", stream);
    tex_text(stream, s->any->integrator);
    if (s->lucky)
        fputs("\\lucky", stream);
    if (s->best)
        tex_placed(stream, s);
    else {
        fprintf(stream, " & \\multicolumn{8}{l}{\\itshape at $h = %.3g$\\,s: ", s->finest->step);
        tex_text(stream, standing_failure(ranking, s, text));
        fputc('}', stream);
    }
    fputs(" \\\\\n", stream);
}

void ranking_latex(FILE *stream, const struct ranking *ranking)
{
    fprintf(stream,
            "\\begin{tabular}{@{}rllrrrrrrrr@{}}\n\\toprule\n"
            "& & & \\multicolumn{5}{c}{official test} & \\multicolumn{3}{c}{trajectory gate}\\\\\n"
            "\\cmidrule(lr){4-8}\\cmidrule(l){9-11}\n"
            "& formulation & integrator & $h$ [s] & CPU [ms] & $\\pm$\\,\\%% & drift [J] & error [%s] & & "
            "$h$ [s] & CPU [ms]\\\\\n\\midrule\n",
            ranking->angle ? "rad" : "m");
    for (int i = 0; i < ranking->count; i++)
        tex_standing(stream, ranking, &ranking->standing[i]);
    fputs("\\bottomrule\n\\end{tabular}\n", stream);
}

/* What the problem is and asks for, as the module says it. */
static void model_macros(FILE *stream, const struct ranking *ranking, const char *problem)
{
    struct choice choice = {0};
    if (!choose_problem(&choice, problem))
        return;
    struct model *model = choice.problem->create(choice.problem_values);
    fprintf(stream, "\\defresult{title.%s}{%s}\n", problem, ranking->title);
    fprintf(stream, "\\defresult{model.%s.coordinates}{%d}\n", problem, model->n);
    fprintf(stream, "\\defresult{model.%s.constraints}{%d}\n", problem, model->m);
    fprintf(stream, "\\defresult{model.%s.mobility}{%d}\n", problem, model->mobility);
    fprintf(stream, "\\defresult{model.%s.redundant}{%d}\n", problem,
            model->m - (model->n - model->mobility));
    fprintf(stream, "\\defresult{model.%s.duration}{\\SI{%g}{\\second}}\n", problem, model->duration);
    fprintf(stream, "\\defresult{model.%s.tolerance}{\\SI{%g}{\\joule}}\n", problem, model->tolerance);
    fprintf(stream, "\\defresult{model.%s.accuracy}{\\SI{%g}{%s}}\n", problem, model->accuracy,
            model->observed_angle ? "\\radian" : "\\metre");
    model_free(model);
}

static void quantity_macro(FILE *stream, const char *key, const char *what, double value, int digits,
                           const char *unit)
{
    char text[32];
    if (isfinite(value))
        fprintf(stream, "\\defresult{%s.%s}{\\SI{%s}{%s}}\n", key, what, tex_digits(text, value, digits),
                unit);
}

/* Keys are rank.PROBLEM.what; the values carry their units, for text and for formulas. */
static void row_macros(FILE *stream, const char *key, const struct row *row, const char *unit)
{
    fprintf(stream, "\\defresult{%s.pair}{\\pairof{%s}{%s}}\n", key, row->formulation, row->integrator);
    fprintf(stream, "\\defresult{%s.formulation}{%s}\n", key, row->formulation);
    fprintf(stream, "\\defresult{%s.integrator}{%s}\n", key, row->integrator);
    quantity_macro(stream, key, "step", row->step, 3, "\\second");
    quantity_macro(stream, key, "cpu", 1e3 * row->cpu, 3, "\\milli\\second");
    quantity_macro(stream, key, "drift", row->drift, 2, "\\joule");
    quantity_macro(stream, key, "error", row->error, 2, unit);
}

static void count_macros(FILE *stream, const struct ranking *ranking, const char *problem)
{
    int passed = 0, accurate = 0, lucky = 0;
    for (int i = 0; i < ranking->count; i++) {
        passed += ranking->standing[i].best != NULL;
        accurate += ranking->standing[i].accurate != NULL;
        lucky += ranking->standing[i].lucky != NULL;
    }
    fprintf(stream, "\\defresult{rank.%s.total}{%d}\n", problem, ranking->count);
    fprintf(
        stream,
        "\\defresult{rank.%s.passed}{%d}\n\\defresult{rank.%s.gated}{%d}\n\\defresult{rank.%s.lucky}{%d}\n",
        problem, passed, problem, accurate, problem, lucky);
}

void ranking_macros(FILE *stream, const struct ranking *ranking)
{
    const char *unit = ranking->angle ? "\\radian" : "\\metre";
    const char *problem = ranking->standing->any->problem;
    char key[4 * CHOSEN_MAX];
    model_macros(stream, ranking, problem);
    count_macros(stream, ranking, problem);
    for (int i = 0; i < ranking->count; i++) {
        const struct standing *s = &ranking->standing[i];
        if (s->best) {
            snprintf(key, sizeof key, "rank.%s.official.%d", problem, s->place);
            row_macros(stream, key, s->best, unit);
            snprintf(key, sizeof key, "rank.%s.%s.%s", problem, s->any->formulation, s->any->integrator);
            row_macros(stream, key, s->best, unit);
        }
        if (s->accurate) {
            snprintf(key, sizeof key, "rank.%s.gated.%d", problem, s->place_accurate);
            row_macros(stream, key, s->accurate, unit);
        }
    }
}
