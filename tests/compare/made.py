"""Result folders made up for the tests of comparisons."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from onlinelearn.render.tables import runs_csv
from tests.numerics.demsar import AUC, VARIANTS
from tests.render.tables.made import row

Errors = Mapping[str, Mapping[str, Sequence[float]]]
"""By data set and learner, the test error in each permutation."""


def result_folder(
    folder: Path,
    errors: Errors,
    *,
    parameters: Mapping[str, Mapping[str, object]] | None = None,
    sources: Mapping[str, str] | None = None,
    seed: int = 1,
    complete: bool = True,
    readings: Mapping[str, object] | None = None,
    roles: Mapping[str, str] | None = None,
    sizes: tuple[int, int] | None = None,
    covers: str = "splits and orders",
) -> Path:
    """A folder as a run leaves it: what a comparison reads of it."""
    learners = dict.fromkeys(name for values in errors.values() for name in values)
    named = {"readings": {"named": readings}} if readings else {}
    manifest = {
        "config": {
            "datasets": [{"name": (sources or {}).get(name, name)} for name in errors if " | " not in name],
            "preprocess": [],
            "learners": {name: {"learner": "pa", **(parameters or {}).get(name, {})} for name in learners},
            "protocol": {"epochs": 1, "permutations": 3, "seed": seed},
            **named,
        },
        "result_digest": "0",
        "cells": [],
        "complete": complete,
        "failures": {} if complete else {"usps, PA, permutation 1": "ValueError: no"},
        "data_digests": {name: f"digest of {name}" for name in errors},
        "roles": roles or {},
        "repetitions": dict.fromkeys(errors, covers if sizes else "orders"),
    }
    rows = [
        row(error, dataset=dataset, learner=learner, permutation=permutation)
        for dataset, values in errors.items()
        for learner, each in values.items()
        for permutation, error in enumerate(each)
    ]
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "runs.csv").write_text(runs_csv(rows))
    if sizes:
        lines = [f"{name},{sizes[0]},{sizes[1]},2,5" for name in errors]
        (folder / "datasets.csv").write_text("\n".join(["dataset,training,test,classes,attributes", *lines]))
    return folder


def demsar_folders(results: Path) -> list[Path]:
    """The worked example, a folder for each data set."""
    return [
        result_folder(
            results / dataset.replace(" ", "_"),
            {dataset: {name: [1.0 - area] for name, area in zip(VARIANTS, areas, strict=True)}},
        )
        for dataset, areas in AUC.items()
    ]
