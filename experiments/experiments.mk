# make experiments [FULL=1] [PROBLEMS="bricard pendulum"] [FORMULATIONS="ali3 penalty"] [INTEGRATORS="rk4"]
EXPERIMENTS = work_precision ranking histories singularity scaling sensitivity gaming stiffness
.PHONY: experiments experiment-names $(EXPERIMENTS:%=experiment-%)

FULL =
given       = $(if $(filter command environment,$(firstword $(origin $(1)))),$($(1)))
experiment  = BUILD='$(BUILD)' DRIFTBENCH='$(BUILD)/driftbench' FULL='$(FULL)' PROBLEMS='$(call given,PROBLEMS)' \
    FORMULATIONS='$(call given,FORMULATIONS)' INTEGRATORS='$(call given,INTEGRATORS)' sh experiments/$(1).sh

# One after the other in one recipe: timed runs do not overlap whatever -j says. An experiment without data is a line,
# not a stop.
experiments: $(BUILD)/driftbench ## sweeps, rankings, figures and tables, in build/ (FULL=1: dense; PROBLEMS="a b")
	@for e in $(EXPERIMENTS); do [ -f experiments/$$e.sh ] || continue; echo "== $$e" >&2; \
	    $(call experiment,$$e) || echo "experiment $$e failed" >&2; done
	@$(call experiment,numbers) || true
	@echo; cat $(BUILD)/results/ranking.txt 2>/dev/null || true
	@echo; echo "figures: $(BUILD)/figures; tables: $(BUILD)/tables; rows: $(BUILD)/results"

experiment-names: $(BUILD)/driftbench
	@$(call experiment,self_check) names

$(addprefix experiment-,$(EXPERIMENTS)): experiment-%: experiment-names
	@$(call experiment,$*)
