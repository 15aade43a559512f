# New modules from the templates in core/templates/: make new-formulation NAME=my-form [INTO=../my-modules]
# NAME and INTO reach the script through the environment, so that no quote in them can do harm.
.PHONY: new-formulation new-integrator new-problem
new-formulation: ## write formulations/NAME.c from a template that runs (NAME=x, INTO=../my-modules)
	@sh core/templates/new.sh formulation
new-integrator: ## the same for integrators/NAME.c
	@sh core/templates/new.sh integrator
new-problem: ## the same for problems/NAME.c
	@sh core/templates/new.sh problem
