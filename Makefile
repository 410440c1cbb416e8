# Every word here works from a bare Python 3.11 (with venv) and make: the first use builds .venv from
# requirements.lock, and later uses find it built. What only shows the program installs what the program needs.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
SHELL := /bin/sh

# The tests start hundreds of interpreters, each of which would compile the packages anew.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PROGRAM := $(VENV)/.program
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
LINKS := $(VENV)/links

# python3 if it is new enough, else the first of the named versions that runs: a name may exist and still not run.
# Set PYTHON to choose another.
PYTHON ?=
FIND_PYTHON = for p in $(PYTHON) python3 python3.11 python3.12 python3.13 python3.14; do \
	  if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then python=$$p; break; fi; \
	done; \
	if [ -z "$${python:-}" ]; then \
	  echo "paipu needs Python 3.11 or newer, and none of $(strip $(PYTHON) python3 python3.11 … python3.14) is." >&2; \
	  echo "Install one, or name it: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 1; \
	fi

.PHONY: help demo test test-browser test-deep fuzz frozen check tables slips integrity calibration luck bench performance bench-faults bench-rulings bench-scale bench-steps sessions load-test cluster-demo dashboard wheel native pure lock clean

help: ## say what each word does
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-18s %s\n", $$1, $$2}'

demo: $(PROGRAM) ## audit the sample records and open the dashboard (DEMO_SERVE=0: do not open it)
	$(BIN)/paipu demo

WAREHOUSE ?= out/demo/warehouse
dashboard: $(PROGRAM) ## open the dashboard on the demo's warehouse (WAREHOUSE=DIR: on another)
	$(BIN)/paipu dashboard --warehouse $(WAREHOUSE)

test: $(STAMP) ## run the tests on all cores, all but the deep ones and those in a browser
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m "not (browser or deep or real)"

test-browser: $(STAMP) ## run the tests that drive a browser (Debian's chromium), all but the deep ones
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m "browser and not (deep or real)" tests/analytics tests/dashboard

test-deep: $(STAMP) ## run the deep tests: the big counts, many minutes (PAIPU_REAL=DIR: those on real records too)
	HYPOTHESIS_PROFILE=deep $(BIN)/python -m pytest -m "deep$(if $(PAIPU_REAL), or real)" --timeout 3600

# What raises something is a file below out/fuzz; KEEP=DIR keeps the inputs that reached new code, to go on from.
TARGET ?= records events scoresheets workbooks rulings judge foreign notes
RUNS ?= 100000
fuzz: $(STAMP) ## fuzz by coverage until something is raised (TARGET=records …: of tests/fuzz/targets.py; RUNS=N inputs of each; Linux)
	@set -e; for target in $(TARGET); do \
	  $(BIN)/python -m tests.fuzz $$target --runs $(RUNS) $(if $(KEEP),--keep $(KEEP)); \
	done

# Another engine is to say what this one says: with AGAINST=REV, line by line what differs from a commit.
frozen: $(STAMP) ## hold all that the engine says against what it said (AGAINST=REV: show what differs; WRITE=1: new hashes)
	$(BIN)/python -m tests.frozen $(if $(AGAINST),--against $(AGAINST)) $(if $(WRITE),--write)

check: $(STAMP) ## formatting, lint, strict types, which package may import which, that no engine module knows a sheet, no query calls Python and nothing is dead, the documents, the JavaScript, that the program starts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python setup.py -q links --into $(LINKS)
	$(BIN)/mypy
	PYTHONPATH=$(LINKS) $(BIN)/lint-imports --no-logo
	PYTHONPATH=$(LINKS) $(BIN)/python -m tests.check_engine
	$(BIN)/python -m tests.check_queries
	$(BIN)/python -m tests.check_dead
	$(BIN)/python -m tests.check_docs
	$(BIN)/python -m tests.check_js
	$(BIN)/python -m tests.check_starts

tables: $(STAMP) ## make the tables of the documents anew (sheets, keys, columns), the JSON Schema and the sample files
	$(BIN)/python -m tests.tables

integrity: $(STAMP) ## make data/INTEGRITY.md anew: what each integrity test finds of what is there, and names for nothing (minutes)
	$(BIN)/python -m tests.analytics.power --write

slips: $(STAMP) ## make data/SLIPS.md anew: a scorer's slips, and what the audit makes of them
	$(BIN)/python -m tests.slips --write

# After `make native`; without it it would take a day. What is found of each hand is kept in out/calibration, and gone on from.
PART ?= all
calibration: $(STAMP) ## measure how far the review can be trusted, for data/REVIEW.md (hours; PART=beats SHEET=shengji DEALS=400 FIRST=0: a part)
	$(BIN)/python -m tests.review.calibration $(PART) $(if $(SHEET),--sheet $(SHEET)) \
	  $(if $(DEALS),--hands $(DEALS)) $(if $(FIRST),--first $(FIRST)) --write

# Only the coefficients and the fit are kept; whoever doubts them makes the hands again.
LUCK_SCORERS ?= 50
VIEWERS ?= 200
LOAD_SECONDS ?= 600
load-test: $(STAMP) ## an event on a service: tables enter, viewers look, referees settle (SCORERS=50 VIEWERS=200 LOAD_SECONDS=600)
	$(BIN)/python -m tests.dashboard.service.crowd --scorers $(SCORERS) --viewers $(VIEWERS) --seconds $(LOAD_SECONDS)

MATCHES ?= 400
luck: $(STAMP) ## fit the luck model (analytics/luck.toml) anew on sample hands, many minutes
	@set -eu; scratch=$$(mktemp -d); trap 'rm -rf "$$scratch"' EXIT; \
	for sheet in $$($(BIN)/python -c 'from paipu.samples import FAULTS; print(*FAULTS)'); do \
	  $(BIN)/paipu sample --sheet $$sheet --seed 11 --matches $(LUCK_MATCHES) -q -o $$scratch/$$sheet.ndjson; \
	done; \
	$(BIN)/paipu load $$scratch --warehouse $$scratch/warehouse -q; \
	$(BIN)/paipu luck fit --warehouse $$scratch/warehouse -o analytics/luck.toml --model-version 1 \
	  --note "paipu sample --seed 11 --matches $(LUCK_MATCHES)"

bench: $(STAMP) ## measure the speed of the audit, a load and the start of commands, beside the floor and others
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench.endings

# On a machine that does nothing else.
performance: $(STAMP) ## make data/PERFORMANCE.md anew: what things cost beside the floor and others, and how cost grows (half an hour)
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench.performance

bench-faults: $(STAMP) ## measure what a match with one fault costs beside a clean one, and the worst records
	$(BIN)/python -m tests.bench.faulty

bench-rulings: $(STAMP) ## measure what a case and a ruling cost in an event of 64 teams
	$(BIN)/python -m tests.bench.rulings

HANDS ?= 100000
bench-scale: $(STAMP) ## measure a large warehouse: loads, pages, views (HANDS=N: of so many hands)
	$(BIN)/python -m tests.bench.scale --hands $(HANDS)

bench-steps: $(STAMP) ## measure what a step of one ply costs the browser, key to paint
	$(BIN)/python -m tests.bench.steps

# What an earlier build left in build/ would get into the wheels. The first is for every Python and machine, the second for these.
wheel: $(STAMP) ## build the wheels into dist/: pure Python, and with the engine compiled (wants a C compiler, takes minutes)
	rm -rf build
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	rm -rf build
	PAIPU_COMPILE=1 $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	rm -rf build
	@ls dist/*.whl

# A compiled module is taken before its source: after a change of that, again.
native: $(STAMP) ## compile what works on numbers alone (solver, review) in place, in a minute (wants a C compiler)
	PAIPU_COMPILE=numbers $(BIN)/python setup.py -q build_ext --inplace

pure: ## remove what `make native` made
	rm -f replay/solve/*.so replay/solve/*.pyd analytics/review/*.so analytics/review/*.pyd

SESSIONS ?= 30
SECONDS ?= 300
sessions: $(STAMP) ## so many sessions walk all pages of a dashboard for so long (SESSIONS=30 SECONDS=300): no hang, no error
	$(BIN)/python -m tests.dashboard.sessions --sessions $(SESSIONS) --seconds $(SECONDS)

MATCHES ?= 400
cluster-demo: $(STAMP) ## a scheduler and two workers here, a load through them, the same by one process, and what both cost
	$(BIN)/python -m tests.cluster.demo --matches $(MATCHES)

# Python compiles what is imported when it is: to compile all that is installed takes longer, and a sixth of the room.
INSTALL := $(PIP) install --no-compile
INSTALL_SELF := $(INSTALL) --no-deps --no-build-isolation -e .

$(BIN)/python:
	@set -eu; $(FIND_PYTHON); \
	echo "building $(VENV) with $$("$$python" --version)"; \
	"$$python" -m venv $(VENV) || { \
	  echo "$$python has no working venv module; on Debian and Ubuntu it is the package python3-venv." >&2; \
	  rm -rf $(VENV); exit 1; }

# What the program needs, and the setuptools that its own folder is installed by.
$(PROGRAM): requirements.lock pyproject.toml setup.py | $(BIN)/python
	@echo "installing what the program needs of requirements.lock into $(VENV)"
	@$(BIN)/python tests/needed.py requirements.lock pyproject.toml setuptools > $(VENV)/program.lock
	@$(INSTALL) --require-hashes -r $(VENV)/program.lock
	@$(INSTALL_SELF)
	@touch $@

# chess comes as source alone, and is built by the setuptools of the lock file, not by one that pip would fetch unhashed:
# hence setuptools first, and no build isolation (--use-pep517: older versions of pip would want wheel as well).
$(STAMP): requirements.lock pyproject.toml setup.py | $(BIN)/python
	@echo "installing requirements.lock into $(VENV)"
	@awk '/^[^ #]/ {wanted = /^setuptools==/} wanted' requirements.lock > $(VENV)/build-backend.lock
	@$(INSTALL) --require-hashes -r $(VENV)/build-backend.lock
	@$(INSTALL) --require-hashes --no-build-isolation --use-pep517 -r requirements.lock
	@$(INSTALL_SELF)
	@touch $(PROGRAM) $@

# uv, from a virtual environment of its own, because the lock file it writes names no registry.
lock: ## resolve the newest versions that pyproject.toml allows into requirements.lock
	@set -eu; $(FIND_PYTHON); scratch=$$(mktemp -d); trap 'rm -rf "$$scratch"' EXIT; \
	"$$python" -m venv "$$scratch"; \
	"$$scratch/bin/python" -m pip --disable-pip-version-check --no-input --quiet install uv; \
	"$$scratch/bin/uv" pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --generate-hashes \
	  --custom-compile-command "make lock" pyproject.toml -o requirements.lock

clean: pure ## remove .venv, the caches and everything built
	rm -rf $(VENV) build dist out warehouse *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
