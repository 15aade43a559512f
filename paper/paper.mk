# make paper: weaves the modules, computes the paper's numbers from the results, and typesets paper/paper.tex. Without results it
# runs the experiments first; results that are there are used as they are.
.PHONY: paper

WOVEN = $(sort $(wildcard core/*.h)) $(CORE) $(PROBLEMS_FOUND) $(FORMULATIONS_FOUND) $(INTEGRATORS_FOUND)

# Modules from outside bring their own references: ",../mine/refs".
more_refs = $(subst $(space),,$(patsubst %.bib,$(comma)%,$(filter-out paper/%,$(BIBLIOGRAPHIES))))
comma := ,

# What the numbers come from, besides the results.
COMPUTING = $(wildcard experiments/numbers*) experiments/rank_write.c $(BUILD)/sources paper/order

# latexmk remembers a failed run and refuses to try again, even if the cause lay outside its files: its notes go with the failure.
define typeset
max_print_line=10000 latexmk -pdf -interaction=nonstopmode -halt-on-error -outdir=$(BUILD)/paper -usepretex='\def\build{$(BUILD)}$(if $(more_refs),\def\morerefs{$(more_refs)})' \
    paper/paper.tex > $(BUILD)/paper/latexmk.log 2>&1 || { rm -f $(BUILD)/paper/paper.fdb_latexmk; \
    echo "make paper: LaTeX failed, see $(BUILD)/paper/paper.log:" >&2; grep -a -m 5 -A 4 '^!' $(BUILD)/paper/paper.log >&2; exit 1; }
endef

paper: $(BUILD)/driftbench | $(filter experiments,$(MAKECMDGOALS)) ## typeset the paper, build/paper.pdf (runs the experiments if there are no results)
	@command -v latexmk >/dev/null || { echo "make paper: latexmk is missing; 'make deps' installs it" >&2; exit 1; }
	@ls $(BUILD)/results/work_precision-*.csv >/dev/null 2>&1 || $(MAKE) --no-print-directory experiments
	$(call say,TEX,$(BUILD)/paper.pdf)
	$(Q)mkdir -p $(BUILD)/paper && sh paper/weave_all $(BUILD) $(WOVEN)
	@if [ ! -f $(BUILD)/paper/numbers ] || [ ! -f $(BUILD)/macros.tex ] || [ -n "$$(find $(BUILD)/results/*.csv $(BUILD)/macros.tex $(COMPUTING) -newer $(BUILD)/paper/numbers)" ]; then \
	    $(call experiment,numbers) && touch $(BUILD)/paper/numbers; fi
	$(Q)$(typeset)
	@sed -n 's/^\\defresult{restricted}{\(.*\)}$$/\1/p' $(BUILD)/macros.tex | sed 's/\\module{\([^}]*\)}/\1/g; s/^/make paper: the results are of a restricted run, without /' >&2
	@sed -n 's/.*Warning: Missing \(.*\) on input line.*/\1/p' $(BUILD)/paper/paper.log | sort -u | \
	 awk '{ list = list (NR > 1 ? ", " : "") $$0 } END { if (NR) print "make paper: not there, and left out of the text: " list "; \047make experiments paper\047 makes all of it" }' >&2
	@cp $(BUILD)/paper/paper.pdf $(BUILD)/paper.pdf
	@sed -n "s/.*Warning: Undefined result key '\(.*\)' on.*/\1/p" $(BUILD)/paper/paper.log | sort -u > $(BUILD)/paper/undefined; \
	 if [ -s $(BUILD)/paper/undefined ]; then echo "make paper: no experiment wrote what the text uses:" $$(cat $(BUILD)/paper/undefined) >&2; exit 1; fi
	@if grep -aE "Warning: (Reference|Citation) .* undefined" $(BUILD)/paper/paper.log >&2; then echo "make paper: undefined references" >&2; exit 1; fi
	@awk '/^Overfull .hbox \([0-9.]*pt too wide/ { w = $$3; gsub(/[^0-9.]/, "", w); if (w + 0 > 5) print "make paper: " $$0 }' $(BUILD)/paper/paper.log >&2
