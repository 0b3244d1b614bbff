# Everything here sets up what it needs first: `make demo` and `make test` work on a fresh clone.
# Recipes exec, so that the command is make's own child and ends when make is killed.

.POSIX:
.PHONY: help setup demo serve test lint types check requirements benchmarks clean

RUN = exec env CALIBRANT_DIE_WITH_PARENT=1 scripts/run
DEV = $(RUN) --dev
COMPILE = uv pip compile --quiet --universal --python-version 3.12 --generate-hashes \
	--no-header --no-emit-index-url --no-annotate

help:
	@echo 'make demo          set up and open a worked study (ARGS="--no-serve", "--reset")'
	@echo 'make serve         set up and serve for real work (ARGS="--port 8001")'
	@echo 'make test          set up and run all tests (ARGS="-k name")'
	@echo 'make setup         only set up'
	@echo 'make lint types    style, templates and import contracts; types'
	@echo 'make check         everything that a change has to pass'
	@echo 'make benchmarks    measure; see benchmarks/README.md'
	@echo 'make requirements  compile requirements*.in (ARGS="--upgrade")'
	@echo 'make clean         remove caches and .venv, never your data'

setup:
	@$(RUN)

# In a folder of its own, so that it never meets a study made with `make serve`.
demo:
	@$(RUN) -- env CALIBRANT_DATA="$${CALIBRANT_DATA:-$$PWD/var/demo}" python manage.py demo $(ARGS)

serve:
	@$(RUN) -- python manage.py serve $(ARGS)

test:
	@$(DEV) --browser -- python scripts/test.py $(ARGS)

lint:
	@$(DEV) -- ruff check .
	@$(DEV) -- ruff format --check .
	@$(DEV)
	@find templates -name '*.html' | xargs .venv/bin/djade --check --target-version 6.1
	@$(DEV) -- lint-imports

types:
	@$(DEV) -- mypy

check:
	@exec .ci/run

requirements:
	@command -v uv >/dev/null || { echo 'make requirements needs uv' >&2; exit 2; }
	$(COMPILE) $(ARGS) requirements.in -o requirements.txt
	$(COMPILE) $(ARGS) requirements-dev.in -o requirements-dev.txt

benchmarks:
	@$(DEV) -- python -m benchmarks.start

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis staticfiles
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
