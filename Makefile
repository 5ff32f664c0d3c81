# Two commands do everything on a fresh machine: `make play` and `make test`.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
JOBS ?= 2
# One process more than processors: a third of a test's time is waiting, for a database, a browser or a process that dies.
WORKERS ?= $(shell echo $$(($(JOBS) + 1)))
# The tests start some hundred Python processes: without compiled modules each would begin with compiling.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test bench golden mutants fmt wire client lock browser postgres clean test-quick docs siege style types page again

play: $(VENV)/.installed client
	$(BIN)/harbour play

# Everything CI runs: style, types, the client's own checks, and all tests in a real browser and a real database.
test: $(VENV)/.installed-test client browser postgres
	@$(MAKE) --no-print-directory -j $(JOBS) -O types page style
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup || { [ $$? = 1 ] && $(MAKE) --no-print-directory again; }

# What failed, once more and by itself. Hundreds of tests here wait for real browsers, databases and processes that die: one that fails
# among the others and passes alone still has a fault, in itself or in what it tests, and stands in the first summary to be mended.
again:
	@echo "Some tests have failed. They are tried once more, by themselves; those that pass now are to be mended all the same."
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none

style: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check src tests tools examples hatch_build.py

types: $(VENV)/.installed-test
	$(BIN)/mypy

# The client's own checks.
page: $(VENV)/.installed-test
	$(BIN)/python hatch_build.py run check
	$(BIN)/python hatch_build.py run lint
	$(BIN)/python hatch_build.py test

# The loop at the desk: style, types, the engine and every rule of every game; no browser, no database, no long walks.
test-quick: style types
	$(BIN)/python -m pytest -q -n $(JOBS) tests/engine tests/rules src/grandharbour/engine src/grandharbour/players

# The pages of docs/ with the API made from the docstrings, in build/site.
docs: $(VENV)/.installed-docs
	$(BIN)/mkdocs build -q

bench: $(VENV)/.installed-test
	$(BIN)/harbour bench

# The server under fire: killed, starved, locked, flooded. PARTS="kill-sqlite hostile" SIEGE="--kills 1000 --requests 1000000 --minutes 60"
siege: $(VENV)/.installed-test postgres
	$(BIN)/python tools/siege.py $(PARTS) $(SIEGE)

# The rules have changed on purpose: lay the golden games of a game anew, and say why.
golden: $(VENV)/.installed-test
	$(BIN)/python -m tests.golden $(GAME) --why "$(WHY)"

# 200 small faults in the rules of a game, one at a time: which of them do its tests notice?
mutants: $(VENV)/.installed-test
	$(BIN)/python tools/mutants.py $(GAME) --jobs $(JOBS)

fmt: $(VENV)/.installed-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format src tests tools examples hatch_build.py

# The client's types, made from the server's schema; a test fails where they differ.
wire: $(VENV)/.installed
	$(BIN)/python tools/wire.py

# The browser client, built into the package; nothing happens when it is up to date.
client: $(VENV)/.installed wire
	$(BIN)/python hatch_build.py

$(VENV)/.venv:
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "This Python cannot make virtual environments; trying Debian's python3-venv."; \
	  rm -rf $(VENV); apt-get update -q && apt-get install -y -q --no-install-recommends python3-venv && $(PYTHON) -m venv $(VENV); }
	@touch $@

$(VENV)/.installed: $(VENV)/.venv requirements.lock pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	GRANDHARBOUR_NO_CLIENT=1 $(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed requirements-test.lock
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements-test.lock
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed requirements-docs.lock
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements-docs.lock
	@touch $@

# The browser tests drive Debian's Chromium. Where it cannot be installed they are skipped, and say so.
browser:
	@command -v chromium >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -q && apt-get install -y -q --no-install-recommends chromium fonts-dejavu-core; \
	  else echo "chromium is not installed and cannot be installed from here: the browser tests will be skipped"; fi; }

# The tests of several servers start a private PostgreSQL. Where it cannot be installed they are skipped, and say so.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -q && apt-get install -y -q --no-install-recommends postgresql; \
	  else echo "postgresql is not installed and cannot be installed from here: its tests will be skipped"; fi; }

# Exact versions with hashes and without hosts, for both commands above.
lock:
	$(PYTHON) -m venv $(VENV)-lock && $(VENV)-lock/bin/pip install -q uv
	$(VENV)-lock/bin/uv pip compile -q pyproject.toml --extra build --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --no-emit-index-url -o requirements.lock
	$(VENV)-lock/bin/uv pip compile -q pyproject.toml --extra build --extra test --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --no-emit-index-url -o requirements-test.lock
	$(VENV)-lock/bin/uv pip compile -q pyproject.toml --extra docs --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --no-emit-index-url -o requirements-docs.lock
	rm -rf $(VENV)-lock

clean:
	rm -rf $(VENV) web/node_modules src/grandharbour/static
