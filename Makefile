# The same commands at home and in CI. `make` alone lists them.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest

# What the extra runs of the rules cover.
INTERPRETED := tests/rules tests/kernel tests/strategy tests/envs/test_batch.py -m 'not compiled_only'
BOUNDSCHECK := tests/rules tests/kernel tests/strategy tests/game tests/envs/test_batch.py tests/envs/test_observation.py

# The bounds-checked kernel is compiled apart.
CHECKED := NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR="$(CURDIR)/.cache/boundscheck"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play web test check bench mutants clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' Makefile

play: web ## play in the browser; in the terminal: make play ARGS="--text --lang es"
	@$(BIN)/anden play $(ARGS)

web: $(VENV)/.play-ready ## build the page to play in the browser, if it has changed
	@$(BIN)/python tools/build_web.py --get-node

# The kernel is compiled once beforehand, with and without bounds checks side by side, so that the
# parallel workers find it ready.
test: check ## check, then the suite: compiled, interpreted, bounds-checked
	@echo "== the web app"
	@$(BIN)/python tools/build_web.py --check --get-node
	@$(BIN)/python -m tools.find_chromium --install || echo "The browser tests are left out." >&2
	@echo "== the suite, compiled"
	@$(CHECKED) $(BIN)/python -m anden.strategy.warm_up & checked=$$!; \
	    $(BIN)/python -m anden.strategy.warm_up && wait $$checked
	@$(PYTEST) -n auto
	@echo "== the rules, interpreted"
	@NUMBA_DISABLE_JIT=1 $(PYTEST) -n auto $(INTERPRETED)
	@echo "== the rules, compiled with bounds checks"
	@$(CHECKED) $(PYTEST) -n auto $(BOUNDSCHECK)

check: $(VENV)/.dev-ready ## lint, layout, types and import layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --cache-dir .cache/import-linter

bench: $(VENV)/.bench-ready ## measure speed: make bench ARGS="..."
	@$(BIN)/python benchmarks/run.py $(ARGS)
	@$(BIN)/python tools/build_web.py --get-node
	@$(BIN)/python -m tools.find_chromium --install && $(BIN)/python benchmarks/web.py

mutants: $(VENV)/.dev-ready ## do the tests notice small mistakes? make mutants ARGS="--number 60"
	@$(BIN)/python -m tools.mutants $(ARGS)

clean: ## remove the environment, caches and builds
	rm -rf $(VENV) .cache .hypothesis build dist web/node_modules src/anden/server/web
	find src tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The environment. Each stamp builds on the one before it, so that two installations
# never run at once and a later one serves for the earlier.

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { \
	    echo "Andén needs Python 3.11 or newer, and '$(PYTHON)' was not found." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Andén needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
	    echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "This Python cannot make virtual environments: its venv module is missing." >&2; \
	    echo "On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play-ready: pyproject.toml | $(BIN)/python
	@echo "Installing Andén into $(VENV) (once; it can take a minute) ..."
	@$(PIP) -e '.[cli,server]'
	@touch $@

$(VENV)/.dev-ready: $(VENV)/.play-ready
	@echo "Installing the development tools into $(VENV) ..."
	@$(PIP) -e '.[dev]'
	@touch $@

$(VENV)/.bench-ready: $(VENV)/.dev-ready
	@echo "Installing what the benchmarks compare with into $(VENV) ..."
	@$(PIP) -e '.[bench]'
	@touch $@
