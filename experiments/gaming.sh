#!/bin/sh
# Why energy alone misleads: drift against trajectory error of every run on the double four-bar, and of a flight without
# constraints.
. "$(dirname "$0")/common.sh"
problem=double-four-bar file=$results/work_precision-double-four-bar.csv free=$results/free-double-four-bar.csv
wanted_problem $problem || exit 0
[ -s "$file" ] || { say "gaming: no runs of $problem"; exit 0; }
set -- $(limits $problem "$file")

fresh "$free"
[ -s "$free" ] || {
    head_of "$file"
    "$DRIFTBENCH" free $problem --step 0.001 | sed 's/^problem,.*/&,command/; t
s/$/,driftbench free '$problem' --step 0.001/'; } | replace "$free"

# formulation integrator drift error passes accurate robust step command; runs that broke off are not in it
awk "$csv_awk"'
at("status") == "ok" && at("energy_drift_J") > 0 && at("trajectory_error") > 0 {
    printf "%s %s %.6g %.6g %d %d %d %.6g %s\n", at("formulation"), at("integrator"), at("energy_drift_J"), at("trajectory_error"),
        at("passes"), at("accurate"), at("robust"), at("step"), at("command") }' "$file" | sort -k1,2 -k8,8g > "$data/gaming.rows"
[ -s "$data/gaming.rows" ] || exit 0
awk "$csv_awk"'{ printf "none rk4 %.6g %.6g 0 0 0 %.6g %s\n", at("energy_drift_J"), at("trajectory_error"), at("step"), at("command") }' \
    "$free" > "$data/gaming.free"
{ head_of "$file"
  echo "formulation,integrator,energy_drift_J,trajectory_error,passes,accurate,robust,step,command"
  cat "$data/gaming.rows" "$data/gaming.free" | fields 8; } | replace "$results/gaming.csv"

# 2: accurate and robust, 1: passes by energy alone, or by luck, 0: fails
awk '{ print $1, $2, $3, $4, ($6 && $7 ? 2 : $5 ? 1 : 0) }' "$data/gaming.rows" | blocks 2 > "$data/gaming.dat"
cut -d' ' -f1,2 "$data/gaming.rows" | uniq | styles "$data/gaming.gp"
set -- "$@" $(cut -d' ' -f3,4 "$data/gaming.free")
draw gaming.gp gaming "file='$data/gaming.dat'" "styles='$data/gaming.gp'" "tolerance=$1" "accuracy=$2" "free_drift=$4" "free_error=$5"
exit 0
