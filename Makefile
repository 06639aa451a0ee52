# make            set up, then make every game into output/: sheets, rules, kits
# make quick      lint, types and the quick tests: after each change
# make test       every test
# make check      lint, types, every test and an audit of the libraries: what CI runs
# make audit      ask an index for known vulnerabilities in the libraries
# make lock       look for newer versions of the libraries, and pin them in requirements/
# make release    build the wheel, and list what it installs (an SBOM), into dist/
# make bench      measure speed against other programs: make bench JOBS="list deck" for some jobs
# make site       build the site of all games into output/site
# make docs      build the documentation as a site into output/docs
# make pictures   draw the pictures of the README and the docs again
# make reference  write docs/reference and its pictures again, from the models
# make clean      remove everything that was built or installed

PYTHON ?= python3
BIN := .venv/bin
BOXES ?= git+https://github.com/florianfesti/boxes@7d1a89d9145afe8ee3a4c97faec809f7fee62226
EXTRAS := laser archive png svg watch web
PIP := PIP_ROOT_USER_ACTION=ignore $(BIN)/python -m pip --quiet --disable-pip-version-check
LOCK := $(BIN)/uv pip compile --upgrade --universal --fork-strategy fewest \
  --generate-hashes --no-annotate --custom-compile-command "make lock" --quiet
PYTEST := --numprocesses auto --dist worksteal --durations 10 --durations-min 1

# Tests are compiled anew for each process, for half a minute, where their bytecode is not kept.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := all
.PHONY: all quick test check lint types audit fix bench site docs pictures reference lock release sbom clean

all: .venv/installed
	@echo "Making the sheets of every game"
	@$(BIN)/pnp build --quiet --out output
	@echo "Making the rules in every language"
	@$(BIN)/pnp rules --quiet --out output
	@echo "Making a kit for each rule set"
	@$(BIN)/pnp kit --each --quiet --out output
	@$(BIN)/python docs/made.py output

quick: lint types
	$(BIN)/python -m pytest -m "not slow" $(PYTEST)

test: .venv/installed-dev node_modules/.package-lock.json
	$(BIN)/python -m pytest $(PYTEST)

check: lint types test audit

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/installed-dev
	$(BIN)/mypy

audit: .venv/installed-dev  # without an index it says so and ends well
	@$(BIN)/python bench/audit.py

fix: .venv/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/installed-dev .venv/peer/installed
	$(BIN)/python bench/bench.py $(JOBS)

site: .venv/installed
	$(BIN)/pnp site --out output/site --lang en,de,nl,fr

docs: .venv/installed-docs
	$(BIN)/zensical build --clean --strict
	@echo "To search it: $(BIN)/python -m http.server --directory output/docs"

pictures: .venv/installed-dev
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/layout_pictures.py
	$(BIN)/python docs/web_pictures.py

reference: .venv/installed-dev
	$(BIN)/python docs/make_reference.py

lock: .venv/installed
	@$(PIP) install --group lock
	@$(LOCK) pyproject.toml --all-extras --group dev --group docs --output-file requirements/test.txt
	@$(LOCK) --constraint requirements/test.txt --group docs --output-file requirements/docs.txt
	@$(LOCK) pyproject.toml --constraint requirements/test.txt $(EXTRAS:%=--extra %) --output-file requirements/make.txt

release: sbom

sbom: .venv/installed-dev  # CycloneDX, of an environment that holds the wheel and its libraries alone
	@$(PIP) install --group release
	@rm -rf dist .venv/release
	@$(BIN)/python -m hatchling build -t wheel -t sdist -d dist
	@$(PYTHON) -m venv --without-pip .venv/release
	@$(PIP) --python .venv/release/bin/python install "$$(ls dist/*.whl)[all,ocfl,cluster]"
	@version=$$($(BIN)/python -c 'import pnp; print(pnp.__version__)'); \
	  sed "s/^dynamic = .*/version = \"$$version\"/" pyproject.toml > .venv/release/pyproject.toml
	@$(BIN)/cyclonedx-py environment --output-reproducible --pyproject .venv/release/pyproject.toml \
	  --output-file dist/sbom.cdx.json .venv/release/bin/python

.venv/installed: pyproject.toml requirements/make.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pnp needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	@echo "Installing pnp and $$(grep -c == requirements/make.txt) libraries into .venv:" \
	  "downloads about 65 MB, takes 300 MB on the disk and a minute or two"
	@$(PYTHON) -m venv .venv
	@$(PIP) install --upgrade pip
	@$(PIP) install --no-deps --require-hashes --requirement requirements/make.txt
	@$(PIP) install --no-deps --editable .
	@$(BIN)/python -m compileall -q pnp  # pip compiles only what is not editable
	@touch $@

.venv/installed-dev: .venv/installed requirements/test.txt
	@echo "Installing what the tests need into .venv"
	@$(PIP) install --no-deps --require-hashes --requirement requirements/test.txt
	@touch $@

.venv/installed-docs: .venv/installed requirements/docs.txt
	@echo "Installing what builds the documentation into .venv"
	@$(PIP) install --no-deps --require-hashes --requirement requirements/docs.txt
	@touch $@

.venv/peer/installed: requirements/peer.txt  # the programs that pnp is timed against, in their own environment
	$(PYTHON) -m venv .venv/peer
	$(PIP) --python .venv/peer/bin/python install --requirement requirements/peer.txt
	$(PIP) --python .venv/peer/bin/python install $(BOXES) || echo "boxes.py cannot be fetched: trays are not compared"
	@touch $@

node_modules/.package-lock.json: package-lock.json  # the HTML checker and axe-core for the tests
	@if command -v npm >/dev/null; then npm ci --ignore-scripts --no-audit --no-fund --silent \
	    || echo "npm cannot fetch the HTML checker and axe-core: the tests skip checking pages"; \
	  else echo "npm is not installed: the tests skip checking pages"; fi

clean:
	rm -rf .venv node_modules dist .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find output -mindepth 1 -not -name .gitkeep -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
