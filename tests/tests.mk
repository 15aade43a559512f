# Harder tests than `make check`: each prints the figures that it finds.
.PHONY: memory memory-sites coverage fuzz mutants

SUITES_ALL := $(sort $(SUITES) $(SCRIPTS:tests/test_%.sh=%))
$(if $(word 2,$(SUITE)),$(error SUITE names one suite, not '$(SUITE)'))
$(foreach s,$(SUITE),$(if $(filter $(s),$(SUITES_ALL)),,$(error SUITE: there is no suite '$(s)'; suites: $(SUITES_ALL))))

memory: $(BUILD)/driftbench ## refuse every allocation of a few runs, one after the other (some minutes)
	@STRIDE=1 DRIFTBENCH=$(BUILD)/driftbench BUILD=$(BUILD) sh tests/test_memory.sh
	@+$(MAKE) --no-print-directory memory-sites

COUNTED = BUILD=build/coverage CFLAGS='-O1 -g -fno-inline --coverage'
memory-sites: # whether these runs reach every place that asks for memory
	@+$(MAKE) -s $(COUNTED) build/coverage/driftbench
	@find build/coverage -name '*.gcda' -delete
	@SITES=1 DRIFTBENCH=build/coverage/driftbench BUILD=build/coverage sh tests/test_memory.sh
	@gcov -t $$(find build/coverage -name '*.gcno' ! -path '*/tests/*') 2>/dev/null | awk -f tests/memory/sites.awk

# ---- coverage: SUITE=name counts what one suite reaches
COVERED = core formulations integrators problems experiments
coverage: ## lines and branches that the tests reach, folder by folder
	@mkdir -p build/coverage
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@+GCOV_ERROR_FILE=$(CURDIR)/build/coverage/gcov.log $(MAKE) --no-print-directory $(COUNTED) check >build/coverage.log 2>&1; \
	    tail -n 1 build/coverage.log
	@for room in $(COVERED); do printf '%-14s' $$room; \
	    gcovr --root . --filter "$$room/" --print-summary --output build/coverage/$$room.txt build/coverage 2>/dev/null | \
	    sed -En 's/^(lines|branches): (.*)/\1 \2  /p' | tr -d '\n'; echo; done
	@echo 'uncovered lines: build/coverage/FOLDER.txt'

# ---- fuzzing: what reads is built anew with the fuzzer's eyes in it; what it needs besides comes from the archive. So is
# what counts allocations, which steps aside for the sanitizer's own allocator only when it is compiled with it.
FUZZ_TIME    = 60
FUZZ_CC      = clang
FUZZ_FLAGS   = -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=undefined
FUZZ_TARGETS = parameter result sweep words
FUZZ_SOURCES = tests/fuzz/quiet.c core/parameter.c core/arena.c experiments/result_file.c experiments/sweep_read.c \
    experiments/sweep_choose.c experiments/choose.c experiments/suggest.c experiments/arguments.c experiments/allocations.c

$(BUILD)/fuzz/rest.a: $(TESTED)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && ar rcs $@ $^

build/fuzz/%: tests/fuzz/fuzz_%.c $(FUZZ_SOURCES) $(BUILD)/fuzz/rest.a $(LIBRARY)
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(DIALECT) $(CPPFLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer,address,undefined -o $@ $^ $(LDLIBS)

# The same targets without a fuzzer, for tests/test_fuzz.sh: any compiler will do.
REPLAY_FLAGS   = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
REPLAY_OBJECTS = $(FUZZ_SOURCES:%.c=$(BUILD)/fuzz/replay/%.o) $(BUILD)/fuzz/replay/tests/fuzz/replay.o
$(BUILD)/fuzz/replay/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(DIALECT) $(CPPFLAGS) $(REPLAY_FLAGS) -c -o $@ $<
$(BUILD)/fuzz/replay-%: $(BUILD)/fuzz/replay/tests/fuzz/fuzz_%.o $(REPLAY_OBJECTS) $(BUILD)/fuzz/rest.a $(LIBRARY)
	$(Q)$(CC) $(REPLAY_FLAGS) -o $@ $^ $(LDLIBS) $(if $(findstring --coverage,$(CFLAGS)),-lgcov)
.PHONY: replay
.SECONDARY: $(REPLAY_OBJECTS) $(FUZZ_TARGETS:%=$(BUILD)/fuzz/replay/tests/fuzz/fuzz_%.o)
replay: $(FUZZ_TARGETS:%=$(BUILD)/fuzz/replay-%)

.PHONY: fuzz-time $(FUZZ_TARGETS:%=fuzz-%)
fuzz-time:
	@case '$(FUZZ_TIME)' in '' | *[!0-9]*) echo "make fuzz: FUZZ_TIME is a whole number of seconds, not '$(FUZZ_TIME)'" >&2; exit 2 ;; esac

# `make -j2 fuzz` runs two at a time.
$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: build/fuzz/% fuzz-time
	@mkdir -p build/fuzz/found-$*
	@LSAN_OPTIONS=suppressions=tests/fuzz/leaks:print_suppressions=0 build/fuzz/$* -max_total_time=$(FUZZ_TIME) -max_len=4096 -timeout=5 -print_final_stats=1 -verbosity=0 \
	    -artifact_prefix=build/fuzz/crash-$*- build/fuzz/found-$* tests/fuzz/corpus-$* \
	    2>build/fuzz/$*.log || { tail -n 30 build/fuzz/$*.log; exit 1; }
	@sed -En 's/^stat::number_of_executed_units: *(.*)/$*: \1 executions in $(FUZZ_TIME) s without a fault/p' build/fuzz/$*.log

fuzz: $(FUZZ_TARGETS:%=fuzz-%) ## fuzz what reads parameters, command lines, result files and sweeps, FUZZ_TIME seconds each

# ---- mutants
mutants: ## apply small errors to the numerics, one by one: the tests must notice each (long)
	@sh tests/mutants.sh
