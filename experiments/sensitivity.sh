#!/bin/sh
# Drift and cost against the parameters of formulations and integrators, at a fixed step on the Bricard mechanism.
. "$(dirname "$0")/common.sh"
problem=bricard step=10/1500
has problems $problem || problem=${problems%% *}
case " $problems " in *" $problem "*) ;; *) exit 0 ;; esac

# list MODULE: PARAMETER VALUES...: "module:parameter=value,module:…"; MODULE ends with a colon, or a comma after others
list() { module=$1 parameter=$2; shift 2; l=; for v; do l="$l,$module$parameter=$v"; done; echo "${l#,}"; }

# vary PANEL FIELD FORMULATIONS INTEGRATORS: rows "panel series value drift cpu passes"; FIELD says whose value it is
vary() {
    file=$results/sensitivity-$1.csv
    fresh "$file"
    sweep "$file" $problem -f "$3" -i "$4" --steps $step --limit 5 || return 0
    awk -v panel="$1" -v from="$2" "$csv_awk"'
    { text = at(from); other = at(from == "formulation" ? "integrator" : "formulation")
      if (at("status") != "ok" || text == "") next
      value = text; sub(/.*(alpha|omega|rho)=/, "", value); sub(/,.*/, "", value)
      series = base(text) "+" base(other)
      printf "%s %s %s %.6g %.6g %d\n", panel, series, value, at("energy_drift_J"), 1e3 * at("cpu_s"), at("passes") }' "$file"
}
alphas='1e2 1e3 1e4 1e5 1e6 1.0001e7 1e8 1e9 1e10'
{ has formulations penalty && vary penalty formulation "$(list penalty: alpha $alphas)" rk4,hht
  has formulations ali3 && vary ali3 formulation "$(list ali3: alpha $(echo $alphas | sed 's/1e6/1.0001e6/'))" hht,genalpha
  has formulations lagrange && vary baumgarte formulation "$(list lagrange:project=0,row=baumgarte, omega 1 3 10.001 30 100 300 1000)" rk4,hht
  has integrators genalpha && vary rho integrator ali3,penalty "$(list genalpha: rho 0 0.2 0.4 0.6 0.8 0.9001 1)"
  has integrators hht && vary alpha integrator ali3,penalty "$(list hht: alpha -0.33 -0.25 -0.15 -0.1 -0.05001 -0.02 0)"
} > "$data/sensitivity.rows"
[ -s "$data/sensitivity.rows" ] || { say "sensitivity: no run completes"; exit 0; }
for panel in penalty ali3 baumgarte rho alpha; do
    awk -v p=$panel '$1 == p { print $2, $3, $4, $5 }' "$data/sensitivity.rows" | sort -k1,1 -k2,2g |
        awk '{ if (NR > 1 && $1 != last) printf "\n\n"; last = $1; print $2, $3, $4 }' > "$data/sensitivity-$panel.dat"
    names=$(awk -v p=$panel '$1 == p { print $2 }' "$data/sensitivity.rows" | sort -u | tr '\n' ' ')
    echo "names_$panel = '$names'"
done > "$data/sensitivity.gp"
draw sensitivity.gp sensitivity "styles='$data/sensitivity.gp'" "data='$data/sensitivity-'"

awk 'function def(a, b) { printf "\\defresult{sensitivity.%s}{\\num{%.0e}}\n", a, b }
$6 == 1 && ($1 == "penalty" && $2 == "penalty+rk4" || $1 == "ali3" && $2 == "ali3+hht") {
    if (!($1 in lo) || $3 < lo[$1]) lo[$1] = $3 + 0; if ($3 + 0 > hi[$1]) hi[$1] = $3 + 0 }
END { for (k in lo) { def(k ".alpha.low", lo[k]); def(k ".alpha.high", hi[k]) } }' "$data/sensitivity.rows" > "$data/sensitivity.macros"

# Redundant constraints: the largest robust step of penalty with RK4 for a small and for a large factor.
if [ $problem = bricard ] && has formulations penalty; then
    fresh "$results/redundancy.csv"
    sweep "$results/redundancy.csv" bricard -f penalty:alpha=1e5,penalty:alpha=1e9 -i rk4 \
        --steps 0.1,0.0714,0.05,0.0357,0.025,0.0179,0.0125,0.00893,0.00625,0.0044,0.003 --repeat 1 &&
        awk "$csv_awk"' at("robust") == 1 { who = at("formulation"); if (at("step") + 0 > h[who]) h[who] = at("step") + 0 }
        END { for (who in h) { v = who; sub(/.*=/, "", v); k = v + 0 < 1e6 ? "small" : "large"
              printf "\\defresult{redundancy.alpha.%s}{\\num{%.0e}}\n\\defresult{redundancy.alpha.%s.step}{\\SI{%.2g}{\\second}}\n", k, v, k, h[who] } }' \
            "$results/redundancy.csv" >> "$data/sensitivity.macros"
fi
macros sensitivity < "$data/sensitivity.macros"
exit 0
