#!/bin/sh
# Why energy alone misleads: drift against trajectory error of every run on the double four-bar.
. "$(dirname "$0")/common.sh"
problem=double-four-bar file=$results/work_precision-double-four-bar.csv
[ -s "$file" ] || { say "gaming: no runs of $problem"; exit 0; }
set -- $(limits $problem "$file")
awk "$csv_awk"' at("status") == "ok" && at("energy_drift_J") > 0 && at("trajectory_error") > 0 {
    printf "%s %s %.6g %.6g %d %.6g\n", at("formulation"), at("integrator"), at("energy_drift_J"), at("trajectory_error"), at("passes"), at("step") }' "$file" |
    sort -k1,2 > "$data/gaming.rows"
[ -s "$data/gaming.rows" ] || exit 0
awk '{ k = $1 " " $2; if (NR > 1 && k != last) printf "\n\n"; last = k; print $3, $4 }' "$data/gaming.rows" > "$data/gaming.dat"
cut -d' ' -f1,2 "$data/gaming.rows" | uniq | styles "$data/gaming.gp"
draw gaming.gp gaming "file='$data/gaming.dat'" "styles='$data/gaming.gp'" "tolerance=$1" "accuracy=$2"
awk 'function def(a, b) { printf "\\defresult{gaming.%s}{%s}\n", a, b }
$5 == 1 && $4 > e { e = $4; d = $3; h = $6; p = $1 " + " $2 }
END { if (e) { def("pair", "\\text{" p "}"); def("step", sprintf("\\SI{%.3g}{\\second}", h)); def("drift", sprintf("\\SI{%.2g}{\\joule}", d)); def("error", sprintf("\\SI{%.2g}{\\metre}", e)) } }' \
    "$data/gaming.rows" > "$data/gaming.macros"
awk -F'[{}]' '$2 ~ /^rank.double-four-bar.official.*error$/ { v = $5; if (!lo || v < lo) lo = v; if (v > hi) hi = v }
END { if (lo) printf "\\defresult{gaming.spread}{\\num{%.2g}}\n", hi / lo }' "$data/ranking-double-four-bar.tex" >> "$data/gaming.macros"
macros gaming < "$data/gaming.macros"
exit 0
