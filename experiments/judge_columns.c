/* Which column of a result file is which of the benchmark's, and what it holds. */
#include "experiments/judge_parts.h"

#include <string.h>
#include "core/arena.h"
#include "experiments/exact_row.h"

static void name_columns(const struct model *model, struct judgement *j)
{
    const char *text = model->columns;
    j->columns = 0;
    while (*(text += strspn(text, " ")) && j->columns < RESULT_COLUMNS_MAX) {
        size_t length = strcspn(text, " ");
        struct column *c = &j->column[j->columns++];
        *c = (struct column){.at = -1, .late = (double)NAN, .left = (double)NAN, .drift = (double)NAN};
        memcpy(c->name, text, length < RESULT_NAME_MAX ? length : RESULT_NAME_MAX - 1);
        text += length;
    }
}

/* A column that answers to the velocities, the reported energy or the reported constraints shows what it is. The state
   is one on the way, since at rest nothing would answer. */
static void ask_kinds(const struct model *model, struct judgement *j)
{
    struct exact_row *e = exact_row_create(model);
    double *probe = take_doubles(e->arena, (size_t)j->columns);
    double end = fmin(model->duration, model->trusted > 0 ? model->trusted : model->duration);
    exact_row_at(e, 0.37 * end);
    struct levels none = {0}, energy = {.energy = 1}, residual = {0, 1, 1, 1};
    const struct levels *asked[] = {&energy, &residual, &none};
    const enum kind kinds[] = {ENERGY, RESIDUAL, VELOCITY};
    model->row(model, &none, e->q, e->v, e->ledger, e->row);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; k == 2 && i < model->n; i++)
            e->v[i] *= 2;
        model->row(model, asked[k], e->q, e->v, e->ledger, probe);
        for (int i = 0; i < j->columns; i++)
            if (j->column[i].kind == POSITION && probe[i] != e->row[i])
                j->column[i].kind = kinds[k];
    }
    for (int i = 0; i < j->columns; i++) {
        struct column *c = &j->column[i];
        c->angle = c->kind == POSITION && model->observed_angle &&
                   (strncmp(c->name, "phi", 3) == 0 || strncmp(c->name, "theta", 5) == 0 ||
                    strncmp(c->name, "beta", 4) == 0 || strncmp(c->name, "angle", 5) == 0);
    }
    exact_row_free(e);
}

static void match_names(const struct result_file *file, struct judgement *j)
{
    for (int i = 0; file->named && i < j->columns; i++) {
        struct column *c = &j->column[i];
        char name[RESULT_NAME_MAX];
        plain_name(c->name, strlen(c->name), name);
        for (int k = 0; k < file->columns; k++)
            if (k != result_file_time(file) && strcmp(name, file->name[k]) == 0) {
                if (c->at >= 0 && (c->kind == POSITION || c->kind == ENERGY))
                    j->twice = c->name;
                c->at = c->at < 0 ? k : c->at;
                j->by_name = true;
            }
    }
}

static void match_positions(const struct result_file *file, struct judgement *j)
{
    int i = 0;
    for (int k = 0; k < file->columns && i < j->columns; k++)
        if (k != result_file_time(file))
            j->column[i++].at = k;
}

void find_columns(const struct model *model, const struct result_file *file, struct judgement *j)
{
    name_columns(model, j);
    ask_kinds(model, j);
    match_names(file, j);
    if (!j->by_name)
        match_positions(file, j);
}
