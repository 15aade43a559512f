#!/bin/sh
# shellcheck disable=SC2016 # the small scripts in single quotes expand later
# The command line: what is wrong is refused in one line that helps, with the right exit code, and what is right works.
bench=${DRIFTBENCH:-build/driftbench}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
out=$folder/out err=$folder/err
passed=0 failed=0

verdict() { # verdict 0|1 what…: counts, and shows what went wrong
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        shift
        echo "FAILED: $*"
        sed 's/^/    stdout: /' "$out" | cut -c 1-200 | head -n 3
        sed 's/^/    stderr: /' "$err" | cut -c 1-200 | head -n 3
    fi
}

# refused CODE PATTERN WORDS…: ends with CODE, says nothing on standard output and one line that matches on standard error
refused() {
    wanted=$1 pattern=$2
    shift 2
    timeout 20 "$bench" "$@" >"$out" 2>"$err"
    code=$?
    [ $code -eq "$wanted" ] && [ ! -s "$out" ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -q "^driftbench: " "$err" &&
        grep -Eq -- "$pattern" "$err"
    verdict $? "exit $code (not $wanted), or no line like '$pattern': $(printf '%.100s' "$*")"
}

# works CODE PATTERN WORDS…: ends with CODE, nothing on standard error, and standard output matches
works() {
    wanted=$1 pattern=$2
    shift 2
    timeout 60 "$bench" "$@" >"$out" 2>"$err"
    code=$?
    [ $code -eq "$wanted" ] && [ ! -s "$err" ] && grep -Eq -- "$pattern" "$out"
    verdict $? "exit $code (not $wanted), or no line like '$pattern': $*"
}

check() { # check WHAT COMMAND…: the command succeeds
    what=$1
    shift
    "$@"
    verdict $? "$what"
}

long=$(printf '%05000d' 7)
short='-f ali3 -i hht -s 0.01 --duration 0.1 --repeat 1' # words of a quick run
run() { # refused run with the words of a quick one behind
    code=$1 pattern=$2
    shift 2
    # shellcheck disable=SC2086 # the words are meant to be split
    refused "$code" "$pattern" run "$@" $short
}

# ---- commands and words
refused 2 'command is missing'
refused 2 "no command ''.*commands: .*run" ''
refused 2 "did you mean 'run'" rnu
refused 2 "did you mean 'list'" lsit
refused 2 'no command .77' 77
refused 2 'no command' --version
refused 2 'no command' -x
refused 2 'no command .0000' "$long"
refused 2 'no command' "$(printf 'two\nlines')"
refused 2 "no problem 'formulations'" list problems formulations
refused 2 'word too many' list problems bricard bricard
refused 2 "did you mean 'problems'.*integrators" list problem
refused 2 "no list of ''" list ''
refused 2 'no option' list --csv
refused 2 "did you mean 'ali3'" help ali4
refused 2 'no command or module' help "$long"
refused 2 'word is missing.*PROBLEM' run
refused 2 'word too many' run pendulum double-four-bar -f ali3 -i rk4 -s 0.1

# ---- options
refused 2 'formulation is missing' run pendulum
refused 2 'formulation is missing' run pendulum -i rk4 -s 0.1
refused 2 'integrator is missing' run pendulum -f ali3 -s 0.1
refused 2 'step is missing' run pendulum -f ali3 -i rk4
refused 2 'needs a value: --step STEP' run pendulum -f ali3 -i rk4 -s
refused 2 'needs a value: --step STEP' run pendulum -f ali3 -i rk4 -s --csv
refused 2 "did you mean '--output'" run pendulum --ouput x
refused 2 "did you mean '--duration'" run pendulum --durations=3
run 2 'given twice' pendulum -s 0.1
run 2 'takes no value' pendulum --csv=yes
run 2 'no option .-q' pendulum -q
run 2 'no option .---csv' pendulum ---csv
run 2 'no option' pendulum "--$long"

# ---- modules
run 2 "did you mean 'pendulum'.*problems: .*double-four-bar" pendulm
run 2 "did you mean 'pendulum'" PENDULUM
run 2 "did you mean 'double-four-bar'" double_four_bar
run 2 "no problem ''" ''
run 2 "no problem ''" ':'
run 2 '5000 letters' "$long"
run 2 'nothing follows the colon' n-four-bar:
run 2 'problem n-four-bar' n-four-bar:n
run 2 'problem n-four-bar' n-four-bar:n=
run 2 'problem n-four-bar' n-four-bar:n=0
run 2 'problem n-four-bar' n-four-bar:n=-3
run 2 'problem n-four-bar' n-four-bar:n=2.5
run 2 'problem n-four-bar' n-four-bar:n=1e400
run 2 'problem n-four-bar' n-four-bar:n=nan
run 2 'problem n-four-bar' n-four-bar:n=1e12
run 2 'problem n-four-bar' n-four-bar:n=3,
run 2 'problem n-four-bar' n-four-bar:n=3,n=4
run 2 'problem n-four-bar' n-four-bar:n=3:n=4
run 2 'problem n-four-bar.*n' n-four-bar:m=3
run 2 'problem n-four-bar' "n-four-bar:$long=3"
run 2 'problem pendulum' pendulum:n=3
for wrong in alpha=x alpha=1e7x alpha=0x10 alpha=inf alpha=1e999 alpha== =1 alhpa=1 'alpha=1 ' alpha=1/0 alpha=1,,omega=1; do
    refused 2 'formulation penalty' run pendulum -f "penalty:$wrong" -i rk4 -s 0.1
done
refused 2 "did you mean 'penalty'.*lagrange" run pendulum -f penality -i rk4 -s 0.1
refused 2 'needs a value: --formulation' run pendulum -f -i rk4 -s 0.1
refused 2 "did you mean 'genalpha'.*rk4" run pendulum -f ali3 -i gen-alpha -s 0.1
refused 2 'integrator hht' run pendulum -f ali3 -i hht:alpha=7 -s 0.1
refused 2 'integrator bdf' run pendulum -f ali3 -i bdf:order=7 -s 0.1
refused 2 'integrator bdf' run pendulum -f ali3 -i bdf:order=1.5 -s 0.1
refused 2 'integrator genalpha' run pendulum -f ali3 -i genalpha:rho=-1 -s 0.1

# ---- numbers
for step in 0 -1 -0.01 nan inf -inf 1e400 '' ' ' x 0.1s 1/0 0/1 1/ /3 1/2/3 0,1 -- "$long.x"; do
    refused 2 'step must be a finite number above 0' run pendulum -f ali3 -i rk4 -s "$step"
done
refused 2 'at most 1e\+09 steps' run pendulum -f ali3 -i rk4 -s 1e-300
refused 2 'at most 1e\+09 steps' run pendulum -f ali3 -i rk4 -s 4e-324
refused 2 'years' run pendulum -f ali3 -i rk4 -s 1e-9 --duration 1e300
refused 2 'longer than the duration, 10 s' run pendulum -f ali3 -i rk4 -s 11
refused 2 'longer than the duration, 1 s' run pendulum -f ali3 -i rk4 -s 2 --duration 1
for duration in 0 -1 nan inf 1e999 '' ten; do
    refused 2 'duration must be a finite number above 0' run pendulum -f ali3 -i rk4 -s 0.1 --duration "$duration"
done
for repeat in -1 0.5 1e9 nan '' many; do
    refused 2 'repeats must be a whole number' run pendulum -f ali3 -i rk4 -s 0.1 --repeat "$repeat"
done
for size in -1 nan inf big ''; do
    refused 2 'perturbation must be' run pendulum -f ali3 -i rk4 -s 0.1 --perturb "$size"
done
run 2 "did you mean 'dense'.*band-lapack" pendulum --solver dens
run 2 'no solver' pendulum --solver ''

# ---- output that cannot be written
run 2 'needs the name of a file' pendulum --output ''
run 2 'both want standard output' pendulum --csv --output -
run 2 'give --output' pendulum --reactions
run 3 'nowhere.*No such file' pendulum --output "$folder/nowhere/file"
run 3 'directory' pendulum --output "$folder"
touch "$folder/plain"
run 3 'Not a directory' pendulum --output "$folder/plain/file"
run 3 'too long' pendulum --output "$folder/$long"
if [ -c /dev/full ]; then
    run 3 'No space left' pendulum --output /dev/full
    "$bench" list >/dev/full 2>"$err"
    check 'a full disk under standard output ends with 3' [ $? -eq 3 ]
    check 'and one line' [ "$(wc -l <"$err")" -eq 1 ]
fi
"$bench" list >&- 2>"$err"
check 'a closed standard output ends with 3' [ $? -eq 3 ]
{ "$bench" run pendulum -f ali3 -i rk4 -s 0.001 --output - --repeat 0 2>"$err"; echo $? >"$folder/code"; } | head -n 1 >"$out"
check 'a closed pipe ends with 3' [ "$(cat "$folder/code")" -eq 3 ]
check 'and one line' [ "$(wc -l <"$err")" -eq 1 ]

# ---- what works
works 0 'driftbench run' help
works 0 'driftbench run' --help
works 0 'driftbench list' -h
works 0 '--formulation' run --help
works 0 '--formulation' help run
works 0 '--formulation' run pendulum -h
works 0 'alpha' help penalty
works 0 'order' help bdf
works 0 'n-four-bar' help n-four-bar
works 0 '^problems' list
works 0 'double-four-bar' list problems
works 0 'nullspace' list formulations
works 0 'genalpha' list integrators
works 0 'Generalized-α' list integrators genalpha
works 0 'verdict +pass' run pendulum -f ali3 -i rk4 -s 0.001 --duration 1
works 0 'verdict +pass' run pendulum --formulation=ali3 --integrator=rk4 --step=1/1000 --duration=1
works 0 'verdict +pass' run -fali3 -irk4 -s0.001 --duration 1 -- pendulum
works 0 'best of 2' run pendulum -f ali3 -i rk4 -s 0.001 --duration 1 --repeat 2
works 0 'steps +99 of' run pendulum -f ali3 -i rk4 -s 1/99 --duration 1
works 0 '"penalty:.*",' run pendulum -f penalty:alpha=2e6,omega=20 -i rk4 -s 0.001 --duration 1 --csv
works 1 'verdict +fail' run double-four-bar -f lagrange -i rk4 -s 0.5
works 1 'lagrange,rk4,0.5,' run double-four-bar -f lagrange -i rk4 -s 0.5 --csv
for solver in auto dense band band-lapack sparse; do
    works 0 'verdict +pass' run pendulum -f ali3 -i hht -s 0.001 --duration 1 --solver $solver
done

header=problem,formulation,integrator,step,steps,status,cpu_s,energy_drift_J,trajectory_error,phi,phidot,phiddot,iterations,factorizations
for formulation in lagrange penalty ali3 nullspace; do
    for integrator in rk4 hht genalpha bdf; do
        "$bench" run pendulum -f $formulation -i $integrator -s 0.01 --duration 1 --csv >"$out" 2>"$err"
        code=$?
        check "$formulation with $integrator: exit $code" [ $code -le 1 ]
        check 'the header is as agreed' [ "$(head -n 1 "$out")" = $header ]
        check 'one row of fourteen fields' [ "$(tail -n +2 "$out" | awk -F, 'NF == 14' | wc -l)" -eq 1 ]
        check 'nothing that is not a number' sh -c '! grep -Eiq "(^|,)[-+]?(nan|inf)" "$1"' - "$out"
        check 'steps, status and the rest agree' grep -Eq "^pendulum,$formulation,$integrator,0.01,100,ok,[0-9]" "$out"
    done
done

"$bench" run double-four-bar -f ali3 -i hht -s 0.01 --duration 1 --csv --repeat 0 >"$folder/one" 2>"$err"
"$bench" run double-four-bar -f ali3 -i hht -s 0.01 --duration 1 --csv --repeat 0 >"$folder/two" 2>"$err"
check 'two runs give the same digits' cmp -s "$folder/one" "$folder/two"

# ---- the result file
"$bench" run pendulum -f ali3 -i rk4 -s 0.001 --duration 1 --output "$folder/steps" --repeat 0 >"$out" 2>"$err"
check 'a result file is written' [ $? -eq 0 ]
check 'its head names the columns' grep -Eq '^% t x y energy' "$folder/steps"
check 'its head holds the metadata' grep -Eq '^% commit ' "$folder/steps"
"$bench" run pendulum -f ali3 -i rk4 -s 1/997 --duration 1 --output "$folder/between" --repeat 0 >"$out" 2>"$err"
check 'its head tells of interpolation' grep -q 'Hermite' "$folder/between"
grep -v '^%' "$folder/steps" >"$folder/a"
grep -v '^%' "$folder/between" >"$folder/b"
check 'both have the same rows' [ "$(wc -l <"$folder/a")" -eq "$(wc -l <"$folder/b")" ]
check 'interpolated rows are as good as steps' sh -c \
    'paste -d " " "$1" "$2" | awk "{ n = NF / 2; for (i = 1; i <= 3; i++) { d = \$i - \$(i + n); if (d * d > 1e-16) exit 1 } }"' \
    - "$folder/a" "$folder/b"
check 'no temporary file is left' [ -z "$(find "$folder" -name 'steps.*' -o -name 'between.*')" ]
"$bench" run pendulum -f ali3 -i rk4 -s 0.01 --duration 1 --output - --repeat 0 2>"$err" | grep -v '^%' >"$out"
check 'standard output holds rows and comments only' sh -c '[ -s "$1" ] && ! grep -Evq "^[-+0-9.e ]+$" "$1"' - "$out"

# The pendulum's reaction is the pull of its rod, (0, 0) - r times 3 g y, whatever the method.
for f in lagrange ali3 ggl nullspace penalty; do
    for i in rk4 hht:alpha=0 genalpha bdf:order=2; do
        "$bench" run pendulum -f $f -i $i -s 0.001 --duration 2 --repeat 0 --reactions --output "$folder/reactions" >"$out" 2>"$err"
        check "reactions of $f with $i" awk '!/^%/ && NF { T = -3 * 9.81 * $3; e = ($(NF - 1) + T * $2)^2 + ($NF + T * $3)^2; if (e > most) most = e; rows++ }
            END { exit !(rows > 100 && most < 0.1^2) }' "$folder/reactions"
    done
done

# A disk that fills up: the old file stays, and nothing else.
echo old >"$folder/kept"
(
    trap '' XFSZ
    ulimit -f 8
    "$bench" run pendulum -f ali3 -i rk4 -s 0.001 --output "$folder/kept" --repeat 0 >"$out" 2>"$err"
)
check 'a disk that fills up ends with 3' [ $? -eq 3 ]
check 'the old file is untouched' [ "$(cat "$folder/kept")" = old ]
check 'nothing half-written stays' [ -z "$(find "$folder" -name 'kept.*')" ]

# An interruption likewise.
"$bench" run pendulum -f ali3 -i rk4 -s 1e-6 --duration 100 --output "$folder/kept" >"$out" 2>"$err" &
process=$!
tries=0
while [ -z "$(find "$folder" -name 'kept.*')" ] && [ $tries -lt 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
check 'a run writes beside its file' [ $tries -lt 600 ]
kill -TERM $process
wait $process 2>/dev/null
check 'an interrupted run fails' [ $? -gt 3 ]
check 'the old file is still untouched' [ "$(cat "$folder/kept")" = old ]
check 'and nothing half-written stays' [ -z "$(find "$folder" -name 'kept.*')" ]

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
