#!/bin/sh
# New modules as a newcomer would make them, in a copy of the tree.
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tree"
tar -cf - Makefile core problems formulations integrators experiments | tar -xf - -C "$folder/tree" || exit 3
cd "$folder/tree" || exit 3
passed=0 failed=0

# expect CODE PATTERN COMMAND…: ends with CODE, and a line of what it says matches
expect() {
    wanted=$1 pattern=$2
    shift 2
    "$@" >../out 2>&1
    code=$?
    if [ $code -eq "$wanted" ] && grep -Eq -- "$pattern" ../out; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: exit $code (not $wanted), or no line like '$pattern': $*"
        tail -n 12 ../out
    fi
}
quiet() { env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory CFLAGS=-O1 BUILD=build/new "$@"; }
bench=build/new/driftbench

# The templates, out of the tree.
expect 0 'What to do next' quiet new-formulation NAME=my-form INTO=../mine
expect 0 'What to do next' quiet new-integrator NAME=mid INTO=../mine
expect 0 'What to do next' quiet new-problem NAME=rod INTO=../mine
expect 2 'is there already' quiet new-formulation NAME=my-form INTO=../mine
expect 2 'is there already' quiet new-formulation NAME=ggl
expect 2 'lower-case letters' quiet new-formulation NAME=My_Form
expect 2 'give it a name' quiet new-problem
expect 0 LINK quiet -j2 MODULES=../mine all
expect 0 'verdict +pass' $bench run rod -f my-form -i mid -s 1e-3
expect 0 ' 0 wrong' $bench check -f my-form
expect 0 ' 0 wrong' $bench check -i mid
expect 0 ' 0 wrong' $bench check -p rod

# One sign wrong in one block: caught, and named.
sed -i 's/copy(T + (n + m + k) \* N, p->MJ + k \* n, n);/add(T + (n + m + k) * N, -1, p->MJ + k * n, n);/' formulations/ggl.c
expect 0 LINK quiet -j2 MODULES=../mine all
expect 1 'WRONG +∂equilibrium/∂mu on' $bench check -f ggl
expect 0 '^1$' sh -c "$bench check -f ggl | grep 'WRONG *∂' | sed 's/ on .*//' | sort -u | wc -l"

# Bad usage, and a descriptor that does not keep its file's promise.
expect 2 'one of -f' $bench check
expect 2 'ggll' $bench check -f ggll
sed -i 's/formulation_my_form/formulation_other/' ../mine/formulations/my_form.c
expect 2 "must define 'const struct formulation formulation_my_form'" quiet MODULES=../mine all

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
