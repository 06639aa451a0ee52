# make            set up, then build every game into output/
# make test       set up, then run every test
# make check      lint, types and tests: what CI runs
# make bench      compare speeds on this machine
# make pictures   make the pictures of the README and the documents anew
# make reference  make docs/reference and its pictures anew from the models
# make clean      remove what was made and set up

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := all
.PHONY: all test check lint types fix bench pictures reference clean

all: .venv/installed
	$(BIN)/pnp build
	$(BIN)/pnp rules

test: .venv/installed-dev node_modules/.package-lock.json
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

check: lint types test

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/installed-dev
	$(BIN)/mypy

fix: .venv/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/installed-dev .venv/peer/installed
	$(BIN)/python bench/bench.py; one=$$?; $(BIN)/python bench/peer.py .venv/peer/bin/python && exit $$one

pictures: .venv/installed-dev
	$(BIN)/python docs/make_pictures.py

reference: .venv/installed-dev
	$(BIN)/python docs/make_reference.py

.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pnp needs Python 3.11 or newer; say which: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) install --upgrade pip
	$(PIP) install --editable .
	$(BIN)/python -m compileall -q pnp  # as pip does for what is not editable
	@touch $@

.venv/installed-dev: .venv/installed
	$(PIP) install --group dev
	@touch $@

.venv/peer/installed:  # what decks are timed side by side with: in a place of its own
	$(PYTHON) -m venv .venv/peer
	.venv/peer/bin/python -m pip --quiet --disable-pip-version-check install protograf==0.5.2
	@touch $@

node_modules/.package-lock.json: package-lock.json  # the checker of HTML, for tests alone
	@if command -v npm >/dev/null; then npm ci --ignore-scripts --no-audit --no-fund --silent \
	    || echo "the checker of HTML cannot be fetched: tests will not check HTML"; \
	  else echo "npm is not here: tests will not check HTML"; fi

clean:
	rm -rf .venv node_modules dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find output -mindepth 1 -not -name .gitkeep -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
