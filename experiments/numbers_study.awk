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
        def("overall." kinds[i] ".complete", complete[kinds[i]] + 0)
        for (k = 1; k <= 2; k++) {
            q = score_pair[kinds[i], k]
            if (q == "") continue
            def("overall." kinds[i] "." k ".pair", pairof(q)); def("overall." kinds[i] "." k ".score", num(score[kinds[i], q], 3))
        }
    }
    table_open("overall", "rllrrrr", "& & & \\multicolumn{2}{c}{official test} & \\multicolumn{2}{c}{trajectory gate}\\\\\n" \
        "\\cmidrule(lr){4-5}\\cmidrule(l){6-7}\n& formulation & integrator & score & passed & score & passed")
    for (k = 1; k <= scores["official"]; k++) {
        q = score_pair["official", k]; line = q; sub(/ /, " \\& ", line)
        split(q, w, " ")
        line = k " & " escaped(w[1]) " & " escaped(w[2]) " & " sprintf("$%.2f$", score["official", q]) " & " score_passed["official", q]
        table_row(line " & " (("gated", q) in score ? sprintf("$%.2f$", score["gated", q]) " & " score_passed["gated", q] : "-- & 0"))
    }
    table_close()
    def("overall.problems", score_of)
}

# ---- singular positions: one file a disturbance
kind == "rows" && $1 ~ /^singularity-[0-9]/ {
    size = $1; sub(/^singularity-/, "", size)
    if (!(size in size_seen)) { size_seen[size] = 1; sizes[++size_count] = size }
    q = $3 " " $4
    if (!(q in met)) { met[q] = 1; met_pair[++met_count] = q }
    tried[size, q]++; survived[size, q] += $7 == "ok"
    formulation_tried[$3]++; formulation_lost[$3] += $7 != "ok"
}
kind == "rows" && $1 == "singularity-lu" { lu_tried++; lu_survived += $7 == "ok" }
function singularity(    i, k, s, q, line, all, lost, runs, losers, n, least, most, f, list, m) {
    if (!size_count) return
    for (i = 2; i <= size_count; i++) # by size
        for (k = i; k > 1 && sizes[k] + 0 < sizes[k - 1] + 0; k--) { s = sizes[k]; sizes[k] = sizes[k - 1]; sizes[k - 1] = s }
    s = sizes[size_count]
    line = "formulation & integrator"
    for (i = 1; i <= size_count; i++) line = line " & " (sizes[i] + 0 ? "\\SI{" sizes[i] "}{\\metre}" : "undisturbed")
    columns = "ll"; for (i = 1; i <= size_count; i++) columns = columns "r"
    table_open("singularity", columns, line)
    for (k = 1; k <= met_count; k++) {
        q = met_pair[k]; split(q, w, " "); line = escaped(w[1]) " & " escaped(w[2])
        for (i = 1; i <= size_count; i++)
            line = line " & " (survived[sizes[i], q] == tried[sizes[i], q] ? "all" : survived[sizes[i], q] + 0 " of " tried[sizes[i], q])
        if (survived[s, q] == tried[s, q]) all++
        else { losers[++n] = pairof(q); lost += tried[s, q] - survived[s, q]; runs += tried[s, q] }
        table_row(line)
    }
    table_close()
    def("singularity.perturbation", "\\SI{" s "}{\\metre}"); def("singularity.steps", tried[s, met_pair[1]])
    def("singularity.survivors", all == met_count ? "all " word(met_count) : word(all + 0) " of " word(met_count))
    def("singularity.others", n == 0 ? "No pair loses a run." : \
        (n == 1 ? losers[1] " loses " : joined(losers, n) " lose between them ") word(lost) " of " (n == 1 ? "its " : "their ") word(runs) " runs.")
    for (f in formulation_tried) { if (least == "" || formulation_lost[f] < least) least = formulation_lost[f]; if (formulation_lost[f] > most) most = formulation_lost[f] }
    n = m = 0
    for (i = 1; i <= met_count; i++) {
        split(met_pair[i], w, " "); f = w[1]
        if (f in listed) continue
        listed[f] = 1
        if (formulation_lost[f] == least) list[++n] = module(f)
        if (formulation_lost[f] == most && most > 0) losers[++m] = module(f)
    }
    def("singularity.formulations", most == 0 ? "Over all disturbances no formulation loses a run" : \
        "Over all disturbances " joined(list, n) (n > 1 ? " lose " : " loses ") (least ? "the fewest runs, " word(least) (n > 1 ? " each" : "") : "no run") \
        ", and " joined(losers, m) (m > 1 ? " the most, " word(most) " each" : " loses the most, " word(most)))
    if (lu_tried) def("singularity.lu", lu_survived == lu_tried ? "all of its runs under the same disturbance: the Jacobian of this mechanism loses rank " \
        "only at isolated instants, which a fixed step need not hit" : word(lu_survived + 0) " of its " lu_tried " runs under the same disturbance")
}
# ---- size: problem,size,solver,cpu_us_per_step,memory_MB
kind == "scaling" && $2 + 0 > 0 && $4 + 0 > 0 {
    c = $1 " " $3
    if (!(c in curve_seen)) { curve_seen[c] = 1; curves[++curve_count] = c }
    k = ++points[c]; size_at[c, k] = $2; time_at[c, k] = $4; memory_at[c, k] = $5; time_of[c, $2] = $4
    if ($1 == "chain" && $2 > longest) longest = $2
    if ($1 == "grid" && $2 > widest) widest = $2
}
# least squares of the logarithms over the upper half of the sizes
function exponent(c,    i, n, x, y, sx, sy, sxx, sxy) {
    for (i = int(points[c] / 2) + 1; i <= points[c]; i++) {
        n++; x = log(size_at[c, i]); y = log(time_at[c, i]); sx += x; sy += y; sxx += x * x; sxy += x * y
    }
    return n > 1 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : 0
}
function scaling(    i, c, w, k, cross, d) {
    if (!curve_count) return
    table_open("scaling", "llrrrrr", "mechanism & solver & sizes & exponent & \\multicolumn{2}{c}{\\si{\\micro\\second} a step, smallest and largest} & memory [MB]")
    for (i = 1; i <= curve_count; i++) {
        c = curves[i]; split(c, w, " "); k = points[c]
        table_row((w[1] == "chain" ? "chain of $N$" : w[1] == "grid" ? "grid $N\\times N$" : escaped(w[1])) " & " escaped(w[2]) " & " size_at[c, 1] " to " size_at[c, k] " & " sprintf("$%.2f$", exponent(c)) \
            " & " num(time_at[c, 1], 3) " & " num(time_at[c, k], 3) " & " num(memory_at[c, k], 3))
    }
    table_close()
    if (longest) {
        def("scaling.nmax", "\\num{" longest "}"); def("scaling.exponent", sprintf("\\num{%.2f}", exponent("chain auto")))
        for (k = 1; k <= points["chain dense"]; k++) {
            d = size_at["chain dense", k]
            if (!cross && time_of["chain auto", d] < time_of["chain dense", d]) cross = d
        }
        def("scaling.dense.exponent", sprintf("\\num{%.2f}", exponent("chain dense")))
        if (cross) def("scaling.crossover", cross == size_at["chain dense", 1] ? "already at the smallest size, $N=" cross "$" : "from $N=" cross "$ on")
        else def("scaling.crossover", "at no size tried")
        def("scaling.dense.price", num(time_at["chain dense", points["chain dense"]] / time_of["chain auto", size_at["chain dense", points["chain dense"]]], 2))
        def("scaling.dense.n", size_at["chain dense", points["chain dense"]])
        d = time_of["chain sparse", longest] / time_of["chain band", longest]
        def("scaling.sparse.price", d >= 1 ? num(d, 2) " times as much as" : num(1 / d, 2) " times less than")
    }
    if (widest) { def("scaling.widest", widest); def("scaling.grid.exponent", sprintf("\\num{%.2f}", exponent("grid auto"))) }
}

# ---- parameters: files sensitivity-PANEL; the value that varies stands in the pair
kind == "rows" && $1 ~ /^sensitivity-/ {
    panel = $1; sub(/^sensitivity-/, "", panel)
    text = panel ~ /^(rho|alpha)$/ ? $4 : $3; value = text; parameter = text
    if (!match(text, /(alpha|omega|rho)=[^,]*/)) next
    value = substr(text, RSTART, RLENGTH); parameter = value; sub(/=.*/, "", parameter); sub(/.*=/, "", value)
    who = text; sub(/:.*/, "", who); other = panel ~ /^(rho|alpha)$/ ? $3 : $4; sub(/:.*/, "", other)
    s = panel " " (panel ~ /^(rho|alpha)$/ ? other " " who : who " " other)
    if (!(s in series_seen)) { series_seen[s] = parameter; series[++series_count] = s }
    if ($2 != "") sensitivity_problem = $2
    sensitivity_step = $5
    note(s, value + 0, $7 == "ok" && $13 == 1, $9, $8)
}
function note(s, value, good, drift, cpu,    k) {
    k = ++values[s]; value_at[s, k] = value; good_at[s, k] = good
    if (!(s in low) || value < low[s]) low[s] = value
    if (!(s in high) || value > high[s]) high[s] = value
    if (!good) return
    goods[s]++
    if (!(s in from) || value < from[s]) from[s] = value
    if (!(s in to) || value > to[s]) to[s] = value
}
# do the values that pass form an interval of those tried?
function whole(s,    k) {
    for (k = 1; k <= values[s]; k++) if (value_at[s, k] >= from[s] && value_at[s, k] <= to[s] && !good_at[s, k]) return 0
    return 1
}
function plain_value(x) { return x >= 100 ? power(x) : num(x, 2) }
function sensitivity(    i, s, w, text) {
    if (!series_count) return
    table_open("sensitivity", "lllr@{ to }lr@{ to }l", "formulation & integrator & parameter & \\multicolumn{2}{c}{tried} & \\multicolumn{2}{c}{passes}")
    for (i = 1; i <= series_count; i++) {
        s = series[i]; split(s, w, " ")
        text = goods[s] ? plain_value(from[s]) " & " plain_value(to[s]) (whole(s) ? "" : " with gaps") : "\\multicolumn{2}{c}{never}"
        table_row(escaped(w[2]) " & " escaped(w[3]) " & " "\\texttt{" (w[1] ~ /^(rho|alpha)$/ ? escaped(w[3]) : escaped(w[2])) ":" series_seen[s] "}" " & " plain_value(low[s]) " & " plain_value(high[s]) " & " text)
    }
    table_close()
    def("sensitivity.problem", "\\problemtitle{" sensitivity_problem "}"); def("sensitivity.step", si(sensitivity_step, 3, "\\second"))
    range("penalty", "penalty penalty rk4"); range("ali3", "ali3 ali3 hht")
}
function range(key, s) {
    if (s in series_seen) def("sensitivity." key, goods[s] ? "passes for " (whole(s) ? "" : "most ") "factors from " power(from[s]) " to " power(to[s]) : "passes for none of the factors tried")
}

# ---- redundancy: penalty with two factors; the largest step that passes with all smaller ones
kind == "rows" && $1 == "redundancy" {
    if (!match($3, /alpha=[^,]*/)) next
    value = substr($3, RSTART + 6, RLENGTH - 6) + 0
    if (!(value in spoiled) && $13 == 1) robust_step[value] = $5
    else spoiled[value] = 1
    if (!smallest || value < smallest) smallest = value
    if (value > largest) largest = value
}
function redundancy(    a, b) {
    if (!largest) return
    a = robust_step[smallest] + 0; b = robust_step[largest] + 0
    def("redundancy.alpha.small", power(smallest)); def("redundancy.alpha.small.step", a ? si(a, 2, "\\second") : "none")
    def("redundancy.alpha.large", power(largest)); def("redundancy.alpha.large.step", b ? si(b, 2, "\\second") : "none")
    def("redundancy.verdict", a > b ? "A larger $\\alpha$ then makes things \\emph{worse}, contrary to the rule that a penalty should be as large as round-off permits" : \
        a < b ? "Here the larger $\\alpha$ still gains more than the false inertia costs" : "Between the two factors tried here the effect does not show")
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
kind == "rows" && $1 == "balance" { balance[$4] = $7 == "ok" ? si($9, 2, "\\joule") : "no result (" $7 ")"; balance_step = $5 }
kind == "momentum" && $3 + 0 > 0 && $3 + 0 < 1e8 {
    if (!(low_momentum) || $3 + 0 < low_momentum) { low_momentum = $3 + 0; low_pair = $1 " " $2 }
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
        def("stiff.gain", num(m >= 1 ? m : 1 / m, 2)); def("stiff.gain.word", m >= 1 ? "less" : "more")
    }
    if ("hht:alpha=0" in balance) {
        def("stiff.compare.step", si(balance_step, 2, "\\second")); def("stiff.balance.trapezoidal", balance["hht:alpha=0"])
        def("stiff.balance.hht", balance["hht"]); def("stiff.balance.bdf", balance["bdf"])
    }
    if (low_momentum) {
        def("stiff.momentum.best", si(low_momentum, 2, "\\joule\\second")); def("stiff.momentum.best.pair", pairof(low_pair))
        def("stiff.momentum.worst", si(high_momentum, 2, "\\joule\\second")); def("stiff.momentum.worst.pair", pairof(high_pair))
    }
}

# ---- the modules and their parameters
kind == "modules" { line[++line_count] = $0 }
function parameters(    i, n, f, last) {
    table_open("parameters", "llrp{0.56\\linewidth}", "module & parameter & default & meaning")
    for (i = 1; i <= line_count; i++) {
        n = split(line[i], f, "\t")
        if (n == 3) { last = f[2]; continue }
        table_row((last != "" ? module(last) : "") " & \\texttt{" escaped(f[3]) "} & " escaped(f[4]) " & " escaped(f[5]))
        last = ""
    }
    table_close()
}

END { overall(); singularity(); scaling(); sensitivity(); redundancy(); stiffness(); parameters() }
