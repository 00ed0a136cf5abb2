# make lab        start page in JupyterLab            make test       everything that is checked every day
# make notebooks  build the notebooks                 make test-slow  the long tests and the browser tests
# make bench      the table of measured speeds        make lite       a site that needs no server
# make docs       the API reference                  make slides     the notebooks as talks
# make measure    the bulk checks, by hand            make clean      remove the environment
# Without make: see README.md.  Another Python:  make PYTHON=/path/to/python3 lab

VENV ?= .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
# Two processes; the tests of one file stay together, because they share what is slow to set up.
PARALLEL := -n 2 --dist loadfile

STAGE := @sh .ci/stage
NEEDY = $(shell grep -rlE "tests.needs|marking.sandbox|import agreement|from agreement" tests --include=test_*.py)

# Another environment that happens to be active is none of ours.
unexport VIRTUAL_ENV

.PHONY: lab test test-slow test-bare bench measure notebooks docs lite slides clean
.DEFAULT_GOAL := lab

lab: $(VENV)/.lab
	@exec $(BIN)/finity-edu lab

test: $(VENV)/.all
	$(STAGE) style $(BIN)/ruff check .
	$(STAGE) types $(BIN)/mypy
	$(STAGE) imports $(BIN)/lint-imports
	$(STAGE) tests $(PYTEST) $(PARALLEL) --cov --cov-report=term
	$(STAGE) notebooks $(PYTEST) $(PARALLEL) --nbval notebooks

test-slow: $(VENV)/.all
	$(STAGE) "slow tests" $(PYTEST) $(PARALLEL) -m "slow and not browser and not bulk"
	$(STAGE) "browser tests" $(PYTEST) -m "browser and not bulk"

# The tests that use a sandbox, a browser, node or recorded games, once more as on a machine that has none of them.
test-bare: $(VENV)/.all
	$(STAGE) "bare machine" sh .ci/bare $(PYTEST) $(PARALLEL) -m "not slow and not bulk" $(NEEDY)

bench: $(VENV)/.all
	$(BIN)/python -m benchmarks

# One of them: make measure ONLY=name
measure: $(VENV)/.all
	$(BIN)/python -m benchmarks.measures $(ONLY)

docs: $(VENV)/.all
	$(BIN)/python docs/api.py

lite:
	test -x build/lite-env/bin/python || $(or $(PYTHON),python3) -m venv build/lite-env
	build/lite-env/bin/python -m pip install -q -r delivery/lite/requirements.txt
	build/lite-env/bin/python delivery/lite/build.py

notebooks: $(VENV)/.all
	$(BIN)/python -m notebooks.build

slides: $(VENV)/.all
	$(BIN)/python delivery/slides/build.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The environment: made once, and again when pyproject.toml changes.
$(VENV)/.lab: pyproject.toml
	@sh .ci/environment "$(VENV)" "lab,fast,figures" "$(PYTHON)"
	@touch $@

$(VENV)/.all: pyproject.toml
	@sh .ci/environment "$(VENV)" "all" "$(PYTHON)"
	@touch $@ $(VENV)/.lab
