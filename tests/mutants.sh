#!/bin/sh
# Applies the errors of tests/mutants/list, one at a time, to a copy of the sources, and runs the tests on each: first
# the suite that should notice, then the others. An error that no suite notices lives.
#   sh tests/mutants.sh [PATTERN]    only the mutants of files that match, such as core/ or integrators/bdf
only=${1:-.} suites=${MUTANT_SUITES:-integrators_kernel forced linear rank formulations problems pairs}
limit=${MUTANT_LIMIT:-120} # [s] a suite; none takes so long unless the error makes it endless
copy=$(mktemp -d) || exit 3
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM
list=$(pwd)/tests/mutants/list
cp -R Makefile core problems formulations integrators experiments reference tests "$copy" || exit 3
cd "$copy" || exit 3

# -O1 builds faster and gives the same digits
build() { make -s BUILD=build CFLAGS='-O1' build/tests/check >build.log 2>&1; }
build || { tail build.log; echo 'mutants: the sources do not build' >&2; exit 3; }

# mutate FILE OLD NEW: false when OLD does not stand in the file
mutate() {
    OLD=$2 NEW=$3 awk '
        !done && (at = index($0, ENVIRON["OLD"])) {
            $0 = substr($0, 1, at - 1) ENVIRON["NEW"] substr($0, at + length(ENVIRON["OLD"])); done = 1 }
        { print }
        END { exit !done }' "$1.original" >"$1"
}

# noticed SUITE…: the first suite that fails is in $by
noticed() {
    for by in "$@"; do
        timeout "$limit" build/tests/check "$by" >run.log 2>&1
        case $? in 0) ;; 124) by="$by (endless)" && return 0 ;; *) return 0 ;; esac
    done
    return 1
}

# shellcheck disable=SC2086 # the names are meant to be split
if noticed $suites; then
    echo "mutants: without any error the suite $by fails already, and would notice everything" >&2
    exit 3
fi

total=0 caught=0
while read -r file suite change; do
    case $file in '#'* | '') continue ;; esac
    printf '%s\n' "$file" | grep -q "$only" || continue
    old=${change%% => *} new=${change#* => }
    total=$((total + 1))
    cp "$file" "$file.original"
    # shellcheck disable=SC2046,SC2086 # the names are meant to be split
    if ! mutate "$file" "$old" "$new"; then
        echo "STALE   $file: there is no '$old'"
    elif ! build; then
        echo "BROKEN  $file: does not build with '$new'"
    elif noticed "$suite" $(printf '%s\n' $suites | grep -vx "$suite") </dev/null; then
        caught=$((caught + 1))
        echo "caught  $file by $by: $new"
    else
        echo "LIVES   $file: $new"
    fi
    mv "$file.original" "$file"
    touch "$file"
done <"$list"
echo "$caught of $total mutants caught"
[ $total -gt 0 ] && [ $caught -eq $total ]
