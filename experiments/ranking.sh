#!/bin/sh
# The ranking of every problem, official and with the trajectory gate, and the score over all of them.
. "$(dirname "$0")/common.sh"

: > "$results/.ranking"
for problem in $problems; do
    name=$(slug "$problem") file=$results/work_precision-$(slug "$problem").csv
    [ -s "$file" ] || continue
    "$DRIFTBENCH" rank "$problem" --from "$file" --latex "$tables/ranking-$name.tex" --macros "$data/ranking-$name.tex" \
        > "$data/ranking-$name.txt" || continue
    macros "ranking-$name" < "$data/ranking-$name.tex"
    cat "$data/ranking-$name.txt" >> "$results/.ranking"; echo >> "$results/.ranking"
done

# The score of a pair: the geometric mean of its CPU time over that of the problem's best; a problem on which it never
# passes counts as 100 times the best. Standard output: formulation integrator score passed problems
scores() { # official|gated
    cat "$data"/places 2>/dev/null | awk -v kind="$1" '
    $2 == kind { if ($3 == 1) best[$1] = $6; pair = $4 " " $5; pairs[pair] = 1; cpu[pair, $1] = $6 }
    END { for (q in best) n++
          for (pair in pairs) { sum = 0; passed = 0
              for (q in best) if ((pair, q) in cpu) { sum += log(cpu[pair, q] / best[q]); passed++ } else sum += log(100)
              printf "%s %.3g %d %d\n", pair, exp(sum / n), passed, n } }' | sort -k3,3g
}
for problem in $problems; do # problem official|gated place formulation integrator cpu
    awk -v problem="$problem" -F '[{}]' 'index($2, "rank." problem ".") == 1 {
        k = substr($2, length("rank." problem ".") + 1); split(k, p, "."); if (p[1] != "official" && p[1] != "gated") next
        key = p[1] " " p[2]
        if (p[3] == "formulation") f[key] = $4; if (p[3] == "integrator") i[key] = $4
        if (p[3] == "cpu") print problem, key, f[key], i[key], $5 }' "$data/ranking-$(slug "$problem").tex" 2>/dev/null
done > "$data/places"
scores official > "$data/scores"
scores gated > "$data/scores-gated"

{ echo "ranking,formulation,integrator,score,passed,problems"
  sed 's/^/official /; s/ /,/g' "$data/scores"; sed 's/^/gated /; s/ /,/g' "$data/scores-gated"; } > "$results/ranking.csv"
{ printf '%s\n' '\begin{tabular}{rllrrrr}' '\toprule' \
      '& & & \multicolumn{2}{c}{energy} & \multicolumn{2}{c}{and trajectory}\\\cmidrule(lr){4-5}\cmidrule(l){6-7}' \
      '\# & formulation & integrator & score & passed & score & passed\\' '\midrule'
  awk 'NR == FNR { g[$1 " " $2] = "$" $3 "$ & " $4 " of " $5; next }
       { k = $1 " " $2; printf "%d & %s & %s & $%s$ & %d of %d & %s \\\\\n", FNR, $1, $2, $3, $4, $5, (k in g) ? g[k] : "-- & 0" }' \
      "$data/scores-gated" "$data/scores"
  printf '%s\n' '\bottomrule' '\end{tabular}'; } > "$tables/.overall" && mv -f "$tables/.overall" "$tables/overall.tex"
{ printf '%s\n' '\begin{tabular}{lllll}' '\toprule' 'problem & energy & CPU [ms] & and trajectory & CPU [ms]\\' '\midrule'
  awk '$3 == 1 { c[$1, $2] = $4 " + " $5 " & " $6; if (!($1 in seen)) order[++n] = $1; seen[$1] = 1 }
       END { for (k = 1; k <= n; k++) { p = order[k]; print p " & " c[p, "official"] " & " (((p, "gated") in c) ? c[p, "gated"] : "-- & --") "\\\\" } }' "$data/places"
  printf '%s\n' '\bottomrule' '\end{tabular}'; } > "$tables/.recommend" && mv -f "$tables/.recommend" "$tables/recommend.tex"

# most COLUMN FILTER: the name that stands most often in that column of the places
most() { awk -v c="$1" "$2"' { n[$c]++ } END { for (k in n) if (n[k] > m || (n[k] == m && k < w)) { m = n[k]; w = k } print w }' "$data/places"; }
def() { printf '\\defresult{%s}{%s}\n' "$1" "$2"; }
count() { echo $#; }
{ for kind in official gated; do
      file=$data/scores; [ $kind = official ] || file=$data/scores-gated
      awk -v k=$kind 'function def(a, b) { printf "\\defresult{overall.%s.%s}{%s}\n", k, a, b }
          { def(NR ".pair", "\\text{" $1 " + " $2 "}"); def(NR ".score", "\\num{" $3 "}"); def(NR ".passed", $4); all += $4 == $5 }
          END { def("complete", all + 0) }' "$file"
  done
  def recommend.formulation.robust "\\text{$(most 4 '$2 == "official"')}"; def recommend.formulation.fast "\\text{$(most 4 '$2 == "official" && $3 == 1')}"
  def recommend.integrator.robust "\\text{$(most 5 '$2 == "official"')}"; def recommend.integrator.fast "\\text{$(most 5 '$2 == "official" && $3 == 1')}"
  f=$(count $formulations) i=$(count $integrators)
  def count.problems "$(count $problems)"; def count.formulations "$f"; def count.integrators "$i"; def pairs.total $((f * i))
  def list.problems "$(commas $problems)"; def meta.date "$(date -u +%Y-%m-%d)"
  for problem in $problems; do cat "$results/work_precision-$(slug "$problem").csv" 2>/dev/null; done | awk "$csv_awk"'
      $1 ~ /^problem,/ { next } at("passes") == 1 && at("robust") == 0 { lucky++ } at("cpu_spread") != "" { print at("cpu_spread") > "'"$data/spreads"'" }
      END { printf "\\defresult{lucky.count}{%d}\n", lucky }'
  sort -g "$data/spreads" | awk '{ v[NR] = $1 } END { if (NR) printf "\\defresult{meta.spread}{%.0f\\,\\%%}\n", 100 * v[int((NR + 1) / 2)] }'
  cat "$results"/work_precision-*.csv | awk '/^# (cpu|compiler|flags|blas|suitesparse|commit) / { k = $2; if (seen[k]++) next
      sub(/^# [a-z]+ +/, ""); gsub(/[_%&#$]/, "\\\\&"); printf "\\defresult{meta.%s}{\\text{%s}}\n", k, $0 }'
} | macros ranking-overall

{ echo "over all problems: geometric mean of the CPU time relative to each problem's best (never passing counts as 100)"; echo
  printf '  # %-14s %-12s %8s  %s\n' formulation integrator score passed
  awk '{ printf "%3d %-14s %-12s %8s  %d of %d\n", NR, $1, $2, $3, $4, $5 }' "$data/scores"; } >> "$results/.ranking"
mv -f "$results/.ranking" "$results/ranking.txt"

if [ -s "$data/scores" ]; then
    cut -d' ' -f1,2 "$data/scores" | styles "$data/ranking.gp"
    draw ranking.gp ranking "file='$data/scores'" "styles='$data/ranking.gp'"
fi
exit 0
