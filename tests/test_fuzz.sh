#!/bin/sh
# The inputs that fuzzing started from, and those that it once found, again: none may do harm.
build=${BUILD:-build} passed=0 failed=0
make -s BUILD="$build" replay || exit 3
for target in parameter result sweep words; do
    for input in tests/fuzz/corpus-"$target"/*; do
        if timeout 20 "$build/fuzz/replay-$target" "$input" >"$build/fuzz/replay.log" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED: $target, $input"
            head -n 12 "$build/fuzz/replay.log"
        fi
    done
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
