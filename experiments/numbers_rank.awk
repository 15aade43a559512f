# Rankings over the problems, recommendations, and what energy alone hides: from the work-precision rows, which come sorted by
# file, pair and step.
BEGIN {
    problem_count = split(problems, problem, " ")
    for (i = 1; i <= problem_count; i++) wanted["work_precision-" problem[i]] = problem[i]
    level_count = split("official gated tenth hundredth", level, " ")
}

# accuracy and title of the problems, from what `driftbench rank` wrote
kind == "macros" && /^\\defresult\{model\.[^}]*\.accuracy\}/ {
    p = $0; sub(/^[^.]*\./, "", p); sub(/\.accuracy\}.*/, "", p)
    x = $0; sub(/^[^}]*\}\{\\SI\{/, "", x); u = x; sub(/\}.*/, "", x); sub(/^[^}]*\}\{/, "", u); sub(/\}\}$/, "", u)
    accuracy[p] = x + 0; unit[p] = u
}
kind == "macros" && /^\\defresult\{title\./ {
    p = $0; sub(/^[^.]*\./, "", p); sub(/\}.*/, "", p)
    x = $0; sub(/^[^}]*\}\{/, "", x); sub(/\}$/, "", x); title[p] = x
}

kind == "rows" && ($1 in wanted) {
    p = wanted[$1]; q = $3 " " $4; r = ++rows
    if (!(q in pair_seen)) { pair_seen[q] = 1; pair[++pair_count] = q }
    if (!($3 in formulation_seen)) { formulation_seen[$3] = 1; formulation[++formulation_count] = $3 }
    if (!($4 in integrator_seen)) { integrator_seen[$4] = 1; integrator[++integrator_count] = $4 }
    row[p, q, ++row_count[p, q]] = r
    step[r] = $5; steps[r] = $6; iterations[r] = $11; status[r] = $7; cpu[r] = $8; drift[r] = $9; error[r] = $10; passes[r] = $13; accurate[r] = $14
    if ($11 > 0) implicit[$4] = 1
    if ($7 != "ok") { failed++; failures[$7]++ }
    if ($12 != "") print $12 > (out "/spreads")
    if ($13 == 1 && $15 == 0) lucky++
}

function meets(p, r, what) {
    if (!passes[r]) return 0
    return what == "official" || accurate[r] && (what == "gated" || error[r] <= accuracy[p] / (what == "tenth" ? 10 : 100))
}

# The cheapest run of a pair whose step and all smaller ones meet a level: its row, or 0.
function cheapest(p, q, what,    k, r, best) {
    for (k = 1; k <= row_count[p, q]; k++) {
        r = row[p, q, k]
        if (!meets(p, r, what)) break
        if (cpu[r] != "" && (!best || cpu[r] < cpu[best])) best = r
    }
    return best
}
# The cheapest pair of a problem at a level, of those whose formulation or integrator (field 1 or 2) has a name; 0 for all.
function winner(p, what, field, name,    i, w, r, best) {
    best = ""
    for (i = 1; i <= pair_count; i++) {
        split(pair[i], w, " ")
        if (field && w[field] != name) continue
        r = place[p, pair[i], what]
        if (r && (best == "" || cpu[r] < cpu[place[p, best, what]])) best = pair[i]
    }
    return best
}
function cost(p, what, q) { return cpu[place[p, q, what]] }
function explicit(q,    w) { split(q, w, " "); return !(w[2] in implicit) }

function places(    i, j, k) {
    for (i = 1; i <= problem_count; i++)
        for (k = 1; k <= level_count; k++) {
            for (j = 1; j <= pair_count; j++)
                if (place[problem[i], pair[j], level[k]] = cheapest(problem[i], pair[j], level[k])) passed[level[k], pair[j]]++
            first[problem[i], level[k]] = winner(problem[i], level[k], 0, "")
        }
}

function counts(    i, k, list, n, words) {
    def("count.problems", word(problem_count)); def("count.formulations", word(formulation_count))
    def("count.integrators", word(integrator_count)); def("pairs.total", pair_count)
    def("list.problems", joined_plain(problem, problem_count))
    def("runs.total", rows); def("runs.failed", failed + 0)
    n = split("diverged no-convergence singular off-branch", list, " ")
    split("diverged|did not converge|met a singular matrix|left their branch", words, "|")
    for (i = 1; i <= n; i++) if (failures[list[i]]) list[++k] = failures[list[i]] " " (i == n && failures[list[i]] == 1 ? "left its branch" : words[i])
    def("runs.failed.kinds", k ? joined(list, k) : "none")
    def("lucky.count", lucky + 0)
    def("lucky.phrase", lucky ? word(lucky) (lucky > 1 ? " were" : " was") " lucky in this sense" : "none was lucky in this sense")
}
function joined_plain(list, n,    i, text) {
    for (i = 1; i <= n; i++) text = text (i > 1 ? "," : "") list[i]
    return text
}

# One problem: what its ranking says in words beyond `driftbench rank`.
function ranking_words(p,    i, q, r, n, list, never, slow, what) {
    for (i = 1; i <= pair_count; i++) {
        q = pair[i]
        if (!place[p, q, "official"]) never[++n] = pairof(q)
        else if (slow == "" || cost(p, "official", q) > cost(p, "official", slow)) slow = q
    }
    if (n) def("rank." p ".never", joined(never, n))
    if (slow != "" && slow != first[p, "official"]) {
        def("rank." p ".slowest.pair", pairof(slow))
        def("rank." p ".slowest.ratio", num(cost(p, "official", slow) / cost(p, "official", first[p, "official"]), 2))
    }
    for (what = 1; what <= 2; what++) by_name(p, level[what], 1, formulation, formulation_count, "formulations")
    for (what = 1; what <= 2; what++) by_name(p, level[what], 2, integrator, integrator_count, "integrators")
}
# "ali3 (1.2 ms), penalty (1.9 ms)": the best of each formulation or integrator in the order of their cost
function by_name(p, what, field, list, n, key,    i, k, m, order, q, text, t) {
    for (i = 1; i <= n; i++) if ((q = winner(p, what, field, list[i])) != "") order[++m] = q
    for (i = 2; i <= m; i++)
        for (k = i; k > 1 && cost(p, what, order[k]) < cost(p, what, order[k - 1]); k--) {
            t = order[k]; order[k] = order[k - 1]; order[k - 1] = t
        }
    for (i = 1; i <= m; i++) { split(order[i], t_words, " "); order[i] = module(t_words[field]) " (" seconds(cost(p, what, order[i])) ")" }
    if (m) def("rank." p "." what "." key, joined(order, m))
}

# How much a choice matters: over the problems the geometric mean of the dearest over the cheapest, each at its best.
function spread(what, field, list, n,    i, k, q, c, lo, hi, sum, m) {
    for (i = 1; i <= problem_count; i++) {
        lo = hi = 0
        for (k = 1; k <= n; k++) {
            q = winner(problem[i], what, field, list[k])
            if (q == "") continue
            c = cost(problem[i], what, q)
            if (!lo || c < lo) lo = c
            if (c > hi) hi = c
        }
        if (lo) { sum += log(hi / lo); m++ }
    }
    return m ? exp(sum / m) : 1
}

function gates(    i, j, p, changes, lost, n, r, g, most, sum, list, k, x) {
    for (i = 1; i <= problem_count; i++) {
        p = problem[i]
        if (first[p, "official"] != first[p, "gated"]) { changes++; list[++k] = module(p) }
        for (j = 1; j <= pair_count; j++) {
            r = place[p, pair[j], "official"]; g = place[p, pair[j], "gated"]
            if (r && !g) lost++
            if (r && g) { n++; sum += log(cpu[g] / cpu[r]); if (cpu[g] / cpu[r] > most) most = cpu[g] / cpu[r] }
        }
    }
    def("gate.changes", share(changes + 0, problem_count))
    if (k) def("gate.changes.list", joined(list, k))
    def("gate.lost", lost ? word(lost) " of the passes " (lost > 1 ? "are" : "is") " lost altogether" : "every pair that passes the official test passes this one, too, with a small enough step")
    def("gate.price", n ? num(exp(sum / n), 3) : "--"); def("gate.price.most", n ? num(most, 2) : "--")
    def("spread.formulation", num(spread("official", 1, formulation, formulation_count), 2))
    def("spread.integrator", num(spread("official", 2, integrator, integrator_count), 2))
    x = spread("official", 1, formulation, formulation_count) / spread("official", 2, integrator, integrator_count)
    def("spread.word", x > 1.25 ? "The choice of the formulation matters more than that of the integrator" : \
        x < 0.8 ? "The choice of the integrator matters more than that of the formulation" : "The choices of formulation and integrator matter about equally")
}

# The names that win, and that pass, most often, with how often; several when they tie.
function most_often(key, field, list, n, what,    i, k, q, w, wins, m, most, who) {
    for (i = 1; i <= problem_count; i++)
        if ((q = first[problem[i], what]) != "") { split(q, w, " "); wins[w[field]]++ }
    for (i = 1; i <= n; i++) if (wins[list[i]] > most) most = wins[list[i]]
    for (i = 1; i <= n; i++) if (wins[list[i]] == most) who[++m] = module(list[i])
    def(key, joined(who, m)); def(key ".count", word(most + 0)); def(key ".verb", m > 1 ? "are" : "is")
    def(key ".each", m > 1 ? " each" : "")
}
function most_robust(key, field, list, n, what,    i, k, w, got, m, most, who) {
    for (i = 1; i <= n; i++)
        for (k = 1; k <= pair_count; k++) { split(pair[k], w, " "); if (w[field] == list[i]) got[list[i]] += passed[what, pair[k]] }
    for (i = 1; i <= n; i++) if (got[list[i]] > most) most = got[list[i]]
    for (i = 1; i <= n; i++) if (got[list[i]] == most) who[++m] = module(list[i])
    def(key, joined(who, m)); def(key ".count", most + 0); def(key ".all", problem_count * pair_count / n)
    def(key ".verb", m > 1 ? "pass" : "passes"); def(key ".each", m > 1 ? " each" : "")
}

function recommendations(    i, k, p, q, who, when, wins) {
    table_open("recommend", "lllll", "problem & official test & trajectory gate & gate$/10$ & gate$/100$")
    for (i = 1; i <= problem_count; i++) {
        p = problem[i]; who = title[p]; when = ""
        for (k = 1; k <= level_count; k++) {
            q = first[p, level[k]]
            who = who " & " (q == "" ? "--" : pairof(q)); when = when " & " (q == "" ? "" : seconds(cost(p, level[k], q)))
            if (q != "" && explicit(q)) wins[level[k]]++
        }
        table_row(who); table_row(when)
        if (i < problem_count) table_gap()
    }
    table_close()
    for (k = 1; k <= level_count; k++) def("recommend.explicit." level[k], share(wins[level[k]] + 0, problem_count))
    most_often("recommend.formulation.fast", 1, formulation, formulation_count, "official")
    most_often("recommend.integrator.fast", 2, integrator, integrator_count, "official")
    most_robust("recommend.formulation.robust", 1, formulation, formulation_count, "gated")
    most_robust("recommend.integrator.robust", 2, integrator, integrator_count, "gated")
}

# Energy alone: of all runs that pass the official test, the one farthest from the truth, in gates, and how many are outside.
function gaming(    p, i, j, k, r, x, most, worst, where, who, lo, hi, n, all) {
    for (i = 1; i <= problem_count; i++)
        for (j = 1; j <= pair_count; j++)
            for (k = 1; k <= row_count[problem[i], pair[j]]; k++) {
                r = row[problem[i], pair[j], k]
                if (!passes[r] || !(accuracy[problem[i]] > 0)) continue
                all++; n += !accurate[r]; x = error[r] / accuracy[problem[i]]
                if (!most || x > worst) { most = r; worst = x; where = problem[i]; who = pair[j] }
            }
    if (!most) return
    for (j = 1; j <= pair_count; j++) {
        if (!(r = place[where, pair[j], "official"])) continue
        if (!lo || error[r] < lo) lo = error[r]
        if (error[r] > hi) hi = error[r]
    }
    def("gaming.problem", module(where)); def("gaming.pair", pairof(who)); def("gaming.step", si(step[most], 3, "\\second"))
    def("gaming.drift", si(drift[most], 2, "\\joule")); def("gaming.error", si(error[most], 2, unit[where])); def("gaming.gates", num(worst, 2))
    def("gaming.judge", worst > 1 ? "Energy alone is a poor judge" : "Energy alone happens to judge well here")
    def("gaming.passing", n ? word(n) " of the " all " runs that pass the official test " (n > 1 ? "are" : "is") " outside the trajectory gate" : \
        "none of the " all " runs that pass the official test is outside the trajectory gate")
    if (lo > 0) def("gaming.spread", num(hi / lo, 2))
}

# What one step costs, at the cheapest step that passes, and how many iterations it takes.
function costs(    i, j, k, r, w, line, columns, n, sum, lo, hi, x) {
    line = "formulation & integrator"; columns = "ll"
    for (i = 1; i <= problem_count; i++) { line = line " & \\rotatebox{55}{" escaped(problem[i]) "}"; columns = columns "r" }
    table_open("cost", columns, line)
    for (j = 1; j <= pair_count; j++) {
        split(pair[j], w, " "); line = escaped(w[1]) " & " escaped(w[2])
        for (i = 1; i <= problem_count; i++) {
            r = place[problem[i], pair[j], "official"]
            line = line " & " (r ? num(1e6 * cpu[r] / steps[r], 2) : "--")
            if (!r || explicit(pair[j])) continue
            x = iterations[r] / steps[r]; n++; sum += x
            if (n == 1 || x < lo) lo = x
            if (x > hi) hi = x
        }
        table_row(line)
    }
    table_close()
    if (n) { def("cost.iterations", num(sum / n, 2)); def("cost.iterations.least", num(lo, 2)); def("cost.iterations.most", num(hi, 2)) }
}

function problem_table(    i, p) {
    table_open("problems", "lrrrrrrl", "problem & coordinates & constraints & redundant & mobility & duration & official: drift $<$ & gate: error $<$")
    for (i = 1; i <= problem_count; i++) {
        p = "model." problem[i] "."
        table_row("\\result{title." problem[i] "} & \\result{" p "coordinates} & \\result{" p "constraints} & \\result{" p "redundant} & \\result{" p \
            "mobility} & \\result{" p "duration} & \\result{" p "tolerance} & \\result{" p "accuracy}")
    }
    table_close()
}

END {
    places(); counts(); gates(); problem_table()
    for (i = 1; i <= problem_count; i++) ranking_words(problem[i])
    recommendations(); costs(); gaming()
}
