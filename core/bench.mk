# `make bench` times the pairs that experiments/bench_cases.h lists, and writes the table to $(BUILD)/bench.txt. Times come from the
# ordinary program; where the time goes, from a second one with clocks in it, whose own times are of no use.
BENCH   = $(BUILD)/bench.txt
COMPARE =# an earlier table

.PHONY: bench bench-program
bench: $(BUILD)/driftbench bench-program ## time the standard pairs (COMPARE=FILE: and the change against an earlier table)
	$(Q)$(BUILD)/profile/driftbench bench --output $(BUILD)/profile/bench.txt
	$(Q)$(BUILD)/driftbench bench --shares $(BUILD)/profile/bench.txt $(if $(COMPARE),--compare '$(COMPARE)') --output $(BENCH)
	@cat $(BENCH)

bench-program:
	$(Q)+$(MAKE) --no-print-directory BUILD=$(BUILD)/profile CFLAGS='$(CFLAGS) -DPROFILE' $(BUILD)/profile/driftbench
