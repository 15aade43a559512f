# What the single experiments say: singular positions, size, parameters, redundancy, stiffness; the score over all problems; the
# parameters of the modules. Rows come sorted by file, pair and step.

# ---- the score over all problems: ranking,formulation,integrator,score,passed,problems
kind == "ranking" && ($1 == "official" || $1 == "gated") {
    k = ++scores[$1]; q = $2 " " $3
    score_pair[$1, k] = q; score[$1, q] = $4; score_passed[$1, q] = $5; score_of = $6
    if ($5 == $6) complete[$1]++
}
function overall(    k, q, kinds, i, line) {
    if (!scores["official"]) return
    split("official gated", kinds, " ")
    for (i = 1; i <= 2; i++) {
        for (k = 1; k <= 2; k++) {
            q = score_pair[kinds[i], k]
            def("overall." kinds[i] "." k ".pair", q == "" ? "no pair" : pairof(q))
            def("overall." kinds[i] "." k ".score", q == "" ? "none" : num(score[kinds[i], q], 3))
        }
    }
    table_open("overall", "rllrrrr", "& & & \\multicolumn{2}{c}{official test} & \\multicolumn{2}{c}{trajectory gate}\\\\\n" \
        "\\cmidrule(lr){4-5}\\cmidrule(l){6-7}\n& formulation & integrator & score & passed & score & passed")
    for (k = 1; k <= scores["official"]; k++) {
        q = score_pair["official", k]; line = q; sub(/ /, " \\& ", line)
        split(q, w, " ")
        line = k " & " escaped(w[1]) " & " escaped(w[2]) " & " num(score["official", q], 3) " & " score_passed["official", q]
        table_row(line " & " (("gated", q) in score ? num(score["gated", q], 3) " & " score_passed["gated", q] : "-- & 0"))
    }
    table_close()
    k = complete["official"] + 0; i = complete["gated"] + 0
    def("overall.complete", k == i && k == scores["official"] ? "Every one of the " k " pairs passes every problem, with the gate and without" : \
        "Of the " scores["official"] " pairs, " k " pass every problem under the official test and " i " with the gate")
    def("overall.gated.share", i == scores["official"] ? "all " i : i " of " scores["official"])
}

# ---- singular positions: perturbation_m,formulation,integrator,survived,within_tolerance,runs
kind == "singularity-survival" && $2 !~ /:/ {
    size = $1; q = $2 " " $3
    if (!(size in size_seen)) { size_seen[size] = 1; sizes[++size_count] = size }
    if (!(q in met)) { met[q] = 1; met_pair[++met_count] = q }
    if (!($2 in crossed_by)) { crossed_by[$2] = 1; crossed[++crossed_count] = $2 }
    survived[size, q] = $4; within[size, q] = $5; tried[size, q] = $6
    formulation_lost[$2] += $6 - $4
}
kind == "singularity-survival" && $2 ~ /:/ { variant_tried[$2, $1] += $6; variant_survived[$2, $1] += $4; variant_within[$2, $1] += $5 }
# the same naive factorisation where constraints are redundant throughout
kind == "rows" && $1 ~ /^redundancy-lu-/ {
    if (!($2 in naive)) { naive[$2] = 1; naive_problem[++naive_count] = module($2) }
    naive_tried++; naive_survived += $7 == "ok"
    naive_row[naive_tried] = module($2) " & " escaped($4) " & " num($5, 3) " & " ($7 == "ok" ? "completes" ($13 == 1 ? "" : ", drifts") : ended($7) " at $t=" num($5 * $6, 3) "$\\,s")
}
function ended(status) { return status == "no-convergence" ? "does not converge" : status == "singular" ? "meets a singular matrix" : status == "off-branch" ? "leaves its branch" : "diverges" }
function naive_table(    i) {
    if (!naive_tried) return
    table_open("naive", "llrl", "mechanism & integrator & $h$ [s] & outcome")
    for (i = 1; i <= naive_tried; i++) table_row(naive_row[i])
    table_close()
}

function of_all(n, all) { return n == all ? "all" : word(n + 0) " of " all }
function singularity_table(    i, k, q, w, columns, line) {
    line = "formulation & integrator"
    for (i = 1; i <= size_count; i++) { line = line " & " (sizes[i] + 0 ? "\\SI{" sizes[i] "}{\\metre}" : "undisturbed"); columns = columns "r" }
    table_open("singularity", "ll" columns, line)
    for (k = 1; k <= met_count; k++) {
        q = met_pair[k]; split(q, w, " "); line = escaped(w[1]) " & " escaped(w[2])
        for (i = 1; i <= size_count; i++) line = line " & " survived[sizes[i], q] + 0 " of " tried[sizes[i], q] " (" within[sizes[i], q] + 0 ")"
        table_row(line)
    }
    table_close()
}
function singularity(    i, k, s, q, all, lost, runs, losers, n, least, most, f, list, m) {
    if (!size_count) return
    singularity_table()
    s = sizes[size_count]; least = formulation_lost[crossed[1]]
    for (k = 1; k <= met_count; k++) {
        q = met_pair[k]
        if (survived[s, q] == tried[s, q]) all++
        else { losers[++n] = pairof(q); lost += tried[s, q] - survived[s, q]; runs += tried[s, q] }
    }
    def("singularity.perturbation", "\\SI{" s "}{\\metre}"); def("singularity.steps", tried[s, met_pair[1]])
    def("singularity.survivors", all == met_count ? "all " word(met_count) : word(all + 0) " of " word(met_count))
    def("singularity.others", n == 0 ? "No pair loses a run." : n > 6 ? "The others lose between them " word(lost) " of their " runs " runs." : \
        (n == 1 ? losers[1] " loses " : joined(losers, n) " lose between them ") word(lost) " of " (n == 1 ? "its " : "their ") runs " runs.")
    for (i = 1; i <= crossed_count; i++) {
        f = crossed[i]
        if (formulation_lost[f] < least) least = formulation_lost[f]
        if (formulation_lost[f] > most) most = formulation_lost[f]
    }
    for (i = 1; i <= crossed_count; i++) {
        if (formulation_lost[crossed[i]] == least) list[++m] = module(crossed[i])
        if (formulation_lost[crossed[i]] == most) losers[++n_most] = module(crossed[i])
    }
    def("singularity.formulations", most == 0 ? "Over all disturbances no formulation loses a run" : \
        "Over all disturbances " joined(list, m) (m > 1 ? " lose " : " loses ") (least ? "the fewest runs, " word(least) (m > 1 ? " each" : "") : "no run") \
        ", and " joined(losers, n_most) (n_most > 1 ? " the most, " word(most) " each" : " loses the most, " word(most)))
    variants(s)
}
function variants(s,    lu, bare) {
    lu = "lagrange:solve=lu"; bare = "lagrange:project=0"
    if (variant_tried[lu, s]) def("singularity.lu", of_all(variant_survived[lu, s], variant_tried[lu, s]) " of its runs under the same disturbance" \
        (variant_survived[lu, s] == variant_tried[lu, s] ? ": the Jacobian of this mechanism loses rank only at isolated instants, which a fixed step need not hit" : ""))
    if (naive_count) def("redundancy.naive", "On " joined(naive_problem, naive_count) " this variant completes " \
        (naive_survived ? of_all(naive_survived, naive_tried) : "none of its " naive_tried) " runs")
    if (variant_tried[bare, s]) def("singularity.unprojected", "survives " of_all(variant_survived[bare, s], variant_tried[bare, s]) \
        (variant_survived[bare, s] == variant_tried[bare, s] ? " of its runs" : "") ", and keeps the energy within the tolerance in " word(variant_within[bare, s] + 0))
}

# ---- size: scaling: problem,formulation,solver,size,coordinates,cpu_us_per_step,memory_MB; scaling-exponents: problem,formulation,solver,exponent
kind == "scaling" {
    c = $1 " " $2 " " $3
    if (!(c in curve_seen)) { curve_seen[c] = 1; curves[++curve_count] = c }
    k = ++points[c]; size_at[c, k] = $4; time_at[c, k] = $6; memory_at[c, k] = $7; time_of[c, $4] = $6
    if ($4 + 0 > largest_size[$1]) largest_size[$1] = $4
}
kind == "scaling-exponents" && $4 != "none" { exponent[$1 " " $2 " " $3] = $4 }
function exponent_of(c) { return (c in exponent) ? sprintf("\\num{%.2f}", exponent[c]) : "--" }
function scaling_table(    i, c, w, k, last) {
    table_open("scaling", "lllrrrrr", "mechanism & formulation & solver & sizes $N$ & exponent & \\multicolumn{2}{c}{CPU a step [\\si{\\micro\\second}]} & memory [MB]")
    for (i = 1; i <= curve_count; i++) {
        c = curves[i]; split(c, w, " "); k = points[c]
        if (last != "" && w[1] != last) table_rule()
        last = w[1]
        table_row((w[1] == "chain" ? "chain of $N$" : w[1] == "grid" ? "grid $N\\times N$" : escaped(w[1])) " & " escaped(w[2]) " & " escaped(w[3]) " & " size_at[c, 1] " to " size_at[c, k] \
            " & " exponent_of(c) " & " num(time_at[c, 1], 3) " & " num(time_at[c, k], 3) " & " num(memory_at[c, k], 3))
    }
    table_close()
}
function scaling(    a, d, k, n, cross, ratio) {
    if (!curve_count) return
    scaling_table()
    a = "chain ali3 auto"; d = "chain ali3 dense"
    if (a in exponent) { def("scaling.nmax", "\\num{" size_at[a, points[a]] "}"); def("scaling.exponent", exponent_of(a)) }
    if (d in exponent) {
        for (k = 1; k <= points[d]; k++) if (!cross && time_of[a, size_at[d, k]] < time_at[d, k]) cross = size_at[d, k]
        n = size_at[d, points[d]]
        def("scaling.dense.exponent", exponent_of(d)); def("scaling.dense.n", n); def("scaling.dense.price", num(time_of[d, n] / time_of[a, n], 2))
        def("scaling.crossover", !cross ? "at no size tried" : cross == size_at[d, 1] ? "already at the smallest size, $N=" cross "$" : "from $N=" cross "$ on")
    }
    n = largest_size["chain"]
    if (time_of["chain ali3 band", n] > 0 && time_of["chain ali3 sparse", n] > 0) {
        ratio = time_of["chain ali3 sparse", n] / time_of["chain ali3 band", n]
        def("scaling.sparse.price", ratio >= 1 ? num(ratio, 2) " times as long as" : num(100 * ratio, 2) "\\,\\% of the time of")
    }
    a = "grid ali3 auto"
    if (a in exponent) { def("scaling.widest", size_at[a, points[a]]); def("scaling.grid.exponent", exponent_of(a)) }
    steepest()
}
# formulations on the chain, by exponent
function steepest(    i, w, list, n, m, flat, nearly_linear) {
    nearly_linear = 1.25
    def("scaling.limit", num(nearly_linear, 3))
    for (i = 1; i <= curve_count; i++) {
        split(curves[i], w, " ")
        if (w[1] != "chain" || w[3] != "auto" || !(curves[i] in exponent)) continue
        if (exponent[curves[i]] < nearly_linear) flat[++m] = module(w[2])
        else list[++n] = module(w[2]) " (" exponent_of(curves[i]) ")"
    }
    def("scaling.linear", m ? joined(flat, m) (m > 1 ? " grow" : " grows") : "none grows")
    if (n) def("scaling.steep", joined(list, n))
}

# ---- parameters: parameter,formulation,integrator,value,default,passes; a factor or a frequency of 0 means: chosen by the method
kind == "sensitivity" && !($4 + 0 == 0 && ($1 == $2 || $1 == "baumgarte")) {
    c = $1 " " $2 " " $3; x = $4 + 0
    if (!(c in values)) series[++series_count] = c
    k = ++values[c]; value_at[c, k] = x; good_at[c, k] = $6; usual[c] = $5 + 0
    if (k == 1 || x < low[c]) low[c] = x
    if (k == 1 || x > high[c]) high[c] = x
    if (!$6) next
    if (!(c in from) || x < from[c]) from[c] = x
    if (!(c in to) || x > to[c]) to[c] = x
}
kind == "rows" && $1 ~ /^sensitivity-/ { sensitivity_problem = $2; sensitivity_step = $5 }
function plain_value(x) { return x >= 100 ? power(x) : "\\num{" sprintf("%.2g", x) "}" }
# does every value between the least and the greatest that pass do so?
function whole(c,    k) {
    for (k = 1; k <= values[c]; k++) if (!good_at[c, k] && value_at[c, k] > from[c] && value_at[c, k] < to[c]) return 0
    return 1
}
# the module whose parameter a panel varies, and the parameter
function varied(panel, f, i) {
    return panel == "baumgarte" ? f ":omega" : panel == "rho" || panel == "order" ? i ":" panel : panel == "alpha" ? i ":alpha" : panel == f ? f ":alpha" : panel
}
function sensitivity(    k, c, w, last) {
    if (!series_count) return
    table_open("sensitivity", "lllrr@{ to }lr@{ to }l", "parameter & formulation & integrator & default & \\multicolumn{2}{c}{tried} & \\multicolumn{2}{c}{passes}")
    for (k = 1; k <= series_count; k++) {
        c = series[k]; split(c, w, " ")
        if (last != "" && w[1] != last) table_rule()
        last = w[1]
        table_row("\\texttt{" escaped(varied(w[1], w[2], w[3])) "} & " escaped(w[2]) " & " escaped(w[3]) \
            " & " (usual[c] == 0 && low[c] > 0 ? "by the method" : plain_value(usual[c])) " & " plain_value(low[c]) " & " plain_value(high[c]) \
            " & " (c in from ? plain_value(from[c]) " & " plain_value(to[c]) (whole(c) ? "" : ", with gaps") : "\\multicolumn{2}{c}{none}"))
    }
    table_close()
    def("sensitivity.problem", module(sensitivity_problem)); def("sensitivity.step", si(sensitivity_step, 3, "\\second"))
    range("penalty", "penalty penalty rk4"); range("ali3", "ali3 ali3 hht")
}
function range(key, c) {
    if (!(c in values)) return
    def("sensitivity." key, !(c in from) ? "passes for none of the factors tried" : from[c] == low[c] && to[c] == high[c] && whole(c) ? \
        "passes for all factors tried, from " power(low[c]) " to " power(high[c]) : "passes for " (whole(c) ? "" : "most ") "factors from " power(from[c]) " to " power(to[c]))
}

# ---- bodies that fly without their constraints
kind == "rows" && $1 ~ /^free-/ && $7 == "ok" {
    def("gaming.free.drift", si($9, 2, "\\joule")); def("gaming.free.error", si($10, 2, "\\metre")); def("gaming.free.problem", module($2))
}

# ---- redundancy: penalty with two factors; the largest step that passes with all smaller ones
kind == "rows" && $1 == "redundancy" {
    if (!match($3, /alpha=[^,]*/)) next
    value = substr($3, RSTART + 6, RLENGTH - 6) + 0
    if (!(value in spoiled) && $13 == 1) robust_step[value] = $5
    else spoiled[value] = 1
    if (!($5 in factor_seen)) { factor_seen[$5] = 1; factor_step[++factor_steps] = $5 + 0; factor_name[factor_steps] = $5 }
    factor_cell[$5, value] = $7 != "ok" ? "(" ended($7) ")" : $13 == 1 ? num($9, 2) : "(" num($9, 2) ")"
    if ($7 == "ok") factor_drift[$5, value] = $9 + 0
    if (!smallest || value < smallest) smallest = value
    if (value > largest) largest = value
}
function redundancy(    a, b) {
    if (!largest) return
    a = robust_step[smallest] + 0; b = robust_step[largest] + 0
    def("redundancy.alpha.small", power(smallest)); def("redundancy.alpha.small.step", a ? si(a, 2, "\\second") : "none")
    def("redundancy.alpha.large", power(largest)); def("redundancy.alpha.large.step", b ? si(b, 2, "\\second") : "none")
    redundancy_table()
    def("redundancy.verdict", a > b ? "A larger $\\alpha$ then makes things \\emph{worse}, contrary to the rule that a penalty should be as large as round-off permits" : \
        a < b ? "Here the larger $\\alpha$ still gains more than the false inertia costs" : "Between the two factors tried here the effect does not show")
}

function redundancy_table(    i, k, t, a, b) {
    for (i = 2; i <= factor_steps; i++)
        for (k = i; k > 1 && factor_step[k] > factor_step[k - 1]; k--) {
            t = factor_step[k]; factor_step[k] = factor_step[k - 1]; factor_step[k - 1] = t
            t = factor_name[k]; factor_name[k] = factor_name[k - 1]; factor_name[k - 1] = t
        }
    table_open("redundancy", "rrr", "$h$ [s] & drift [J], $\\alpha=" power(smallest) "$ & drift [J], $\\alpha=" power(largest) "$")
    for (i = 1; i <= factor_steps; i++) table_row(num(factor_step[i], 3) " & " factor_cell[factor_name[i], smallest] " & " factor_cell[factor_name[i], largest])
    table_close()
    a = factor_drift[factor_name[factor_steps], smallest]; b = factor_drift[factor_name[factor_steps], largest]
    if (a && b) def("redundancy.fine", "At the smallest step tried, " si(factor_step[factor_steps], 2, "\\second") ", the drifts are " si(a, 2, "\\joule") " and " si(b, 2, "\\joule") \
        (b < a ? ": there the larger factor is the better one" : ": even there the smaller factor is the better one"))
}

# ---- stiffness: file stiffness, and the momenta: formulation,integrator,momentum
kind == "rows" && $1 == "stiffness" {
    q = $3 " " $4
    if (!(q in stiff_seen)) { stiff_seen[q] = 1; stiff[++stiff_count] = q }
    if ($11 > 0) stiff_implicit[$4] = 1
    if ($7 == "ok" && $5 > stable[q] + 0) stable[q] = $5 + 0
    if ($5 > tried_step) tried_step = $5 + 0
    if ($7 == "ok" && $13 == 1 && $14 == 1) {
        if ($5 > good[q] + 0) good[q] = $5 + 0
        if ($8 != "" && (!(q in good_cpu) || $8 + 0 < good_cpu[q])) { good_cpu[q] = $8 + 0; good_step[q] = $5 + 0 }
    }
}
kind == "rows" && $1 == "stiffness-balance" { balance[$4] = $7 == "ok" ? si($9, 2, "\\joule") : "no result (" $7 ")"; balance_step = $5 }
kind == "momentum" && $3 != "" && $3 < 1e8 { # a run that stopped says 1e9
    if (match($4, / -s [^ ]+/)) momentum_step = substr($4, RSTART + 4, RLENGTH - 4) + 0
    if (match($4, /--duration [^ ]+/)) momentum_duration = substr($4, RSTART + 11, RLENGTH - 11) + 0
    if (low_momentum == "" || $3 + 0 < low_momentum) { low_momentum = $3 + 0; low_pair = $1 " " $2 }
    if ($3 + 0 > high_momentum) { high_momentum = $3 + 0; high_pair = $1 " " $2 }
}
function step_text(h) { return h ? num(h, 2) : "--" }
function stiffness(    i, q, w, e, m, lo, hi, best) {
    if (!stiff_count) return
    table_open("stiffness", "llrrr", "formulation & integrator & completes with $h$ [s] & passes with $h$ [s] & CPU [ms]")
    for (i = 1; i <= stiff_count; i++) {
        q = stiff[i]; split(q, w, " "); e = w[2] in stiff_implicit ? "implicit" : "explicit"
        table_row(escaped(w[1]) " & " escaped(w[2]) " & " step_text(stable[q]) " & " step_text(good[q]) " & " (q in good_cpu ? milliseconds(good_cpu[q]) : "--"))
        if (stable[q] > hi[e] + 0) hi[e] = stable[q]
        if (stable[q] && (!(e in lo) || stable[q] < lo[e])) lo[e] = stable[q]
        if ((q in good_cpu) && (!(e in best) || good_cpu[q] < good_cpu[best[e]])) best[e] = q
    }
    table_close()
    if (hi["explicit"]) def("stiff.explicit.steps", lo["explicit"] == hi["explicit"] ? \
        "the same, " si(hi["explicit"], 2, "\\second") ", for every formulation" : "between " si(lo["explicit"], 2, "\\second") " and " si(hi["explicit"], 2, "\\second"))
    if (hi["implicit"]) def("stiff.implicit.most", si(hi["implicit"], 2, "\\second"))
    for (e in best) {
        def("stiff." e ".pair", pairof(best[e])); def("stiff." e ".cpu", seconds(good_cpu[best[e]])); def("stiff." e ".step", si(good_step[best[e]], 2, "\\second"))
    }
    if (("implicit" in best) && ("explicit" in best)) {
        m = good_cpu[best["explicit"]] / good_cpu[best["implicit"]]
        def("stiff.gain", num(m, 2))
    }
    if ("hht:alpha=0" in balance) {
        def("stiff.compare.step", si(balance_step, 2, "\\second")); def("stiff.balance.trapezoidal", balance["hht:alpha=0"])
        def("stiff.balance.hht", balance["hht"]); def("stiff.balance.bdf", balance["bdf"])
    }
    if (low_momentum != "") {
        def("stiff.momentum.step", si(momentum_step, 2, "\\second")); def("stiff.momentum.duration", si(momentum_duration, 2, "\\second"))
        def("stiff.momentum.best", si(low_momentum, 2, "\\joule\\second")); def("stiff.momentum.best.pair", pairof(low_pair))
        def("stiff.momentum.worst", si(high_momentum, 2, "\\joule\\second")); def("stiff.momentum.worst.pair", pairof(high_pair))
    }
}

# ---- the check before the experiments: check,value,allowed,verdict
kind == "self_check" && $1 == "digits" { known_digits++ }
kind == "self_check" && $1 == "noise" {
    def("selfcheck.spread", "\\SI{" significant(100 * $2, 2) "}{\\percent}"); def("selfcheck.bound", "\\SI{" significant(100 * $3, 2) "}{\\percent}")
    def("selfcheck.verdict", $4 == "ok" ? "quiet enough to rank" : "too noisy to rank pairs that are close")
    def("selfcheck.cases", word(known_digits + 0))
}

# ---- the modules and their parameters
# powers in a text that was escaped: 1e12, h^2
function formula(text,    done) {
    while (match(text, /[0-9]+(\.[0-9]+)?e[-+]?[0-9]+/)) {
        done = done substr(text, 1, RSTART - 1) "\\num{" substr(text, RSTART, RLENGTH) "}"; text = substr(text, RSTART + RLENGTH)
    }
    text = done text
    gsub(/\\\^\{\}2/, "$^2$", text)
    return text
}
kind == "modules" { line[++line_count] = $0 }
kind == "modules" && NF == 3 {
    title = escaped($3); gsub(/α/, "$\\alpha$", title); gsub(/–/, "--", title)
    if (title !~ /[^ -~]/) titled[$2] = title
    named[$1, ++named_count[$1]] = module($2) (($2 in titled) ? " (" titled[$2] ")" : "")
}
# the names of modules with their titles, and those of the pair that leads
function names(    kinds, i, k, list, w) {
    split("formulations integrators", kinds, " ")
    for (i = 1; i <= 2; i++) {
        for (k = 1; k <= named_count[kinds[i]]; k++) list[k] = named[kinds[i], k]
        if (k > 1) def("names." kinds[i], joined(list, k - 1))
    }
    if (split(score_pair["official", 1], w, " ") == 2 && (w[1] in titled) && (w[2] in titled))
        def("overall.official.1.titles", titled[w[1]] "; " titled[w[2]])
}
function parameters(    i, n, f, last) {
    table_open("parameters", "llrp{0.56\\linewidth}", "module & parameter & default & meaning")
    for (i = 1; i <= line_count; i++) {
        n = split(line[i], f, "\t")
        if (n == 3) { last = f[2]; continue }
        table_row((last != "" ? module(last) : "") " & \\texttt{" escaped(f[3]) "} & " (f[4] ~ /^[-+0-9.e]+$/ ? "\\num{" f[4] "}" : escaped(f[4])) " & " formula(escaped(f[5])))
        last = ""
    }
    table_close()
}

END { overall(); names(); singularity(); naive_table(); scaling(); sensitivity(); redundancy(); stiffness(); parameters() }
