#!/bin/sh
# shellcheck disable=SC2016,SC2034 # the table, which uses the variables, is expanded line by line
# What a careless or a hostile user types, command by command. Each line of the table holds the exit code, a pattern and
# the words, as a shell reads them. Within seconds, code 2 or 3 means: nothing on standard output (2+: a beginning), one
# line on standard error, and it matches; code 0 or 1 means: answered, with a match on standard output, and nothing on
# standard error that is not progress. 3m is 3 where the program limits its memory, and is not tried elsewhere.
bench=${DRIFTBENCH:-build/driftbench}
case $bench in */*) bench=$(cd "$(dirname "$bench")" && pwd)/$(basename "$bench") ;; esac
root=$(pwd)
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 3
passed=0 failed=0 refused=0 answered=0

limited=yes # not where the sanitizer brings its own allocator, nor where the system does not know such limits
if [ "$(uname -s)" != Linux ] || nm "$bench" 2>/dev/null | grep -q '__asan_init'; then limited=; fi
long=$(head -c 100000 /dev/zero | tr '\0' a) # one argument may have 128 kB
digits=$(printf '%0900d' 1)
many=$(printf 'ali3,%.0s' 1 2 3 4 5 6 7 8)
lines=$(printf 'two\nlines')
escape=$(printf '\033[31mred')
: >empty
echo hello >text
printf 'a,b\n1,2\n' >csv
printf 'a,b\n1,2\n3,4\n' >table
head -c 4000 "$bench" >binary
printf '\377\376t\000' >utf16
"$bench" sweep pendulum -f ali3 -i hht --steps 0.1 --duration 1 --repeat 0 >rows 2>/dev/null
sed 's/,ok,/,fine,/' rows >rows-status
sed '$ s/,0\.1,/,nan,/' rows >rows-nan
sed '$ s/,0\.1,/,-0.1,/' rows >rows-negative
sed '$ s/,[^,]*$//' rows >rows-short
sed '$ s/$/,more/' rows >rows-long
sed '$ s/$/"/' rows >rows-quote
sed '/^problem,/ s/,step,/,stp,/' rows >rows-header
sed '$ s/,ok,,/,ok,-1,/' rows >rows-cpu
sed '$ s/^\(.*,0,0\),0,\([0-9]*,0,\)/\1,2,\2/' rows >rows-robust
sed '1 s/^/\xef\xbb\xbf/' rows >rows-mark
sed '$ s/,ali3,/,ali9,/; $ s/-f ali3/-f ali9/' rows >rows-module
{ cat rows; grep '^problem,' rows; } >rows-two
printf '%% t energy\n0 1\n5 2\n10 3\n' >energy
printf '0,0\t-1,0\t0,0\n1,0\t0,98\t-0,16\n' >commas
mkfifo pipe
mkdir sub sub.pdf

wrong() {
    failed=$((failed + 1))
    printf 'FAILED: exit %s (not %s), or no line like %s: %.120s\n' "$code" "$1" "$2" "$3"
    head -n 3 out | cut -c 1-200
    head -n 3 err | cut -c 1-200
}

# judge CODE PATTERN WORDS: what the last command left in $code, out and err
judge() {
    case $1 in
    2 | 3 | 2+) { [ "$1" = 2+ ] || [ ! -s out ]; } && [ "$(wc -l <err)" -eq 1 ] && grep -Eq -- "$2" err && refused=$((refused + 1)) ;;
    *) grep -Eq -- "$2" out && ! grep -q '^driftbench: ' err && answered=$((answered + 1)) ;;
    esac && [ "$code" -eq "${1%+}" ] && ! LC_ALL=C grep -q '[[:cntrl:]]' err && [ "$(wc -c <err)" -lt 4000 ]
}

while IFS='|' read -r wanted pattern words; do
    case $wanted in
    '' | '#'*) continue ;;
    3m)
        [ -n "$limited" ] || continue
        wanted=3
        ;;
    esac
    eval "set -- $words"
    timeout 30 "$bench" "$@" >out 2>err </dev/null
    code=$?
    if judge "$wanted" "$pattern"; then passed=$((passed + 1)); else wrong "$wanted" "$pattern" "$words"; fi
done <<'TABLE'
# ---- no command, and commands that are none
2|a command is missing|
2|no command ''|''
2|no command ' '|' '
2|did you mean 'sweep'|sweeep
2|did you mean 'run'|RUN
2|did you mean 'bench'|benhc
2|no command 'a+'|"$long"
2|no command 'two.lines'|"$lines"
2|no command|"$escape"
2|no command '-'|-
2|no command '--'|--
2|no command '-f'|-f ali3
2|no command 'run=1'|run=1
2|no command '\.\./run'|../run
2|no command '%s%n'|%s%n
# ---- list and help
2|did you mean 'integrators'|list integrator
2|no list of 'a+'|list "$long"
2|no problem 'problems'|list problems problems
2|did you mean 'bricard'|list problems bricrad
2|no integrator 'ali3'|list integrators ali3
2|out of range|list problems n-four-bar:n=0
2|unknown parameter|list formulations ali3:beta=1
2|too many|list problems bricard bricard
0|Rectangular|list problems bricard:duration=5
2|no option|list --problems
2|no option '-p'|list -p
2|did you mean 'bricard'|help bricrad
2|did you mean 'reference'|help referenc
2|no command or module|help ''
2|no command or module|help "$long"
2|did you mean 'ali3'|help ali2:alpha=1
0|Augmented|help ali3:alpha=1
2|too many|help run run
2|no option|help --all
# ---- run: words
2|word is missing|run
2|did you mean 'pendulum'|run pendulun -f ali3 -i rk4 -s 0.1
2|did you mean 'double-four-bar'|run double_four_bar -f ali3 -i rk4 -s 0.1
2|no problem ''|run '' -f ali3 -i rk4 -s 0.1
2|100000 letters|run "$long" -f ali3 -i rk4 -s 0.1
2|too many|run pendulum pendulum -f ali3 -i rk4 -s 0.1
2|formulation is missing|run pendulum
2|integrator is missing|run pendulum -f ali3
2|step is missing|run pendulum -f ali3 -i rk4
2|did you mean 'lagrange'|run pendulum -f lagrage -i rk4 -s 0.1
2|did you mean 'nullspace'|run pendulum -f null-space -i rk4 -s 0.1
2|did you mean 'genalpha'|run pendulum -f ali3 -i generalpha -s 0.1
2|no formulation 'ali3,penalty'|run pendulum -f ali3,penalty -i rk4 -s 0.1
2|no integrator 'pendulum'|run pendulum -f ali3 -i pendulum -s 0.1
2|given twice|run pendulum -f ali3 -f ali3 -i rk4 -s 0.1
2|given twice|run pendulum -f ali3 -i rk4 -s 0.1 --csv --csv
2|given twice|run pendulum -f ali3 -i rk4 -s 0.1 --step 0.1
2|needs a value|run pendulum -f ali3 -i rk4 -s
2|needs a value|run pendulum -f -i rk4 -s 0.1
2|needs a value|run pendulum -f ali3 -i rk4 -s 0.1 --output
2|takes no value|run pendulum -f ali3 -i rk4 -s 0.1 --csv=1
2|did you mean '--duration'|run pendulum -f ali3 -i rk4 -s 0.1 --druation 1
2|did you mean '--formulation'|run pendulum --form ali3 -i rk4 -s 0.1
2|no option '-x'|run pendulum -f ali3 -i rk4 -s 0.1 -x
2|no option|run pendulum "--$long"
# ---- run: parameters
2|nothing follows the colon|run n-four-bar: -f ali3 -i rk4 -s 0.1
2|out of range|run n-four-bar:n=0 -f ali3 -i rk4 -s 0.1
2|out of range|run n-four-bar:n=-1 -f ali3 -i rk4 -s 0.1
2|out of range: from 1 to 1e\+06|run n-four-bar:n=10000000 -f ali3 -i rk4 -s 0.1
2|whole number|run n-four-bar:n=1.5 -f ali3 -i rk4 -s 0.1
2|not a finite|run n-four-bar:n=nan -f ali3 -i rk4 -s 0.1
2|not a finite|run n-four-bar:n=1e400 -f ali3 -i rk4 -s 0.1
2|not a finite|run n-four-bar:n=0x10 -f ali3 -i rk4 -s 0.1
2|not a finite|run n-four-bar:n=3e -f ali3 -i rk4 -s 0.1
2|not a finite|run n-four-bar:n=4/0 -f ali3 -i rk4 -s 0.1
2|too long|run n-four-bar:n=$digits -f ali3 -i rk4 -s 0.1
2|given twice|run n-four-bar:n=3,n=3 -f ali3 -i rk4 -s 0.1
2|expected name=value|run n-four-bar:n -f ali3 -i rk4 -s 0.1
2|expected name=value|run n-four-bar:=3 -f ali3 -i rk4 -s 0.1
2|expected name=value|run n-four-bar:n=3, -f ali3 -i rk4 -s 0.1
2|unknown parameter 'N'|run n-four-bar:N=3 -f ali3 -i rk4 -s 0.1
2|there are none here|run pendulum:n=3 -f ali3 -i rk4 -s 0.1
2|did you mean 'rows'|run multi-four-bar:row=3 -f ali3 -i rk4 -s 0.1
2|out of range|run multi-four-bar:rows=1000000 -f ali3 -i rk4 -s 0.1
2|did you mean 'alpha'|run pendulum -f penalty:alhpa=1 -i rk4 -s 0.1
2|is not one of auto.qr.al.lu|run pendulum -f lagrange:solve=cg -i rk4 -s 0.1
2|out of range|run pendulum -f penalty:alpha=-1 -i rk4 -s 0.1
2|out of range|run pendulum -f ali3 -i hht:alpha=0.5 -s 0.1
2|out of range|run pendulum -f ali3 -i bdf:order=0 -s 0.1
2|out of range|run pendulum -f ali3 -i bdf:order=7 -s 0.1
2|unknown parameter|run pendulum -f "ali3:$long=1" -i rk4 -s 0.1
2|unknown parameter|run pendulum -f "ali3:$lines=1" -i rk4 -s 0.1
# ---- run: numbers
2|step must be|run pendulum -f ali3 -i rk4 -s 0
2|step must be|run pendulum -f ali3 -i rk4 -s -0.1
2|step must be|run pendulum -f ali3 -i rk4 -s nan
2|step must be|run pendulum -f ali3 -i rk4 -s inf
2|step must be|run pendulum -f ali3 -i rk4 -s 1e400
2|step must be|run pendulum -f ali3 -i rk4 -s 1e-400
2|step must be|run pendulum -f ali3 -i rk4 -s ''
2|step must be|run pendulum -f ali3 -i rk4 -s ' 0.1'
2|step must be|run pendulum -f ali3 -i rk4 -s 0,1
2|step must be|run pendulum -f ali3 -i rk4 -s 0.1s
2|step must be|run pendulum -f ali3 -i rk4 -s 1/0
2|step must be|run pendulum -f ali3 -i rk4 -s 1/2/3
2|step must be|run pendulum -f ali3 -i rk4 -s "$long"
2|years or more|run pendulum -f ali3 -i rk4 -s 1e-300
2|years or more|run pendulum -f ali3 -i rk4 -s 1 --duration 1e300
2|days or more|run n-four-bar:n=200000 -f ali3 -i rk4 -s 1e-8
2|would take about .*; at most 30 days|run n-four-bar:n=50000 -f ali3 -i hht -s 1e-8
2|years or more|run pendulum -f ali3 -i rk4 -s 1e-308 --duration 1e308
3m|needs .* GB or more, and there are|run n-four-bar:n=100000 -f nullspace -i rk4 -s 1
3m|needs .* GB or more, and there are|run n-four-bar:n=100000 -f lagrange:solve=qr -i hht -s 1
3m|needs .* GB or more, and there are|sweep n-four-bar:n=100000 -f nullspace -i rk4 --steps 1
2|longer than the duration|run pendulum -f ali3 -i rk4 -s 10.1
2|longer than the duration|run pendulum -f ali3 -i rk4 -s 1 --duration 1e-300
2|duration must be|run pendulum -f ali3 -i rk4 -s 0.1 --duration -1
2|duration must be|run pendulum -f ali3 -i rk4 -s 0.1 --duration 0
2|duration must be|run pendulum -f ali3 -i rk4 -s 0.1 --duration nan
2|whole number from 0 to 1000|run pendulum -f ali3 -i rk4 -s 0.1 --repeat 1e9
2|whole number from 0 to 1000|run pendulum -f ali3 -i rk4 -s 0.1 --repeat -1
2|whole number from 0 to 1000|run pendulum -f ali3 -i rk4 -s 0.1 --repeat 1.5
2|perturbation must be|run pendulum -f ali3 -i rk4 -s 0.1 --perturb -1
2|perturbation must be|run pendulum -f ali3 -i rk4 -s 0.1 --perturb nan
2|did you mean 'sparse'|run pendulum -f ali3 -i rk4 -s 0.1 --solver spars
2|takes .* GB, and there are|run n-four-bar:n=100000 -f ali3 -i rk4 -s 0.1 --solver dense
2|or more; at most|run multi-four-bar:rows=40,columns=40 -f ali3 -i hht -s 1e-5 --solver dense
2|rows of .* numbers would take .* GB|run pendulum -f ali3 -i rk4 -s 1e299 --duration 1e300 --output x
2|rows of .* numbers would take .* GB|run pendulum -f ali3 -i rk4 -s 1e9 --duration 1e15 --output -
# ---- run: absurd, and answered
1|verdict|run pendulum -f ali3 -i hht -s 10
1|verdict|run pendulum -f ali3 -i bdf:order=6 -s 10
1|verdict|run pendulum -f ali3 -i rk4 -s 1e299 --duration 1e300
0|verdict|run pendulum -f ali3 -i rk4 -s 1e-300 --duration 1e-300
1|verdict|run pendulum -f ali3 -i hht -s 0.1 --perturb 1e300
1|verdict|run bricard -f penalty:alpha=1e15 -i rk4 -s 5
0|verdict|run n-four-bar:n=1 -f nullspace -i hht -s 0.001 --duration 0.1
0|verdict|run pendulum -fali3 -irk4 -s0.001 --repeat=0
# ---- run: files
2|needs the name|run pendulum -f ali3 -i rk4 -s 0.1 --output ''
2|both write 'x'|run pendulum -f ali3 -i rk4 -s 0.1 --output x --history x
2|both write|run pendulum -f ali3 -i rk4 -s 0.1 --output text --history ./text
2|both want|run pendulum -f ali3 -i rk4 -s 0.1 --output - --csv
2|give --output|run pendulum -f ali3 -i rk4 -s 0.1 --reactions
3|No such file|run pendulum -f ali3 -i rk4 -s 0.1 --output nowhere/x
3|directory|run pendulum -f ali3 -i rk4 -s 0.1 --output sub
3|directory|run pendulum -f ali3 -i rk4 -s 0.1 --output sub/
3|Not a directory|run pendulum -f ali3 -i rk4 -s 0.1 --output empty/x
3|too long|run pendulum -f ali3 -i rk4 -s 0.1 --output "$long"
# ---- sweep
2|word is missing|sweep
2|did you mean 'bricard'|sweep bricart
2|no formulation ''|sweep pendulum -f ,ali3
2|no formulation ''|sweep pendulum -f ali3, -i hht
2|no pair|sweep pendulum -f ''
2|no pair|sweep pendulum -i ''
2|no formulation ''|sweep pendulum -f ,
2|twice|sweep pendulum -f ali3,ali3 -i hht
2|twice|sweep pendulum -f "$many" -i hht
2|twice|sweep pendulum -f penalty:alpha=1e8,penalty:alpha=100000000 -i hht
2|too long|sweep pendulum -f "penalty:alpha=1$digits" -i hht
2|no formulation|sweep pendulum -f "$long" -i hht
2|step must be|sweep pendulum --steps 0.1,x
2|step must be|sweep pendulum --steps 0.1,,0.2
2|step must be|sweep pendulum --steps 0.1,-0.2
2|step must be|sweep pendulum --steps nan
2|needs a list|sweep pendulum --steps ''
2|step must be.*not ''|sweep pendulum --steps 0.1,
2|step must be.*not '0.1000|sweep pendulum --steps 0.1"$digits"
2|step must be|sweep pendulum --steps "$long"
2|more than 64 steps|sweep pendulum --steps "$(seq -s, 1 5000)" --duration 10000
2|more than 1024 pairs|sweep pendulum -f "$(seq -s, -f ali3:alpha=%g 1 5000)" -i hht
2|years or more|sweep pendulum --steps 0.1,1e-300
2|longer than the duration|sweep pendulum --steps 100
2|more than 64 steps|sweep pendulum --steps "$(seq -s, 1 65)" --duration 100
2|duration must be|sweep pendulum --duration -1
2|repeats must be|sweep pendulum --repeat 1e9
2|limit must be|sweep pendulum --limit 0
2|limit must be|sweep pendulum --limit x
2|patience must be|sweep pendulum --patience 0
2|no solver|sweep pendulum --solver ''
2|perturbation must be|sweep pendulum --perturb x
2|no option|sweep pendulum --step 0.1
2|name of a file|sweep pendulum --append ''
2|can grow|sweep pendulum -f ali3 -i hht --steps 0.1 --append -
2|can grow|sweep pendulum -f ali3 -i hht --steps 0.1 --append /dev/null
2|can grow|sweep pendulum -f ali3 -i hht --steps 0.1 --append pipe
2|not a row|sweep pendulum -f ali3 -i hht --steps 0.1 --append binary
2|not a row|sweep pendulum -f ali3 -i hht --steps 0.1 --append csv
2|not a row|sweep pendulum -f ali3 -i hht --steps 0.1 --append text
2|not a row|sweep pendulum -f ali3 -i hht --steps 0.1 --append rows-status
2|Is a directory|sweep pendulum -f ali3 -i hht --steps 0.1 --append sub
3|No such file|sweep pendulum -f ali3 -i hht --steps 0.1 --append nowhere/x
2|Not a directory|sweep pendulum -f ali3 -i hht --steps 0.1 --append empty/x
2|too long|sweep pendulum -f ali3 -i hht --steps 0.1 --append "$long"
0|ali3,hht,0.1,|sweep pendulum -f ali3 -i hht --steps 0.1,0.1,0.1 --duration 1 --repeat 0
0|.|sweep pendulum -f ali3 -i hht --steps 1e-300 --duration 1e-300 --repeat 0
# ---- rank
2|word is missing|rank
2|did you mean 'pendulum'|rank pendulums --from rows
2|cannot read|rank pendulum --from nowhere
2|cannot read|rank pendulum --from ''
2|Is a directory|rank pendulum --from sub
2|not a row|rank pendulum --from binary
2|not a row|rank pendulum --from text
2|not a row|rank pendulum --from csv
2|not a row|rank pendulum --from utf16
2|not a row|rank pendulum --from /dev/zero
2|name one file|rank pendulum --from rows --csv rows
2|name one file|rank pendulum --from rows --latex ./rows
2|name one file|rank pendulum --from rows --csv x --macros x
2|needs the name|rank pendulum --from rows --csv ''
2|line [0-9]+: not a row.*'fine' is no status|rank pendulum --from rows-status
2|line [0-9]+: not a row.*'nan' is no step|rank pendulum --from rows-nan
2|line [0-9]+: not a row.*'-0.1' is no step|rank pendulum --from rows-negative
2|line [0-9]+: not a row.*22 fields are needed|rank pendulum --from rows-short
2|line [0-9]+: not a row.*22 fields are needed|rank pendulum --from rows-long
2|line [0-9]+: not a row.*a quote is left open|rank pendulum --from rows-quote
2|line [0-9]+: not a row.*header has 'stp' for 'step'|rank pendulum --from rows-header
2|line [0-9]+: not a row.*'-1' is no cpu_s|rank pendulum --from rows-cpu
2|line [0-9]+: not a row.*'2' is no robust|rank pendulum --from rows-robust
2|line [0-9]+: not a row.*'step' is no step|rank pendulum --from rows-two
2|line 1: not a row|rank pendulum --from rows-mark
0|ali9|rank pendulum --from rows-module
2|no run of pendulum|rank pendulum --from empty
2|no run of bricard|rank bricard --from rows
2|no formulation|rank pendulum -f x
2|no integrator|rank pendulum -i x
3|No such file|rank pendulum --from rows --latex nowhere/x
3|directory|rank pendulum --from rows --macros sub
# ---- reference
2|word is missing|reference
2|did you mean 'andrews'|reference andrew
2|interval must be|reference pendulum --interval 0
2|interval must be|reference pendulum --interval -1
2|interval must be|reference pendulum --interval nan
2|interval must be|reference pendulum --interval 11
2|interval must be|reference pendulum --interval ''
2|rows|reference pendulum --interval 1e-300
2|rows|reference pendulum --interval 1e-9
2|needs the name|reference pendulum --output ''
3|No such file|reference pendulum --output nowhere/x
3|directory|reference pendulum --output sub
2|too many|reference pendulum 0.1
# ---- compare
2|word is missing|compare
2|word is missing|compare pendulum
2|too many|compare pendulum text text
2|did you mean 'bricard'|compare bircard text
2|expected a file|compare pendulum nowhere
2|expected a file|compare pendulum ''
2|expected a file|compare pendulum sub
2|expected a file|compare pendulum "$long"
2|expected rows of numbers|compare pendulum empty
2|expected rows of numbers|compare pendulum text
2|more than one row|compare pendulum csv
2|binary|compare pendulum binary
2|binary|compare pendulum utf16
2|binary|compare pendulum /dev/zero
2|expected rows|compare pendulum /dev/null
2|expected|compare pendulum rows
2|name of a PDF|compare pendulum table --plot ''
2|not 'picture.png'|compare pendulum table --plot picture.png
2|not '-'|compare pendulum table --plot -
3|cannot write 'nowhere/a.pdf'|compare pendulum table --plot nowhere/a.pdf
3|directory|compare pendulum table --plot sub.pdf
2|would overwrite|compare pendulum table --plot ./table
1|only its energy|compare n-four-bar energy
1|position|compare pendulum commas
# ---- check and bench
2|no group of checks 'speed'|check --only speed
2+|nothing was checked|check -p pendulum --only order
2|too many|check ali3
2|did you mean 'ali3'|check -f ali2
2|given twice|check -f ali3 -f ali3
2|no problem 'ali3'|check -f ali3 -p ali3
2|no integrator ''|check -i ''
2|out of range|check -p n-four-bar:n=10000000
2|cannot read|bench --compare nowhere
2|not a table|bench --compare binary
2|not a table|bench --compare empty
2|not a table|bench --shares rows
2|not a table|bench --compare sub
2|not a table|bench --compare /dev/zero
2|needs the name|bench --output ''
3|No such file|bench --output nowhere/x
2|too many|bench pendulum
2|no option|bench --nonsense
# ---- draw and free
2|word is missing|draw
2|did you mean 'pendulum'|draw pendulun
2|whole number from 1|draw pendulum --frames 0
2|whole number from 1|draw pendulum --frames 1e9
2|must be a finite|draw pendulum --until -1
2|together|draw pendulum -f ali3
2|longer than the duration|draw pendulum -f ali3 -i hht -s 11
2|years or more|draw pendulum -f ali3 -i hht -s 1e-300
2|needs the name|draw pendulum --output ''
3|directory|draw pendulum --output sub
2|would take .* GB|draw n-four-bar:n=1000000 --frames 10000 --output x
1|stopped: diverged at t = .*, 1 of 3 frames|draw flyball-governor -f penalty -i rk4 -s 0.01 --frames 3
2|word is missing|free
2|step must be|free pendulum -s 0
2|longer than the duration|free pendulum -s 11
2|steps and 30 days|free pendulum -s 1e-9
TABLE

# ---- variables of make: one line that says what is wrong, and no trace of what went wrong after it
cd "$root" || exit 3
unset MAKEFLAGS MAKELEVEL MFLAGS
makes() { # PATTERN WORDS…
    pattern=$1
    shift
    timeout 60 make BUILD="${BUILD:-build}" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    code=$?
    if [ $code -eq 2 ] && [ "$(grep -cv '^make.*: \*\*\* \[' "$folder/err")" -eq 1 ] && grep -Eq -- "$pattern" "$folder/err"; then
        passed=$((passed + 1)) refused=$((refused + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: exit $code, or no line like '$pattern': make $*"
        head -n 4 "$folder/err"
    fi
}
makes "no folder 'nowhere'" MODULES=nowhere
makes "no suite 'nonsense'; suites: .*cli.*parameter" check SUITE=nonsense
makes 'BUILD' BUILD=
makes "one folder.*not 'a b'" 'BUILD=a b'
makes "one folder.*not 'a:b'" BUILD=a:b
makes "one folder.*not '-x'" BUILD=-x
makes 'one folder.*not' 'BUILD=#x'
makes "folder of its own.*not 'core'" BUILD=core
makes "folder of its own.*not '\.'" BUILD=.
makes "folder of its own.*not '\.\.'" BUILD=..
makes "folder of its own.*not 'tests/fuzz'" BUILD=tests/fuzz
makes "MODULES.*elsewhere, not 'core'" MODULES=core
makes "MODULES.*elsewhere, not '\.'" MODULES=.
makes "'$folder/sub' has none of the folders problems" MODULES="$folder/sub"
makes "one suite, not 'cli faults'" check 'SUITE=cli faults'
makes 'quote' "BUILD=it's"
makes 'quote' new-formulation "NAME=it's"
makes 'give it a name' new-problem
makes "not 'a b'" new-problem 'NAME=a b'
makes "not '../x'" new-integrator NAME=../x
makes 'there already' new-formulation NAME=ali3
makes 'whole number of seconds' fuzz-time FUZZ_TIME=long
makes "no problem 'nonsense'.*pendulum" experiment-names PROBLEMS=nonsense
makes "no problem '-h'" experiment-names PROBLEMS=-h
makes "no problem '--help'" experiment-names PROBLEMS=--help
makes "did you mean 'bricard'" experiment-names PROBLEMS=bricrad
makes 'n=0 is out of range' experiment-names PROBLEMS=n-four-bar:n=0
makes "INTEGRATORS names 'rk4' twice" experiment-names INTEGRATORS='rk4 hht rk4'
makes "no formulation 'ali4'.*ali3" experiment-names FORMULATIONS='ali3 ali4'
makes "no integrator 'x'.*rk4" experiment-names INTEGRATORS=x
makes "FULL" experiment-names FULL=0

echo "$((passed + failed)) bad inputs tried: $refused refused in one line, $answered answered"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
