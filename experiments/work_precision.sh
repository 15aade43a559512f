#!/bin/sh
# CPU time against energy drift and against trajectory error: all pairs, every problem.
. "$(dirname "$0")/common.sh"

limit=${LIMIT:-0.1} dense=
if [ -n "$FULL" ]; then limit=20 dense=--dense; fi

# rows FILE TOLERANCE ACCURACY: "formulation integrator drift error cpu_ms robust complete step", one line a run,
# the largest step first. A run that breaks off, or whose drift or error is far beyond the frame, has no place but its cost:
# that of its steps at the pace of the pair's nearest complete run.
rows() {
    awk -v tolerance="$2" -v accuracy="$3" "$csv_awk"'
    { n++
      who[n] = run_pair(); step[n] = at("step") + 0; cpu[n] = at("cpu_s"); robust[n] = at("robust") + 0
      e[n] = at("energy_drift_J") + 0; x[n] = at("trajectory_error") + 0 }
    function clip(value, least) { return value < least ? least : value }
    function cost(i,    k, d, near, best) {
        if (cpu[i] != "") return cpu[i]
        for (k = 1; k <= n; k++) {
            if (who[k] != who[i] || cpu[k] == "") continue
            d = log(step[k] / step[i])
            d = d < 0 ? -d : d
            if (!near || d < best) { near = k; best = d }
        }
        return near ? cpu[near] * step[near] / step[i] : 0
    }
    END { for (i = 1; i <= n; i++) {
        whole = cpu[i] != "" && e[i] <= 1e4 * tolerance && x[i] <= 1e4 * accuracy
        c = 1e3 * cost(i)
        if (c > 0)
            printf "%s %.6g %.6g %.6g %d %d %.6g\n", who[i], clip(e[i], 1e-9 * tolerance), clip(x[i], 1e-9 * accuracy), c, robust[i], whole, step[i] } }' "$1" |
        sort -k1,2 -k8,8gr
}

figure() { # PROBLEM FILE
    name=$(slug "$1") rows=$data/wp-$(slug "$1")
    set -- "$1" "$2" $(limits "$1" "$2")
    [ $# -eq 5 ] || return 0
    rows "$2" "$3" "$4" > "$rows.rows"
    awk '$7' "$rows.rows" > "$rows.whole"
    [ -s "$rows.whole" ] || { say "$1: no pair completes any run"; return 0; }
    cut -d' ' -f1,2 "$rows.whole" | uniq | styles "$rows.gp"
    { awk '{ print $5 }' "$rows.rows" | decades cpu
      awk '{ print $3, $4 }' "$rows.whole" | decades drift error; } >> "$rows.gp"
    blocks 2 < "$rows.whole" > "$rows.dat"
    # what broke off: one block a formulation, the integrator's place in it
    awk '!$7 { print $1, $2, $5 }' "$rows.rows" > "$rows.lost"
    awk 'NR == FNR { if (!($2 in place)) place[$2] = ++n; next } { print $1, ($2 in place) ? place[$2] : n + 1, $3 }' \
        "$rows.whole" "$rows.lost" | blocks 1 > "$rows-lost.dat"
    [ -s "$rows-lost.dat" ] || echo 0 1 > "$rows-lost.dat" # gnuplot reads it even when no panel wants it
    echo "lost = '$(cut -d' ' -f1 "$rows.lost" | uniq | tr '\n' ' ')'" >> "$rows.gp"
    draw work_precision.gp "work-precision-$name" "file='$rows.dat'" "broken='$rows-lost.dat'" "styles='$rows.gp'" \
        "tolerance=$3" "accuracy=$4" "unit='$5'"
}

[ -n "$REDRAW" ] || say "problems: $problems"
for problem in $problems; do
    file=$results/work_precision-$(slug "$problem").csv
    fresh "$file"
    set -- "$problem" -f "$(commas $formulations)" -i "$(commas $integrators)" --limit "$limit" $dense
    sweep "$file" "$@" || continue
    figure "$problem" "$file"
done
exit 0
