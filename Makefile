# What a contributor does, one word each. `make help` lists the targets.
# Needs only git, make and Python 3.11 or newer with venv; the rest goes into .venv.

PYTHON ?= python3
JOBS ?= 2
GAMES ?= 2000
STEPS ?= 1000000
REPEATS ?= 2000

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
UV_COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--custom-compile-command "make lock"

export PYTHON_TOO_OLD = evenhand needs Python 3.11 or newer, and "$(PYTHON)" is not. \
	Name one: make PYTHON=python3.12 $(MAKECMDGOALS)
export NO_VENV = "$(PYTHON)" cannot make a virtual environment: it lacks venv or ensurepip. \
	On Debian and Ubuntu install the package python3-venv, or name another: \
	make PYTHON=python3.12 $(MAKECMDGOALS)

# What Python and pytest make of the tests' sources is kept: half of what collecting them takes.
unexport PYTHONDONTWRITEBYTECODE

# A game of the tests' own is found there, as one of another package is.
test thorough golden fuzz hostile faults coverage: export PYTHONPATH := $(CURDIR)/tests/toys$(if $(PYTHONPATH),:$(PYTHONPATH))

# Two workers of pytest would otherwise compile the same rules at the same time. If this
# fails, the tests say why.
COMPILE_RULES := NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.games.golden --compile || true

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test thorough spells golden fuzz hostile faults planted newgame coverage locm check reference docs wheel lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile

demo: .venv/runtime.stamp ## play Divine Cross and write a report (GAMES=2000)
	@rm -rf out/demo
	$(BIN)/evenhand run divine_cross --games $(GAMES) --seed 1 --bots panel,heuristic,learned --out out/demo
	@echo "The report is $(CURDIR)/out/demo/report.html"

test: .venv/dev.stamp ## run every test (JOBS=2, ARGS="tests/decks -k name")
	$(if $(ARGS),,@$(COMPILE_RULES))
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

thorough: .venv/dev.stamp ## run every test in its long form (ARGS="tests/reports")
	@$(COMPILE_RULES)
	EVENHAND_THOROUGH=1 $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

spells: .venv/dev.stamp ## test that the package spells reads an export (needs an index)
	EVENHAND_SPELLS=1 $(BIN)/python -m pytest tests/analysis/test_spells_export.py

golden: .venv/dev.stamp ## record a game of each mode anew, for tests/golden (GAME=name for one)
	$(BIN)/python -m tests.games.golden $(GAME)

fuzz: .venv/dev.stamp ## play at random, all states checked (STEPS=1000000, GAME=name for one, SEATS=4)
	$(BIN)/python -m tests.fuzz --steps $(STEPS) $(if $(GAME),--game $(GAME)) $(if $(SEATS),--seats $(SEATS))

hostile: .venv/dev.stamp ## try thousands of bad inputs, with limits of memory and time (ONLY="xlsx file", EVERY=10)
	$(BIN)/python -m tests.hostile --jobs $(JOBS) $(if $(ONLY),--only "$(ONLY)") $(if $(EVERY),--every $(EVERY))

faults: .venv/dev.stamp ## kill, fill and damage all that makes a run (ARGS="--kills 3 --every 9")
	$(BIN)/python -m tests.faults $(ARGS)

planted: .venv/dev.stamp ## plant faults in a new game, and see that test-game finds them (ONLY="bounds loop")
	$(BIN)/python -m tests.planted.planting $(ONLY)

newgame: .venv/dev.stamp ## do all that a new game's README and CI say, with a wheel (needs an index)
	$(BIN)/python -m tests.first_day

coverage: .venv/dev.stamp ## how often intervals hold and alarms are false (REPEATS=2000, ONLY="duels")
	$(BIN)/python -m tests.coverage --repeats $(REPEATS) $(if $(ONLY),--only "$(ONLY)") $(ARGS)

locm: .venv/dev.stamp ## play an example game in gym-locm, too: states and speed (needs gym-locm; GAMES=2000)
	$(BIN)/python examples/locm/crosscheck.py --games $(GAMES)
	$(BIN)/python benchmarks/locm.py

check: .venv/dev.stamp ## formatting, lint, types, spelling
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/codespell

reference: .venv/dev.stamp ## write the pages of docs/api on evenhand.game anew, from its docstrings
	$(BIN)/python -m tests.evenhand.reference_pages

docs: .venv/dev.stamp ## build the guides and the Python reference as a site, in out/site
	$(BIN)/python -m sphinx --builder html --conf-dir docs --fresh-env --quiet \
		--fail-on-warning --keep-going . out/site
	@echo "The site is $(CURDIR)/out/site/index.html"

wheel: .venv/dev.stamp ## build the wheel, which brings compiled rules, and the sdist, into dist
	$(BIN)/python build_kernels.py
	$(BIN)/python -m build --no-isolation --sdist --wheel --outdir dist .
	rm -rf simulate/compiling/kernels

lock: .venv/pyvenv.cfg ## work out the newest versions that go together, for both lock files
	$(PIP) install uv
	$(UV_COMPILE) --upgrade --group build --output-file requirements.lock
	$(UV_COMPILE) --upgrade --group dev --all-extras --constraint requirements.lock \
		--output-file requirements-dev.lock

clean: ## remove .venv, out and what tools left behind
	rm -rf .venv out dist build simulate/compiling/kernels .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$$PYTHON_TOO_OLD" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$$NO_VENV" >&2; exit 1; }
	$(PYTHON) -m venv .venv

# Without --no-compile this takes twice as long: Python compiles what it imports anyway.
.venv/runtime.stamp: requirements.lock
.venv/dev.stamp: requirements-dev.lock
.venv/%.stamp: pyproject.toml | .venv/pyvenv.cfg
	@echo "Installing $(filter %.lock,$^) into .venv (about 1 GB, once)"
	$(PIP) install --no-compile --require-hashes --requirement $(filter %.lock,$^)
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@
