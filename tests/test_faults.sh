#!/bin/sh
# shellcheck disable=SC2016 # the small scripts in single quotes expand later
# Faults of the machine: a full disk, a folder that cannot be written, a closed pipe, an interruption. Each gives one line
# and a non-zero exit, an older file stays as it was, nothing half-written stays, and finished rows are kept.
bench=${DRIFTBENCH:-build/driftbench}
case $bench in */*) bench=$(cd "$(dirname "$bench")" && pwd)/$(basename "$bench") ;; esac
folder=$(mktemp -d) || exit 3
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder" || exit 3
passed=0 failed=0

check() { # WHAT COMMAND…
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        head -n 3 err
    fi
}
one_line() { [ "$(wc -l <err)" -eq 1 ] && grep -q "^driftbench: $1" err; }
clean() { [ -z "$(find . -name '*.??????' -newer began)" ]; } # no temporary file beside the results
rows() { grep -v '^#' "$1" 2>/dev/null | grep -c "^pendulum,"; }

quick='pendulum -f ali3 -i hht -s 0.01 --duration 1 --repeat 0'
touch began
"$bench" sweep pendulum -f ali3,lagrange -i hht --steps 0.1,0.05 --repeat 0 --append rows.csv 2>err
"$bench" reference pendulum --interval 1 --output exact.txt
check 'there is something to work on' [ "$(rows rows.csv)" -eq 4 ]

# ---- a full disk under standard output: every command that prints
full() {
    "$bench" "$@" >/dev/full 2>err
    code=$?
    check "a full disk under: $*" [ $code -eq 3 ]
    grep '^driftbench: ' err >line
    check "one line that says so: $*" [ "$(grep -c 'No space left' line)" -eq 1 ]
}
if [ -c /dev/full ]; then
    full list
    full help
    full help ali3
    full sweep --help
    # shellcheck disable=SC2086
    full run $quick
    # shellcheck disable=SC2086
    full run $quick --csv
    # shellcheck disable=SC2086
    full run $quick --output -
    full reference pendulum
    full compare pendulum exact.txt
    full rank pendulum --from rows.csv
    full sweep pendulum -f ali3 -i hht --steps 0.1 --repeat 0
    # shellcheck disable=SC2086
    "$bench" compare pendulum exact.txt --plot /dev/full >out 2>err
    check 'a picture has to be a PDF file' [ $? -eq 2 ]
    check 'and no device is replaced' [ -c /dev/full ]
    # shellcheck disable=SC2086
    "$bench" run $quick --output /dev/full >out 2>err
    check 'a full disk under --output' [ $? -eq 3 ]
    check 'in one line' one_line "cannot write '/dev/full'"
else
    echo 'no /dev/full here: a full device is not tried'
fi

# ---- a disk that fills up while a file is written
fills() { # FILE WORDS…
    file=$1
    shift
    cp "$file" before 2>/dev/null || : >before
    (
        ulimit -f 1
        exec "$bench" "$@" >out 2>err
    )
    code=$?
    check "a disk that fills up: $*" [ $code -eq 3 ]
    check "in one line: $*" one_line 'cannot write'
    check "the old file stays: $*" cmp -s "$file" before
    check "and nothing else: $*" clean
}
fills rows.csv sweep pendulum -f ali3,lagrange -i hht --steps 0.1,0.05,0.02 --repeat 0 --append rows.csv
fills exact.txt reference pendulum --output exact.txt
echo old >table.tex
fills table.tex rank pendulum --from rows.csv --latex table.tex

if command -v gnuplot >/dev/null; then # which is not told that its disk is full
    echo old >plot.pdf
    cp plot.pdf before
    (
        ulimit -f 8
        exec "$bench" compare pendulum exact.txt --plot plot.pdf >out 2>err
    )
    check 'a disk that fills up under a picture' [ $? -eq 3 ]
    check 'in one line' one_line 'cannot draw plot.pdf'
    check 'the old picture stays' cmp -s plot.pdf before
    check 'and nothing else of it' clean
fi

# ---- closed standard streams: the next file must not get what is printed
# shellcheck disable=SC2086
"$bench" run $quick --output - --history closed.csv >&- 2>err <&-
check 'standard output is closed' [ $? -eq 3 ]
check 'in one line' one_line 'cannot write standard output'
check 'no row of one file stands in the other' sh -c '! grep -v , closed.csv 2>/dev/null | grep -qv "^#"'
# shellcheck disable=SC2086
"$bench" run $quick --output closed.txt >&- 2>&- <&-
check 'with all closed the file is whole' [ "$(tail -n 1 closed.txt | cut -c 1-2)" = '1 ' ]
check 'standard error closed' sh -c '"$1" runs >out 2>&-; [ $? -eq 2 ] && [ ! -s out ]' - "$bench"

# ---- a link to nowhere stays one
ln -s nowhere/deep dangling && ln -s circle circle
for link in dangling circle; do
    # shellcheck disable=SC2086
    "$bench" run $quick --output $link >out 2>err
    check "a link to nowhere, $link" [ $? -eq 3 ]
    check "in one line, $link" one_line "cannot write '$link'"
    check "$link is still a link" [ -L $link ]
done

# ---- a folder that cannot be written: for root, only one that the kernel itself keeps
mkdir shut
chmod a-w shut
for place in shut /sys /proc/self; do
    if [ -d $place ] && ! (: >$place/driftbench-test) 2>/dev/null; then break; fi
    rm -f $place/driftbench-test
    place=
done
if [ -n "$place" ]; then
    for words in "run $quick --output $place/x" "reference pendulum --output $place/x" "rank pendulum --from rows.csv --latex $place/x" \
        "sweep pendulum -f ali3 -i hht --steps 0.1 --append $place/x" "bench --output $place/x"; do
        # shellcheck disable=SC2086
        "$bench" $words >out 2>err
        check "exit 3: $words" [ $? -eq 3 ]
        check "one line: $words" one_line "cannot write '$place/x'"
    done
else
    echo 'every folder can be written here: an unwritable one is not tried'
fi

# ---- a closed pipe
piped() {
    { "$bench" "$@" 2>err; echo $? >code; } | head -n 1 >out
    check "a closed pipe ends with 3: $*" [ "$(cat code)" -eq 3 ]
    check "in one line: $*" one_line 'cannot write'
    check "after the first line: $*" [ "$(wc -l <out)" -eq 1 ]
}
piped reference pendulum --interval 1e-4
piped run pendulum -f ali3 -i rk4 -s 0.001 --repeat 0 --output -
piped draw pendulum --frames 5000

# ---- an interrupted sweep keeps its rows and goes on from there
# INT is handled as TERM is, but a shell starts its background jobs deaf to it, and nohup starts everything deaf to HUP.
for signal in TERM HUP KILL; do
    if [ "$(sh -c 'kill -s "$1" $$; echo deaf' - $signal 2>/dev/null)" = deaf ]; then
        echo "$signal is ignored here, as under nohup: it is not tried"
        continue
    fi
    touch began
    "$bench" sweep pendulum -f ali3,lagrange,penalty -i rk4,hht --steps 0.1,0.05,0.02,4e-6 --limit 1e9 --repeat 0 \
        --append $signal.csv >out 2>err &
    process=$! tries=0
    while [ "$(rows $signal.csv)" -lt 18 ] && [ $tries -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill -s $signal $process
    wait $process 2>/dev/null
    check "$signal ends a sweep" [ $? -gt 3 ]
    check "$signal: the finished rows are there" [ "$(rows $signal.csv)" -ge 18 ]
    check "$signal: they are whole" sh -c '"$1" rank pendulum --from "$2" >/dev/null 2>&1' - "$bench" $signal.csv
    [ $signal = KILL ] || check "$signal: and nothing half-written" clean
done
grep -v '^#' TERM.csv | cut -d, -f1-5 | head -n 19 >first
"$bench" sweep pendulum -f ali3,lagrange,penalty -i rk4,hht --steps 0.1,0.05,0.02,0.01 --limit 1e9 --repeat 0 --append TERM.csv 2>err
check 'what was interrupted goes on' [ "$(rows TERM.csv)" -ge 24 ]
grep -v '^#' TERM.csv | cut -d, -f1-5 | head -n 19 >again
check 'from where it was' cmp -s first again

# ---- a run that is stopped leaves neither file, nor a part of one
for signal in INT QUIT TERM HUP; do
    timeout -s $signal 0.5 "$bench" run pendulum -f ali3 -i hht -s 1e-7 --output stopped.txt --history stopped.csv >out 2>err
    check "$signal stops a run" [ $? -eq 124 ]
    check "$signal: no file, no part of one" [ -z "$(find . -name 'stopped*')" ]
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
