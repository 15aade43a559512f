#!/bin/sh
# Runs the commands of CONTRIBUTING.md, as they stand and in their order, in a copy of the tree. Each must succeed and print
# the lines that the page shows after it. Numbers may differ, zeros and words may not; "…" stands for lines left out, and
# lines may come in another order. Lines of C must be found in formulations/ggl.c.
# The paper is typeset only with PAPER=1: that takes a minute. SHOW=1 prints what came, to write the page from.
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tree"
tar -cf - Makefile CONTRIBUTING.md core problems formulations integrators experiments paper | tar -xf - -C "$folder/tree" || exit 3
cd "$folder/tree" || exit 3
rm -f formulations/my_ggl.c
unset MAKELEVEL MFLAGS BUILD DRIFTBENCH V
MAKEFLAGS=-j2 CFLAGS=-O1 NOISY=1 && export MAKEFLAGS CFLAGS NOISY # what is tested is the page, not the machine
passed=0 failed=0 skipped=0

wrong() {
    failed=$((failed + 1))
    echo "FAILED: $1"
}

# Numbers become N, and in a row of a table (two or more with a point) zeros, too; runs of blanks become one. How many checks
# are wrong and exit codes are kept. Which problem is the worst for a tangent may differ.
plain() {
    sed -E -e 's/, ([0-9]+) wrong/, x\1 wrong/; s/^exit code ([0-9]+)/exit code x\1/; s/at most, on [a-z0-9-]+/at most, on P/' \
        -e 's/(^|[^A-Za-z0-9_])[0-9]+\.?[0-9]*(e[-+]?[0-9]+)?/\1<&>/g; s/<([^0-9<]*)([^>]*)>/<\2>/g' \
        -e '/<[^>]*[.e][^>]*>.*<[^>]*[.e][^>]*>/s/<0>/<00>/g' -e 's/<0>/0/g; s/<[^>]*>/N/g; s/[[:space:]]+/ /g; s/ $//' "$1"
}

# judge COMMAND: what was shown, in ../shown, against what came, in ../out
judge() {
    plain ../shown >../shown.plain
    plain ../out >../out.plain
    lost=
    while IFS= read -r line; do
        case $line in '' | ' ' | '…' | ' …') continue ;; esac
        grep -qxF -e "$line" ../out.plain || { lost=$line; break; }
    done <../shown.plain
    if [ -z "$lost" ]; then passed=$((passed + 1)); else
        wrong "CONTRIBUTING.md shows '$lost', which did not come, after: $1"
        tail -n 20 ../out.plain
    fi
}

run() {
    command=$1
    case $command in
    *'make paper'* | *build/paper.pdf*) [ -n "${PAPER:-}" ] || { skipped=$((skipped + 1)); return; } ;;
    esac
    sh -c "$command" >../out 2>&1
    code=$?
    if [ -n "${SHOW:-}" ]; then printf '$ %s\n' "$command" && cat ../out; fi
    if [ $code -eq 0 ]; then judge "$command"; else
        wrong "exit code $code: $command"
        tail -n 20 ../out
    fi
}

# The page as "$command", "=shown line", ".": one line each.
awk '/^    \$ / { if (on) print "."; print "$" substr($0, 7); on = 1; next }
     on && /^    / { print "=" substr($0, 5); next }
     on && /^$/ { print "="; next }
     on { print "."; on = 0 }
     END { if (on) print "." }' CONTRIBUTING.md >../page
: >../shown
while IFS= read -r line <&3; do
    case $line in
    '$'*) next=${line#?} && : >../shown ;;
    =*) printf '%s\n' "${line#?}" >>../shown ;;
    *) run "$next" ;;
    esac
done 3<../page
[ "$((passed + failed + skipped))" -ge 15 ] || wrong 'CONTRIBUTING.md has fewer than 15 commands'

awk '/^```c$/ { c = 1; next } /^```$/ { c = 0 } c' CONTRIBUTING.md >../code
while IFS= read -r line; do
    if grep -qF -e "$line" formulations/ggl.c; then passed=$((passed + 1)); else wrong "not in formulations/ggl.c: $line"; fi
done <../code

[ $skipped -eq 0 ] || echo "$skipped commands about the paper left out; PAPER=1 runs them"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
