# `make help` lists what there is. On a fresh machine with Python >= 3.11, Rust and make, `make demo` and `make test`
# each do everything they need: a virtual environment in .venv, the build, the dependencies.

PYTHON ?= python3
BIN := .venv/bin
RUST := $(shell find src -name '*.rs') Cargo.toml Cargo.lock
# As the command sets it: on a busy machine, small matrices wait for threads.
export OPENBLAS_NUM_THREADS ?= 1

.DEFAULT_GOAL := help
.PHONY: help setup demo docs test lint test-rust test-python test-quick fuzz asan attack audit bench wheels freeze replication clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/.built ## the virtual environment with twicetold and its tools in it

.venv/bin/maturin:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip 'maturin>=1.9,<2'

.venv/.built: .venv/bin/maturin pyproject.toml $(RUST)
	VIRTUAL_ENV=$(CURDIR)/.venv $(BIN)/maturin develop --release --extras dev,docs,web,charts,tune,embeddings,serve
	touch $@

# Spark is 450 MB, and only the tests need it.
.venv/.spark: .venv/.built
	VIRTUAL_ENV=$(CURDIR)/.venv $(BIN)/maturin develop --release --extras dev,docs,web,charts,tune,embeddings,serve,spark,remote
	touch $@

demo: .venv/.built ## the main job on a small planted encyclopedia, from nothing to its result
	$(BIN)/twicetold demo -o demo

.PHONY: docs
docs: .venv/.built ## the documentation as a site in site/; the reference pages are made from the code
	$(BIN)/python -m docs.generate
	$(BIN)/zensical build --strict --clean

test: lint test-rust asan test-python fuzz ## everything that .ci/run checks

lint: .venv/.built ## formatting, lints, wording of the pages, types, and the stubs against the built module
	cargo fmt --check
	cargo clippy --all-targets --features python --quiet -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/prose.py README.md CONTRIBUTING.md docs examples python/twicetold
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest twicetold._kernels --mypy-config-file pyproject.toml

test-rust: ## the kernels alone, without Python
	cargo test --quiet

test-python: .venv/.spark ## unit, contract, property, end-to-end and browser tests
	tests/browser/install
	$(BIN)/python -m pytest -n 2 --fail-on-skip

freeze: .venv/.spark ## stores the digests that tests/frozen compares with again: only where answers are meant to change
	$(BIN)/python -m tests.frozen.store

test-quick: .venv/.built ## after a change: everything but Spark, the browser, packaging and what is slow, with fewer random examples
	$(BIN)/python -m pytest -n 2 --hypothesis-profile quick -m "not spark and not browser and not packaging and not slow"

fuzz: ## a bounded run of each fuzz target over its seeds (SECONDS_EACH=12), or HOURS=2 of one core for all together
	HOURS=$(HOURS) fuzz/run

asan: ## the kernel with `unsafe` under AddressSanitizer, in seconds
	tools/asan

attack: .venv/.spark ## kills, damage, hostile files, signals and streams against the promises: about a minute, or HOURS=2 with Spark
	$(BIN)/python -m tests.attack $(if $(HOURS),--hours $(HOURS),--short)

audit: .venv/.built ## known vulnerabilities of dependencies, where the databases can be reached, and their licences
	BIN=$(BIN) tools/audit

# Of its own: some peers hold what we use at an older version.
.venv/bench/.built: pyproject.toml $(RUST)
	$(PYTHON) -m venv .venv/bench
	.venv/bench/bin/python -m pip install --quiet --upgrade pip 'maturin>=1.9,<2'
	VIRTUAL_ENV=$(CURDIR)/.venv/bench .venv/bench/bin/maturin develop --release --extras bench,charts,web
	touch $@

bench: .venv/bench/.built ## ours next to the peers: all of it, to docs/benchmarks.md; or TASK=sentences SIZE=1m FILE=texts.parquet
	@command -v java >/dev/null || [ -n "$$JAVA_HOME" ] || (apt-get update -qq && apt-get install -y -qq openjdk-17-jre-headless) \
	  || echo "no Java: Spark MLlib will be a row that says so"
	.venv/bench/bin/python -m benchmarks $(TASK) $(if $(SIZE),--size $(SIZE)) $(foreach file,$(FILE),--file $(file))
ifndef TASK
	.venv/bench/bin/python -m benchmarks.stages benchmarks/.cache/documents.parquet --documents 50k --for-sentences 3k --results benchmarks/.cache/results.json
	.venv/bench/bin/python -m benchmarks.page benchmarks/.cache/results.json
endif

replication: .venv/.built ## the five papers again, to docs/replication; DATA=folder for real texts, PAPER=ayhan2013 for one
	$(BIN)/python -m replication $(PAPER) $(if $(DATA),--data $(DATA))

wheels: .venv/bin/maturin ## an abi3 wheel that needs no Rust, for Linux from glibc 2.17 on, and an sdist, in dist/
	$(BIN)/python -m pip install --quiet 'maturin[zig]>=1.9,<2'
	tools/wheels

clean: ## removes what was built
	rm -rf .venv target fuzz/target dist demo site
