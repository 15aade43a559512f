#!/bin/sh
# The stiff governor: how large a step explicit and implicit pairs can take, and what numerical dissipation does to the balance.
. "$(dirname "$0")/common.sh"

problem=flyball-governor
wanted_problem $problem || exit 0
file=$results/stiffness.csv
fresh "$file"
sweep "$file" $problem -f "$(commas $formulations)" -i "$(commas $integrators)" --limit "${LIMIT:-0.15}" \
    --steps 0.02,0.01,0.005,0.002,0.001,0.0005,0.00033,0.00025 || exit 0

# Largest step that completes, and largest that is within 1 mm, of every pair.
awk "$csv_awk"'
{ who = run_pair(); h = at("step") + 0
  if (!(who in order)) { order[who] = ++n; name[n] = who }
  if (at("status") == "ok" && h > stable[who]) stable[who] = h
  if (at("status") == "ok" && at("trajectory_error") + 0 < 1e-3 && h > good[who]) good[who] = h }
END { for (i = 1; i <= n; i++) print name[i], stable[name[i]] + 0, good[name[i]] + 0 }' "$file" | sort -k4,4gr -k3,3gr > "$data/stiffness.dat"

{ head_of "$file"; echo "formulation,integrator,largest_step_completes,largest_step_within_1_mm,command"
  sed 's/$/ make experiment-stiffness/' "$data/stiffness.dat" | fields 4; } | replace "$results/stiffness-steps.csv"
cut -d' ' -f1,2 "$data/stiffness.dat" | styles "$data/stiffness.gp"
# the error of s at every step: "row step error", the row being that of the pair on the left
awk "$csv_awk"'at("status") == "ok" { print run_pair(), at("step"), at("trajectory_error") }' "$file" |
    awk 'NR == FNR { place[$1 " " $2] = NR; next } { print place[$1 " " $2], $3, $4 }' "$data/stiffness.dat" - |
    sort -k1,1n -k2,2g > "$data/stiffness.points"
blocks 1 < "$data/stiffness.points" > "$data/stiffness-error.dat"
awk '{ print NR, $3, $4 }' "$data/stiffness.dat" > "$data/stiffness-steps.dat"
echo "completed = '$(cut -d' ' -f1 "$data/stiffness.points" | uniq | tr '\n' ' ')'" >> "$data/stiffness.gp"
# The damper's rate at the start, mu = 2 C ((dl/dalpha)^2 / I + (dl/ds)^2 / m), and what RK4 can bear: h |mu| < 2.785.
bound=$(awk 'BEGIN { C = 4e4; I = 10.200005; m = 3; print 2.785 / (2 * C * (3 / 16 / I + 1 / 4 / m)) }')
draw stiffness.gp stiffness "bound=$bound" "steps='$data/stiffness-steps.dat'" "file='$data/stiffness-error.dat'" "styles='$data/stiffness.gp'"

# What numerical dissipation does to the energy balance at one step.
compare=0.005 balance=$results/stiffness-balance.csv
if wanted formulations ali3 && wanted integrators hht && wanted integrators bdf; then
    fresh "$balance"
    sweep "$balance" $problem -f ali3 -i hht:alpha=0,hht,bdf --steps $compare --repeat 0
fi
# The largest change of the angular momentum, pair by pair; a row is there as soon as it is known.
momentum=$results/stiffness-momentum.csv
fresh "$momentum"
[ -s "$momentum" ] || { head_of "$file"; echo "formulation,integrator,angular_momentum_change_Js,command"; } | replace "$momentum"
for f in $formulations; do for i in $integrators; do
    pair=$(echo "$f $i " | fields 2)
    if [ -n "$REDRAW" ] || awk -v pair="$pair" 'index($0, pair) == 1 { known = 1 } END { exit !known }' "$momentum"; then continue; fi
    go_on
    doing "stiffness: the angular momentum of $f + $i"
    set -- run $problem -f "$f" -i "$i" -s 0.0002 --duration 2 --output - --repeat 0
    row=$("$DRIFTBENCH" "$@" 2> /dev/null | awk '/^% stopped/ { m = 1e9 } !/^%/ { x = $6 < 0 ? -$6 : $6; if (x > m) m = x } END { printf "%.4g", m }')
    { cat "$momentum"; echo "$f $i $row driftbench $*" | fields 3; } | replace "$momentum"
done; done
exit 0
