#!/bin/sh
# Who survives the horizontal crossing of the double four-bar: against step size and a disturbance of the start.
. "$(dirname "$0")/common.sh"
problem=double-four-bar
wanted_problem $problem || exit 0

steps=10/150,10/299,10/401,10/600,10/997,10/1501,10/2003,10/3001
[ -z "$FULL" ] || steps=$steps,10/250,10/350,10/500,10/800,10/1200,10/2500,10/5003,10/10007
perturbations='0 1e-8 1e-6 1e-4'

# cross FILE SIZE FORMULATIONS: all integrators at all steps
cross() {
    fresh "$1"
    set -- "$1" "$2" $problem -f "$3" -i "$(commas $integrators)" --steps $steps --repeat 0
    if [ "$2" != 0 ]; then set -- "$@" --perturb "$2"; fi
    file=$1; shift 2
    sweep "$file" "$@" && return
    [ -z "$REDRAW" ] || say "singularity: there are no runs with a disturbance of $size m"
    exit 0 # a sweep that failed has said so
}
for size in $perturbations; do
    cross "$results/singularity-$size.csv" $size "$(commas $formulations)"
done

# Variants that do without what the others have: a factorisation that takes the rank for granted, and no projections.
has_variant() { # FORMULATION:PARAMETER=VALUE
    case " $formulations " in *" ${1%%:*} "*) ;; *) return 1 ;; esac
    "$DRIFTBENCH" run $problem -f "$1" -i "${integrators%% *}" -s 0.01 --repeat 0 > /dev/null 2>&1
    [ $? -lt 2 ]
}
variants=
for variant in lagrange:solve=lu lagrange:project=0; do
    if has_variant $variant; then variants=$variants,$variant; fi
done
if [ -n "$variants" ]; then
    for size in $perturbations; do
        cross "$results/singularity-variants-$size.csv" $size "${variants#,}"
    done
fi
# Where constraints depend on each other all the time, the same factorisation has no chance.
if has_variant lagrange:solve=lu; then
    for other in bricard multi-four-bar; do
        wanted_problem $other || continue
        fresh "$results/redundancy-lu-$other.csv"
        sweep "$results/redundancy-lu-$other.csv" $other -f lagrange:solve=lu -i "$(commas $integrators)" --repeat 0 \
            --steps 10/401,10/1501 --limit 5
    done
fi

# The rows of all: perturbation formulation integrator step status within command
set -- $(limits $problem "$results/singularity-0.csv")
for size in $perturbations; do
    for name in singularity-$size singularity-variants-$size; do
        [ ! -s "$results/$name.csv" ] || awk -v size=$size -v tolerance="$1" "$csv_awk"'
        { good = at("status") == "ok" && at("energy_drift_J") + 0 < tolerance
          printf "%s %s %s %.6g %s %d %s\n", size, at("formulation"), at("integrator"), at("step"), at("status"), good, at("command") }' "$results/$name.csv"
    done
done > "$data/singularity.all"
{ head_of "$results/singularity-0.csv"
  echo "perturbation_m,formulation,integrator,step,status,within_tolerance,command"
  fields 6 < "$data/singularity.all"; } | replace "$results/singularity.csv"
{ head_of "$results/singularity-0.csv"
  echo "perturbation_m,formulation,integrator,survived,within_tolerance,runs,off_branch,diverged,other,command"
  awk '{ k = $1 " " $2 " " $3; if (!n[k]++) order[++m] = k; s[k, $5]++; good[k] += $6 }
  END { for (i = 1; i <= m; i++) { k = order[i]; ok = s[k, "ok"]; off = s[k, "off-branch"]; away = s[k, "diverged"]
        printf "%s %d %d %d %d %d %d make experiment-singularity\n", k, ok, good[k], n[k], off, away, n[k] - ok - off - away } }' "$data/singularity.all" | fields 9; } |
    replace "$results/singularity-survival.csv"

# A line of the figure is a pair: "row step what", a file for each disturbance; what is 3 within the tolerance, 2 on the branch, 1 off it, 0 neither
awk '{ print $2, $3 }' "$data/singularity.all" | sort -u > "$data/singularity.pairs"
styles "$data/singularity.gp" < "$data/singularity.pairs"
i=0
for size in $perturbations; do
    awk -v size=$size 'NR == FNR { place[$1 " " $2] = NR; next }
    $1 == size { print place[$2 " " $3], $4, ($6 ? 3 : $5 == "ok" ? 2 : $5 == "off-branch" ? 1 : 0) }' \
        "$data/singularity.pairs" "$data/singularity.all" > "$data/singularity-$i.dat"
    i=$((i + 1))
done
draw singularity.gp singularity "data='$data/singularity-'" "styles='$data/singularity.gp'" "sizes='$perturbations'"

exit 0
