#!/bin/sh
# Who survives the horizontal crossing of the double four-bar: against step size and a disturbance of the start.
. "$(dirname "$0")/common.sh"
problem=double-four-bar
has problems $problem || { say "singularity: there is no $problem"; exit 0; }
case " $problems " in *" $problem "*) ;; *) exit 0 ;; esac

steps=10/150,10/299,10/401,10/600,10/997,10/1501,10/2003,10/3001
[ -z "$FULL" ] || steps=$steps,10/250,10/350,10/500,10/800,10/1200,10/2500,10/5003,10/10007
perturbations='0 1e-8 1e-6 1e-4'
for size in $perturbations; do
    file=$results/singularity-$size.csv
    fresh "$file"
    set --; [ "$size" = 0 ] || set -- --perturb "$size"
    sweep "$file" $problem -f "$(commas $formulations)" -i "$(commas $integrators)" --steps $steps --repeat 0 "$@" || exit 1
    awk -v size=$size "$csv_awk"'
    { printf "%s %s %s %.6g %d\n", size, at("formulation"), at("integrator"), at("step"), at("status") == "ok" }' "$file"
done > "$data/singularity.rows"

# survivals of the naive factorisation, which does not know that constraints may depend on each other
lu='none of 0'
"$DRIFTBENCH" run $problem -f lagrange:solve=lu -i "${integrators%% *}" -s 0.01 --repeat 0 > /dev/null 2>&1
if [ $? -lt 2 ]; then
    fresh "$results/singularity-lu.csv"
    sweep "$results/singularity-lu.csv" $problem -f lagrange:solve=lu -i "$(commas $integrators)" --steps $steps --repeat 0 --perturb 1e-4 &&
        lu=$(awk "$csv_awk"' { n++; ok += at("status") == "ok" } END { print ok + 0 " of " n + 0 }' "$results/singularity-lu.csv")
fi

awk '{ print $2, $3 }' "$data/singularity.rows" | sort -u > "$data/singularity.pairs"
styles "$data/singularity.gp" < "$data/singularity.pairs"
i=0
for size in $perturbations; do
    awk -v size=$size 'NR == FNR { place[$1 " " $2] = NR; next } $1 == size { print $4, place[$2 " " $3], $5 }' \
        "$data/singularity.pairs" "$data/singularity.rows" > "$data/singularity-$i.dat"
    i=$((i + 1))
done
draw singularity.gp singularity "data='$data/singularity-'" "styles='$data/singularity.gp'" "sizes='$perturbations'"

awk -v lu="$lu" 'function def(a, b) { printf "\\defresult{singularity.%s}{%s}\n", a, b }
{ pair = $2 " " $3; all[$2] += $5 }
$1 == "1e-4" { n[pair]++; ok[pair] += $5; total++ }
END { for (p in n) if (ok[p] == n[p]) s++; else { lost += n[p] - ok[p]; tried += n[p] }
      for (f in all) { if (best == "" || all[f] > all[best]) best = f; if (worst == "" || all[f] < all[worst]) worst = f }
      def("perturbation", "\\SI{1e-4}{\\metre}"); def("survivors", s + 0); def("lost", (lost + 0) " of " (tried + 0)); def("crossings", 10)
      def("best.formulation", "\\text{" best "}"); def("worst.formulation", "\\text{" worst "}"); def("lu.survived", lu) }' \
    "$data/singularity.rows" | macros singularity
exit 0
