#include "experiments/overlay.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include "experiments/exact_row.h"
#include "experiments/file.h"
#include "experiments/message.h"

enum { REFERENCE_ROWS = 1000, SHELL_NOT_FOUND = 127 };

/* gnuplot's own quotes: what is inside single ones is taken as it is, and a quote is written twice. */
static void put_quoted(FILE *pipe, const char *text)
{
    fputc('\'', pipe);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', pipe);
        fputc((unsigned char)*text < ' ' ? '?' : *text, pipe);
    }
    fputc('\'', pipe);
}

static bool drawn(const struct column *c)
{
    return c->at >= 0 && c->rows > 0 && c->kind == POSITION;
}

/* Inline data: the file with its differences, column after column, and then the reference on a time grid of its own. */
static void put_data(FILE *pipe, const struct model *model, const struct result_file *file,
                     const struct judgement *j)
{
    struct exact_row *exact = exact_row_create(model);
    int time = result_file_time(file);
    double until = model->trusted > 0 ? fmin(model->trusted, j->last) : j->last;
    fputs("$file << EOD\n", pipe);
    for (long r = 0; r < file->rows; r++) {
        const double *row = file->value + r * file->columns;
        if (row[time] > until * (1 + 1e-9))
            break;
        const double *e = exact_row_at(exact, row[time]);
        fprintf(pipe, "%.10g", row[time]);
        for (int i = 0; i < j->columns; i++)
            if (drawn(&j->column[i])) {
                double value = row[j->column[i].at];
                fprintf(pipe, " %.10g %.6g", value, column_error(&j->column[i], value, e[i]));
            }
        fputc('\n', pipe);
    }
    fputs("EOD\n$reference << EOD\n", pipe);
    for (int r = 0; r <= REFERENCE_ROWS; r++) {
        double t = until * r / REFERENCE_ROWS;
        const double *e = exact_row_at(exact, t);
        fprintf(pipe, "%.10g", t);
        for (int i = 0; i < j->columns; i++)
            if (drawn(&j->column[i]))
                fprintf(pipe, " %.10g", e[i]);
        fputc('\n', pipe);
    }
    fputs("EOD\n", pipe);
    exact_row_free(exact);
}

static void put_plots(FILE *pipe, const struct judgement *j)
{
    int k = 0;
    fputs("set ylabel 'trajectory'\nplot ", pipe);
    for (int i = 0; i < j->columns; i++)
        if (drawn(&j->column[i])) {
            fprintf(pipe, "%s$reference using 1:%d with lines lc %d lw 1 title ", k ? ", " : "", k + 2,
                    k + 1);
            put_quoted(pipe, j->column[i].name);
            fprintf(pipe, ", $file using 1:%d with points lc %d pt 6 ps 0.3 notitle", 2 * k + 2, k + 1);
            k++;
        }
    fputs("\nset xlabel 't [s]'\nset ylabel 'file - reference'\nset format y '%.1e'\nplot ", pipe);
    k = 0;
    for (int i = 0; i < j->columns; i++)
        if (drawn(&j->column[i])) {
            fprintf(pipe, "%s$file using 1:%d with lines lc %d title ", k ? ", " : "", 2 * k + 3, k + 1);
            put_quoted(pipe, j->column[i].name);
            k++;
        }
    fputc('\n', pipe);
}

static void put_script(FILE *pipe, const char *path, const char *title, const struct model *model,
                       const struct result_file *file, const struct judgement *j)
{
    fputs("set terminal pdfcairo size 16cm,14cm font ',9'\nset output ", pipe);
    put_quoted(pipe, path);
    fputs(
        "\nset grid lc rgb '#dddddd'\nset key outside right top\nset lmargin 12\nset termoption noenhanced\n",
        pipe);
    put_data(pipe, model, file, j);
    fputs("set multiplot layout 2,1 title ", pipe);
    put_quoted(pipe, title);
    fputc('\n', pipe);
    put_plots(pipe, j);
    fputs("unset multiplot\nset output\n", pipe);
}

static bool any_drawn(const struct judgement *j)
{
    for (int i = 0; i < j->columns; i++)
        if (drawn(&j->column[i]))
            return true;
    return false;
}

/* The exit status of gnuplot; -1: there was no shell to start it. */
static int run_gnuplot(const char *path, const char *title, const struct model *model,
                       const struct result_file *file, const struct judgement *j)
{
    struct sigaction ignore = {0}, old;
    ignore.sa_handler = SIG_IGN; /* a gnuplot that ends early is told by its status */
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, &old);
    FILE *pipe = popen("exec gnuplot >/dev/null 2>&1", "w");
    int status = -1;
    if (pipe) {
        put_script(pipe, path, title, model, file, j);
        status = pclose(pipe);
    }
    sigaction(SIGPIPE, &old, NULL);
    return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* gnuplot does not say when the disk is full. */
static bool is_whole(const char *path)
{
    char end[8] = "";
    FILE *file = fopen(path, "rb");
    if (file) {
        if (fseek(file, -6, SEEK_END) == 0 && fread(end, 1, 5, file) != 5)
            *end = '\0';
        fclose(file);
    }
    return strcmp(end, "%%EOF") == 0;
}

bool overlay_draw(const char *path, const char *title, const struct model *model,
                  const struct result_file *file, const struct judgement *judgement)
{
    if (!any_drawn(judgement))
        return trouble("cannot draw %s: the file has no trajectory to compare", path);
    struct file pdf;
    if (!file_open(&pdf, path))
        return false;
    const char *drawing = pdf.temporary ? pdf.temporary : path;
    int status = run_gnuplot(drawing, title, model, file, judgement);
    if (status == 0 && is_whole(drawing))
        return file_commit(&pdf);
    file_discard(&pdf);
    if (status == SHELL_NOT_FOUND)
        return trouble("cannot draw %s: gnuplot is not installed", path);
    return trouble("cannot draw %s: gnuplot failed, or there is no room for what it draws", path);
}
