#!/bin/sh
# The course of one run of each formulation, with the integrator and the step that serve it best.
. "$(dirname "$0")/common.sh"

# course FILE: "t observed exact error drift phi phidot phiddot", at most 400 lines with the largest of each measure since the line
# before; below 1e-16 there is only rounding, and it is drawn there
course() {
    awk -v rows="$(grep -vc '^#' "$1")" "$csv_awk"'
    BEGIN { stride = int(rows / 400) + 1; split("trajectory_error energy_drift_J phi phidot phiddot", measure, " ") }
    at("t") == 0 { next } # the start is exact
    { for (i = 1; i <= 5; i++) if (at(measure[i]) != "" && at(measure[i]) + 0 > most[i]) most[i] = at(measure[i]) + 0
      if (++n % stride) next
      printf "%s %s %s", at("t"), at("observed_1"), at("exact_1") == "" ? "NaN" : at("exact_1")
      for (i = 1; i <= 5; i++) {
          printf " %s", i == 1 && at("exact_1") == "" ? "NaN" : most[i] < 1e-16 ? "1e-16" : most[i]
          most[i] = 0 }
      print "" }' "$1"
}

# history FILE WORDS...: runs it unless the file comes from just this run; the best pair may have changed since
history() {
    file=$1; shift
    fresh "$file"
    [ "$(sed -n 's/^# command *driftbench \(.*\) --history .*/\1/p; q' "$file" 2> /dev/null)" != "$*" ] || return 0
    [ -z "$REDRAW" ] || return 1
    go_on
    doing "histories: $*"
    "$DRIFTBENCH" "$@" --history "$file" > /dev/null < /dev/null
    [ -s "$file" ]
}

# figure PROBLEM NAME: runs what the list names, and draws it
figure() {
    rows=$data/histories-$2
    : > "$rows.dat.new"
    while read -r formulation integrator step; do
        history "$results/history-$2-$(slug "$formulation").csv" run "$1" -f "$formulation" -i "$integrator" -s "$step" --repeat 0 || continue
        [ ! -s "$rows.dat.new" ] || printf '\n\n' >> "$rows.dat.new"
        course "$file" >> "$rows.dat.new"
        echo "$formulation $integrator $step" >> "$rows.pairs.new"
        observed=$(sed -n 's/^# observed *//p' "$file")
    done < "$rows.list"
    [ -s "$rows.dat.new" ] || return 0
    mv -f "$rows.dat.new" "$rows.dat"; mv -f "$rows.pairs.new" "$rows.pairs"
    cut -d' ' -f1,2 "$rows.pairs" | styles "$rows.gp"
    { echo "steps = '$(cut -d' ' -f3 "$rows.pairs" | tr '\n' ' ')'"
      echo "end = $(awk 'NF { t = $1 } END { print t }' "$rows.dat")"
      echo "observed = '$(echo "$observed" | sed 's/^phi_\([0-9]\)/{\/LatinModernMath 𝜑}_\1/; s/^\([a-z]\)\([0-9]\)/\1_\2/')'"
      echo "unit = '$(echo "$observed" | sed 's/.*\[\(.*\)\]/\1/')'"
      awk 'NF { print $4, $5, $6, $7, $8 }' "$rows.dat" | sed 's/NaN/0/g' | decades error drift phi phidot phiddot; } >> "$rows.gp"
    set -- "$1" "$2" $(limits "$1" "$results/work_precision-$2.csv")
    draw histories.gp "histories-$2" "file='$rows.dat'" "styles='$rows.gp'" "tolerance=$3" "accuracy=$4"
}

for problem in $problems; do
    name=$(slug "$problem")
    [ -s "$results/ranking-$name.csv" ] || continue
    # the best place of each formulation: "formulation integrator step"
    awk "$csv_awk"'at("place") != "" && !had[at("formulation")]++ { print at("formulation"), at("integrator"), at("step") }' \
        "$results/ranking-$name.csv" | sort > "$data/histories-$name.list"
    [ -s "$data/histories-$name.list" ] || continue
    rm -f "$data/histories-$name.pairs.new"
    figure "$problem" "$name"
done
exit 0
