# Quarterdeck on a bare machine: python3.11 (or a newer python3) with venv and pip, git, make. Nothing else.
#   make run     a tour of what the interpreter does
#   make test    every check
PYTHON ?= $(shell command -v python3.11 || command -v python3)
# Needed by `make lock` only; a developer's tool, not installed here.
UV ?= uv

# A run starts the program a hundred times: what one of them has compiled, the others find.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
STAMP := .venv/made
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCKING := $(UV) pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-strip-extras --no-emit-index-url --custom-compile-command 'make lock' $(LOCKFLAGS)

.PHONY: install run test quick soak bench coverage handbook pictures format lock clean

install: $(STAMP)

$(STAMP): requirements.lock pyproject.toml languages/german/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Quarterdeck needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation -e . -e languages/german
	@touch $@

run: $(STAMP)
	$(BIN)/python docs/tour.py

# A worker begins with half of the tests, in their order, and takes some of the other's when it is done with them: so what
# tests of a file share is made once, and no worker is idle at the end.
WORKERS := -n auto --dist worksteal

# The slow check comes last, so that its closing line does. Types and contracts are tests: tests/architecture/test_types.py.
test: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python -m pytest $(WORKERS)

# What a change of the engine or the language breaks first, in a minute and a half: format, types, contracts, small games.
# What goes through complete shipped games is left to `make test`.
QUICK := $(addprefix tests/,base language program backends semantics games workspace analysis/watch print/drawing prose/test_words.py apps/api)
LARGE := $(addprefix --ignore=tests/,program/form/test_program_json.py language/test_ledger.py language/variants language/slips workspace/test_held.py)
quick: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest $(WORKERS) -q -m "not slow and not soak" $(QUICK) $(LARGE)

# Apart from `make test`: tracing branches makes the tests three times as slow under Python 3.11.
coverage: $(STAMP)
	$(BIN)/python -m pytest $(WORKERS) --cov --cov-report=term

# What takes long: battles, kills and mutations by the hundred, hostile inputs by the thousand, new random cases.
soak: $(STAMP)
	$(BIN)/python -m pytest $(WORKERS) -m soak -rA --tb=short -q
	$(BIN)/python -m pytest $(WORKERS) tests/language/syntax/test_syntax.py --hypothesis-profile=soak

# Measures, and writes the tables of docs/measurements.md.
bench: $(STAMP)
	@set -e; for script in play turns growth odds start battles databases serve habits; do echo "== $$script"; $(BIN)/python bench/$$script.py --write; done
	$(BIN)/python bench/held.py

handbook: $(STAMP)
	$(BIN)/sphinx-build --quiet --fail-on-warning --builder html docs build/handbook
	@echo "the handbook: build/handbook/index.html"

# The pictures of the README, as far as what they show has changed; the board needs Chromium.
pictures: $(STAMP)
	PYTHONPATH=. $(BIN)/python docs/pictures/draw.py

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Keeps the versions that still fit; `make lock LOCKFLAGS=--upgrade` takes the newest.
lock:
	$(LOCKING) --extra docs --extra plots --extra cluster --extra editor --extra serve --extra postgres --extra test --group packaging --output-file requirements.lock
	$(LOCKING) --constraint requirements.lock --output-file requirements-core.lock

# All that is made; `saves/` stays.
clean:
	rm -rf .venv build dist .cache .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
