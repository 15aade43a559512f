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
# passes counts as 100 times the best.
for problem in $problems; do
    sed -n "s/^[\\]defresult{rank[.]$problem[.]\([^.}]*\)[.]\([^.}]*\)[.]cpu}{.SI{\([^}]*\)}.*/$problem \1 \2 \3/p" \
        "$data/ranking-$(slug "$problem").tex" 2>/dev/null
done | awk '
$2 == "official" { if ($3 == 1) best[$1] = $4; next }
$2 == "gated" { next }
{ pair = $2 " " $3; pairs[pair] = 1; cpu[pair, $1] = $4 }
END { for (q in best) n++
      for (pair in pairs) { sum = 0; passed = 0
          for (q in best) if ((pair, q) in cpu) { sum += log(cpu[pair, q] / best[q]); passed++ } else sum += log(100)
          if (n) printf "%s %.3g %d %d\n", pair, exp(sum / n), passed, n } }' | sort -k3,3g > "$data/scores"

{ echo "formulation,integrator,score,passed,problems"; tr ' ' ',' < "$data/scores"; } > "$results/ranking.csv"
{ printf '%s\n' '\begin{tabular}{rllrr}' '\toprule' '\# & formulation & integrator & score & passed \\' '\midrule'
  awk '{ printf "%d & %s & %s & $%s$ & %d of %d \\\\\n", NR, $1, $2, $3, $4, $5 }' "$data/scores"
  printf '%s\n' '\bottomrule' '\end{tabular}'; } > "$tables/ranking-overall.tex"
{ awk '{ printf "\\defresult{overall.%d.pair}{%s with %s}\n\\defresult{overall.%d.score}{%s}\n\\defresult{overall.%d.passed}{%d}\n", NR, $1, $2, NR, $3, NR, $4 }
      END { printf "\\defresult{overall.problems}{%d}\n\\defresult{pairs.passing}{%d}\n", $5, NR }' "$data/scores"
  echo "\\defresult{pairs.total}{$(for f in $formulations; do for i in $integrators; do echo; done; done | grep -c '^')}"
  echo "\\defresult{problems.list}{$(commas $problems)}"
  echo "\\defresult{meta.date}{$(date -u +%Y-%m-%d)}"; } | macros ranking-overall

{ echo "over all problems: geometric mean of the CPU time relative to each problem's best (never passing counts as 100)"; echo
  printf '  # %-14s %-12s %8s  %s\n' formulation integrator score passed
  awk '{ printf "%3d %-14s %-12s %8s  %d of %d\n", NR, $1, $2, $3, $4, $5 }' "$data/scores"; } >> "$results/.ranking"
mv -f "$results/.ranking" "$results/ranking.txt"

if [ -s "$data/scores" ]; then
    cut -d' ' -f1,2 "$data/scores" | styles "$data/ranking.gp"
    draw ranking.gp ranking "file='$data/scores'" "styles='$data/ranking.gp'"
fi
exit 0
