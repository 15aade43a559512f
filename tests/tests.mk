# Harder tests than `make check`: each prints the figures that it finds.
.PHONY: memory coverage fuzz mutants

memory: $(BUILD)/driftbench ## refuse every allocation of a few runs, one after the other (some minutes)
	@STRIDE=1 DRIFTBENCH=$(BUILD)/driftbench BUILD=$(BUILD) sh tests/test_memory.sh

# ---- coverage: SUITE=name counts what one suite reaches
COVERED = core formulations integrators problems experiments
coverage: ## lines and branches that the tests reach, folder by folder
	@mkdir -p build/coverage
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@+$(MAKE) --no-print-directory BUILD=build/coverage CFLAGS='-O0 -g --coverage' check >build/coverage.log 2>&1; \
	    tail -n 1 build/coverage.log
	@for room in $(COVERED); do printf '%-14s' $$room; \
	    gcovr --root . --filter "$$room/" --print-summary --output build/coverage/$$room.txt build/coverage 2>/dev/null | \
	    sed -En 's/^(lines|branches): (.*)/\1 \2  /p' | tr -d '\n'; echo; done
	@echo 'uncovered lines: build/coverage/FOLDER.txt'

# ---- fuzzing
FUZZ_TIME    = 60
FUZZ_CC      = clang
FUZZ_FLAGS   = -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=undefined
FUZZ_TARGETS = parameter result
FUZZ_SOURCES = core/parameter.c core/arena.c experiments/result_file.c

build/fuzz/%: tests/fuzz/fuzz_%.c $(FUZZ_SOURCES)
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(DIALECT) $(CPPFLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer,address,undefined -o $@ $^ -lm

fuzz: $(FUZZ_TARGETS:%=build/fuzz/%) ## fuzz the readers of parameters and of result files, FUZZ_TIME seconds each
	@for target in $(FUZZ_TARGETS); do mkdir -p build/fuzz/found-$$target; \
	    echo "== $$target, $(FUZZ_TIME) s"; \
	    build/fuzz/$$target -max_total_time=$(FUZZ_TIME) -max_len=4096 -timeout=5 -print_final_stats=1 -verbosity=0 \
	        -artifact_prefix=build/fuzz/crash-$$target- build/fuzz/found-$$target tests/fuzz/corpus-$$target \
	        2>build/fuzz/$$target.log || { tail -n 30 build/fuzz/$$target.log; exit 1; }; \
	    sed -En 's/^stat::number_of_executed_units: */executions without a fault: /p' build/fuzz/$$target.log; done

# ---- mutants
mutants: ## apply small errors to the numerics, one by one: the tests must notice each (long)
	@sh tests/mutants.sh
