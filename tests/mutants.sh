#!/bin/sh
# Applies the errors of tests/mutants/list, one at a time, to copies of the sources, and runs on each the suites that the
# list names for it, up to the first test that fails. An error that they do not notice lives.
#   sh tests/mutants.sh [PATTERN]    only the mutants whose file or change match, such as core/ or integrators/bdf
#   JOBS=4                           so many copies at a time; as many as there are processors
only=${1:-.}
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
case $jobs in '' | *[!0-9]* | 0) echo "mutants: JOBS is a whole number above 0, not '$jobs'" >&2; exit 2 ;; esac
copies=$(mktemp -d) || exit 3
trap 'rm -rf "$copies"' EXIT
trap 'kill $workers 2>/dev/null; exit 130' INT TERM
workers=
list=$copies/list
grep -v -e '^#' -e '^$' tests/mutants/list | grep -e "$only" >"$list"
total=$(wc -l <"$list")
[ "$total" -gt 0 ] || { echo "mutants: no line of tests/mutants/list matches '$only'" >&2; exit 2; }

mkdir "$copies/1"
cp -R Makefile core problems formulations integrators experiments reference tests "$copies/1" || exit 3
cd "$copies/1" || exit 3
unset MAKEFLAGS MAKELEVEL MFLAGS # this make and its copies are no part of the make that may have started them

# -O1 builds faster and gives the same digits
build() { make -s -j"${1:-1}" BUILD=build CFLAGS='-O1' build/tests/check >build.log 2>&1; }
build "$jobs" || { tail build.log; echo 'mutants: the sources do not build' >&2; exit 3; }

# Without an error every suite passes, and its time says when one with an error is endless.
for suite in $(awk '{ print $2 }' "$list" | tr , '\n' | sort -u); do
    began=$(date +%s)
    build/tests/check -x "$suite" >run.log 2>&1 </dev/null || {
        echo "mutants: without any error the suite $suite fails already, and would notice everything" >&2
        exit 3
    }
    echo $((10 + 5 * ($(date +%s) - began))) >"$copies/limit.$suite"
done

# limited SECONDS COMMAND…: of the processor, not of the clock, so that a busy machine ends nothing
limited() (
    # shellcheck disable=SC3045 # not in POSIX, but in every shell
    ulimit -S -t "$1"
    shift
    exec "$@"
)

# noticed SUITE,SUITE…: the first suite that fails is in $by
noticed() {
    for by in $(echo "$1" | tr , ' '); do
        limited "$(cat "$copies/limit.$by")" build/tests/check -x "$by" >run.log 2>&1 </dev/null
        code=$?
        [ $code -eq 0 ] && continue
        [ $code -le 128 ] || by="$by ($(kill -l $code))"
        return 0
    done
    return 1
}

# mutate FILE OLD NEW: false when OLD does not stand in the file
mutate() {
    OLD=$2 NEW=$3 awk '
        !done && (at = index($0, ENVIRON["OLD"])) {
            $0 = substr($0, 1, at - 1) ENVIRON["NEW"] substr($0, at + length(ENVIRON["OLD"])); done = 1 }
        { print }
        END { exit !done }' "$1.original" >"$1"
}

try() { # FILE SUITES OLD NEW
    cp "$1" "$1.original"
    if ! mutate "$1" "$3" "$4"; then
        echo "STALE   $1: there is no '$3'"
    elif ! build; then
        echo "BROKEN  $1: does not build with '$4'"
    elif noticed "$2"; then
        echo "caught  $1 by $by: $4"
    else
        echo "LIVES   $1, not seen by $2: $4"
    fi
    mv "$1.original" "$1"
    touch "$1"
}

# Worker number k tries every so-manyth mutant in its own copy.
work() {
    cd "$copies/$1" || exit 3
    awk -v k="$1" -v n="$jobs" 'NR % n == k % n' "$list" | while read -r file suite change; do
        try "$file" "$suite" "${change%% => *}" "${change#* => }"
    done
}

k=2
while [ $k -le "$jobs" ]; do
    cp -Rp "$copies/1" "$copies/$k" || exit 3 # with its objects, which are not older than their sources
    k=$((k + 1))
done
k=1
while [ $k -le "$jobs" ]; do
    work $k | tee "$copies/result.$k" &
    workers="$workers $!"
    k=$((k + 1))
done
wait
caught=$(cat "$copies"/result.* | grep -c '^caught')
echo "$caught of $total mutants caught"
[ "$caught" -eq "$total" ]
