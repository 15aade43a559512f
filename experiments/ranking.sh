#!/bin/sh
# The ranking of every problem, official and with the trajectory gate, and the score over all of them.
. "$(dirname "$0")/common.sh"

# dots NAME AXIS: reads "formulation integrator official spread gated spread" and draws them
dots() {
    cat > "$data/$1.rows"
    [ -s "$data/$1.rows" ] || return 0
    cut -d' ' -f1,2 "$data/$1.rows" | styles "$data/$1.gp"
    awk '{ print NR, $3, $4, $5, $6 }' "$data/$1.rows" > "$data/$1.dat"
    awk '{ print $3; print $5; print $3 * (1 + $4) }' "$data/$1.rows" | decades cpu >> "$data/$1.gp"
    draw ranking.gp "$1" "file='$data/$1.dat'" "styles='$data/$1.gp'" "axis='$2'"
}

# widest: of lines that begin with formulation and integrator, the columns that the pair takes
widest() { awk '{ n = length($1 " + " $2); if (n > most) most = n } END { print most < 22 ? 22 : most }'; }

# short FILE: the ranking for the terminal: who leads, and who does not pass
short() {
    width=$(awk "$csv_awk"'{ print at("formulation"), at("integrator") }' "$1" | widest)
    awk -v most=5 -v w="$width" -v unit="$(sed -n 's/^# accuracy *[^ ]* //p' "$1")" "$csv_awk"'
    !n++ { printf "%s\n", at("problem")
        printf "  %2s  %-" w "s %9s %9s %5s %9s %9s   %s\n", "#", "pair", "step s", "CPU ms", "± %", "drift J", "error " unit, "accurate: # and CPU ms" }
    { name = at("formulation") " + " at("integrator")
      luck = at("lucky_step") == "" ? "" : sprintf("  lucky at %.3g s", at("lucky_step")) }
    at("place") == "" { out = out sprintf("   -  %-" w "s at %.3g s %s%s\n", name, at("smallest_step"), at("failure"), luck); next }
    { passed++
      if (at("place") + 0 > most) next
      spread = at("cpu_spread") == "" ? "" : sprintf("%.0f", 100 * at("cpu_spread"))
      gated = at("gated_place") == "" ? sprintf("%2s %9s", "-", "") : sprintf("%2d %9.3g", at("gated_place"), 1e3 * at("gated_cpu_s"))
      printf "  %2d  %-" w "s %9.3g %9.3g %4s %9.2g %9.2g   %s%s\n", at("place"), name, at("step"), 1e3 * at("cpu_s"), spread,
          at("energy_drift_J"), at("trajectory_error"), gated, luck }
    END { printf "%s      %d of %d pairs pass\n\n", out, passed, n }' "$1"
}

swept=$(echo $(swept))
[ -n "$swept" ] || { say 'ranking: there are no rows'; exit 0; }
for problem in $swept; do
    name=$(slug "$problem")
    "$DRIFTBENCH" rank "$problem" --from "$results/work_precision-$name.csv" --csv "$results/ranking-$name.csv" \
        > "$data/ranking-$name.txt" || { fail "ranking: that of $problem failed"; continue; }
    awk "$csv_awk"'
    { printf "%s %s %.6g %.4g %.6g %.4g\n", at("formulation"), at("integrator"), 1e3 * at("cpu_s"), at("cpu_spread"),
          1e3 * at("gated_cpu_s"), at("gated_cpu_spread") }' "$results/ranking-$name.csv" |
        dots "ranking-$name" "CPU time of the cheapest robust step [ms]"
done
for problem in $swept; do # problem official|gated|run place formulation integrator cpu_ms
    [ -s "$results/ranking-$(slug "$problem").csv" ] || continue
    awk "$csv_awk"'
    function put(kind, place, cpu) {
        if (place != "") print at("problem"), kind, place, at("formulation"), at("integrator"), sprintf("%.3g", 1e3 * cpu) }
    { put("run", 0, 0); put("official", at("place"), at("cpu_s")); put("gated", at("gated_place"), at("gated_cpu_s")) }' "$results/ranking-$(slug "$problem").csv"
done > "$data/places"

# The score of a pair: the geometric mean of its CPU time over that of the problem's best; a problem on which it does not
# pass counts as 100 times the best, one that it was not run on does not count. Standard output: formulation integrator score passed problems
scores() { # official|gated
    awk -v kind="$1" '
    $2 == "run" { pairs[$4 " " $5] = 1; ran[$4 " " $5, $1] = 1 }
    $2 == kind { if ($3 == 1) best[$1] = $6; cpu[$4 " " $5, $1] = $6 }
    END { for (pair in pairs) { sum = n = passed = 0
              for (q in best) {
                  if (!((pair, q) in ran)) continue
                  n++
                  if ((pair, q) in cpu) { sum += log(cpu[pair, q] / best[q]); passed++ } else sum += log(100) }
              if (n) printf "%s %.3g %d %d\n", pair, exp(sum / n), passed, n } }' "$data/places" | sort -k3,3g -k1,2
}
scores official > "$data/scores"
scores gated > "$data/scores-gated"
both() { awk 'NR == FNR { g[$1 " " $2] = $3 " " $4; next } { print $0, ($1 " " $2 in g) ? g[$1 " " $2] : "0 0" }' "$data/scores-gated" "$data/scores"; }

{ head_of "$results/work_precision-$(slug "${swept%% *}").csv"
  echo "ranking,formulation,integrator,score,passed,problems,command"
  { sed 's/^/official /' "$data/scores"; sed 's/^/gated /' "$data/scores-gated"; } | sed 's/$/ make experiment-ranking/' | fields 6; } | replace "$results/ranking.csv"
both | awk '{ print $1, $2, $4 ? $3 : 0, 0, $7 ? $6 : 0, 0 }' | dots ranking "CPU time relative to the best (geometric mean)"

width=$(both | widest)
{ echo "over all problems: geometric mean of the CPU time relative to each problem's best (not passing counts as 100)"
  printf "  %2s  %-${width}s %8s %8s   %8s %8s\n" '#' pair energy passed accurate passed
  both | awk -v w="$width" '{ printf "  %2d  %-" w "s %8s %4d/%-3d   %8s %4d/%d\n", NR, $1 " + " $2, $3, $4, $5, $6, $7, $5 }'; } > "$data/overall.txt"
{ for problem in $swept; do cat "$data/ranking-$(slug "$problem").txt"; echo; done; cat "$data/overall.txt"; } | replace "$results/ranking.txt"
{ echo "Pairs by the CPU time of their cheapest step that, like every smaller one, passes the test of energy; 'accurate'"
  echo "asks for the trajectory, too. CPU time is the best of repeated timings, and ± how far the second best is above it."
  echo
  for problem in $problems; do [ ! -s "$results/ranking-$(slug "$problem").csv" ] || short "$results/ranking-$(slug "$problem").csv"; done
  cat "$data/overall.txt"; } | replace "$results/summary.txt"
exit 0
