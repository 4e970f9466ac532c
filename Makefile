# The two commands that matter: make report, make test. Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup report lab dashboard batch test benchmark clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[dev]"
	touch $@

report: $(STAMP)
	$(BIN)/mathlib report --rounds 20000000

lab: $(STAMP)
	$(BIN)/jupyter lab notebooks/01_base_game.ipynb

dashboard: $(STAMP)
	$(BIN)/voila notebooks/08_dashboard.ipynb

batch: $(STAMP)
	$(BIN)/mathlib batch params/*.json params/sweeps/*.json

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile --benchmark-disable --ignore tests/benchmarks
	$(BIN)/python -m pytest tests/benchmarks

benchmark: $(STAMP)
	$(BIN)/python -m pytest tests/benchmarks --benchmark-only

clean:
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .benchmarks
