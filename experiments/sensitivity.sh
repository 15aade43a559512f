#!/bin/sh
# Drift and cost against the parameters of formulations and integrators, at a fixed step on the Bricard mechanism.
. "$(dirname "$0")/common.sh"
problem=bricard step=${STEP:-10/1500}
wanted_problem $problem || exit 0

# list MODULE: PARAMETER VALUES...: "module:parameter=value,module:…"; MODULE ends with a colon, or a comma after others
list() { module=$1 parameter=$2; shift 2; l=; for v; do l="$l,$module$parameter=$v"; done; echo "${l#,}"; }

# default MODULE PARAMETER, as the program's help says it
default() { "$DRIFTBENCH" help "$1" | awk -v p="$2" '$1 == p && $2 == "=" { print $3 + 0; exit }'; }

# vary PANEL FIELD MODULE PARAMETER FORMULATIONS INTEGRATORS: rows "panel formulation integrator value default drift cpu_ms status
# passes command"; FIELD says whose parameter it is. The program leaves out a value that is the default. A default of 0 means that the
# method chooses the value itself; it is run, too.
vary() {
    file=$results/sensitivity-$1.csv
    if [ -n "$5" ] && [ -n "$6" ]; then
        fresh "$file"
        sweep "$file" $problem -f "$5" -i "$6" --steps $step --limit 5 --repeat 2 || return 0
    fi
    [ -s "$file" ] || return 0
    awk -v panel="$1" -v field="$2" -v parameter="$4" -v usual="$(default "$3" "$4")" "$csv_awk"'
    { value = usual
      text = at(field)
      if (match(text, "[:,]" parameter "=")) { value = substr(text, RSTART + RLENGTH); sub(/,.*/, "", value) }
      printf "%s %s %s %s %s %s %s %s %d %s\n", panel, base(at("formulation")), base(at("integrator")), value + 0, usual,
          at("energy_drift_J") == "" ? "-" : at("energy_drift_J"), at("cpu_s") == "" ? "-" : 1e3 * at("cpu_s"), at("status"), at("passes"), at("command") }' "$file"
}
chosen() { [ "$(default "$1" "$2")" != 0 ] || echo ",$3"; } # MODULE PARAMETER WORD: ",WORD" when the method chooses
both() { both=; for m; do if wanted "$1" "$m"; then both=$both,$m; fi; done; echo "${both#,}"; } # may be empty
only() { ! wanted "$1" "$2" || echo "$3"; } # formulations|integrators MODULE LIST: the list if the module is wanted
alphas='1e2 1e3 1e4 1e5 1e6 1e7 1e8 1e9 1e10' more='1e11 1e12 1e13'
{ vary penalty formulation penalty alpha "$(only formulations penalty "$(list penalty: alpha $alphas $more)$(chosen penalty alpha penalty)")" "$(both integrators rk4 hht)"
  vary ali3 formulation ali3 alpha "$(only formulations ali3 "$(list ali3: alpha $alphas)$(chosen ali3 alpha ali3)")" "$(both integrators hht genalpha)"
  vary baumgarte formulation lagrange omega "$(only formulations lagrange \
      "$(list lagrange:project=0,row=baumgarte, omega 1 3 10 30 100 300 1000)$(chosen lagrange omega lagrange:project=0,row=baumgarte)")" "$(both integrators rk4 hht)"
  vary rho integrator genalpha rho "$(both formulations ali3 penalty)" "$(only integrators genalpha "$(list genalpha: rho 0 0.2 0.4 0.6 0.8 0.9 1)")"
  vary alpha integrator hht alpha "$(both formulations ali3 penalty)" "$(only integrators hht "$(list hht: alpha -0.33 -0.25 -0.15 -0.1 -0.05 -0.02 0)")"
  vary order integrator bdf order "$(both formulations ali3 penalty)" "$(only integrators bdf "$(list bdf: order 1 2 3 4 5 6)")"
} > "$data/sensitivity.all"
[ -s "$data/sensitivity.all" ] || { say "sensitivity: no run completes"; exit 0; }
source=$(find "$results" -name "sensitivity-*.csv" | sort | head -n 1)
{ head_of "$source"; echo "parameter,formulation,integrator,value,default,energy_drift_J,cpu_ms,status,passes,command"
  awk '{ for (i = 1; i <= 9; i++) { printf "%s,", $i == "-" ? "" : $i; $i = "" } sub(/^ +/, ""); print "\"" $0 "\"" }' "$data/sensitivity.all"
} | replace "$results/sensitivity.csv"
# the longest stretch of values, one after the other, with which a pair passes
{ head_of "$source"; echo "parameter,formulation,integrator,default,passes_from,passes_to,command"
  awk '$4 != 0 || $5 != 0' "$data/sensitivity.all" | sort -k1,3 -k4,4g | awk '
  function flush(    i, from, best) {
      lo = hi = ""
      for (i = 1; i <= n; i++) {
          if (!good[i]) { from = 0; continue }
          if (!from) from = i
          if (i - from + 1 > best) { best = i - from + 1; lo = value[from]; hi = value[i] }
      }
      if (n) print key "," usual "," lo "," hi ",make experiment-sensitivity"
      n = 0
  }
  { k = $1 "," $2 "," $3; if (k != key) flush(); key = k; usual = $5; value[++n] = $4; good[n] = $9 }
  END { flush() }'; } | replace "$results/sensitivity-ranges.csv"

# Blocks "value drift cpu"; the values that fail, and what a method chose, apart from them.
awk '$8 == "ok" && ($4 != 0 || $5 != 0) { print $1, $2, $3, $4, $6, $7 }' "$data/sensitivity.all" | sort -k1,3 -k4,4g > "$data/sensitivity.whole"
blocks 3 < "$data/sensitivity.whole" > "$data/sensitivity.dat"
cut -d' ' -f1-3 "$data/sensitivity.whole" | uniq > "$data/sensitivity.curves"
cut -d' ' -f2,3 "$data/sensitivity.curves" | styles "$data/sensitivity.gp"
{ echo "panels = '$(cut -d' ' -f1 "$data/sensitivity.curves" | tr '\n' ' ')'"
  awk '$8 != "ok" { f = f " " $1; v = v ", " $4; m++; n = n " " $2; i = i " " $3 }
       !($1 in seen) { seen[$1] = 1; d = d "usual_" $1 " = " $5 "\n" }
       END { printf "%sfailed = \"%s\"\narray failed_at[%d] = [0%s]\nfailed_formulation = \"%s\"\nfailed_integrator = \"%s\"\n", d, f, m + 1, v, n, i }' "$data/sensitivity.all"
  awk '$8 == "ok" && $4 == 0 && $5 == 0 { p = p " " $1; f = f " " $2; i = i " " $3; d = d ", " $6; c = c ", " $7; m++ }
       END { printf "chosen = \"%s\"\nchosen_formulation = \"%s\"\nchosen_integrator = \"%s\"\n", p, f, i
             printf "array chosen_drift[%d] = [0%s]\narray chosen_cost[%d] = [0%s]\n", m + 1, d, m + 1, c }' "$data/sensitivity.all"
  awk '$8 == "ok" { print $6, $7 }' "$data/sensitivity.all" | decades drift cost
} >> "$data/sensitivity.gp"
set -- $(limits $problem "$source")
draw sensitivity.gp sensitivity "file='$data/sensitivity.dat'" "styles='$data/sensitivity.gp'" "tolerance=$1" "step=${step%/*}.0/${step#*/}"

# Redundant constraints: penalty with RK4 for a small and for a large factor.
if wanted formulations penalty && wanted integrators rk4; then
    fresh "$results/redundancy.csv"
    sweep "$results/redundancy.csv" bricard -f penalty:alpha=1e5,penalty:alpha=1e9 -i rk4 \
        --steps 0.1,0.0714,0.05,0.0357,0.025,0.0179,0.0125,0.00893,0.00625,0.0044,0.003 --repeat 1
fi
exit 0
