#!/bin/sh
# The course of one run of each formulation, with the integrator and the step that serve it best.
. "$(dirname "$0")/common.sh"

# history FILE: t, |energy - energy(0)| and the constraint levels, from the columns that the head names
history() {
    awk '/^%/ { line = $0; sub(/^% *(columns)? */, "", line); k = split(line, name, /[ ,]+/); if (name[1] == "t") for (i = 1; i <= k; i++) c[name[i]] = i; next }
    function log_safe(x) { x = x < 0 ? -x : x; return x < 1e-17 ? 1e-17 : x }
    function col(a, b) { return (a in c) ? c[a] : (b in c) ? c[b] : 0 }
    { e = col("energy", "balance"); if (!e) e = col("dU", "balance"); if (!n++) e0 = $e
      p = col("phi", "phi"); d = col("phidot", "phidot"); a = col("phiddot", "phiddot")
      print $1, e ? log_safe($e - e0) : "NaN", p ? log_safe($p) : "NaN", d ? log_safe($d) : "NaN", a ? log_safe($a) : "NaN", $2 }' "$1"
}

for problem in $problems; do
    name=$(slug "$problem") tex=$data/ranking-$(slug "$problem").tex
    [ -s "$tex" ] || continue
    # the best place of each formulation: "formulation integrator step"
    awk -v problem="$problem" -F '[{}]' 'index($2, "rank." problem ".official.") == 1 {
        k = split(substr($2, length("rank." problem ".official.") + 1), p, ".")
        if (p[2] == "formulation") f = $4; if (p[2] == "integrator") i = $4
        if (p[2] == "step" && !seen[f]++) print f, i, $5 }' "$tex" > "$data/histories.list"
    [ -s "$data/histories.list" ] || continue
    : > "$data/histories-$name.dat"; first=1
    while read -r formulation integrator step; do
        out=$results/history-$name-$formulation.txt
        fresh "$out"
        [ -f "$out" ] || "$DRIFTBENCH" run "$problem" -f "$formulation" -i "$integrator" -s "$step" --repeat 0 --output "$out" > /dev/null < /dev/null
        [ $first ] || printf '\n\n' >> "$data/histories-$name.dat"; first=
        history "$out" >> "$data/histories-$name.dat"
    done < "$data/histories.list"
    cut -d' ' -f1,2 "$data/histories.list" | styles "$data/histories-$name.gp"
    columns=$(awk 'NF == 6 { for (c = 2; c <= 5; c++) if ($c != "NaN") printf "%d ", c; exit }' "$data/histories-$name.dat")
    draw histories.gp "histories-$name" "file='$data/histories-$name.dat'" "styles='$data/histories-$name.gp'" "columns='$columns'"
done
exit 0
