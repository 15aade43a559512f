#!/bin/sh
# shellcheck disable=SC2016 # the small scripts in single quotes expand later
# The self-check before the experiments: it passes this build, refuses one with a wrong digit, and refuses noise.
bench=${DRIFTBENCH:-build/driftbench}
case $bench in */*) bench=$(cd "$(dirname "$bench")" && pwd)/$(basename "$bench") ;; esac
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

# ends CODE PATTERN VARIABLE=VALUE…: the check ends so, with one line on standard error that matches
ends() {
    wanted=$1 pattern=$2
    shift 2
    env BUILD="$folder" DRIFTBENCH="$bench" SELF_CHECK_TIMES="$folder/quiet" "$@" sh experiments/self_check.sh >"$folder/out" 2>"$folder/err"
    code=$?
    if [ $code -eq "$wanted" ] && [ "$(wc -l <"$folder/err")" -eq 1 ] && grep -Eq -- "$pattern" "$folder/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: exit $code (not $wanted), or no line like '$pattern': $*"
        head -n 3 "$folder/err"
    fi
}
check() { # WHAT COMMAND…
    what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $what"; fi
}

awk 'BEGIN { for (i = 0; i < 20; i++) print 1e-3 * (1 + 0.002 * i) }' >"$folder/quiet"
awk 'BEGIN { for (i = 0; i < 20; i++) print 1e-3 * (1 + 0.02 * i) }' >"$folder/noisy"
awk 'BEGIN { for (i = 0; i < 20; i++) print i < 17 ? 1e-3 : 5e-3 }' >"$folder/disturbed"
: >"$folder/none"

ends 0 'known digits come out; timings spread by 2.8 %' NOISY=
check 'the results hold the spread' grep -q '^noise,.*given.*,0.0280,,0.20,ok,driftbench run' "$folder/results/self_check.csv"
check 'and the metadata' grep -q '^# commit ' "$folder/results/self_check.csv"
check 'and where it comes from' grep -q '^# command ' "$folder/results/self_check.csv"
check 'eight digits were compared' [ "$(grep -c '^digits,.*,ok,driftbench run .* --csv$' "$folder/results/self_check.csv")" -eq 8 ]
ends 0 'spread by 0.0 %' SELF_CHECK_TIMES="$folder/disturbed" # a few outliers are no noise

# ---- noise
ends 1 'too noisy to rank.*28 %.*20 %.*NOISY=1' SELF_CHECK_TIMES="$folder/noisy"
check 'a refusal leaves no results' [ ! -e "$folder/results/self_check.csv" ]
ends 0 'too much to rank' SELF_CHECK_TIMES="$folder/noisy" NOISY=1
check 'noise that is let through is flagged' grep -q '^noise,.*,0.2800,,0.20,NOISY,' "$folder/results/self_check.csv"
ends 1 'cannot be timed' SELF_CHECK_TIMES="$folder/none"

# ---- programs that are wrong: one in the fourth digit of one energy drift, one that fails, one that is not there
printf '#!/bin/sh\n"%s" "$@" | awk -F, -v OFS=, %s\n' "$bench" \''$1 == "bricard" { $8 *= 1.0003 } { print }'\' >"$folder/wrong"
printf '#!/bin/sh\ncase $1 in run) echo "driftbench: no" >&2; exit 3 ;; esac\nexec "%s" "$@"\n' "$bench" >"$folder/fails"
chmod +x "$folder/wrong" "$folder/fails"
ends 1 'not give the known digits.*bricard.*energy_drift_J' DRIFTBENCH="$folder/wrong"
ends 1 'not give the known digits' DRIFTBENCH="$folder/wrong" NOISY=1
ends 1 'known run of pendulum.*fails: driftbench: no' DRIFTBENCH="$folder/fails"

# ---- tools: without gnuplot nothing begins, without pdftoppm there is a line more
mkdir "$folder/bin"
for tool in sh env sort uniq head tail sed awk grep cut cat cp mv rm mkdir mktemp printf sleep; do
    ln -s "$(command -v "$tool" | grep / || echo "/bin/$tool")" "$folder/bin/$tool"
done
ends 2 "gnuplot.* is missing; 'make deps'" PATH="$folder/bin"
printf '#!/bin/sh\n' >"$folder/bin/gnuplot" && chmod +x "$folder/bin/gnuplot"
env PATH="$folder/bin" BUILD="$folder" DRIFTBENCH="$bench" SELF_CHECK_TIMES="$folder/quiet" sh experiments/self_check.sh 2>"$folder/err"
check 'without pdftoppm it goes on' [ $? -eq 0 ]
check 'and says so' grep -q "pdftoppm is missing, so the figures are PDF only" "$folder/err"

# ---- names
ends 2 "no problem 'nonsense'; problems: .*pendulum" PROBLEMS='pendulum nonsense'
ends 2 "no problem 'bricrad'; did you mean 'bricard'" PROBLEMS='pendulum bricrad'
ends 2 'n=0 is out of range' PROBLEMS='pendulum n-four-bar:n=0'
ends 2 "FORMULATIONS names 'ali3' twice" FORMULATIONS='ali3 ggl ali3'
ends 2 "no formulation '\*'" FORMULATIONS='*'
ends 2 "FULL='0'" FULL=0
ends 2 "NOISY='yes'" NOISY=yes

# ---- the real clock: either verdict may come, but nothing else
env BUILD="$folder" DRIFTBENCH="$bench" SELF_CHECK_TIMES= NOISY=1 sh experiments/self_check.sh >"$folder/out" 2>"$folder/err"
check 'the clock is read' grep -Eq '^noise,.*measured.*,[0-9]+\.[0-9]+,,0.20,(ok|NOISY),' "$folder/results/self_check.csv"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
