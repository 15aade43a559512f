# make paper: weaves the modules, then typesets paper/paper.tex with whatever results there are.
.PHONY: paper

paper: | $(filter experiments,$(MAKECMDGOALS)) ## typeset the paper, build/paper.pdf
	@command -v latexmk >/dev/null || { echo "make paper: latexmk is missing; 'make deps' installs it" >&2; exit 1; }
	@[ -f $(BUILD)/macros.tex ] || echo "make paper: no results yet; 'make experiments' makes them" >&2
	$(call say,TEX,$(BUILD)/paper.pdf)
	$(Q)mkdir -p $(BUILD)/paper && sh paper/weave_all $(BUILD) $(sort $(wildcard core/*.h)) $(CORE) $(PROBLEMS_FOUND) $(FORMULATIONS_FOUND) $(INTEGRATORS_FOUND)
	$(Q)latexmk -pdf -interaction=nonstopmode -halt-on-error -outdir=$(BUILD)/paper \
	    -usepretex='\def\build{$(BUILD)}' paper/paper.tex > $(BUILD)/paper/latexmk.log 2>&1 || { \
	    echo "make paper: LaTeX failed, see $(BUILD)/paper/paper.log:" >&2; grep -m 5 -A 4 '^!' $(BUILD)/paper/paper.log >&2; exit 1; }
	@grep -ahE 'Warning: (Undefined result key|Missing)' $(BUILD)/paper/paper.log | sort -u >&2 || true
	@cp $(BUILD)/paper/paper.pdf $(BUILD)/paper.pdf
