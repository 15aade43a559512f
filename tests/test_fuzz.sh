#!/bin/sh
# The inputs that fuzzing started from, and those that it once found, again: none may do harm.
build=${BUILD:-build} passed=0 failed=0
mkdir -p "$build/fuzz"
flags='-std=c11 -O1 -g -I. -D_XOPEN_SOURCE=700 -fsanitize=address,undefined -fno-sanitize-recover=undefined'
for target in parameter result; do
    program=$build/fuzz/replay-$target
    # shellcheck disable=SC2086 # the words are meant to be split
    "${CC:-gcc}" $flags -o "$program" tests/fuzz/replay.c "tests/fuzz/fuzz_$target.c" core/parameter.c core/arena.c \
        experiments/result_file.c -lm || exit 3
    for input in tests/fuzz/corpus-"$target"/*; do
        if timeout 20 "$program" "$input" >"$program.log" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED: $target, $input"
            head -n 12 "$program.log"
        fi
    done
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
