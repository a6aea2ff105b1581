# The few commands one needs; the work is in scripts/, CMakePresets.json and the CMake files.
PYTHON ?= /usr/bin/python3
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
RANKS ?= 4
DEMO_ARGS ?=
SHARE ?= auto

.DEFAULT_GOAL := help
.PHONY: help demo check check-share check-long check-mpi4py check-clients check-memcheck install package release docs format lint lint-all generate clean

help:  ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|'
	@echo 'Variables: PREFIX=/usr/local (install), RANKS=4 DEMO_ARGS="--help" (demo), SHARE=0..19 (check-share), JOBS=cores'

demo:  ## set up, build, run the stencil on 4 ranks: pictures and tables
	@scripts/setup --demo
	@scripts/build demo $(JOBS)
	@PENSTOCK_REPORT=1 scripts/demo build/demo $(RANKS) $(DEMO_ARGS)

check:  ## set up, build, first tier of tests, lint of what changed, layers, exported names, generated files
	@PYTHON=$(PYTHON) JOBS=$(JOBS) scripts/check

check-share:  ## a tenth of the second tier: more ranks and forms, stress, sanitizers, lint of everything
	@PYTHON=$(PYTHON) JOBS=$(JOBS) scripts/check --share $(SHARE)

check-long:  ## everything: both tiers, stress and many ranks, sanitizer builds, lint of all sources
	@PYTHON=$(PYTHON) JOBS=$(JOBS) scripts/check --long

check-mpi4py:  ## build, and run mpi4py's own tests and programs on 1 to 5 ranks
	@scripts/setup
	@scripts/build ci $(JOBS)
	@scripts/peers mpi4py build/ci
	@$(PYTHON) tests/suites/check_mpi4py build/ci; tests=$$?; \
	  $(PYTHON) tests/suites/check_mpi4py_programs build/ci && exit $$tests

check-clients:  ## build, and run programs that were built with other MPIs beside those
	@scripts/setup
	@scripts/build ci $(JOBS)
	@scripts/peers clients-mpich
	@scripts/peers clients-openmpi
	@scripts/peers clients-dask
	@scripts/peers mpi4py-wheel
	@$(PYTHON) tests/suites/check_clients --json build/clients.json build/ci

check-memcheck:  ## build, and run all of valgrind's memcheck over the MPI tests
	@scripts/setup
	@scripts/build ci $(JOBS)
	@scripts/memcheck build/ci

install:  ## build for every GPU generation and install below PREFIX=
	@scripts/setup --install
	@scripts/build release $(JOBS)
	@cmake --install build/release --prefix $(PREFIX)

package:  ## build for every GPU generation: archive, .deb and .rpm in dist/
	@scripts/setup --install
	@scripts/build release $(JOBS)
	@scripts/package build/release

release:  ## what a release is made of, with checksums, in dist/: wheel, archive, .deb, .rpm, sources
	@scripts/release --jobs $(JOBS)

docs:  ## build the guide and the reference as a site: build/site/index.html
	@scripts/docs

format:  ## rewrite our sources in the house format
	@scripts/setup --lint
	@scripts/format

lint:  ## format check, scripts, clang-tidy on what changed since the newest landing (LINT_BASE=commit)
	@scripts/setup --lint
	@scripts/lint --jobs $(JOBS)

lint-all:  ## lint, with clang-tidy on all sources of the library
	@scripts/setup --lint
	@scripts/lint --everything --jobs $(JOBS)

generate:  ## regenerate what comes from spec/
	@$(PYTHON) scripts/generate

clean:  ## remove build/ (what scripts/setup fetched stays in .local/)
	@rm -rf build
