#!/bin/sh
# CPU time a step and memory against size: ali3 with each linear solver, and every formulation with the one it chooses; the chain
# of four-bars, and the grid.
. "$(dirname "$0")/common.sh"
integrator=hht:alpha=0
wanted integrators hht || exit 0
wanted_problem n-four-bar || wanted_problem multi-four-bar || exit 0
mkdir -p "$results/scaling"
slowest=15000 # [us] a step; a size that is expected to take longer, at the pace of the last two sizes, is left out

# coordinates PROBLEM
coordinates() {
    "$DRIFTBENCH" run "$1" -f ali3 -i $integrator -s 0.001 --duration 0.001 --repeat 0 |
        sed -n 's/^problem .*(\([0-9]*\) coordinates.*/\1/p'
}

# measure KIND SIZE PROBLEM FORMULATION SOLVER: a few steps; a process of its own, so that its memory is that of this run.
# Standard output: "kind formulation solver size coordinates us_per_step MB command"
measure() {
    file=$results/scaling/$1-$2-$4-$5.csv
    steps=$((12000 / n)); [ $steps -le 200 ] || steps=200; [ $steps -ge 20 ] || steps=20
    if wanted_problem "${3%%:*}" && case " $formulations " in *" $4 "*) ;; *) false ;; esac; then
        fresh "$file"
        sweep "$file" "$3" -f "$4" -i $integrator --duration $steps/1000 --steps 0.001 --solver "$5" 2> "$data/scaling.log" || return 0
    fi
    [ -s "$file" ] || return 0 # what others have run before is shown, too
    awk -v line="$1 $4 $5 $2 $n" "$csv_awk"'
    at("cpu_s") != "" { printf "%s %.6g %.6g %s\n", line, 1e6 * at("cpu_s") / at("steps"), at("memory_kB") / 1024, at("command") }' "$file"
}

# grow KIND FORMULATION SOLVER SIZES...: sizes one after the other, until the next would be too slow
series=0 began=$(date +%s)
grow() {
    kind=$1 formulation=$2 solver=$3; shift 3
    [ $series -eq 0 ] || left=", about $((($(date +%s) - began) * (all - series) / series)) s left"
    series=$((series + 1))
    last=0 before=1 exponent=2.5
    for size; do
        n=$(sed -n "s/^$kind $size //p" "$data/scaling.sizes")
        if awk "BEGIN { exit !($last * ($n / $before) ^ $exponent > $slowest) }"; then return; fi
        problem=n-four-bar:n=$size; [ $kind = chain ] || problem=multi-four-bar:rows=$size,columns=$size
        doing "scaling: $problem with $formulation and the solver $solver; series $series of $all$left"
        row=$(measure $kind $size $problem $formulation $solver)
        [ -z "$row" ] || echo "$row"
        now=$(echo "$row" | cut -d' ' -f6)
        exponent=$(awk -v a="$last" -v b="${now:-0}" -v r="$n/$before" 'BEGIN { split(r, s, "/")
            print (a > 0 && b > 0 ? log(b / a) / log(s[1] / s[2]) + 0.2 : 2.5) }')
        last=${now:-0} before=$n
    done
}

chain=${CHAIN:-3 10 30 100 300 1000 3000 10000} grid=${GRID:-3 5 10 20} # the tests want less
{ has problems n-four-bar && for n in $chain; do echo "chain $n $(coordinates n-four-bar:n=$n)"; done
  has problems multi-four-bar && for n in $grid; do echo "grid $n $(coordinates multi-four-bar:rows=$n,columns=$n)"; done
} > "$data/scaling.sizes"
others=$(printf '%s\n' $(names formulations) $formulations | awk '$0 != "ali3" && !seen[$0]++')
left= all=$(($(cut -d' ' -f1 "$data/scaling.sizes" | sort -u | wc -l) * (4 + $(echo $others | wc -w))))
for kind in chain grid; do
    grep -q "^$kind" "$data/scaling.sizes" || continue
    sizes=$chain; [ $kind = chain ] || sizes=$grid
    for solver in auto band sparse dense; do
        has formulations ali3 && grow $kind ali3 $solver $sizes
    done
    for formulation in $others; do
        grow $kind "$formulation" auto $sizes
    done
    [ -n "$REDRAW" ] || say "scaling: the $kind is done"
done > "$data/scaling.all"
[ -s "$data/scaling.all" ] || { say "scaling: no run completes"; exit 0; }

source=$(find "$results/scaling" -name '*.csv' | sort | head -n 1)
{ head_of "$source"
  echo "problem,formulation,solver,size,coordinates,cpu_us_per_step,memory_MB,command"
  fields 7 < "$data/scaling.all"; } | replace "$results/scaling.csv"

# Exponents of n, the number of coordinates, by least squares of the logarithms over the upper half of the sizes:
# "kind formulation solver exponent points"
awk '{ k = $1 " " $2 " " $3; if (!c[k]) order[++m] = k; c[k]++; x[k, c[k]] = log($5); y[k, c[k]] = log($6) }
END { for (j = 1; j <= m; j++) { k = order[j]; n = sx = sy = sxx = sxy = 0
          for (i = int((c[k] + 1) / 2); i <= c[k]; i++) { n++; sx += x[k, i]; sy += y[k, i]; sxx += x[k, i]^2; sxy += x[k, i] * y[k, i] }
          print k, (n > 1 ? sprintf("%.2f", (n * sxy - sx * sy) / (n * sxx - sx^2)) : "none"), n } }' "$data/scaling.all" > "$data/scaling.exponents"
{ head_of "$source"; echo "problem,formulation,solver,exponent,points,command"
  sed 's/$/ make experiment-scaling/' "$data/scaling.exponents" | fields 5; } | replace "$results/scaling-exponents.csv"

cut -d' ' -f1-3,5- "$data/scaling.all" | blocks 3 > "$data/scaling.dat"
cut -d' ' -f2 "$data/scaling.exponents" | sed 's/$/ hht/' | styles "$data/scaling.gp"
awk '{ k = k " " $1; s = s " " $3; e = e " " $4 } END { printf "kinds = \"%s\"\nsolvers = \"%s\"\nexponents = \"%s\"\n", k, s, e }' \
    "$data/scaling.exponents" >> "$data/scaling.gp"
draw scaling.gp scaling "file='$data/scaling.dat'" "styles='$data/scaling.gp'"

exit 0
