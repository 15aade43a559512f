#include "core/order.h"

#include <stdlib.h>
#include <string.h>

/*%
\subsection{A narrow band}\label{sec:order}
A band solver pays for the square of its half-bandwidth, so the unknowns are renumbered by the reverse Cuthill--McKee algorithm
\citep{cuthill1969,george1981}: number the neighbours of the numbered nodes first, those of low degree before the others, and turn
the result around. The three coordinates of a point enter the same equations; such indistinguishable unknowns are merged first, which
keeps them together and makes the graph smaller. The result depends on the node one starts from. Small graphs try them all; large ones
start from the ends of a longest path found by repeated breadth-first search. The narrowest wins, and of equally narrow ones the one
with the smallest sum of squared column lengths.
*/
struct group_graph {
    int count;           /* groups of indistinguishable unknowns     */
    int *group;          /* of each unknown                          */
    int *start, *member; /* members of a group, ascending            */
    int *first, *next;   /* neighbours of a group                    */
    int *degree;         /* how many neighbours, as unknowns         */
    int *seen, *queue;   /* scratch of the search                    */
};

enum { EVERY_START = 1000000 }; /* try all starts while starts * edges stays below this */

int order_bandwidth(const struct pattern *graph, const int *place)
{
    int widest = 0;
    for (int i = 0; i < graph->rows; i++)
        for (int k = graph->start[i]; k < graph->start[i + 1]; k++) {
            int j = graph->index[k];
            int distance = abs((place ? place[i] : i) - (place ? place[j] : j));
            widest = distance > widest ? distance : widest;
        }
    return widest;
}

static double squared_lengths(const struct pattern *graph, const int *place)
{
    double sum = 0;
    for (int i = 0; i < graph->rows; i++) {
        int longest = 0;
        for (int k = graph->start[i]; k < graph->start[i + 1]; k++) {
            int length = place[graph->index[k]] - place[i];
            longest = length > longest ? length : longest;
        }
        sum += (double)longest * longest;
    }
    return sum;
}

/* Do i and j have the same neighbours, each other and themselves included? Rows are ascending. */
static int indistinguishable(const struct pattern *graph, int i, int j)
{
    int a = graph->start[i], b = graph->start[j], a_end = graph->start[i + 1], b_end = graph->start[j + 1];
    int met = 0;
    for (;;) {
        while (a < a_end && (graph->index[a] == i || graph->index[a] == j))
            met |= graph->index[a++] == j;
        while (b < b_end && (graph->index[b] == i || graph->index[b] == j))
            b++;
        if (a == a_end || b == b_end)
            return met && a == a_end && b == b_end;
        if (graph->index[a++] != graph->index[b++])
            return 0;
    }
}

static void find_groups(struct group_graph *g, const struct pattern *graph)
{
    int n = graph->rows;
    for (int i = 0; i < n; i++)
        g->group[i] = -1;
    for (int i = 0; i < n; i++) {
        if (g->group[i] >= 0)
            continue;
        g->group[i] = g->count;
        for (int k = graph->start[i]; k < graph->start[i + 1]; k++) {
            int j = graph->index[k];
            if (j > i && g->group[j] < 0 && indistinguishable(graph, i, j))
                g->group[j] = g->count;
        }
        g->count++;
    }
    for (int i = 0; i < n; i++)
        g->start[g->group[i] + 1]++;
    for (int c = 0; c < g->count; c++)
        g->start[c + 1] += g->start[c];
    for (int i = 0; i < n; i++) /* queue counts how many members are in already */
        g->member[g->start[g->group[i]] + g->queue[g->group[i]]++] = i;
}

static void find_neighbours(struct group_graph *g, const struct pattern *graph)
{
    int filled = 0;
    memset(g->seen, 0xff, (size_t)g->count * sizeof *g->seen);
    for (int c = 0; c < g->count; c++) {
        int i = g->member[g->start[c]]; /* one member speaks for all */
        g->first[c] = filled;
        g->seen[c] = c;
        for (int k = graph->start[i]; k < graph->start[i + 1]; k++) {
            int other = g->group[graph->index[k]];
            if (g->seen[other] == c)
                continue;
            g->seen[other] = c;
            g->next[filled++] = other;
            g->degree[c] += g->start[other + 1] - g->start[other];
        }
    }
    g->first[g->count] = filled;
    for (int c = 0; c < g->count;
         c++) /* neighbours of low degree first: insertion sort, the lists are short */
        for (int k = g->first[c] + 1; k < g->first[c + 1]; k++)
            for (int l = k; l > g->first[c] && g->degree[g->next[l]] < g->degree[g->next[l - 1]]; l--) {
                int swap = g->next[l];
                g->next[l] = g->next[l - 1];
                g->next[l - 1] = swap;
            }
}

/* Breadth first from `root` over nodes whose mark is not `mark` yet; queue[from…] receives them. Returns the end. */
static int breadth_first(struct group_graph *g, int root, int mark, int from, int *levels)
{
    int end = from, level_end;
    g->queue[end++] = root;
    g->seen[root] = mark;
    level_end = end;
    *levels = 1;
    for (int head = from; head < end; head++) {
        if (head == level_end) {
            ++*levels;
            level_end = end;
        }
        int c = g->queue[head];
        for (int k = g->first[c]; k < g->first[c + 1]; k++)
            if (g->seen[g->next[k]] != mark) {
                g->seen[g->next[k]] = mark;
                g->queue[end++] = g->next[k];
            }
    }
    return end;
}

/* Walks to a node at the far end of root's component; the marks must not have reached that component. */
static int far_end(struct group_graph *g, int root, int *mark, int from)
{
    int levels, deeper, last = breadth_first(g, root, ++*mark, from, &levels) - 1;
    for (;;) {
        int candidate = g->queue[last];
        last = breadth_first(g, candidate, ++*mark, from, &deeper) - 1;
        if (deeper <= levels)
            return candidate;
        levels = deeper;
    }
}

struct best {
    int bandwidth;
    double squares;
    int *order, *place;
};

/* Turns the queue around, spells the groups out and keeps the order if it beats the best. */
static void consider(struct best *best, const struct group_graph *g, const struct pattern *graph)
{
    int n = graph->rows, k = n;
    for (int c = 0; c < g->count; c++) {
        int group = g->queue[c], size = g->start[group + 1] - g->start[group];
        k -= size;
        for (int m = 0; m < size; m++)
            best->place[g->member[g->start[group] + m]] = k + m;
    }
    int bandwidth = order_bandwidth(graph, best->place);
    double squares = squared_lengths(graph, best->place);
    if (bandwidth > best->bandwidth || (bandwidth == best->bandwidth && squares >= best->squares))
        return;
    best->bandwidth = bandwidth;
    best->squares = squares;
    for (int i = 0; i < n; i++)
        best->order[best->place[i]] = i;
}

/* Numbers all components; the one of `start` begins there, the others at their far end. Marks count upwards, so
   `seen` needs no clearing: a component is finished when its mark is above `before`. */
static void number_from(struct group_graph *g, int start, int *mark)
{
    int levels, before = *mark, end = breadth_first(g, start, ++*mark, 0, &levels);
    for (int c = 0; c < g->count && end < g->count; c++)
        if (g->seen[c] <= before) {
            int root = far_end(g, c, mark, end);
            end = breadth_first(g, root, ++*mark, end, &levels);
        }
}

static void try_starts(struct group_graph *g, const struct pattern *graph, struct best *best)
{
    int mark = g->count, all = (double)g->count * (graph->start[graph->rows] + 1) < EVERY_START;
    for (int c = 0; all && c < g->count; c++) {
        number_from(g, c, &mark);
        consider(best, g, graph);
    }
    int start = 0;
    for (int attempt = 0; !all && attempt < 4; attempt++) { /* both ends of two long paths */
        start = attempt == 2 ? far_end(g, g->count / 2, &mark, 0) : far_end(g, start, &mark, 0);
        number_from(g, start, &mark);
        consider(best, g, graph);
    }
}

int order_narrow(const struct pattern *graph, int *order)
{
    size_t n = (size_t)graph->rows, edges = (size_t)graph->start[graph->rows];
    struct arena *scratch = arena_create();
    struct group_graph g = {0,
                            take_ints(scratch, n),
                            take_ints(scratch, n + 1),
                            take_ints(scratch, n),
                            take_ints(scratch, n + 1),
                            take_ints(scratch, edges),
                            take_ints(scratch, n),
                            take_ints(scratch, n),
                            take_ints(scratch, n)};
    struct best best = {0, 0, order, take_ints(scratch, n)};
    for (int i = 0; i < graph->rows; i++)
        order[i] = best.place[i] = i;
    best.bandwidth = order_bandwidth(graph, NULL);
    if (n > 2 && best.bandwidth > 1) {
        int natural = best.bandwidth--; /* only a strictly narrower order replaces the natural one */
        best.squares = (double)n * natural * natural;
        find_groups(&g, graph);
        find_neighbours(&g, graph);
        try_starts(&g, graph, &best);
    }
    for (int k = 0; k < graph->rows; k++)
        best.place[order[k]] = k;
    int bandwidth = order_bandwidth(graph, best.place);
    arena_free(scratch);
    return bandwidth;
}
