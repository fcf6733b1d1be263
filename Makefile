# The same commands at home and in CI. `make` alone lists them.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
WITH_POSTGRES := $(BIN)/python -m tools.postgres_server
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

# Every test runs compiled once: those of what is compiled with bounds checks, all others with the
# code as users get it. That both builds play the same games is held by what runs with both.
BOUNDSCHECK := tests/rules tests/kernel tests/strategy tests/game
BOTH := tests/kernel/test_digests.py tests/kernel/test_perft.py tests/envs/test_batch.py tests/envs/test_observation.py
OTHERS := $(filter-out $(BOUNDSCHECK),$(patsubst %/,%,$(wildcard tests/*/)) $(wildcard tests/test_*.py))
INTERPRETED := tests/rules tests/kernel tests/strategy tests/envs/test_batch.py -m 'not compiled_only'

# The server's suite runs on SQLite with the others, and then on PostgreSQL; not what stores nothing.
STORES_NOTHING := $(foreach name,api_files docs environment faults help identity json_text load migrations one_thread openapi operations_page privacy several_processes state_text,tests/server/test_$(name).py)
ON_POSTGRESQL := $(filter-out $(STORES_NOTHING),$(wildcard tests/server/test_*.py))

# The bounds-checked kernel is compiled apart.
CHECKED := NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR="$(CURDIR)/.cache/boundscheck"

# Several targets at once, each with its output in one piece where Make can do that.
SIDE_BY_SIDE := $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play web test compiled compiled-checked web-checked browser postgres caddy check docs bench faults mutants release clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' Makefile

play: web ## play in the browser; in the terminal: make play ARGS="--text --lang es"
	@$(BIN)/anden play $(ARGS)

web: $(VENV)/.play-ready ## build the page to play in the browser, if it has changed
	@$(BIN)/python tools/build_web.py --get-node

# Everything is compiled once beforehand, so that the parallel workers find it ready.
test: ## check, then the suite: compiled, bounds-checked, interpreted
	@$(SIDE_BY_SIDE) $(VENV)/.dev-ready web-checked
	@$(SIDE_BY_SIDE) compiled compiled-checked browser postgres caddy check
	@echo "== the suite, compiled"
	@$(WITH_POSTGRES) $(PYTEST) $(OTHERS) $(BOTH)
	@echo "== the server, on PostgreSQL"
	@ANDEN_TEST_DATABASE=postgresql $(WITH_POSTGRES) $(PYTEST) $(ON_POSTGRESQL)
	@echo "== what is compiled, with bounds checks"
	@$(CHECKED) $(PYTEST) $(BOUNDSCHECK) $(BOTH)
	@echo "== the rules, interpreted"
	@NUMBA_DISABLE_JIT=1 $(PYTEST) $(INTERPRETED)

compiled: $(VENV)/.dev-ready
	@$(BIN)/python -m tools.compile_all

compiled-checked: $(VENV)/.dev-ready
	@$(CHECKED) $(BIN)/python -m tools.compile_all --rules

web-checked: | $(BIN)/python
	@echo "== the web app"
	@$(BIN)/python tools/build_web.py --check --get-node

browser: $(VENV)/.dev-ready
	@$(BIN)/python -m tools.find_chromium --install || echo "The browser tests are left out." >&2

postgres: $(VENV)/.dev-ready
	@$(BIN)/python -m tools.find_postgres --install || true

caddy: $(VENV)/.dev-ready
	@$(BIN)/python -m tools.find_caddy --install || true

check: $(VENV)/.dev-ready ## lint, layout, types, import layers, workflow and container files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --cache-dir .cache/import-linter
	$(BIN)/zizmor --offline --quiet .github
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(BIN)/python -m tools.lint_container

docs: $(VENV)/.dev-ready ## build the documentation site into build/site
	@$(BIN)/python -m tools.site

bench: $(VENV)/.bench-ready ## measure speed: make bench ARGS="..."
	@$(BIN)/python benchmarks/run.py $(ARGS)
	@$(BIN)/python tools/build_web.py --get-node
	@$(BIN)/python benchmarks/start.py
	@$(BIN)/python -m tools.find_chromium --install && $(BIN)/python benchmarks/web.py

faults: $(VENV)/.dev-ready ## kill servers while people play, and check that nothing is lost: make faults ARGS="--kills 340"
	@$(BIN)/python -m tools.find_postgres --install || true
	@$(BIN)/python -m tools.faults $(ARGS)

mutants: $(VENV)/.dev-ready ## do the tests notice small mistakes? make mutants ARGS="--number 60"
	@$(BIN)/python -m tools.mutants $(ARGS)

release: $(VENV)/.release-ready ## build and try out the packages: make release ARGS="--final"
	@$(BIN)/python -m tools.release $(ARGS)

clean: ## remove the environment, caches and builds
	rm -rf $(VENV) .cache .hypothesis build dist web/node_modules src/anden/server/web
	find src tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The environment.

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
	@$(PIP) -e .
	@touch $@

$(VENV)/.dev-ready: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Andén and the development tools into $(VENV) (once; it can take minutes) ..."
	@ANDEN_WEB=later $(PIP) --constraint constraints.txt -e '.[dev]'
	@touch $(VENV)/.play-ready $@

$(VENV)/.bench-ready: $(VENV)/.dev-ready
	@echo "Installing what the benchmarks compare with into $(VENV) ..."
	@$(PIP) -e '.[bench]'
	@touch $@

$(VENV)/.release-ready: $(VENV)/.dev-ready
	@$(PIP) --constraint constraints.txt -e '.[release]'
	@touch $@
