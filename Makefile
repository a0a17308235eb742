# Needs python3 (3.11 or newer), pip and make; everything else goes into .venv.

PYTHON ?= python3
BIN := .venv/bin
OUT ?= results
CONFIGS := $(sort $(wildcard configs/*.yaml))

# Isolet may not be shipped: look for it where it may lie beside this checkout.
ifndef OLRUN_DATA
ifneq ($(wildcard ../shared/datasets/.),)
export OLRUN_DATA := $(abspath ../shared/datasets)
endif
endif

.PHONY: help run test quick explore lint verify verify-all reproduce-all docs pictures soak audit dist bench lock clean

help: ## show what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: .venv/.run ## set up .venv and run the main experiment: IELLIP, PA and MIRA on USPS
	$(BIN)/olrun configs/usps_iellip.yaml --out $(OUT)

# A file's tests run in one process: it makes their fixtures once, and compiles what they share once.
PARALLEL := -n auto --dist loadfile

test: .venv/.dev lint ## set up .venv and run lint, types and all tests
	$(BIN)/pytest $(PARALLEL)

# What compiles little or nothing: for between two edits, not in the place of `make test`.
QUICK := tests/claims tests/config tests/datasets tests/render/tables tests/learners/test_partly.py tests/experiment/test_shown_labels.py

quick: .venv/.dev ## style, and the tests that hardly compile
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pytest $(PARALLEL) $(QUICK) -k "not compiled"

explore: .venv/.dev ## the property tests, on examples drawn anew
	$(BIN)/pytest $(PARALLEL) --hypothesis-profile explore -m hypothesis

lint: .venv/.dev ## style, types, the direction of imports, and calls that may be unsafe
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/bandit --quiet --recursive --severity-level medium onlinelearn
	$(BIN)/mypy
	$(BIN)/lint-imports

# Minutes each: scikit-learn on 2^18 words, full matrices on USPS, the map of readings, a million rounds,
# kernels on a budget, the whole family, texts with noise, and most of the runs that decide a claim.
LONG := ambiguity bandit budget family newsgroups pa_multiclass_mnist successors text \
  bandit_decided budget_decided family_mean_decided fig1_decided libol_honest_decided text_decided $(filter omr_%_decided pa_%_decided,$(notdir $(basename $(CONFIGS))))
# What CI holds: all but those.
VERIFIED := $(filter-out $(LONG),$(notdir $(basename $(CONFIGS))))

verify: .venv/.run ## hold the shipped numbers and verdicts against fresh runs: those that CI holds
	$(BIN)/olrun verify $(VERIFIED:%=configs/%.yaml) --out $(OUT)

verify-all: .venv/.run ## the same for every config
	$(BIN)/olrun verify --out $(OUT)

# Two runs at a time, the longest first: while one reads or draws data, the other computes.
HALF := $(shell echo $$(( ($$(getconf _NPROCESSORS_ONLN) + 1) / 2 )))
LONGEST_FIRST := ambiguity pa_multiclass_mnist successors family text $(filter-out ambiguity pa_multiclass_mnist successors family text,$(LONG)) $(VERIFIED)
# The page of all configs is one that can be mailed.
LARGEST_PAGE := 3000000

reproduce-all: .venv/.run ## every config under configs/, then the report page
	printf '%s\n' $(LONGEST_FIRST:%=configs/%.yaml) | \
	  xargs -n 2 -P 2 $(BIN)/olrun run --jobs $(HALF) --out $(OUT) --skip-missing
	$(BIN)/olrun report $(OUT)
	@test $$(wc -c < $(OUT)/report.html) -le $(LARGEST_PAGE) || \
	  { echo "$(OUT)/report.html is larger than $(LARGEST_PAGE) bytes" >&2; exit 1; }

docs: .venv/.dev ## the documentation, as pages in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo site/index.html

pictures: .venv/.dev reproduce-all ## the report page, and the pictures, verdicts and errata under docs/, made anew
	$(BIN)/olrun report $(OUT) --images png
	$(BIN)/python -m tests.render.report.screenshot $(OUT)/report.html docs/images/report.png
	cp $(OUT)/usps_iellip/figures/epochs.png docs/images/usps_iellip.png
	cp $(OUT)/version_space/figures/version_space.gif docs/images/version_space.gif
	cp $(OUT)/ambiguity/figures/readings.png docs/images/ambiguity.png
	cp $(OUT)/omr_drift/figures/drift.gif docs/images/omr_drift.gif
	cp $(OUT)/pa_noise/figures/label_error.png docs/images/pa_noise.png
	cp $(OUT)/winnow_irrelevant/figures/features.png docs/images/winnow_irrelevant.png
	cp $(OUT)/libol_table3/figures/tradeoff.png docs/images/libol_table3.png
	cp $(OUT)/bandit/figures/exploration.png docs/images/bandit.png
	$(BIN)/python -m onlinelearn.claims.errata
	$(BIN)/python -m tests.verdict_table

KILLS ?= 1000
INPUTS ?= 10000

soak: .venv/.dev ## the long form of tests/faults: kills, damage and mutants by the thousand; writes docs/reliability.md
	$(BIN)/python -m tests.faults --kills $(KILLS) --inputs $(INPUTS) --page docs/reliability.md

# Not part of lint: it asks a service for what is known of each version, and so needs the network.
audit: .venv/.release ## known vulnerabilities of the versions in the lock files
	$(BIN)/pip-audit --strict --disable-pip -r requirements.lock
	$(BIN)/pip-audit --strict --disable-pip -r requirements-dev.lock

dist: .venv/.release ## the wheel, and a bill of materials (CycloneDX) of what it is installed with
	rm -rf dist
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	$(PYTHON) -m venv dist/env
	dist/env/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	dist/env/bin/pip install --quiet --disable-pip-version-check --no-deps dist/*.whl
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
	  --output-file dist/onlinelearn.cdx.json dist/env
	rm -rf dist/env

bench: .venv/.dev ## speed beside scikit-learn, river and Vowpal Wabbit, as ratios; docs/performance.md made anew
	$(BIN)/python -m tests.bench --docs

lock: .venv/.dev ## choose the newest versions that pyproject.toml allows, and write them down
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile $(LOCK) --group build pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile $(LOCK) --group build --extra dev --extra cluster --extra docs pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile $(LOCK) --group release --constraint requirements-dev.lock -o requirements-release.lock
LOCK := --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock"

clean: ## remove what was made: the environment, results, caches
	rm -rf .venv site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find onlinelearn tests -name __pycache__ -type d -prune -exec rm -rf {} +
	find results -mindepth 1 -maxdepth 1 ! -name README.md ! -name reference -exec rm -rf {} +

.venv/.run: requirements.lock pyproject.toml | .venv
	$(call install,requirements.lock)
	@touch $@

.venv/.dev: requirements-dev.lock pyproject.toml | .venv
	$(call install,requirements-dev.lock)
	@touch $@ .venv/.run

.venv/.release: requirements-release.lock | .venv/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-release.lock
	@touch $@

.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "olrun needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) -V 2>&1`. Try make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv .venv

# Exact versions, checked against their hashes; then the project itself, with what is there already.
define install
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $(1)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
endef
