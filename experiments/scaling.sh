#!/bin/sh
# CPU time a step and memory against size, with each linear solver: the chain of four-bars, and the grid.
. "$(dirname "$0")/common.sh"
formulation=ali3 integrator=hht:alpha=0
{ has formulations ali3 && has integrators hht; } || { say "scaling: there is no ali3 with hht"; exit 0; }

# measure FILE PROBLEM SOLVER: a few steps; a process of its own, so that its memory is that of this run
measure() {
    fresh "$1"
    sweep "$1" "$2" -f $formulation -i $integrator --duration 0.02 --steps 0.001 --solver "$3" 2>/dev/null || return 0
    awk -v solver="$3" "$csv_awk"' at("cpu_s") != "" { printf "%s %.6g %.6g\n", solver, 1e6 * at("cpu_s") / at("steps"), at("memory_kB") / 1024 }' "$1"
}

: > "$data/scaling.rows"
if has problems n-four-bar; then
    sizes='3 10 30 100 300 1000 3000 10000'
    for n in $sizes; do
        for solver in auto band sparse dense; do
            if [ $solver = dense ] && [ "$n" -gt 300 ]; then continue; fi
            measure "$results/scaling-chain-$n-$solver.csv" n-four-bar:n=$n $solver | sed "s/^/chain $n /"
        done
        say "scaling: N = $n done"
    done >> "$data/scaling.rows"
fi
if has problems multi-four-bar; then
    for n in 3 5 10 20; do
        for solver in auto sparse; do
            measure "$results/scaling-grid-$n-$solver.csv" multi-four-bar:rows=$n,columns=$n $solver | sed "s/^/grid $n /"
        done
    done >> "$data/scaling.rows"
fi
[ -s "$data/scaling.rows" ] || { say "scaling: no run completes"; exit 0; }

{ echo "problem,size,solver,cpu_us_per_step,memory_MB"; tr ' ' ',' < "$data/scaling.rows"; } > "$results/scaling.csv"
sort -k1,1 -k3,3 -k2,2g "$data/scaling.rows" | awk '{ k = $1 " " $3; if (NR > 1 && k != last) printf "\n\n"; last = k; print $2, $4, $5 }' > "$data/scaling.dat"
curves=$(sort -k1,1 -k3,3 -k2,2g "$data/scaling.rows" | awk '{ print $1 "-" $3 }' | uniq | tr '\n' ' ')
draw scaling.gp scaling "file='$data/scaling.dat'" "curves='$curves'"

# Exponent by least squares of the logarithms, over the upper half of the sizes.
awk 'function def(a, b) { printf "\\defresult{scaling.%s}{%s}\n", a, b }
$1 == "chain" { k = $3; c[k]++; x[k, c[k]] = log($2); y[k, c[k]] = log($4); if ($2 > most) most = $2; at[k, $2] = $4 }
END { def("nmax", "\\num{" most "}")
      for (k in c) { n = sx = sy = sxx = sxy = 0
          for (i = int(c[k] / 2) + 1; i <= c[k]; i++) { n++; sx += x[k, i]; sy += y[k, i]; sxx += x[k, i]^2; sxy += x[k, i] * y[k, i] }
          if (n > 1) def((k == "auto" ? "ali3" : "ali3." (k == "band" ? "banded" : k)) ".exponent", sprintf("\\num{%.2f}", (n * sxy - sx * sy) / (n * sxx - sx^2))) }
      for (i = 1; i <= c["dense"]; i++) { s = exp(x["dense", i]); s = int(s + 0.5); if (at["auto", s] < at["dense", s] && !cross) cross = 2 * (s + 1) }
      if (cross) def("crossover", cross) }' "$data/scaling.rows" | macros scaling
exit 0
