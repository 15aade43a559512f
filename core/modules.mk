# New modules from the templates in core/templates/. INTO=../my-modules writes out of the tree.
INTO = .
NAME =

# $(call new,formulation,-f): a name is lower-case letters, digits and single hyphens; its file and symbol have _ for -.
define new
@name='$(NAME)'; \
case "$$name" in \
    '') echo 'make new-$(1): give it a name: make new-$(1) NAME=my-$(1)' >&2; exit 2 ;; \
    [!a-z]* | *[!a-z0-9-]* | *- | *--*) echo "make new-$(1): NAME takes lower-case letters, digits and single hyphens, a letter first, not '$$name'" >&2; exit 2 ;; \
esac; \
symbol=$$(printf %s "$$name" | tr - _); file='$(INTO)/$(1)s/'$$symbol.c; shown=$${file#./}; \
for old in "$$file" "./$(1)s/$$symbol.c"; do \
    if [ -e "$$old" ]; then echo "make new-$(1): $${old#./} is there already, and is left as it is" >&2; exit 2; fi; done; \
mkdir -p '$(INTO)/$(1)s' && sed "s/@NAME@/$$name/g; s/@SYMBOL@/$$symbol/g" core/templates/$(1).c.in > "$$file.new" && mv "$$file.new" "$$file" || exit 3; \
echo "wrote $$shown: a plain method that runs. What to do next:"; \
echo "  make$(if $(filter-out .,$(INTO)), MODULES=$(INTO))"; \
echo "  build/driftbench check $(2) $$name"; \
echo "  $(subst NAME,$$name,$(3))"; \
echo "then change $$shown into your method and check again after every change (CONTRIBUTING.md)"
endef

.PHONY: new-formulation new-integrator new-problem
new-formulation: ## write formulations/NAME.c from a template that runs (NAME=x, INTO=../my-modules)
	$(call new,formulation,-f,build/driftbench run pendulum -f NAME -i hht -s 1e-3)
new-integrator: ## the same for integrators/NAME.c
	$(call new,integrator,-i,build/driftbench run pendulum -f lagrange -i NAME -s 1e-3)
new-problem: ## the same for problems/NAME.c
	$(call new,problem,-p,build/driftbench run NAME -f lagrange -i hht -s 1e-3)
