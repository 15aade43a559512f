# Rankings over the problems, recommendations, and what energy alone hides: from the work-precision rows, which come sorted by
# file, pair and step.
BEGIN {
    problem_count = split(problems, problem, " ")
    for (i = 1; i <= problem_count; i++) wanted["work_precision-" problem[i]] = problem[i]
    level_count = split("official gated tenth hundredth", level, " ")
    for (i = split(published, w, " "); i; i--) stated[w[i]] = 1
}

# accuracy and title of the problems, from what `driftbench rank` wrote
kind == "macros" && /^\\defresult\{model\.[^}]*\.accuracy\}/ {
    p = $0; sub(/^[^.]*\./, "", p); sub(/\.accuracy\}.*/, "", p)
    x = $0; sub(/^[^}]*\}\{\\SI\{/, "", x); u = x; sub(/\}.*/, "", x); sub(/^[^}]*\}\{/, "", u); sub(/\}\}$/, "", u)
    accuracy[p] = x + 0; unit[p] = u
}
kind == "macros" && /^\\defresult\{model\.[^}]*\.(coordinates|redundant)\}/ {
    p = $0; sub(/^[^.]*\./, "", p); sub(/\}.*/, "", p)
    x = $0; sub(/^[^}]*\}\{/, "", x); sub(/\}$/, "", x); model[p] = x + 0
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
    if ($12 != "") { print $12 > (out "/spreads"); spreads[++spread_count] = $12 + 0 }
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
    def("count.problems", counted(problem_count, "mechanism")); def("count.formulations", counted(formulation_count, "constraint formulation"))
    def("count.integrators", counted(integrator_count, "integrator")); def("pairs.total", pair_count)
    def("list.problems", joined_plain(problem, problem_count))
    def("runs.total", rows); def("runs.failed", failed + 0)
    n = split("diverged no-convergence singular off-branch", list, " ")
    split("diverged|did not converge|met a singular matrix|left their branch", words, "|")
    for (i = 1; i <= n; i++) if (failures[list[i]]) list[++k] = failures[list[i]] " " (i == n && failures[list[i]] == 1 ? "left its branch" : words[i])
    def("runs.failed.kinds", k ? joined(list, k) : "none")
    def("sweep.ratio", num(apart(), 3)); def("model.largest", largest())
    def("lucky.count", lucky + 0)
    def("lucky.phrase", lucky ? word(lucky) (lucky > 1 ? " were" : " was") " lucky in this sense" : "none was lucky in this sense")
}
# by which factor successive steps of a pair differ, in the geometric mean
function apart(    i, j, k, sum, n, r) {
    for (i = 1; i <= problem_count; i++)
        for (j = 1; j <= pair_count; j++)
            for (k = 2; k <= row_count[problem[i], pair[j]]; k++) {
                r = row[problem[i], pair[j], k]; n++; sum += log(step[r] / step[row[problem[i], pair[j], k - 1]])
            }
    return n ? exp(sum / n) : 1
}
function largest(    i, most) {
    for (i = 1; i <= problem_count; i++) if (model[problem[i] ".coordinates"] > most) most = model[problem[i] ".coordinates"]
    return most
}
# sorts list[1..n], too
function median(list, n,    i, k, t, gap) {
    for (gap = int(n / 2); gap; gap = int(gap / 2))
        for (i = gap + 1; i <= n; i++)
            for (k = i; k > gap && list[k] < list[k - gap]; k -= gap) { t = list[k]; list[k] = list[k - gap]; list[k - gap] = t }
    return list[int((n + 1) / 2)]
}
# Pairs whose time differs from the leader's by less than timings do, in the median.
function ties(p, what,    i, n, q, list) {
    if (first[p, what] == "") return
    for (i = 1; i <= pair_count; i++) {
        q = pair[i]
        if (q != first[p, what] && place[p, q, what] && cost(p, what, q) <= (1 + usual_spread) * cost(p, what, first[p, what])) list[++n] = pairof(q)
    }
    if (n) def("rank." p "." what ".ties", joined(list, n))
}
# With one integrator and one step, how far do the formulations' trajectories differ? Largest over smallest error, the median.
function alike(    i, j, k, r, w, key, lo, hi, count, n, list, middle) {
    for (i = 1; i <= problem_count; i++)
        for (j = 1; j <= pair_count; j++)
            for (k = 1; k <= row_count[problem[i], pair[j]]; k++) {
                r = row[problem[i], pair[j], k]
                if (!passes[r] || !(error[r] > 0)) continue
                split(pair[j], w, " "); key = problem[i] " " w[2] " " step[r]
                if (!count[key]++ || error[r] < lo[key]) lo[key] = error[r]
                if (error[r] > hi[key]) hi[key] = error[r]
            }
    for (key in count) if (count[key] > 1) list[++n] = hi[key] / lo[key]
    if (!n) return
    middle = median(list, n)
    def("alike.median", num(middle, 3)); def("alike.most", num(list[n], 3))
    def("alike.verdict", middle < 1.25 ? "the integrator sets the accuracy of a step, the formulation its cost" : "both set the accuracy of a step")
}
# What the program has and the sweeps leave out.
function left_out(    n, i, k, list, name, here) {
    for (i = 1; i <= problem_count; i++) here[problem[i]] = 1
    n = split(all, name, " ")
    for (i = 1; i <= n; i++)
        if (!(name[i] in here) && !(name[i] in formulation_seen) && !(name[i] in integrator_seen)) list[++k] = module(name[i])
    if (k) def("restricted", joined(list, k))
}
function joined_plain(list, n,    i, text) {
    for (i = 1; i <= n; i++) text = text (i > 1 ? "," : "") list[i]
    return text
}

# One problem: what its ranking says in words beyond `driftbench rank`.
function ranking_words(p,    i, q, r, n, list, never, slow, what, gated) {
    for (i = 1; i <= pair_count; i++) {
        q = pair[i]
        if (!place[p, q, "official"]) never[++n] = pairof(q)
        else if (slow == "" || cost(p, "official", q) > cost(p, "official", slow)) slow = q
    }
    if (n) def("rank." p ".never", joined(never, n))
    for (i = 1; i <= pair_count; i++) gated += place[p, pair[i], "gated"] > 0
    def("rank." p ".phrase", n == 0 && gated == pair_count ? "All " pair_count " pairs pass both tests" : \
        "Of the " pair_count " pairs, " pair_count - n " pass the official test and " gated + 0 " the gated one")
    if (slow != "" && slow != first[p, "official"]) {
        def("rank." p ".slowest.pair", pairof(slow))
        r = cost(p, "official", slow) / cost(p, "official", first[p, "official"])
        q = steps[place[p, slow, "official"]] / steps[place[p, first[p, "official"], "official"]]
        def("rank." p ".slowest.ratio", num(r, 2)); def("rank." p ".slowest.steps", num(q, 2)); def("rank." p ".slowest.each", num(r / q, 2))
    }
    ties(p, "official"); ties(p, "gated")
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
    def("gate.changes", among(changes + 0, " problems"))
    if (k) def("gate.changes.list", joined(list, k))
    def("gate.lost", lost ? word(lost) " of the passes " (lost > 1 ? "are" : "is") " lost altogether" : "every pair that passes the official test passes this one, too, with a small enough step")
    if (n) { def("gate.price", num(exp(sum / n), 3)); def("gate.price.most", num(most, 3)) }
    def("spread.formulation", num(spread("official", 1, formulation, formulation_count), 2))
    def("spread.integrator", num(spread("official", 2, integrator, integrator_count), 2))
    x = spread("official", 1, formulation, formulation_count) / spread("official", 2, integrator, integrator_count)
    def("spread.word", x > 1.25 ? "The choice of the formulation matters more than that of the integrator" : \
        x < 0.8 ? "The choice of the integrator matters more than that of the formulation" : "The choices of formulation and integrator matter about equally")
}

# "two of the seven problems"; of a single one "the only one" or "none"
function among(n, what) { return problem_count > 1 ? share(n, problem_count) what : n ? "the only one" : "none" }

# The names that win, and that pass, most often, with how often; several when they tie.
function most_often(key, field, list, n, what,    i, k, q, w, wins, m, most, who) {
    for (i = 1; i <= problem_count; i++)
        if ((q = first[problem[i], what]) != "") { split(q, w, " "); wins[w[field]]++ }
    for (i = 1; i <= n; i++) if (wins[list[i]] > most) most = wins[list[i]]
    for (i = 1; i <= n; i++) if (wins[list[i]] == most) who[++m] = module(list[i])
    def(key, joined(who, m)); def(key ".count", counted(most + 0, "problem")); def(key ".verb", m > 1 ? "are" : "is")
    def(key ".each", m > 1 ? " each" : "")
}
function most_robust(field, list, n, what, other,    i, k, w, got, m, most, who) {
    for (i = 1; i <= n; i++)
        for (k = 1; k <= pair_count; k++) { split(pair[k], w, " "); if (w[field] == list[i]) got[list[i]] += passed[what, pair[k]] }
    for (i = 1; i <= n; i++) if (got[list[i]] > most) most = got[list[i]]
    for (i = 1; i <= n; i++) if (got[list[i]] == most) who[++m] = module(list[i])
    if (m == n && most == problem_count * pair_count / n) return ""
    return joined(who, m) (m > 1 ? " pass" : " passes") " most often, with " most + 0 " of " problem_count * pair_count / n " combinations of problem and " other (m > 1 ? " each" : "")
}
function robust(    f, g) {
    f = most_robust(1, formulation, formulation_count, "gated", "integrator")
    g = most_robust(2, integrator, integrator_count, "gated", "formulation")
    def("recommend.robust", f == "" ? "With the gate every formulation passes with every integrator on every problem, given a small enough step: what is left to decide by is cost" : \
        "With the gate, of the formulations " f "; of the integrators " g)
}

# The pair that is cheapest over the problems of a class (1: redundant constraints, 0: independent ones, -1: all): the geometric mean of
# its time relative to the best of each; and where it is farthest behind the best at the gate.
function class(key, redundant,    i, j, k, n, list, sum, best, who, q, of) {
    for (i = 1; i <= problem_count; i++)
        if (redundant < 0 || (model[problem[i] ".redundant"] > 0) == redundant) { of[++n] = problem[i]; list[n] = module(problem[i]) }
    if (!n) return
    def("class." key ".problems", joined(list, n))
    for (k = 2; k <= level_count; k += 2) {
        who = ""
        for (j = 1; j <= pair_count; j++) {
            q = pair[j]; sum = 0
            for (i = 1; i <= n; i++) {
                if (!place[of[i], q, level[k]]) break
                sum += log(cost(of[i], level[k], q) / cost(of[i], level[k], first[of[i], level[k]]))
            }
            if (i > n && (who == "" || sum < best)) { who = q; best = sum }
        }
        def("class." key "." level[k], who == "" ? "no pair" : pairof(who) (best > 0.005 * n ? " (" num(exp(best / n), 3) " times the best of each, in the mean)" : " (the best on each)"))
        if (level[k] == "gated" && who != "" && best > 0.005 * n) farthest_behind(key, who, of, n)
    }
}
function farthest_behind(key, who, of, n,    i, x, most, where) {
    for (i = 1; i <= n; i++) {
        x = cost(of[i], "gated", who) / cost(of[i], "gated", first[of[i], "gated"])
        if (x > most) { most = x; where = of[i] }
    }
    def("class." key ".behind", num(most, 2) " times the best, on " module(where))
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
    for (k = 1; k <= level_count; k++) def("recommend.explicit." level[k], among(wins[level[k]] + 0, k == 1 ? " problems" : ""))
    most_often("recommend.formulation.fast", 1, formulation, formulation_count, "official")
    most_often("recommend.integrator.fast", 2, integrator, integrator_count, "official")
    def("recommend.explicit.trend", wins["hundredth"] > wins["official"] ? "They do" : wins["hundredth"] < wins["official"] ? "They lose some instead" : "They hold theirs")
    def("recommend.explicit.why", "They gain on the implicit methods of order two" (wins["hundredth"] > wins["official"] ? ", whose steps shrink faster" : \
        "; one of order four gains as much as they do, and what is left to decide by is the cost of a step"))
    robust(); class("redundant", 1); class("independent", 0); class("all", -1); alike(); elsewhere()
}

# Where times have been published elsewhere, in the order of what the cheapest pair needs here.
function elsewhere(    i, k, n, list, t) {
    for (i = 1; i <= problem_count; i++)
        if (problem[i] ~ /^(double-four-bar|bricard|andrews)$/ && first[problem[i], "official"] != "") list[++n] = problem[i]
    for (i = 2; i <= n; i++)
        for (k = i; k > 1 && cheapest_time(list[k]) < cheapest_time(list[k - 1]); k--) { t = list[k]; list[k] = list[k - 1]; list[k - 1] = t }
    for (i = 1; i <= n; i++) list[i] = module(list[i]) " (" seconds(cheapest_time(list[i])) ")"
    if (n > 1) def("published.here", joined(list, n))
}
function cheapest_time(p) { return cost(p, "official", first[p, "official"]) }

# Energy alone: of all runs that pass the official test, how many are outside the gate; and the one farthest from the truth, in
# gates, where the tolerance is the library's own if such a problem was run.
function gaming(    p, i, j, k, r, x, most, worst, where, who, lo, hi, n, all, own) {
    for (i = 1; i <= problem_count; i++) if (problem[i] in stated) own = 1
    for (i = 1; i <= problem_count; i++)
        for (j = 1; j <= pair_count; j++)
            for (k = 1; k <= row_count[problem[i], pair[j]]; k++) {
                r = row[problem[i], pair[j], k]
                if (!passes[r] || !(accuracy[problem[i]] > 0)) continue
                all++; n += !accurate[r]; x = error[r] / accuracy[problem[i]]
                if (own && !(problem[i] in stated)) continue
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
    def("gaming.scope", own ? " even with the tolerances that the library itself states" : "")
    def("gaming.farthest", own ? "With the tolerances that the library itself states the farthest from the truth" : "The farthest from the truth")
    def("gaming.lead", first[where, "official"] == who && place[where, who, "official"] == most ? "this very run leads the official ranking of that problem" : \
        first[where, "official"] == "" ? "no pair passes that problem robustly" : \
        "the official ranking of that problem is led by another, " pairof(first[where, "official"]))
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
            "mobility} & \\result{" p "duration} & \\result{" p "tolerance}" (problem[i] in stated ? "\\phantom{$^*$}" : "$^*$") " & \\result{" p "accuracy}")
    }
    table_close()
}

END {
    usual_spread = spread_count ? median(spreads, spread_count) : 0
    places(); counts(); left_out(); gates(); problem_table()
    for (i = 1; i <= problem_count; i++) ranking_words(problem[i])
    recommendations(); costs(); gaming()
}
