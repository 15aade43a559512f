# make experiments [FULL=1] [PROBLEMS="bricard pendulum"] [FORMULATIONS="ali3 penalty"] [INTEGRATORS="rk4"]
#
# The lists say what is run. Tables and figures show every row that build/results holds, so a restricted run adds to the results of
# a full one and takes nothing away. Rows of an older program are put aside in build/results/older when they are run anew.
EXPERIMENTS = work_precision ranking histories singularity scaling sensitivity gaming stiffness stills
.PHONY: experiments experiment-names figures stills animations $(EXPERIMENTS:%=experiment-%)

FULL =
given       = $(if $(filter command environment,$(firstword $(origin $(1)))),$($(1)))
experiment  = MAKER=$$PPID BUILD='$(BUILD)' DRIFTBENCH='$(BUILD)/driftbench' FULL='$(FULL)' PROBLEMS='$(call given,PROBLEMS)' \
    FORMULATIONS='$(call given,FORMULATIONS)' INTEGRATORS='$(call given,INTEGRATORS)' sh experiments/$(1).sh

# A second make in the same folder waits for the first, and then finds its rows; so does one after a make that was killed while
# its experiment goes on.
one_at_a_time = { ! command -v flock >/dev/null || { exec 9>$(BUILD)/.experiments; flock -n 9 || \
    { echo 'make experiments: waiting for another one in $(BUILD)' >&2; flock 9; }; }; }

# One after the other in one recipe: timed runs do not overlap whatever -j says. An experiment that fails does not keep
# the others from running; make says so at the end. A killed run may leave temporary files, which are removed here; nothing
# else is half-written.
experiments: $(BUILD)/driftbench ## sweeps, rankings, figures and tables, in build/ (FULL=1: dense; PROBLEMS="a b")
	@$(call experiment,self_check)
	@mkdir -p $(BUILD)/results $(BUILD)/figures && $(one_at_a_time); \
	find $(BUILD)/results $(BUILD)/figures \( -name '*.csv.??????' -o -name '*.new' -o -name '.trouble.*' -o -name '.*.p[dn][fg]' \) -exec rm -f {} +; \
	k=0; failed=; for e in $(EXPERIMENTS); do kill -0 $$PPID 2>/dev/null || exit 1; k=$$((k + 1)); echo "== $$e ($$k of $(words $(EXPERIMENTS)))" >&2; \
	    $(call experiment,$$e) || { [ $$? -ne 3 ] || exit 3; failed="$$failed $$e"; }; done; \
	$(call experiment,numbers) || failed="$$failed numbers"; \
	echo; cat $(BUILD)/results/summary.txt 2>/dev/null; \
	echo; echo "all places: $(BUILD)/results/ranking.txt; figures: $(BUILD)/figures; tables: $(BUILD)/tables; rows: $(BUILD)/results"; \
	[ -z "$$failed" ] || { echo "make experiments: failed:$$failed; what they print stands above" >&2; exit 1; }

# Whatever runs or draws waits for what stands before it: `make -j2 experiments figures stills`.
before :=
$(foreach goal,$(filter experiments figures stills animations $(EXPERIMENTS:%=experiment-%),$(MAKECMDGOALS)),\
  $(eval $(goal): | $(before))$(eval before := $(goal)))

figures: experiment-names ## draw figures and tables again from the rows there are; nothing is run
	@failed=; for e in $(EXPERIMENTS) numbers; do \
	    REDRAW=1 $(call experiment,$$e) || { [ $$? -ne 3 ] || exit 3; failed="$$failed $$e"; }; done; \
	[ -z "$$failed" ] || { echo "make figures: failed:$$failed; what they print stands above" >&2; exit 1; }

# The pictures in README are tracked; this makes them again.
stills: experiment-names ## a drawing of every mechanism: build/figures/still-*, and experiments/stills for README
	@STILLS=experiments/stills $(call experiment,stills)

animations: experiment-names ## the motion of every mechanism, build/animations/*.gif
	@$(call experiment,animations)

experiment-names: $(BUILD)/driftbench
	@$(call experiment,self_check) names

$(addprefix experiment-,$(EXPERIMENTS)): experiment-%: experiment-names
	@$(call experiment,$*)
