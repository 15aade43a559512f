#!/bin/sh
# CPU time against energy drift and against trajectory error: all pairs, every problem.
. "$(dirname "$0")/common.sh"

limit=${LIMIT:-0.05} dense=
if [ -n "$FULL" ]; then limit=20 dense=--dense; fi

for problem in $problems; do
    name=$(slug "$problem") file=$results/work_precision-$(slug "$problem").csv
    fresh "$file"
    set -- "$problem" -f "$(commas $formulations)" -i "$(commas $integrators)" --limit "$limit" $dense
    sweep "$file" "$@" || continue
    set -- $(limits "$problem" "$file")
    [ $# -eq 3 ] || continue

    # One block a pair, in the order of the names. What is beyond the frame is left to the table.
    awk -v tolerance="$1" -v accuracy="$2" "$csv_awk"'
    { pair = at("formulation") " " at("integrator"); cpu = at("cpu_s"); e = at("energy_drift_J") + 0; x = at("trajectory_error") + 0
      if (cpu == "" || e > 3e3 * tolerance || (accuracy > 0 && x > 3e3 * accuracy)) next
      if (e < 1e-9 * tolerance) e = 1e-9 * tolerance
      if (x < 1e-9 * accuracy) x = 1e-9 * accuracy
      printf "%s %.6g %.6g %.6g %d\n", pair, e, x, 1e3 * cpu, at("robust") }' "$file" | sort -k1,2 -k5,5g > "$data/wp.rows"
    [ -s "$data/wp.rows" ] || { say "$problem: no pair completes any run"; continue; }
    awk '{ pair = $1 " " $2; if (NR > 1 && pair != last) printf "\n\n"; last = pair; print $3, $4, $5, $6 }' "$data/wp.rows" > "$data/wp-$name.dat"
    cut -d' ' -f1,2 "$data/wp.rows" | uniq | styles "$data/wp-$name.gp"
    draw work_precision.gp "work-precision-$name" "file='$data/wp-$name.dat'" "styles='$data/wp-$name.gp'" \
        "tolerance=$1" "accuracy=$2" "unit='$3'"
done
exit 0
