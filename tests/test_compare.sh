#!/bin/sh
# Reference files and the comparison of result files, as a researcher would try them.
bench=${DRIFTBENCH:-build/driftbench}
case $bench in */*) bench=$(cd "$(dirname "$bench")" && pwd)/$(basename "$bench") ;; esac
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 3
passed=0 failed=0

# ends CODE PATTERN WORDS…: ends with CODE, and what it says matches; a refusal is one line on standard error alone
ends() {
    wanted=$1 pattern=$2
    shift 2
    timeout 60 "$bench" "$@" >out 2>err
    code=$?
    good=0
    [ $code -eq "$wanted" ] || good=1
    if [ "$wanted" -ge 2 ]; then
        grep -Eq -- "$pattern" err && [ "$(wc -l <err)" -eq 1 ] || good=1
        [ "$wanted" -eq 3 ] || [ ! -s out ] || good=1
    else
        grep -Eq -- "$pattern" out && [ ! -s err ] || good=1
    fi
    if [ $good -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: exit $code (not $wanted), or no line like '$pattern': $*"
        head -n 12 out err
    fi
}

check() { # check WHAT COMMAND…
    what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $what"
    fi
}

# ---- reference
ends 0 '^% t x y ' reference pendulum
check 'a reference file' "$bench" reference pendulum --interval 0.5 --output half.txt
check '21 rows at half a second' [ "$(grep -vc '^%' half.txt)" -eq 21 ]
# the published positions of the 2005 edition at 1 s
# shellcheck disable=SC2016 # the fields are awk's
check 'x(1) = 0.986292, y(1) = -0.165011' awk '
    $1 == 1 && ($2 - 0.986292)^2 + ($3 + 0.165011)^2 < 1e-12 { found = 1 }
    END { exit !found }' half.txt
for wrong in 0 -1 x nan 11 1e-9; do
    ends 2 'interval' reference pendulum "--interval=$wrong"
done
ends 2 'no problem' reference nothing

# ---- files that are right
"$bench" reference pendulum --output ref.txt
ends 0 '^PASS' compare pendulum ref.txt
ends 0 'energy drift' compare pendulum ref.txt
grep -v '^%' half.txt | awk '{ print $1, $2, $3 }' >bare.txt
ends 0 'by their position' compare pendulum bare.txt
awk 'BEGIN { print "Time;X;Y" } { gsub(/\./, ","); print $1 ";" $2 ";" $3 }' bare.txt >excel.csv
ends 0 'by the names' compare pendulum excel.csv
awk '{ gsub(/e/, "D"); printf "  %s\t%s\t%s\r\n", $1, $2, $3 }' bare.txt >fortran.dat
ends 0 '^PASS' compare pendulum fortran.dat
awk 'BEGIN { print "# y, t, x" } { print $3 "," $1 "," $2 }' bare.txt >turned.csv
ends 0 'by the names' compare pendulum turned.csv

# ---- files that are wrong in what they say
awk '{ print $1, $2 + 0.1, $3 }' bare.txt >off.txt
ends 1 'FAIL' compare pendulum off.txt
head -n 10 bare.txt >stopped.txt
ends 1 'covers 0 to 4.5 s' compare pendulum stopped.txt
# 0.003 s late: the rows of the time before under the time after
"$bench" reference pendulum --interval 0.001 --output fine.txt
grep -v '^%' fine.txt | awk '{ x[NR] = $2; y[NR] = $3; if (NR > 3) print $1, x[NR - 3], y[NR - 3] }' >late.txt
ends 1 '^x +position .* 3.000e-03 .* FAIL' compare pendulum late.txt

# ---- the trapezoidal rule is of second order: half the step, a quarter of the error
for steps in 1000 2000 4000; do
    "$bench" run pendulum -f ali3 -i hht:alpha=0 -s "10/$steps" --repeat 0 --output run.txt >out 2>err
    "$bench" compare pendulum run.txt | awk '$1 == "x" { print $4 }'
done >errors.txt
# shellcheck disable=SC2016 # the fields are awk's
check 'errors fall with the order of the method' awk '
    NR > 1 && (before / $1 < 3.8 || before / $1 > 4.2) { wrong = 1 }
    { before = $1 }
    END { exit wrong || NR != 3 }' errors.txt

# ---- another N
check 'a file of two loops' "$bench" reference double-four-bar --output two.txt
ends 1 'fits [nN] = 2 far better' compare n-four-bar two.txt

# ---- files that are no results
: >empty.txt
ends 2 'empty.txt:1: expected' compare pendulum empty.txt
sed '$ s/ [^ ]*$//' half.txt >cut.txt
ends 2 'cut.txt:[0-9]+: expected 7 numbers as in the rows before, found 6' compare pendulum cut.txt
printf '0 1 2\n1 1 two\n' >word.txt
ends 2 "word.txt:2: expected a finite number in column 3, found 'two'" compare pendulum word.txt
printf '0 1 2\n1 NaN 2\n' >nan.txt
ends 2 'nan.txt:2: expected a finite number' compare pendulum nan.txt
printf '0 1 2\n1 1 2\n0.5 1 2\n' >back.txt
ends 2 'back.txt:3: expected a time after 1' compare pendulum back.txt
printf '0 1 2\n\001\000\n' >binary.dat
ends 2 'binary.dat:2: .*binary' compare pendulum binary.dat
ends 2 'missing.txt: expected a file' compare pendulum missing.txt
ends 2 ': expected a file' compare pendulum .
ends 2 '' compare pendulum

# ---- what looks wrong for a reason that can be told
"$bench" reference pendulum --interval 0.1 --output whole.txt
rows='!/^%/ && NF'
awk "$rows"' { $2 *= 1000; $3 *= 1000; print }' whole.txt >mm.txt
ends 1 '^0.001 times its positions would fit far better' compare pendulum mm.txt
awk "$rows"' { $2 = -$2; $3 = -$3; print }' whole.txt >sign.txt
ends 1 '^-1 times its positions would fit far better' compare pendulum sign.txt
awk "$rows"' { $1 *= 1000; print }' whole.txt >ms.txt
ends 1 'go to 10000, .* to 10 s: are they milliseconds' compare pendulum ms.txt
awk "$rows"' && ($1 == 0 || $1 == 10)' whole.txt >ends.txt
ends 1 'no row from 0 to 10 s: FAIL' compare pendulum ends.txt
awk "$rows"' && ($1 < 3 || $1 > 6)' whole.txt >hole.txt
ends 1 'no row from 2.9 to 6.1 s: FAIL' compare pendulum hole.txt
sed 's/^% t x y/% t x x/' whole.txt >twice.txt
ends 2 "twice.txt: expected one column 'x', found it twice" compare pendulum twice.txt

# ---- pictures
if command -v gnuplot >/dev/null; then
    ends 0 '^PASS' compare pendulum bare.txt --plot "it's.pdf"
    check 'a PDF is drawn' [ "$(head -c 4 "it's.pdf")" = %PDF ]
    ends 3 "cannot write 'nowhere/a.pdf'" compare pendulum bare.txt --plot nowhere/a.pdf
fi
mkdir none
ln -s "$(command -v sh)" none/sh
PATH=$folder/none "$bench" compare pendulum bare.txt --plot b.pdf >out 2>err
check 'without gnuplot: exit 3' [ $? -eq 3 ]
check 'and one line' grep -q 'gnuplot is not installed' err
check 'and no file' [ ! -e b.pdf ]

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
