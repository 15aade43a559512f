#!/bin/sh
# The stiff governor: how large a step explicit and implicit pairs can take, and what numerical dissipation does to the balance.
. "$(dirname "$0")/common.sh"

problem=flyball-governor
has problems $problem && case " $problems " in *" $problem "*) ;; *) exit 0 ;; esac || exit 0
swept=$results/work_precision-$problem.csv file=$results/stiffness.csv
fresh "$file"
sweep "$file" $problem -f "$(commas $formulations)" -i "$(commas $integrators)" --limit "${LIMIT:-0.15}" \
    --steps 0.02,0.01,0.005,0.002,0.001,0.0005,0.00033,0.00025 || exit 0

# Largest step that completes, and largest that is within 1 mm, of every pair.
awk "$csv_awk"'
{ pair = at("formulation") " " at("integrator"); h = at("step") + 0
  if (!(pair in order)) { order[pair] = ++n; name[n] = pair }
  if (at("status") == "ok" && h > stable[pair]) stable[pair] = h
  if (at("status") == "ok" && at("trajectory_error") + 0 < 1e-3 && h > good[pair]) good[pair] = h }
END { for (i = 1; i <= n; i++) print name[i], stable[name[i]] + 0, good[name[i]] + 0 }' "$file" > "$data/stiffness.dat"

{ printf '%s\n' '\begin{tabular}{llrr}\toprule'
  printf '%s\n' 'formulation & integrator & largest step that completes [s] & largest step within 1\,mm [s] \\ \midrule'
  awk '{ printf "%s & %s & %s & %s \\\\\n", $1, $2, $3 ? $3 : "--", $4 ? $4 : "--" }' "$data/stiffness.dat"
  printf '%s\n' '\bottomrule\end{tabular}'; } > "$tables/.stiffness" && mv -f "$tables/.stiffness" "$tables/stiffness.tex"

# drift FORMULATION INTEGRATOR STEP: the largest error of the energy balance
drift() { "$DRIFTBENCH" run $problem -f "$1" -i "$2" -s "$3" --csv --repeat 1 2> /dev/null | awk "$csv_awk"'{ if (at("status") == "ok") printf "%.2g J", at("energy_drift_J"); else printf "none (%s)", at("status") }'; }
# momentum FORMULATION INTEGRATOR STEP: the largest change of the angular momentum
momentum() { "$DRIFTBENCH" run $problem -f "$1" -i "$2" -s "$3" --duration 2 --output - --repeat 1 2> /dev/null |
    awk '/^% stopped/ { m = 1e9 } !/^%/ { x = $6 < 0 ? -$6 : $6; if (x > m) m = x } END { printf "%.2g", m }'; }

for f in $formulations; do for i in $integrators; do
    echo "$(momentum "$f" "$i" 0.0002) $f + $i"; done; done | sort -g > "$data/momentum.dat"

{ awk '$2 == "rk4" { if ($3 > most) most = $3; if (least == "" || $3 < least) least = $3 }
    END { printf "\\defresult{stiff.rk4.hmax}{%g s}\n\\defresult{stiff.rk4.hmin}{%g s}\n", most, least }' "$data/stiffness.dat"
  awk '$1 == "ali3" && $2 != "rk4" { printf "\\defresult{stiff.ali3-%s.hmax}{%g s}\n", $2, $4 }' "$data/stiffness.dat"
  awk "$csv_awk"'at("status") == "ok" && at("trajectory_error") + 0 < 1e-3 && at("cpu_s") != "" {
      kind = base(at("integrator")) == "rk4" ? "explicit" : "implicit"; cpu = at("cpu_s") + 0
      if (!(kind in best) || cpu < best[kind]) { best[kind] = cpu; pair[kind] = at("formulation") " + " at("integrator"); h[kind] = at("step") } }
    END { for (k in best) { printf "\\defresult{stiff.%s.best.pair}{%s}\n\\defresult{stiff.%s.best.cpu}{%.3g ms}\n", k, pair[k], k, 1e3 * best[k]
          printf "\\defresult{stiff.%s.best.hmax}{%s s}\n", k, h[k] }
      if (best["implicit"] > 0) printf "\\defresult{stiff.gain}{%.1f}\n", best["explicit"] / best["implicit"] }' "$file"
  printf '%s\n' "\\defresult{stiff.compare.step}{0.005 s}"
  printf '%s\n' "\\defresult{stiff.trapezoidal.balance}{$(drift ali3 hht:alpha=0 0.005)}"
  printf '%s\n' "\\defresult{stiff.ali3-hht.balance}{$(drift ali3 hht 0.005)}"
  printf '%s\n' "\\defresult{stiff.ali3-bdf.balance}{$(drift ali3 bdf 0.005)}"
  awk 'NR == 1 { printf "\\defresult{stiff.momentum.best}{%s J\\,s}\n\\defresult{stiff.momentum.best.pair}{%s}\n", $1, $2 " + " $4 }
    END { printf "\\defresult{stiff.momentum.worst}{%s J\\,s}\n\\defresult{stiff.momentum.worst.pair}{%s}\n", $1, $2 " + " $4 }' "$data/momentum.dat"
} | macros stiffness
awk '{ print NR, $3, $4, $1 "+" $2 }' "$data/stiffness.dat" > "$data/stiffness-bars.dat"
draw stiffness.gp stiffness "file='$data/stiffness-bars.dat'"
