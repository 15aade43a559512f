#!/bin/sh
# Refuses every single allocation of a few short commands, one after the other, and then that one and all after it.
# Each time the program must end by itself: with exit code 3 and one line on standard error or, where a library does
# without, exactly as it does undisturbed. The runs allocate much: of theirs, every eleventh is refused here, and every
# one by `make memory`. SITES=1 only runs the commands, for a build that counts the lines that it reaches.
bench=${DRIFTBENCH:-build/driftbench} build=${BUILD:-build}
stride=${STRIDE:-11} passed=0 failed=0 tried=0 clean=0 recovered=0

skip() {
    echo "no allocation was refused: $1"
    echo "0 passed, 0 failed"
    exit 0
}
sites=${SITES:-}
[ "$(uname -s)" = Linux ] || skip 'this is not Linux'
if nm "$bench" 2>/dev/null | grep -q '__asan_init'; then skip 'the sanitizer brings its own allocator'; fi
if [ -z "$sites" ] && nm "$bench" 2>/dev/null | grep -q '__gcov_dump'; then skip 'what counts the lines allocates, too'; fi

folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
mkdir -p "$build/tests"
library=$(cd "$build/tests" && pwd)/failing.so
"${CC:-gcc}" -O1 -shared -fPIC -o "$library" tests/memory/failing.c || exit 3
case $bench in */*) bench=$(cd "$(dirname "$bench")" && pwd)/$(basename "$bench") ;; esac
cd "$folder" || exit 3

# with AT ON WORDS…: runs the command with allocation AT refused; its exit code is in $code
with() {
    at=$1 on=$2
    shift 2
    rm -f count more.csv
    timeout 20 env LD_PRELOAD="$library" FAIL_AT="$at" FAIL_ON="$on" FAIL_COUNT=count "$bench" "$@" >out 2>said
    code=$?
    grep -v ': [0-9]* runs* in ' said >err # how far a sweep is
}

wrong() {
    failed=$((failed + 1))
    echo "FAILED: $1"
    head -n 3 err
}

# starve STRIDE WORDS…: one command, each of its allocations or every few
starve() {
    every=$1
    shift
    if [ -n "$sites" ]; then
        rm -f more.csv
        "$bench" "$@" >out 2>&1
        return
    fi
    with 0 0 "$@"
    usual=$code
    total=$(cat count 2>/dev/null || echo 0)
    cp err usual_err
    [ "$total" -gt 0 ] || { wrong "nothing is allocated by: $*"; return; }
    bad=0 at=1
    while [ "$at" -le "$total" ] && [ "$at" -le "${MOST:-$total}" ]; do
        for on in 0 1; do
            with "$at" $on "$@"
            tried=$((tried + 1))
            if [ $code -eq 3 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q '^driftbench: ' err; then
                clean=$((clean + 1))
            elif [ $code -eq "$usual" ] && cmp -s err usual_err; then
                recovered=$((recovered + 1))
            else
                bad=$((bad + 1))
                wrong "allocation $at of $total refused (and all after it: $on), exit $code: $*"
            fi
            for left in ./*.txt.?????? ./*.csv.??????; do # the temporary names of experiments/file.c
                [ ! -e "$left" ] || { wrong "a half-written file is left behind, $left: $*" && rm -f "$left"; }
            done
        done
        at=$((at + every))
    done
    [ $bad -ne 0 ] || passed=$((passed + 1))
    echo "$total allocations, $bad badly met: $*"
}

quick='-s 0.01 --duration 0.02 --repeat 1'
starve 1 list
starve 1 help
starve 1 reference pendulum --interval 5 --output reference.txt
"$bench" reference pendulum --interval 1 --output ref.txt || exit 3
"$bench" sweep pendulum -f ali3,ggl -i hht,bdf --steps 0.1,0.01 --repeat 0 --append rows.csv 2>/dev/null || exit 3
starve 1 compare pendulum ref.txt
starve "$stride" sweep pendulum -f ali3,penalty -i hht --steps 0.1,0.05 --repeat 0 --append more.csv
starve 1 rank pendulum --from rows.csv --latex table.txt
# shellcheck disable=SC2086 # the words are meant to be split
for method in '-f penalty -i rk4' '-f ali3 -i hht' '-f lagrange -i bdf' '-f nullspace -i genalpha'; do
    starve "$stride" run pendulum $method $quick
done
# shellcheck disable=SC2086
starve "$stride" run double-four-bar -f ggl -i hht $quick --output loop.txt
# shellcheck disable=SC2086
starve "$stride" run multi-four-bar:rows=2,columns=2 -f ali3 -i hht $quick --output row.txt

# ---- what only other commands, solvers and problems ask for
# shellcheck disable=SC2086
{
    starve "$stride" run pendulum -f ali3 -i hht $quick --solver dense --history history.csv
    starve "$stride" run pendulum -f ali3 -i hht $quick --solver sparse
    starve "$stride" run pendulum -f ali3 -i hht $quick --solver band-lapack --output /dev/null
    starve "$stride" run n-four-bar:n=2 -f lagrange:solve=lu -i hht $quick --solver sparse
    starve "$stride" run n-four-bar:n=2 -f lagrange:solve=lu -i hht $quick
}
for problem in andrews bricard; do starve "$stride" draw $problem --frames 1; done
starve "$stride" reference flyball-governor --interval 1
starve "$stride" free pendulum -s 0.1
starve "$stride" draw pendulum -f ali3 -i hht -s 0.1 --frames 2 --until 0.2
starve "$stride" sweep pendulum -f ali3 -i rk4 --steps 0.05 --duration 1 --repeat 2
starve 1 bench --compare ref.txt
if command -v gnuplot >/dev/null; then starve "$stride" compare pendulum ref.txt --plot figure.pdf; fi
MOST=500 # then the same again, at other states
starve "$stride" check -f ali3 -p pendulum --only derivatives

[ -z "$sites" ] || exit 0
echo "$tried allocations refused: $clean ended with a clean error, $recovered were done without"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
