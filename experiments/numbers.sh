#!/bin/sh
# Every number, word and table that the paper takes from the experiments: build/macros.tex and build/tables/*.tex, from the
# CSV files in build/results and from what the program says of its modules. Nothing is measured here.
. "$(dirname "$0")/common.sh"

# Problems in the order of the paper; those that it does not order follow by name. Without a sweep there is nothing to say.
shown=
for problem in $(sed -n 's/^problems  *problems\/\(.*\)\.c$/\1/p' "$here/../paper/order" | tr _ -) $(names problems); do
    case " $shown " in *" $problem "*) continue ;; esac
    [ ! -s "$results/work_precision-$problem.csv" ] || shown="$shown $problem"
done
# shellcheck disable=SC2086 # a list
set -- $shown
[ $# -gt 0 ] || { say "numbers: there is no sweep in $results; 'make experiments' makes them"; exit 1; }
# The benchmark library states a tolerance on energy for these; those of the others are assumed, and the paper says so.
published='n-four-bar double-four-bar bricard multi-four-bar'
work=$data/numbers
rm -rf "$work" && mkdir -p "$work/tables" || exit 1

# Rankings of single problems, by the program.
for problem; do
    "$DRIFTBENCH" rank "$problem" --from "$results/work_precision-$problem.csv" --macros "$work/rank" \
        --latex "$work/tables/ranking-$problem.tex" > /dev/null || exit 1
    grep -v '^%' "$work/rank"
done > "$work/rankings"

# What the program says of its modules: kind, name, title; kind, name, parameter, default, meaning.
for kind in formulations integrators; do
    "$DRIFTBENCH" list $kind | awk -v kind=$kind '
        function flush() { if (row != "") print row; row = "" }
        /^  [a-z]/ { flush(); module = $1; title = $0; sub(/^  [^ ]+ +/, "", title); sub(/ \[[^]]*\]$/, "", title)
                     print kind "\t" module "\t" title; next }
        /^ +[a-z_]+ = / { flush(); text = $0; sub(/^ +[a-z_]+ = [^ ]+ +/, "", text)
                          row = kind "\t" module "\t" $1 "\t" $3 "\t" text; next }
        /^ +†/ { flush(); next }
        /^      / && row != "" { text = $0; sub(/^ +/, "", text); row = row " " text }
        END { flush() }'
done > "$work/modules"

# tabbed FILE COLUMNS...: the rows of a file of results with these columns, tabs between them; a column it lacks is empty
tabbed() {
    file=$1; shift
    awk -v columns="$*" "$csv_awk"'
        { n = split(columns, c, " ")
          for (i = 1; i <= n; i++) printf "%s%s", ((c[i] in column) ? at(c[i]) : ""), (i < n ? "\t" : "\n") }' "$file"
}

# All runs, each with the name of its file before it, sorted by file, pair and step.
tab=$(printf '\t')
for file in "$results"/*.csv; do
    grep -q '^problem,formulation,integrator,step,' "$file" || continue
    tabbed "$file" problem formulation integrator step steps status cpu_s energy_drift_J trajectory_error iterations cpu_spread passes \
        accurate robust | sed "s/^/$(basename "$file" .csv)$tab/"
done | sort -t "$tab" -k1,1 -k3,3 -k4,4 -k5,5g > "$work/rows"

# What experiments made of their runs.
summary() { name=$1; shift; : > "$work/$name"; [ ! -f "$results/$name.csv" ] || tabbed "$results/$name.csv" "$@" > "$work/$name"; }
summary ranking ranking formulation integrator score passed problems
summary singularity-survival perturbation_m formulation integrator survived within_tolerance runs
summary scaling problem formulation solver size coordinates cpu_us_per_step memory_MB
summary scaling-exponents problem formulation solver exponent
summary sensitivity parameter formulation integrator value default passes
summary self_check check value allowed verdict
summary stiffness-momentum formulation integrator angular_momentum_change_Js command

{
    cat "$work/rankings"
    awk -F'\t' -v out="$work/tables" -v problems="$*" -v published="$published" -v all="$(names problems; names formulations; names integrators)" \
        -f "$here/numbers_tex.awk" -f "$here/numbers_rank.awk" \
        kind=macros "$work/rankings" kind=rows "$work/rows" || exit 1
    awk -F'\t' -v out="$work/tables" -f "$here/numbers_tex.awk" -f "$here/numbers_study.awk" \
        kind=modules "$work/modules" kind=rows "$work/rows" kind=ranking "$work/ranking" \
        kind=singularity-survival "$work/singularity-survival" kind=scaling "$work/scaling" \
        kind=scaling-exponents "$work/scaling-exponents" kind=sensitivity "$work/sensitivity" \
        kind=momentum "$work/stiffness-momentum" kind=self_check "$work/self_check" || exit 1

    # Where it comes from: the head of the sweeps, and the spread of the timings.
    sort -g "$work/tables/spreads" 2>/dev/null |
        awk '{ v[NR] = $1 } END { printf "\\defresult{meta.spread}{%s}\n", NR ? sprintf("\\SI{%.2g}{\\percent}", 100 * v[int((NR + 1) / 2)]) : "not measured" }'
    for problem; do cat "$results/work_precision-$problem.csv"; done |
        awk -v out="$work/tables" -f "$here/numbers_tex.awk" -f "$here/numbers_meta.awk" || exit 1
} > "$work/macros" || exit 1

# All at once, and only what changed, so that the paper is set again when there is something new.
for table in "$work"/tables/*.tex; do
    cmp -s "$table" "$tables/$(basename "$table")" || cp "$table" "$tables/" || exit 1
done
cmp -s "$work/macros" "$BUILD/macros.tex" || mv -f "$work/macros" "$BUILD/macros.tex"
