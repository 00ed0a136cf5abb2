# make lab        start page in JupyterLab            make test       everything that is checked every day (3 to 6 minutes)
# make notebooks  build the notebooks                 make test-slow  the long tests and the browser tests
# make bench      the table of measured speeds        make lite       a site that needs no server
# make docs       the API reference                  make slides     the notebooks as talks (CORE=1: the core)
# make exercises  the problem sets for practice, from course/source
# make measure    the bulk checks, by hand            make texts      new texts into the translations' files
# make book       the lectures as a site            make release    wheel and sdist, built and tried
# make clean      remove the environment
# Without make: see README.md.  Another Python:  make PYTHON=/path/to/python3 lab

VENV ?= .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest -p tests.early
# Two processes; the tests of one file stay together, because they share what is slow to set up.
PARALLEL := -n 2 --dist loadfile

STAGE := @sh .ci/stage
PACKAGES := boardkit automatakit coursekit finity_edu matchbox amakta
NEEDY = $(shell grep -rlE "tests.needs|marking.sandbox|import agreement|from agreement" tests --include=test_*.py)

# Every English notebook, and one of each other language: the code of the others is the same (test_languages.py).
# Unit 7 lets programs play, which takes as long as all others together: it is run with the slow tests.
PLAYING = $(wildcard notebooks/07-*.ipynb)
EXECUTED = $(filter-out $(PLAYING), $(wildcard notebooks/*.ipynb notebooks/*/01-*.ipynb))

# Where pytest looks by itself (pyproject.toml), for with the notebooks it must be told; hand-ins of old versions are data.
TESTED = --ignore tests/formats tests $(PACKAGES) README.md docs/automatakit.md

# Another environment that happens to be active is none of ours.
unexport VIRTUAL_ENV
# Tests start many processes: each would compile all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: lab test test-slow test-bare test-needy bench measure notebooks exercises docs book lite slides texts release clean
.DEFAULT_GOAL := lab

lab: $(VENV)/.lab
	@exec $(BIN)/finity-edu lab

test: $(VENV)/.all
	$(STAGE) style $(BIN)/ruff check .
	$(STAGE) layout $(BIN)/ruff format --check --quiet $(PACKAGES)
	$(STAGE) types $(BIN)/mypy --num-workers 2
	$(STAGE) imports $(BIN)/lint-imports
	$(STAGE) "tests and notebooks" $(PYTEST) $(PARALLEL) --nbval $(TESTED) $(EXECUTED)

test-slow: $(VENV)/.all
	$(STAGE) "coverage of the rules" $(PYTEST) $(PARALLEL) --cov --cov-report=term $(addprefix tests/,boardkit finity_edu matchbox amakta)
	$(STAGE) "slow tests" $(PYTEST) $(PARALLEL) --maxfail 5 -m "slow and not browser and not bulk"
	$(STAGE) "notebook of unit 7" $(PYTEST) --nbval $(PLAYING)
	$(STAGE) "browser tests" $(PYTEST) --maxfail 5 -m "browser and not bulk"

# Those of them that use a sandbox, a browser, node or recorded games; and the same where there is none of these.
test-needy: $(VENV)/.all
	$(STAGE) "tests that need something" $(PYTEST) $(PARALLEL) $(NEEDY)

test-bare: $(VENV)/.all
	$(STAGE) "tests that need something, without it" sh .ci/bare --wheels $(PYTEST) $(PARALLEL) -m "not slow and not bulk" $(NEEDY)

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

book:
	test -x build/book-env/bin/python || $(or $(PYTHON),python3) -m venv build/book-env
	build/book-env/bin/python -m pip install -q -r delivery/book/requirements.txt -e .
	build/book-env/bin/python delivery/book/build.py

notebooks: $(VENV)/.all
	$(BIN)/python -m notebooks.build

exercises: $(VENV)/.all
	$(BIN)/python -m course.build

slides: $(VENV)/.all
	$(BIN)/python delivery/slides/build.py $(if $(CORE),--core)

release:
	@sh .ci/release $(or $(PYTHON),python3)

# msgmerge is a part of GNU gettext.
MERGE := msgmerge --quiet --update --backup=none --no-wrap --previous
texts: $(VENV)/.all
	for file in */locale/*/LC_MESSAGES/*.po; do package=$${file%%/*}; \
	  $(MERGE) $$file $$package/locale/$$package.pot || exit 1; done
	for file in notebooks/src/*.po; do name=$$(basename $$file | cut -d. -f1); \
	  $(BIN)/python -m notebooks.build --texts $$name | $(MERGE) $$file - || exit 1; done
	for file in course/source/*.po; do name=$$(basename $$file | cut -d. -f1); \
	  $(BIN)/finity-edu release $$name --course course --texts | $(MERGE) $$file - || exit 1; done

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The environment: made once, and again when pyproject.toml changes.
$(VENV)/.lab: pyproject.toml
	$(STAGE) environment sh .ci/environment "$(VENV)" "lab,figures" "$(PYTHON)"
	@touch $@

$(VENV)/.all: pyproject.toml
	$(STAGE) environment sh .ci/environment "$(VENV)" "all" "$(PYTHON)"
	@touch $@ $(VENV)/.lab
