#!/bin/sh
# The start of `make experiments`: whether this build and this machine deserve to be quoted.
#   sh experiments/self_check.sh           everything; writes build/results/self_check.csv
#   sh experiments/self_check.sh names     only the names in PROBLEMS, FORMULATIONS, INTEGRATORS, and FULL, and the tools
#
# Digits: a few runs must give the stored energy drift and trajectory error to 1 part in 10^4. Rounding, another solver or
# another compiler changes them by about 1 part in 10^7, and lagrange and nullspace, which share no solver, differ by
# at most 2 in 10^5 here; a wrong sign anywhere changes the first digits. Nothing overrules this check.
#
# Noise: a standard run is timed 20 times, each time the fastest of 3 as in the sweeps. The spread is how much three
# quarters of the results exceed the best one at most. Above 20 % a ranking would be one of the machine's moods: the
# check waits for a calmer minute, and then refuses. NOISY=1 goes on at once all the same, and the results say so.
#
# SELF_CHECK_TIMES=FILE takes the timings [s], one a line, from a file: for the tests, which cannot order noise. The
# results then say 'given' instead of 'measured'.
LC_ALL=C
export LC_ALL
BUILD=${BUILD:-build} DRIFTBENCH=${DRIFTBENCH:-$BUILD/driftbench} NOISY=${NOISY:-}
digits=1e-4 bound=0.20 timings=20 patience=10
standard='run double-four-bar -f ali3 -i hht:alpha=0 -s 10/990 --repeat 3 --csv'

refuse() { # CODE what…
    code=$1
    shift
    printf 'make experiments: %s\n' "$*" >&2
    exit "$code"
}

# ---- what is asked for
known() { # KIND VARIABLE NAME…: the program has every one, and each stands once
    kind=$1 variable=$2
    shift 2
    for name; do
        said=$("$DRIFTBENCH" list "${kind}s" -- "$name" 2>&1 >/dev/null) || refuse 2 "${said#driftbench: }"
    done
    twice=$(printf '%s\n' "$@" | sort | uniq -d | head -n 1)
    [ -z "$twice" ] || refuse 2 "$variable names '$twice' twice"
}
set -f
# shellcheck disable=SC2086 # lists with blanks
known problem PROBLEMS ${PROBLEMS:-} && known formulation FORMULATIONS ${FORMULATIONS:-} && known integrator INTEGRATORS ${INTEGRATORS:-}
case ${FULL:-} in '' | 1) ;; *) refuse 2 "FULL=1 runs everything densely; without it the sweeps are short. FULL='$FULL' is neither" ;; esac
case $NOISY in '' | 1) ;; *) refuse 2 "NOISY=1 goes on with timings that are too noisy to rank, not NOISY='$NOISY'" ;; esac
command -v gnuplot >/dev/null || refuse 2 "gnuplot, which draws the figures, is missing; 'make deps' installs it"
command -v pdftoppm >/dev/null || printf '%s\n' "make experiments: pdftoppm is missing, so the figures are PDF only, without PNG; 'make deps' installs it" >&2
[ "${1:-}" != names ] || exit 0

# ---- digits
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
mkdir -p "$BUILD/results" || exit 3

# problem formulation integrator step duration energy-drift trajectory-error
while read -r problem formulation integrator step duration drift error; do
    set -- run "$problem" -f "$formulation" -i "$integrator" -s "$step" --duration "$duration" --repeat 0 --csv
    "$DRIFTBENCH" "$@" >"$folder/run" 2>"$folder/err" ||
        refuse 1 "the known run of $problem with $formulation and $integrator fails: $(head -n 1 "$folder/err")"
    tail -n 1 "$folder/run" | awk -F, -v name="$problem $formulation $integrator $step" -v d="$drift" -v e="$error" -v most=$digits -v command="driftbench $*" '
        function one(what, value, stored,    gap) {
            gap = value / stored - 1; if (gap < 0) gap = -gap
            printf "digits,%s %s,%.6g,%.6g,%s,%s,%s\n", name, what, value, stored, most, gap <= most ? "ok" : "WRONG", command }
        { one("energy_drift_J", $8, d); one("trajectory_error", $9, e) }' >>"$folder/rows"
done <<'KNOWN'
pendulum nullspace rk4 1/50 5 2.652540e-5 5.262555e-6
double-four-bar nullspace hht:alpha=0 1/400 4 5.177173e-3 3.913665e-4
bricard lagrange genalpha:rho=0.8 1/100 3 4.968433e-4 1.502907e-4
flyball-governor lagrange bdf:order=2 1/2000 0.5 5.004938e-4 7.513855e-7
KNOWN
wrong=$(grep ',WRONG,' "$folder/rows" | head -n 1)
[ -z "$wrong" ] || refuse 1 "this build does not give the known digits, so its timings are worth nothing: $(echo "$wrong" | cut -d, -f2-4), and the stored value comes last; 'make check' looks for the error"

# ---- noise
read_times() {
    if [ -n "${SELF_CHECK_TIMES:-}" ]; then
        cat "$SELF_CHECK_TIMES"
        return
    fi
    k=0
    while [ $k -lt $timings ]; do
        # shellcheck disable=SC2086 # words
        "$DRIFTBENCH" $standard | tail -n 1 | cut -d, -f7
        k=$((k + 1))
    done
}
spread_now() { read_times | sort -g | awk '{ t[NR] = $1 } END { if (NR > 3 && t[1] > 0) printf "%.4f\n", t[int((3 * NR + 3) / 4)] / t[1] - 1 }'; }
calm() { awk -v s="$1" -v b=$bound 'BEGIN { exit !(s <= b) }'; }

percent() { awk -v s="$1" 'BEGIN { printf "%.0f %%", 100 * s }'; }

# Times that are given, and noise that is let through, are not worth waiting for.
if [ -n "$NOISY" ] || [ -n "${SELF_CHECK_TIMES:-}" ]; then patience=1; fi
try=0 spread=
while [ $try -lt $patience ]; do
    try=$((try + 1))
    now=$(spread_now)
    [ -n "$now" ] || refuse 1 'the standard run cannot be timed'
    spread=$(printf '%s\n' "${spread:-$now}" "$now" | sort -g | head -n 1)
    if calm "$spread"; then break; fi
    if [ $try -lt $patience ]; then
        [ $try -gt 1 ] || printf 'self-check: the timings of one run spread by %s; waiting for the machine to calm down\n' "$(percent "$now")" >&2
        sleep $try
    fi
done
verdict=ok
calm "$spread" || verdict=NOISY
{
    echo '# command     sh experiments/self_check.sh'
    "$DRIFTBENCH" reference pendulum --interval 10 | sed -En 's/^% (commit|compiler|flags|blas|lapack|suitesparse|cpu|date) /# \1 /p'
    echo 'check,what,value,stored,allowed,verdict,command'
    cat "$folder/rows"
    echo "noise,spread of the $([ -z "${SELF_CHECK_TIMES:-}" ] && echo measured || echo given) timings of a standard run,$spread,,$bound,$verdict,driftbench $standard"
} >"$folder/csv"
if [ $verdict = NOISY ] && [ -z "$NOISY" ]; then
    rm -f "$BUILD/results/self_check.csv"
    refuse 1 "this machine is too noisy to rank: the timings of one run spread by $(percent "$spread"), and $(percent $bound) are allowed; NOISY=1 goes on and says so in the results"
fi
cp "$folder/csv" "$BUILD/results/self_check.csv.new" && mv -f "$BUILD/results/self_check.csv.new" "$BUILD/results/self_check.csv" || exit 3
awk -v s="$spread" -v v=$verdict 'BEGIN { printf "self-check: the known digits come out; timings spread by %.1f %%%s\n", 100 * s, v == "ok" ? "" : ", too much to rank" }' >&2
