#!/bin/sh
# shellcheck disable=SC2016 # awk programs in single quotes
# Sweeps, rankings and experiments: rows that can be repeated, interruptions that lose and repeat nothing, the rule that luck does
# not count, lists that restrict, and every figure without a word from gnuplot.
bench=${DRIFTBENCH:-build/driftbench}
case $bench in */*) bench=$(cd "$(dirname "$bench")" && pwd)/$(basename "$bench") ;; esac
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

check() { # WHAT COMMAND…
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
    fi
}
csv=$(cat experiments/csv.awk)
column() { awk "$csv"'{ print at("'"$1"'") }' "$2"; } # NAME FILE
runs() { awk "$csv"'END { print n + 0 } { n++ }' "$1"; }
# what does not depend on the clock
digits() { awk "$csv"'{ print at("command"), at("step"), at("status"), at("energy_drift_J"), at("trajectory_error"), at("iterations") }' "$1" | sort; }

# ---- rows
"$bench" sweep pendulum -f ali3,penalty -i rk4,hht --steps 0.05,0.02,0.01 --append "$folder/rows.csv" 2>"$folder/err"
check 'a row for every pair and step' [ "$(runs "$folder/rows.csv")" -eq 12 ]
check 'quiet when it is no terminal: one line' [ "$(wc -l <"$folder/err")" -eq 1 ]
check 'each is timed three times, with a spread' [ "$(awk "$csv"'at("timed_runs") + 0 >= 3 && at("cpu_s") > 0 && at("cpu_spread") != ""' "$folder/rows.csv" | wc -l)" -eq 12 ]
"$bench" rank pendulum --from "$folder/rows.csv" --csv "$folder/ranking.csv" >"$folder/out"
check 'what is ranked until its two best timings agree' [ "$(awk "$csv"'(at("cpu_spread") + 0 <= 0.03 || at("timed_runs") == 15) && (at("gated_cpu_spread") + 0 <= 0.03 || at("gated_timed_runs") == 15)' "$folder/ranking.csv" | wc -l)" -eq 4 ]
check 'the ranking says what ± means' grep -q '^CPU: the best of .*±: how far the second best' "$folder/out"
command=$(column command "$folder/rows.csv" | sed -n 5p)
# shellcheck disable=SC2086 # the words of a command
set -- ${command#driftbench }
"$bench" "$@" >"$folder/again.csv" 2>/dev/null
check 'the command of a row gives its digits' [ "$(column energy_drift_J "$folder/again.csv")" = "$(column energy_drift_J "$folder/rows.csv" | sed -n 5p)" ]
cp "$folder/rows.csv" "$folder/before.csv"
"$bench" sweep pendulum -f ali3,penalty -i rk4,hht --steps 0.05,0.02,0.01 --append "$folder/rows.csv" 2>/dev/null
check 'nothing is run twice' [ "$(grep -v '^#' "$folder/rows.csv")" = "$(grep -v '^#' "$folder/before.csv")" ]

# ---- interruptions: killed again and again until it is done. What was measured stays as it was to the digit of its CPU time, and
# timings are only added.
wide() { "$@" sweep pendulum -f ali3,lagrange,penalty -i rk4,hht,bdf --steps 0.02,0.01,0.005,0.002,0.001 --limit 9 --append "$folder/cut.csv" 2>/dev/null; }
"$bench" sweep pendulum -f ali3,lagrange,penalty -i rk4,hht,bdf --steps 0.02,0.01,0.005,0.002,0.001 --limit 9 --repeat 0 --append "$folder/whole.csv" 2>/dev/null
clocked() { awk "$csv"'{ print at("command") "," at("measured_s") "," at("timed_runs") "," at("cpu_s") }' "$1"; }
kept_all() { # BEFORE NOW
    awk -F, 'FILENAME == ARGV[1] { measured[$1] = $2; timed[$1] = $3; cpu[$1] = $4; next }
        !($1 in measured) { next }
        { seen++ }
        measured[$1] != $2 || $3 < timed[$1] || cpu[$1] != "" && $4 > cpu[$1] { exit }
        END { for (c in measured) n++; exit n != seen }' "$1" "$2"
}
gentle=INT # what a shell has started in the background is deaf to it
[ -z "$(sh -c 'kill -s INT $$; echo deaf' 2>/dev/null)" ] || gentle=TERM
cuts=0 kept=0 torn=0 tenths=1
for signal in $gentle KILL $gentle KILL $gentle KILL $gentle KILL $gentle KILL $gentle KILL; do
    cp "$folder/cut.csv" "$folder/last.csv" 2>/dev/null || echo command,measured_s,timed_runs,cpu_s >"$folder/last.csv"
    wide timeout -s "$signal" $((tenths / 10)).$((tenths % 10)) "$bench" && break
    if [ ! -s "$folder/cut.csv" ] || cmp -s "$folder/cut.csv" "$folder/last.csv"; then # a slow machine needs longer for a row
        tenths=$((2 * tenths))
        continue
    fi
    cuts=$((cuts + 1))
    clocked "$folder/last.csv" >"$folder/a"
    clocked "$folder/cut.csv" >"$folder/b"
    if kept_all "$folder/a" "$folder/b"; then kept=$((kept + 1)); fi
    "$bench" rank pendulum --from "$folder/cut.csv" >/dev/null 2>"$folder/err" || torn=$((torn + 1))
done
wide "$bench"
check 'it was interrupted more than twice' [ $cuts -gt 2 ]
check 'no finished row was run again' [ $kept -eq $cuts ]
check 'no file was torn' [ $torn -eq 0 ]
digits "$folder/whole.csv" >"$folder/a"
digits "$folder/cut.csv" >"$folder/b"
check 'and the end is the same' cmp -s "$folder/a" "$folder/b"
check 'no command stands twice' [ -z "$(column command "$folder/cut.csv" | sort | uniq -d)" ]

# ---- patience: a pair that fails dearly is given smaller steps until it passes; without patience it is not
sweep_once() { "$bench" sweep pendulum -f ali3 -i rk4 --steps 2,1.5,1,0.01,0.005,0.001 --limit 1e-9 --repeat 0 --append "$folder/$1" --patience "$2" 2>/dev/null; }
sweep_once patient.csv 9
sweep_once hasty.csv 1e-9
check 'patience waits for the second pass' [ "$(column accurate "$folder/patient.csv" | tr -d '\n')" = 00011 ]
check 'and there is none without it' [ "$(runs "$folder/hasty.csv")" -eq 1 ]

# ---- luck does not count: the middle one of three steps fails
awk -F, 'BEGIN { OFS = "," } /^#/ { print; next } /^problem/ { for (i = 1; i <= NF; i++) c[$i] = i; print; next }
    $c["formulation"] == "ali3" && $c["integrator"] == "rk4" { $c["passes"] = $c["accurate"] = $c["step"] != "0.02" } { print }' \
    "$folder/rows.csv" >"$folder/lucky.csv"
"$bench" rank pendulum --from "$folder/lucky.csv" --csv "$folder/ranking.csv" >/dev/null
one() { awk "$csv"'at("formulation") == "ali3" && at("integrator") == "rk4" { print at("'"$1"'") }' "$folder/ranking.csv"; }
check 'the step above the failure is lucky' [ "$(one lucky_step)" = 0.05 ]
check 'the one below it is ranked' [ "$(one step)" = 0.01 ]
check 'the ranking has a row for every pair' [ "$(runs "$folder/ranking.csv")" -eq 4 ]
awk -F, 'BEGIN { OFS = "," } /^#/ { print; next } /^problem/ { for (i = 1; i <= NF; i++) c[$i] = i; print; next }
    $c["formulation"] == "ali3" && $c["integrator"] == "rk4" { $c["passes"] = $c["accurate"] = $c["step"] == "0.05" } { print }' \
    "$folder/rows.csv" >"$folder/lucky.csv"
"$bench" rank pendulum --from "$folder/lucky.csv" --csv "$folder/ranking.csv" >/dev/null
check 'a pair that passes only by luck has no place' [ -z "$(one place)" ]
check 'but a reason' [ -n "$(one failure)" ]

# ---- the experiments, small
small() { # SCRIPT VARIABLE=VALUE…
    script=$1
    shift
    env BUILD="$folder/build" DRIFTBENCH="$bench" LIMIT=0.002 CHAIN='3 10 30' GRID='3 5' STEP=10/400 "$@" sh "experiments/$script.sh" >>"$folder/out" 2>>"$folder/said"
}
few='bricard double-four-bar flyball-governor'
for script in work_precision ranking histories singularity scaling sensitivity gaming stiffness stills; do
    wanted=$few; [ $script != scaling ] || wanted='n-four-bar multi-four-bar'
    small $script PROBLEMS="$wanted" FORMULATIONS='ali3 lagrange' INTEGRATORS='hht rk4'
    check "$script ends well" [ $? -eq 0 ]
done
check 'gnuplot has nothing to say' [ -z "$(grep -i 'gnuplot\|no figure\|awk:\|sh:' "$folder/said")" ]
grep -i 'gnuplot\|no figure\|awk:\|sh:' "$folder/said"
for figure in work-precision-bricard work-precision-double-four-bar ranking-bricard ranking histories-bricard histories-flyball-governor singularity \
    scaling sensitivity gaming stiffness still-bricard; do
    check "there is $figure.pdf" [ -s "$folder/build/figures/$figure.pdf" ]
    check "there is $figure.png" [ -s "$folder/build/figures/$figure.png" ]
done
bad=$(find "$folder/build/results" -name '*.csv' | while read -r file; do
    head -n 1 "$file" | grep -q '^# command ' && grep -q '^# commit ' "$file" && grep -q '^# cpu ' "$file" || echo "$file"
done)
check "every CSV has its head $bad" [ -z "$bad" ]
bad=$(find "$folder/build/results" -name '*.csv' ! -name 'history-*' | while read -r file; do
    awk "$csv"'at("command") == "" { exit 1 }' "$file" || echo "$file"
done)
check "every row has its command $bad" [ -z "$bad" ]
bad=$(find "$folder/build/results" -name '*.csv' | while read -r file; do
    awk "$csv"'{ names = 0; for (i in column) names++; if (csv($0, g) != names) exit 1 }' "$file" || echo "$file"
done)
check "every row has a field for every name $bad" [ -z "$bad" ]
command=$(column command "$folder/build/results/scaling.csv" | grep rows= | tail -n 1)
# shellcheck disable=SC2086 # the words of a command
check 'the command of a row of the grid is whole' "$bench" ${command#driftbench } >/dev/null
check 'what is no terminal gets no signs for one' [ -z "$(tr -dc '\033\r' <"$folder/said")" ]
check 'nothing half-written is left' [ -z "$(find "$folder/build" -name '*.new' -o -name '.*.pdf' -o -name '*.csv.??????')" ]
check 'only what was asked for' [ "$(column formulation "$folder/build/results/work_precision-bricard.csv" | sort -u | tr '\n' ' ')" = 'ali3 lagrange ' ]
others=$(grep -lE ' -f (penalty|ggl|nullspace)| -i (bdf|genalpha)' "$folder"/build/results/*.csv "$folder"/build/results/*/*.csv)
check "in every experiment $others" [ -z "$others" ]
small scaling PROBLEMS='n-four-bar' FORMULATIONS=penalty INTEGRATORS=hht
check 'other runs of the scaling are added' [ "$(column formulation "$folder/build/results/scaling.csv" | sort -u | tr '\n' ' ')" = 'ali3 lagrange penalty ' ]
check 'and the grid stays' grep -q '^grid,lagrange,' "$folder/build/results/scaling.csv"
ali3=$(awk "$csv"'at("formulation") == "ali3"' "$folder/build/results/work_precision-bricard.csv" | wc -l)
small work_precision PROBLEMS=bricard FORMULATIONS=penalty INTEGRATORS=rk4
small ranking PROBLEMS=bricard FORMULATIONS=penalty INTEGRATORS=rk4
check 'another list adds its rows' grep -q ',penalty,rk4,' "$folder/build/results/work_precision-bricard.csv"
check 'and takes none away' [ "$(awk "$csv"'at("formulation") == "ali3"' "$folder/build/results/work_precision-bricard.csv" | wc -l)" -eq "$ali3" ]
check 'the ranking shows both' [ "$(column formulation "$folder/build/results/ranking-bricard.csv" | sort -u | tr '\n' ' ')" = 'ali3 lagrange penalty ' ]
score() { awk "$csv"'at("ranking") == "official" && at("formulation") == "'"$1"'" && at("integrator") == "rk4" { print at("passed") "/" at("problems") }' "$folder/build/results/ranking.csv"; }
check 'and the other problems stay in the score' [ "$(score ali3)" = 3/3 ]
check 'where those that a pair was not run on do not count' [ "$(score penalty)" = 1/1 ]
check 'the summary fits a terminal' [ "$(awk '{ if (length($0) > m) m = length($0) } END { print m }' "$folder/build/results/summary.txt")" -le 120 ]

# ---- a history is that of the pair in the ranking, also when another one was the best before
history=$folder/build/results/history-bricard-ali3.csv
head -n 1 "$history" >"$folder/wanted"
grep -v '^#' "$history" >"$folder/digits"
awk 'NR == 1 { sub(/ -s [^ ]* /, " -s 0.05 ") } NR < 40' "$history" >"$folder/other" && cat "$folder/other" >"$history"
small histories PROBLEMS=bricard
check 'a history of another run is made again' [ "$(head -n 1 "$history")" = "$(cat "$folder/wanted")" ]
check 'with the same digits' [ "$(grep -v '^#' "$history")" = "$(cat "$folder/digits")" ]
cp -p "$history" "$history.before"
small histories PROBLEMS=bricard
check 'and that of the same run is not' [ ! "$history" -nt "$history.before" ]

# ---- an experiment whose make is gone ends before the next sweep, also when a shell stands between
sleep 0 &
gone=$!
wait $gone
BUILD=$folder/widow DRIFTBENCH=$bench PROBLEMS=pendulum LIMIT=0.001 MAKER=$gone sh experiments/work_precision.sh 2>/dev/null
check 'no sweep begins for a make that is gone' [ ! -e "$folder/widow/results/work_precision-pendulum.csv" ]
BUILD=$folder/alone DRIFTBENCH=$bench PROBLEMS='pendulum bricard' LIMIT=0.01 sh -c 'sh experiments/work_precision.sh >/dev/null 2>&1 & echo $!; sleep 0.3' >"$folder/pid"
tries=0
while kill -0 "$(cat "$folder/pid")" 2>/dev/null && [ $tries -lt 300 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
check 'an orphan ends its sweep' [ -s "$folder/alone/results/work_precision-pendulum.csv" ]
check 'and begins no other' [ ! -e "$folder/alone/results/work_precision-bricard.csv" ]

# ---- trouble: what cannot be drawn is said, and the experiment does not end as if all were well
mkdir "$folder/bin" && printf '#!/bin/sh\necho out of ink >&2\nexit 1\n' >"$folder/bin/gnuplot" && chmod +x "$folder/bin/gnuplot"
PATH=$folder/bin:$PATH REDRAW=1 BUILD=$folder/build DRIFTBENCH=$bench sh experiments/ranking.sh >"$folder/out" 2>"$folder/err"
check 'a figure that cannot be drawn ends the script with 1' [ $? -eq 1 ]
check 'and is named' grep -q '^no figure ranking: gnuplot says: out of ink' "$folder/err"

(
    trap '' XFSZ
    ulimit -f 0
    PATH=$folder/bin:$PATH REDRAW=1 BUILD=$folder/build DRIFTBENCH=$bench sh experiments/ranking.sh
) >"$folder/out" 2>"$folder/err"
check 'a full disk ends the script with 3: make need not try the others' [ $? -eq 3 ]
check 'one line says so' [ "$(grep -c '^make experiments: .* needs 4 MB of room' "$folder/err")" -eq "$(wc -l <"$folder/err")" ]
check 'and nothing half-written stays' [ -z "$(find "$folder/build" -name '*.new' -o -name .room)" ]
REDRAW=1 BUILD=$folder/empty DRIFTBENCH=$bench sh experiments/singularity.sh 2>"$folder/err"
check 'figures of what was never run are no failure' [ $? -eq 0 ]
check 'but a line' grep -q 'there are no runs' "$folder/err"

# ---- colours: those of new modules are their own
# shellcheck disable=SC1091
. experiments/styles.sh
names() { if [ "$1" = formulations ]; then printf '%s\n' ali3 ggl lagrange mine nullspace penalty yours; else printf '%s\n' bdf genalpha hht mid rk4 rk8; fi; }
all=$(for f in $(names formulations); do colour_of "$f"; done | cut -d' ' -f1 | sort | uniq -d)
check 'every formulation has its colour' [ -z "$all" ]
all=$(for i in $(names integrators); do mark_of "$i"; done | sort | uniq -d)
check 'every integrator has its mark' [ -z "$all" ]

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
