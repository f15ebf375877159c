# SPDX-License-Identifier: Apache-2.0
# A thin front over the CMake presets. `make help` lists the targets.

PRESET ?= dev
BUILD = build/$(PRESET)
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
T ?=
SECS ?= 60
CMAKE_ARGS ?=

all: configure ## build (PRESET=dev|release|asan|tsan|fuzz)
	@cmake --build $(BUILD) -j $(JOBS)

setup: ## install what is missing from Debian's packages
	@bash tools/setup.sh

# Configuring again is CMake's own decision, made by the build.
configure: setup
	@[ -f $(BUILD)/build.ninja ] && [ -z "$(CMAKE_ARGS)" ] || \
	  cmake --preset $(PRESET) $(CMAKE_ARGS)

check: all ## unit, golden, corpus and kernel tests; some: T=regex of names
	@bash tools/check.sh $(BUILD) $(if $(T),-R '$(T)')

check-all: check lint ## check, lint, long tests, and check under the sanitizers
	@bash tools/check.sh $(BUILD) -C long -L long
	@$(MAKE) --no-print-directory check PRESET=asan
	@$(MAKE) --no-print-directory check PRESET=tsan

demo: all ## one kernel source, every target, one bundle, one run
	@bash tools/demo.sh $(BUILD)

fmt: ## format the sources
	@bash tools/format.sh

lint: all ## format, layers, sizes, banned functions, headers, generated files
	@bash tools/lint.sh $(BUILD)

abi: all ## compare the libraries' ABI with the last release's (docs/abi.md)
	@bash tools/abi.sh $(BUILD)

deb: ## Debian packages of HEAD, in build/deb; lintian looks at them
	@bash tools/deb.sh

tarball: ## the tarball of HEAD, in build/tarball
	@bash tools/tarball.sh

release: ## make a release: docs/releases.md (ARGS=--dry-run)
	@bash tools/release.sh $(ARGS)

fuzz: T := $(or $(T),reader)
fuzz: ## fuzz one target: make fuzz T=elf SECS=60
	@$(MAKE) --no-print-directory configure PRESET=fuzz
	@cmake --build build/fuzz --target fuzz_$(T) -j $(JOBS)
	@mkdir -p build/corpus/$(T) tests/corpus/$(T)
	build/fuzz/fuzz/fuzz_$(T) -max_total_time=$(SECS) build/corpus/$(T) tests/corpus/$(T)

fuzz-all: ## fuzz every target for its share of SECS seconds
	@$(MAKE) --no-print-directory configure PRESET=fuzz
	@cmake --build build/fuzz --target quern-fuzz -j $(JOBS)
	@bash tools/fuzz_all.sh $(SECS)

bench: ## measure; JSON lines in build/release/bench (ARGS='--baseline FILE')
	@$(MAKE) --no-print-directory all PRESET=release
	@cmake --build build/release --target quern-bench -j $(JOBS)
	@python3 tools/bench.py build/release $(ARGS)
	@python3 bench/overhead.py build/release/bin/quern
	@python3 bench/dwarf.py build/release/bin/quern
	@python3 bench/inspect.py build/release/bin/quern
	@python3 bench/ggml.py build/release
	@python3 bench/pregen.py build/release/bin/quern

bless: all ## take the tool's present output as the golden one
	@python3 tests/cli/golden.py --bless $(BUILD) $(CASE)

install: ## install the release build under PREFIX (and DESTDIR)
	@$(MAKE) --no-print-directory all PRESET=release CMAKE_ARGS=-DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@cmake --install build/release

clean: ## remove the build folders of all presets
	rm -rf $(foreach preset,dev release asan tsan fuzz,build/$(preset)) build/corpus

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1	\2/p' Makefile | expand -t 16

.PHONY: all setup configure check check-all demo fmt lint abi deb tarball \
  release fuzz fuzz-all bench bless install clean help
