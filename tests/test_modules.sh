#!/bin/sh
# New modules as a newcomer would make them, good ones and broken ones, in a copy of the tree.
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tree"
tar -cf - Makefile core problems formulations integrators experiments paper | tar -xf - -C "$folder/tree" || exit 3
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
# says PATTERN: so does a line of what the last command said
says() {
    if grep -Eq -- "$1" ../out; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: no line like '$1' in:"
        tail -n 12 ../out
    fi
}
quiet() { env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory CFLAGS=-O1 BUILD=build/new "$@"; }
bench=build/new/driftbench

# ---- Names, good and bad.
expect 0 'What to do next' quiet new-formulation NAME=my-form INTO=../mine
expect 0 'make MODULES=../theirs' quiet new-integrator NAME=mid INTO=../theirs/
expect 0 'What to do next' quiet new-problem NAME=rod INTO=../mine
expect 2 'is there already' quiet new-formulation NAME=my-form INTO=../mine
expect 2 'is there already' quiet new-formulation NAME=ggl
expect 2 'give it a name' quiet new-problem
for name in My_Form 'two words' a--b b- -c 1st '../up' 'é'; do
    expect 2 'lower-case letters' quiet new-formulation NAME="$name"
done

expect 2 'NAME cannot hold a quote' quiet new-formulation NAME="quo'te"

# ---- Two folders outside; one that does not exist; one whose module has a name that is taken.
expect 2 "MODULES: there is no folder '../nowhere'" quiet MODULES='../mine ../nowhere' all
mkdir -p ../shadow/formulations && cp formulations/ggl.c ../shadow/formulations/
expect 2 'Two modules have one name: formulations/ggl.c ../shadow/formulations/ggl.c' quiet MODULES=../shadow all
printf '%s\n' '@misc{mine2026,' '  title = {Unpublished}}' >../mine/refs.bib
sed -i.old 's/cite = "jalon1994"/cite = "mine2026"/' ../mine/formulations/my_form.c
expect 0 LINK quiet -j2 MODULES='../mine ../theirs/' all
if grep -i warning ../out; then failed=$((failed + 1)); fi
expect 0 'verdict +pass' $bench run rod -f my-form -i mid -s 1e-3
expect 0 ' 0 wrong' $bench check -f my-form -i mid -p rod
says 'all problems +mid +0 allocations in steps.*, 0 blocks left by [0-9]+ runs, the same digits'
says 'cite mine2026 +is in the bibliography'

# Outside modules go all the way: rows, ranking, figures' legends and the paper's sources.
expect 0 '' quiet MODULES='../mine ../theirs/' experiment-work_precision experiment-ranking \
    PROBLEMS=rod FORMULATIONS='my-form ali3' INTEGRATORS='mid hht'
expect 0 '^rod,my-form,mid,' cat build/new/results/work_precision-rod.csv
expect 0 ' my-form +mid ' cat build/new/results/ranking.txt
expect 0 'my-form \+ mid' grep -r 'my-form' build/new/results
expect 0 'my_form.c .*mid.c' quiet -n MODULES='../mine ../theirs/' paper
says 'morerefs.,\.\./mine/refs'
expect 0 LINK quiet -j2 all
expect 2 "no formulation 'my-form'" $bench run pendulum -f my-form -i hht -s 1e-3

# ---- What is seen when a module is compiled.
broken=../broken
mkdir -p $broken/formulations $broken/integrators $broken/problems
# made FROM NEW SED…: a module of another name, with something done to it
made() {
    from=$1 to=$2
    shift 2
    old=$(basename "$from" .c) new=$(basename "$to" .c)
    sed -e "s/_$old = {/_$new = {/; s/name = \"$(echo "$old" | tr _ -)\"/name = \"$(echo "$new" | tr _ -)\"/" "$@" "$from" >"$broken/$to"
}
form=../mine/formulations/my_form.c mid=../theirs/integrators/mid.c rod=../mine/problems/rod.c
mv ../mine/formulations/my_form.c.old $form
made $form formulations/misnamed.c -e 's/formulation_misnamed/formulation_other/'
made $form formulations/open.c -e 's/^static double \*extra/double *extra(void *self);\ndouble *extra/'
expect 2 "misnamed.c: must define 'const struct formulation formulation_misnamed'" quiet -k MODULES=$broken all
says 'open.c: must be static: _?extra'
rm $broken/formulations/*
for name in my-form 2nd Form a+b; do
    cp $form "$broken/formulations/$name.c"
    expect 2 "takes lower-case letters, digits and _.*my_module.c" quiet MODULES=$broken all
    rm "$broken/formulations/$name.c"
done

# ---- What is seen when the program starts: every fault of every module, by its file.
for callback in create destroy accelerations residual tangent solve extra matrix multipliers; do
    made $form "formulations/no_$callback.c" -e "/^    \.$callback = /d; s/^static /static __attribute__((unused)) /"
done
for callback in order create destroy start step; do
    made $mid "integrators/no_$callback.c" -e "/^    \.$callback = /d; s/^static /static __attribute__((unused)) /"
done
made $rod problems/no_create.c -e '/^    \.create = /d; s/^static /static __attribute__((unused)) /'
made $form formulations/undocumented.c -e 's/"1: project q, v, a[^"]*"/""/'
made $form formulations/stranger.c -e 's/name = "stranger"/name = "foreigner"/'
made $form formulations/uneven.c -e 's/, {"constraints", .m.}//'
expect 0 LINK quiet -j2 MODULES=$broken all
expect 3 'formulations/undocumented.c: parameter .project.: its meaning is missing' $bench list
for callback in create destroy accelerations residual tangent solve extra matrix multipliers; do
    says "formulations/no_$callback.c: .*callback '$callback' is missing"
done
for callback in order create destroy start step; do says "integrators/no_$callback.c: the callback '$callback' is missing"; done
says "problems/no_create.c: the callback 'create' is missing"
says "formulations/stranger.c: the name 'foreigner' is not that of the file"
says 'formulations/uneven.c: there are 1 groups of unknowns of size m, but 0 of equations'
rm $broken/*/*

# ---- What is seen when a formulation or an integrator is checked.
made $mid integrators/proud.c -e 's/return 2;/return 3;/'
made $mid integrators/modest.c -e 's/return 2;/return 1;/'
made formulations/ggl.c formulations/bad_sign.c \
    -e 's/add_phi_q_transposed(&p->at, -1, lambda, out);/add_phi_q_transposed(\&p->at, 1, lambda, out);/'
made $form formulations/bad_solve.c -e 's/scale(r, -1, n + m);/scale(r, 1, n + m);/'
made formulations/ggl.c formulations/bad_w.c -e 's/add(w, p->cw/add(w, p->ca/'
made formulations/lagrange.c formulations/bad_cite.c -e 's/cite = "[^"]*"/cite = "nobody1899"/'
made $form formulations/bad_lambda.c \
    -e 's/add_phi_q_transposed(&p->at, 1, p->lambda, r);/add_phi_q_transposed(\&p->at, -1, p->lambda, r);/'
made $form formulations/hungry.c -e 's/^#include "core\/formulation.h"/&\n#include <stdlib.h>/' \
    -e 's/^    at_velocity(&p->at, q, v);/&\n    double *volatile scratch = malloc(80);\n    free(scratch);/'
made $form formulations/leaky.c -e 's/^    arena_free(p->arena);/    (void)p->arena;/'
made $form formulations/moody.c -e 's/^    copy(a, p->at.Q, p->at.n);/    static int calls;\n&\n    a[0] += 1e-9 * ++calls;/'
expect 0 LINK quiet -j2 MODULES=$broken all
expect 1 'WRONG +∂equilibrium/∂lambda ' $bench check -f bad-sign --only derivatives
expect 0 '^1$' sh -c "$bench check -f bad-sign --only derivatives | grep -c 'WRONG *∂'"
expect 1 'WRONG +solve: T x = -r ' $bench check -f bad-solve --only derivatives
expect 1 'WRONG +∂equilibrium/∂lambda ' $bench check -f bad-lambda --only derivatives
expect 1 'WRONG +hht +.* an order is lost' $bench check -f bad-w --only order
expect 1 'WRONG +cite nobody1899 +is not in' $bench check -f bad-cite --only descriptor
expect 1 'WRONG .* [1-9][0-9]* allocations in steps' $bench check -f hungry --only memory
expect 1 'WRONG .* 0 allocations in steps.* [1-9][0-9]* blocks left' $bench check -f leaky --only memory
expect 1 'WRONG .* digits differ' $bench check -f moody --only memory
expect 1 'WRONG +lagrange +[12]\.[0-9]+ observed, order\(\) says 3: .* worse than it claims' $bench check -i proud --only order
expect 1 'WRONG +lagrange +[12]\.[0-9]+ observed, order\(\) says 1: .* better than it claims' $bench check -i modest --only order
rm $broken/*/*

# ---- What is seen when a problem is.
# wrong NEW CALLBACK PARAMETERS ARGUMENTS ERROR: a rod whose model errs in one callback
wrong() {
    made $rod "problems/$1.c" -e "s|^static struct model \*create|static void (*right)(const struct model *, $3);\n\
static void wrong(const struct model *model, $3)\n{\n    if (right)\n        right(model, $4);\n    $5;\n}\n\n&|" \
        -e "s|^    return model;|    right = model->$2;\n    model->$2 = wrong;\n&|"
}
wrong bad_jacobian constraints 'const double *q, double *phi, double *phi_q' 'q, phi, phi_q' 'phi_q[0] = -phi_q[0]'
wrong bad_along jacobian_along 'const double *q, const double *u, double *D' 'q, u, D' 'D[0] += 1'
wrong bad_gamma gamma 'const double *q, const double *v, double *gamma' 'q, v, gamma' 'gamma[0] = -gamma[0]'
wrong bad_k stiffness 'double t, const double *q, const double *v, const double *a, const double *lambda, double *K' \
    't, q, v, a, lambda, K' 'K[0] += 1'
wrong bad_c damping 'double t, const double *q, const double *v, double *C' 't, q, v, C' 'C[0] += 1'
wrong bad_forces forces 'double t, const double *q, const double *v, double *Q' 't, q, v, Q' 'Q[1] -= 1'
wrong bad_exact exact 'double t, double *q, double *v, double *ledger' '1.01 * t, q, v, ledger' '(void)0'
wrong bad_start exact 'double t, double *q, double *v, double *ledger' 't, q, v, ledger' 'if (t == 0) q[0] -= 0.01'
made $rod problems/no_gamma.c -e 's/^    return model;/    model->gamma = NULL;\n&/'
expect 0 LINK quiet -j2 MODULES=$broken all
expect 1 'WRONG +∂Φ/∂q \(constraints\)' $bench check -p bad-jacobian --only derivatives
expect 1 'WRONG +∂\(Φq u\)/∂q \(jacobian_along\)' $bench check -p bad-along --only derivatives
expect 1 'WRONG +γ = .* \(gamma\)' $bench check -p bad-gamma --only derivatives
expect 1 'WRONG +K = .* \(stiffness\)' $bench check -p bad-k --only derivatives
expect 1 'WRONG +C = .* \(damping\)' $bench check -p bad-c --only derivatives
expect 1 'WRONG +exact solution: M a' $bench check -p bad-forces --only exact
expect 1 'WRONG +exact solution: v = dq/dt' $bench check -p bad-exact --only exact
expect 1 'WRONG +start, exact\(0\), .*: the start is inconsistent' $bench check -p bad-start --only exact
expect 3 "problem no-gamma: its model lacks the callback 'gamma'" $bench run no-gamma -f ali3 -i hht -s 1e-3

# ---- Bad usage.
expect 2 "no formulation 'ggll'.*ggl" $bench check -f ggll
expect 2 "no group of checks 'orders'.*'order'" $bench check --only orders
expect 2 'nothing was checked' $bench check -p pendulum --only order

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
