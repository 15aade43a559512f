# driftbench: `make help` lists the targets, `make V=1` shows the commands.
#
# A file in problems/, formulations/ or integrators/ is a module; a file experiments/command_NAME.c is a command; a file
# tests/test_NAME.c is a test suite. All three are found by their names, and no list is kept by hand.

BUILD   = build
CC      = gcc
NM      = nm
CFLAGS ?= -O3 -march=native -g
MODULES =# folders with more modules: MODULES="../mine ../theirs", each with problems/, formulations/ or integrators/

# The same digits from every run need -ffp-contract=off and forbid -ffast-math.
DIALECT  = -std=c11 -ffp-contract=off -fno-math-errno
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wdouble-promotion
CPPFLAGS = -I. -D_XOPEN_SOURCE=700
LDLIBS   = -lcholmod -lklu -lbtf -lamd -lcolamd -lccolamd -lcamd -lsuitesparseconfig -llapack -lblas -lm -ldl

ifndef V
Q   = @
say = @printf '  %-4s %s\n' '$(1)' '$(2)'
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all check deps deps-dev format lint sanitize reference clean help FORCE

# ---------------------------------------------------------------------------------------------------------------------
# `make deps check` on a bare machine: whatever stands beside deps waits until deps is done, and is then made by a make
# of its own, which sees the machine as deps has left it.
# ---------------------------------------------------------------------------------------------------------------------
install  := $(filter deps deps-dev,$(MAKECMDGOALS))
waiting  := $(filter-out deps deps-dev,$(MAKECMDGOALS))
ifneq ($(and $(install),$(waiting)),)

.PHONY: $(waiting)
$(firstword $(waiting)): $(install)
	@+$(MAKE) --no-print-directory $(waiting)
$(filter-out $(firstword $(waiting)),$(waiting)): $(firstword $(waiting))
	@:

else
# ---------------------------------------------------------------------------------------------------------------------
# What there is
# ---------------------------------------------------------------------------------------------------------------------
empty :=
space := $(empty) $(empty)
PLUGS    = problems formulations integrators
ROOMS    = core experiments tests $(PLUGS)
own      = $(filter $(CURDIR) $(addprefix $(CURDIR)/,$(ROOMS) paper reference),$(abspath $(1)))

$(foreach d,$(MODULES),$(if $(wildcard $(d)/.),,$(error MODULES: there is no folder '$(d)')))
$(foreach d,$(MODULES),$(if $(call own,$(d)),$(error MODULES names folders elsewhere, not '$(d)', which is part of driftbench)))
$(foreach d,$(MODULES),$(if $(wildcard $(PLUGS:%=$(d)/%)),,\
  $(error MODULES: '$(d)' has none of the folders $(PLUGS))))

where  = . $(patsubst %/,%,$(MODULES))

# $(call modules,problems): the files of one kind, in the order of their names whichever folder they come from.
modules = $(patsubst ./%,%,$(foreach n,$(sort $(notdir $(wildcard $(where:%=%/$(1)/*.c)))),$(wildcard $(where:%=%/$(1)/$(n)))))
PROBLEMS_FOUND     := $(call modules,problems)
FORMULATIONS_FOUND := $(call modules,formulations)
INTEGRATORS_FOUND  := $(call modules,integrators)

# Two modules of one name would be one symbol.
$(foreach kind,PROBLEMS_FOUND FORMULATIONS_FOUND INTEGRATORS_FOUND,$(foreach n,$(sort $(notdir $($(kind)))),\
  $(if $(word 2,$(filter %/$(n),$($(kind)))),$(error Two modules have one name: $(filter %/$(n),$($(kind)))))))

# What recipes put between quotes can hold none, and files need a folder.
quote := '
$(foreach v,BUILD MODULES SUITE NAME INTO FULL PROBLEMS FORMULATIONS INTEGRATORS COMPARE,\
  $(if $(findstring $(quote),$($(v))),$(error $(v) cannot hold a quote: $($(v)))))
$(if $(strip $(BUILD)),,$(error BUILD names the folder to build in, and is empty))

# What make or a shell would take apart.
hash := \#
$(if $(or $(word 2,$(BUILD)),$(filter -%,$(BUILD)),$(strip $(foreach c,: ; $(hash) % * ? & | < > " ~ = $$,$(findstring $(c),$(BUILD))))),\
  $(error BUILD names one folder, without blanks or any of : ; $(hash) % * ? & | < > " ~ = $$ and no hyphen first, not '$(BUILD)'))

# Objects and the written sources would fall among those of others.
strange  = $(filter-out %/registry.c %/commands.c %/origin.h,$(wildcard $(1)/*.[ch] $(1)/Makefile))
$(if $(or $(call own,$(BUILD)),$(filter $(abspath $(BUILD))/%,$(CURDIR)/),$(call strange,$(BUILD))),\
  $(error BUILD names a folder of its own, such as build/mine, not '$(BUILD)', which holds sources))

CORE     := $(sort $(wildcard core/*.c))
PROGRAM  := $(sort $(wildcard experiments/*.c))
COMMANDS := $(patsubst experiments/command_%.c,%,$(filter experiments/command_%.c,$(PROGRAM)))
TESTS    := $(sort $(wildcard tests/*.c))
SUITES   := $(patsubst tests/test_%.c,%,$(filter tests/test_%.c,$(TESTS)))
SCRIPTS  := $(sort $(wildcard tests/test_*.sh))

# An object lies where its source does, under build/; that of a module from outside, under build/outside/.
outside = $(BUILD)/outside/$(subst /,_,$(subst ..,up,$(1)))
object  = $(foreach s,$(1),$(or $(strip $(foreach d,$(MODULES:%/=%),\
            $(if $(filter $(d)/%,$(s)),$(patsubst $(d)/%.c,$(call outside,$(d))/%.o,$(s))))),$(s:%.c=$(BUILD)/%.o)))

CORE_OBJECTS    := $(call object,$(CORE))
MODULE_OBJECTS  := $(call object,$(PROBLEMS_FOUND) $(FORMULATIONS_FOUND) $(INTEGRATORS_FOUND))
PROGRAM_OBJECTS := $(call object,$(PROGRAM)) $(BUILD)/commands.o
TEST_OBJECTS    := $(call object,$(TESTS)) $(BUILD)/tests/suites.o
OBJECTS         := $(CORE_OBJECTS) $(MODULE_OBJECTS) $(BUILD)/registry.o $(PROGRAM_OBJECTS) $(TEST_OBJECTS)
LIBRARY         := $(BUILD)/libdriftbench.a

all: $(BUILD)/driftbench ## build the program, build/driftbench (the default)

$(BUILD)/driftbench: $(PROGRAM_OBJECTS) $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(PROGRAM_OBJECTS) $(LIBRARY) $(LDLIBS)

# Tests may use everything of the program but its main.
TESTED := $(filter-out $(BUILD)/experiments/driftbench.o,$(PROGRAM_OBJECTS))
$(BUILD)/tests/check: $(TEST_OBJECTS) $(TESTED) $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(TEST_OBJECTS) $(TESTED) $(LIBRARY) -lcunit $(LDLIBS)

$(LIBRARY): $(CORE_OBJECTS) $(MODULE_OBJECTS) $(BUILD)/registry.o $(BUILD)/sources
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

# ---------------------------------------------------------------------------------------------------------------------
# Objects
# ---------------------------------------------------------------------------------------------------------------------
define compile
$(call say,CC,$<)
$(Q)mkdir -p $(@D)
$(Q)$(CC) $(DIALECT) $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
endef

# A module shows one symbol: its descriptor, named after its file. $(call descriptor,formulation)
define descriptor
$(Q)case '$(*F)' in [!a-z]* | *[!a-z0-9_]*) rm -f $@; \
	echo "$<: the name of a module's file takes lower-case letters, digits and _, a letter first, such as my_module.c" >&2; exit 1 ;; esac
$(Q)$(NM) -g $@ | grep -Eq ' [A-TV-Z] _?$(1)_$(*F)$$' || { rm -f $@; \
	echo "$<: must define 'const struct $(1) $(1)_$(*F)', the descriptor that its file name promises" >&2; exit 1; }
$(Q)others=$$($(NM) -g $@ | sed -En 's/.* [A-TV-Z] (_?[a-zA-Z].*)$$/\1/p' | grep -Evx '_?$(1)_$(*F)'); \
	if [ -n "$$others" ]; then rm -f $@; echo "$<: must be static:" $$others "(only $(1)_$(*F) is seen outside)" >&2; exit 1; fi
endef

$(BUILD)/%.o: %.c $(BUILD)/flags
	$(compile)
$(BUILD)/%.o: $(BUILD)/%.c $(BUILD)/flags
	$(compile)

# $(call module_rules,from,to)
define module_rules
$(2)problems/%.o: $(1)problems/%.c $(BUILD)/flags
	$$(compile)
	$$(call descriptor,problem)
$(2)formulations/%.o: $(1)formulations/%.c $(BUILD)/flags
	$$(compile)
	$$(call descriptor,formulation)
$(2)integrators/%.o: $(1)integrators/%.c $(BUILD)/flags
	$$(compile)
	$$(call descriptor,integrator)
endef
$(eval $(call module_rules,,$(BUILD)/))
$(foreach d,$(MODULES:%/=%),$(eval $(call module_rules,$(d)/,$(call outside,$(d))/)))

-include $(OBJECTS:.o=.d)

# ---------------------------------------------------------------------------------------------------------------------
# Written files. Each is made anew every time and replaces the old one only when it differs.
# ---------------------------------------------------------------------------------------------------------------------
define replace
@cmp -s $@.new $@ && rm -f $@.new || mv -f $@.new $@
endef

$(BUILD)/flags: FORCE # all objects depend on it
	@mkdir -p $(@D)
	@printf '%s\n' '$(CC) $(DIALECT) $(WARNINGS) $(CPPFLAGS) $(CFLAGS)' > $@.new
	$(replace)

$(BUILD)/sources: FORCE # a file taken away leaves the library, too
	@mkdir -p $(@D)
	@printf '%s\n' $(CORE) $(PROBLEMS_FOUND) $(FORMULATIONS_FOUND) $(INTEGRATORS_FOUND) > $@.new
	$(replace)

# $(call list,problem,files): the shell commands that write the declarations and the two lists of one kind
list = $(foreach n,$(notdir $(basename $(2))),echo 'extern const struct $(1) $(1)_$(n);';) \
	echo 'const struct $(1) *const $(1)s[] = {$(foreach n,$(notdir $(basename $(2))),&$(1)_$(n), )NULL};';

files = echo 'const char *const $(1)_files[] = {$(foreach f,$(2),"$(f)", )NULL};'; echo;

# Modules from outside may bring their own references, in refs.bib beside their folders.
BIBLIOGRAPHIES := $(wildcard paper/refs.bib $(MODULES:%=%/refs.bib))

$(BUILD)/registry.c: FORCE
	@mkdir -p $(@D)
	@{ echo '/* Written by the Makefile from the names of the files. */'; echo '#include <stddef.h>'; echo '#include "core/registry.h"'; echo; \
	   $(call list,problem,$(PROBLEMS_FOUND)) $(call files,problem,$(PROBLEMS_FOUND)) \
	   $(call list,formulation,$(FORMULATIONS_FOUND)) $(call files,formulation,$(FORMULATIONS_FOUND)) \
	   $(call list,integrator,$(INTEGRATORS_FOUND)) $(call files,integrator,$(INTEGRATORS_FOUND)) \
	   echo 'const char *const citation_keys[] = {'; \
	   sed -n 's/^@[A-Za-z]*{\([^ ,]*\),.*/    "\1",/p' /dev/null $(BIBLIOGRAPHIES); echo '    NULL};'; } > $@.new
	$(replace)

$(BUILD)/commands.c: FORCE
	@mkdir -p $(@D)
	@{ echo '/* Written by the Makefile from experiments/command_*.c. */'; echo '#include <stddef.h>'; echo '#include "experiments/command.h"'; echo; \
	   $(call list,command,$(COMMANDS)) } > $@.new
	$(replace)

$(BUILD)/tests/suites.c: FORCE
	@mkdir -p $(@D)
	@{ echo '/* Written by the Makefile from tests/test_*.c. */'; echo '#include <stddef.h>'; echo '#include "tests/suite.h"'; echo; \
	   $(foreach s,$(SUITES),echo 'void suite_$(s)(void);';) \
	   echo 'const struct suite suites[] = {$(foreach s,$(SUITES),{"$(s)", suite_$(s)}, ){NULL, NULL}};'; } > $@.new
	$(replace)

# What a results file says about the program that wrote it.
$(BUILD)/origin.h: FORCE
	@mkdir -p $(@D)
	@{ echo '#define ORIGIN_COMMIT "'"$$(git describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null || echo unknown)"'"'; \
	   echo '#define ORIGIN_FLAGS "$(strip $(DIALECT) $(CFLAGS))"'; } > $@.new
	$(replace)
$(BUILD)/experiments/metadata.o: $(BUILD)/origin.h
$(BUILD)/experiments/metadata.o: CPPFLAGS += -I$(BUILD)

# ---------------------------------------------------------------------------------------------------------------------
# Tests
# ---------------------------------------------------------------------------------------------------------------------
# Every runner ends with a line "N passed, M failed"; one that ends badly without saying so counts as one failure.
# `make check SUITE=name` runs one suite, or one script, alone.
SUITE =
RUNNERS = $(if $(SUITE),$(filter tests/test_$(SUITE).sh,$(SCRIPTS)),$(SCRIPTS))
check: $(BUILD)/driftbench $(BUILD)/tests/check ## build and run every test (SUITE=name: one of them)
	@mkdir -p $(BUILD)/tests; passed=0; failed=0; \
	for runner in $(if $(and $(SUITE),$(RUNNERS)),,$(BUILD)/tests/check) $(RUNNERS); do \
	    name=$(BUILD)/tests/$$(basename $$runner).log; \
	    case $$runner in *.sh) set -- sh $$runner ;; *) set -- $$runner $(SUITE) ;; esac; \
	    echo "== $$runner"; \
	    { DRIFTBENCH=$(BUILD)/driftbench BUILD=$(BUILD) "$$@" 2>&1; echo $$? > $$name.status; } | tee $$name; \
	    counts=$$(sed -En 's/^([0-9]+) passed, ([0-9]+) failed$$/\1 \2/p' $$name | tail -n 1); \
	    set -- $${counts:-0 0}; \
	    if [ $$2 -eq 0 ] && [ $$(cat $$name.status) -ne 0 ]; then \
	        echo "$$runner ended with status $$(cat $$name.status)"; set -- $$1 1; fi; \
	    passed=$$((passed + $$1)); failed=$$((failed + $$2)); \
	done; \
	echo "== all"; echo "$$passed passed, $$failed failed"; [ $$failed -eq 0 ] && [ $$passed -gt 0 ]

SANITIZED = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
sanitize: ## every test under AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer
	@+ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
	    $(MAKE) --no-print-directory BUILD=build/sanitize CFLAGS='$(SANITIZED)' check

# ---------------------------------------------------------------------------------------------------------------------
# House-keeping
# ---------------------------------------------------------------------------------------------------------------------
TIDIED  = $(CORE) $(PROBLEMS_FOUND) $(FORMULATIONS_FOUND) $(INTEGRATORS_FOUND) $(PROGRAM) $(TESTS)
LAYOUT  = $(sort $(wildcard $(ROOMS:%=%/*.[ch]) $(ROOMS:%=%/*/*.[ch]) paper/*.[ch] reference/*.[ch]))

format: ## lay out every source as .clang-format says
	clang-format -i $(LAYOUT)

lint: $(BUILD)/origin.h ## check the layout, clang's warnings and clang-tidy; shellcheck when it is there
	@clang-format --dry-run -Werror $(LAYOUT)
	@for file in $(TIDIED); do printf '  TIDY %s\n' $$file; \
	    clang-tidy --quiet $$file -- $(DIALECT) $(WARNINGS) $(CPPFLAGS) -I$(BUILD) 2>$(BUILD)/tidy.log || { \
	        cat $(BUILD)/tidy.log; exit 1; }; \
	    clang $(DIALECT) $(WARNINGS) $(CPPFLAGS) -I$(BUILD) -Werror -fsyntax-only $$file || exit 1; done
	@if command -v shellcheck >/dev/null; then shellcheck .ci/run tests/*.sh experiments/*.sh; fi

reference: ## generate the reference solutions anew
	$(Q)$(MAKE) -s -C reference verify

clean: ## remove build/
	rm -rf build

help: ## show this list
	@sed -En 's/^([a-z][a-z-]*):.*## (.*)/\1\t\2/p' $(filter-out %.d,$(MAKEFILE_LIST)) | \
	    while IFS="$$(printf '\t')" read -r target meaning; do printf '  %-16s %s\n' "$$target" "$$meaning"; done
	@printf '\n  %s\n' 'V=1 shows commands; BUILD=folder, CC=clang, CFLAGS="-O2 -g" build a variant; MODULES="../mine" adds modules.'

# Other rooms bring their own targets.
-include core/bench.mk experiments/experiments.mk paper/paper.mk tests/tests.mk
-include core/modules.mk

endif

# ---------------------------------------------------------------------------------------------------------------------
# Packages
# ---------------------------------------------------------------------------------------------------------------------
PACKAGES = gcc make libc6-dev libopenblas-serial-dev libsuitesparse-dev libcunit1-dev gnuplot-nox latexmk \
    texlive-latex-recommended texlive-latex-extra texlive-science texlive-fonts-recommended lmodern poppler-utils
PACKAGES_DEV = clang clang-format clang-tidy gcovr valgrind shellcheck

# $(call apt,packages): installs the missing ones; where there is no apt-get, names what other systems call them.
define apt
@if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then $(elsewhere); exit; fi; \
missing=; for p in $(1); do \
    case $$(dpkg-query -W -f='$${Status}' $$p 2>/dev/null) in 'install ok installed') ;; *) missing="$$missing $$p" ;; esac; done; \
[ -z "$$missing" ] && exit; \
if [ "$$(id -u)" -eq 0 ]; then as=; elif command -v sudo >/dev/null; then as=sudo; \
else echo "make deps: run as root, or install by hand:$$missing" >&2; exit 1; fi; \
log=$$(mktemp) && trap 'rm -f "$$log"' EXIT; echo "  APT $$missing"; \
{ $$as env DEBIAN_FRONTEND=noninteractive apt-get -q update && \
  $$as env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $$missing; } > "$$log" 2>&1 || { \
    echo "make deps: apt-get failed: $$(grep '^E:' "$$log" | head -n 1)" >&2; exit 1; }
endef

define elsewhere
echo 'Without apt-get, these bring what is needed:'; \
echo '  Fedora:   gcc make openblas-devel lapack-devel suitesparse-devel CUnit-devel gnuplot latexmk texlive-scheme-medium poppler-utils'; \
echo '  Arch:     gcc make openblas lapack suitesparse cunit gnuplot texlive-latexextra texlive-science texlive-binextra poppler'; \
echo '  Homebrew: gcc make openblas lapack suite-sparse cunit gnuplot mactex-no-gui poppler'; \
for tool in $(CC) make; do command -v $$tool >/dev/null || { echo "make deps: '$$tool' is missing" >&2; exit 1; }; done
endef

deps: ## install what building, testing, experiments and the paper need (Debian, Ubuntu)
	$(call apt,$(PACKAGES))

# The sanitizers' runtime of clang is a package of its own, named after clang's version.
deps-dev: deps ## and what format, lint, sanitize, coverage and fuzz need
	$(call apt,$(PACKAGES_DEV))
	@v=$$(apt-cache depends clang 2>/dev/null | sed -En 's/.*Depends: clang-([0-9]+)$$/\1/p' | head -n 1); \
	 [ -z "$$v" ] || $(MAKE) --no-print-directory deps-clang CLANG=$$v

.PHONY: deps-clang
deps-clang:
	$(call apt,$$(if apt-cache show libclang-rt-$(CLANG)-dev >/dev/null 2>&1; \
	    then echo libclang-rt-$(CLANG)-dev; else echo libclang-common-$(CLANG)-dev; fi))
