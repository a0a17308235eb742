"""Result folders as sources of a comparison: whole ones only, each data set with what decided its results."""

import csv
import io
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onlinelearn.base import files
from onlinelearn.base.error_text import unknown
from onlinelearn.base.errors import ConfigError, OlrunError
from onlinelearn.base.repetitions import OVERLAPPING, splits
from onlinelearn.base.result_rows import condition_label
from onlinelearn.base.roles import Role, is_ranked
from onlinelearn.config.choices import FAMILY
from onlinelearn.datasets.choice import source_of
from onlinelearn.experiment.manifest import MANIFEST
from onlinelearn.experiment.recorded_manifest import read_manifest
from onlinelearn.render.report.result_folders import REFERENCE
from onlinelearn.render.tables.canonical import RUN_KEYS

RUNS, SIZES = "runs.csv", "datasets.csv"


@dataclass(frozen=True, slots=True)
class MeasuredDataset:
    """A data set in a result folder."""

    name: str
    folder: Path
    source: str
    """What its examples are drawn from: data sets of one source are variants of one."""
    setting: Mapping[str, object]
    """What decides the results beside the learner: the data, their preprocessing, the protocol."""
    overlap: float
    """What splits of the same examples add to the variance of a mean; 0 where nothing is split anew."""
    learners: Mapping[str, Mapping[str, object]]
    """The parameters of each learner, by its label."""
    values: Mapping[str, Mapping[tuple[int, int], float]]
    """The metric of each learner, by epoch and permutation."""


def read_folders(
    paths: Sequence[Path], metric: str, asked: Collection[str] = ()
) -> tuple[list[MeasuredDataset], list[str]]:
    """The data sets of all result folders at or below these paths, and a note on paths that have none.

    A learner takes part if it is ranked; a point of a grid does if it is asked for. Folders without the
    metric are in a note, too.

    Raises OlrunError if a folder is not whole, and names all such folders, and if none has the metric.
    """
    found: list[Path] = []
    empty: list[str] = []
    for path in paths:
        if not path.exists():
            raise ConfigError(f"there is no folder {path}")
        below = [*_result_folders(path)] if path.is_dir() and path.name != REFERENCE else []
        found += below
        empty += [] if below else [str(path)]
    folders = list(dict.fromkeys(found))
    if not folders:
        raise ConfigError("there are no results in " + ", ".join(map(str, paths)))
    datasets: list[MeasuredDataset] = []
    broken: list[str] = []
    without: dict[str, ConfigError] = {}
    for folder in folders:
        try:
            measured = [each for each in _measured(folder, metric, asked) if each.values]
        except _NotWholeError as error:
            broken.append(f"{folder} ({error})")
        except _NoMetricError as error:
            without[str(folder)] = error
        else:
            datasets += measured
            if not measured:
                without[str(folder)] = ConfigError(f"{folder}: {metric} is blank for every learner")
    if broken:
        raise OlrunError(f"not whole: {', '.join(broken)}; run them again, or leave them out")
    if not datasets:
        raise next(iter(without.values()))
    notes = [f"No results in {', '.join(empty)}."] if empty else []
    return datasets, [*notes, *([f"No {metric} in {', '.join(without)}."] if without else [])]


class _NotWholeError(Exception):
    """A folder lacks results that its config asks for."""


class _NoMetricError(ConfigError):
    """A folder has results, and none of the metric."""


def _result_folders(path: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(path):
        if {MANIFEST, RUNS} & set(names):
            yield Path(place)
            folders.clear()
        folders[:] = sorted(name for name in folders if name != REFERENCE and not name.startswith("."))


def _measured(folder: Path, metric: str, asked: Collection[str]) -> Iterator[MeasuredDataset]:
    """The data sets of the config as written: another reading of it is no further data set."""
    manifest = _whole_manifest(folder)
    config = manifest["config"]
    protocol = {key: value for key, value in config["protocol"].items() if key != "permutations"}
    digests: Mapping[str, str] = manifest["data_digests"]
    named = config.get("readings", {}).get("named", {})
    other_readings = {condition_label(name, reading) for name in digests for reading in named}
    values = _values(folder, metric, _taking_part(manifest, metric, asked))
    written = [name for name in digests if name not in other_readings]
    for name, entry in zip(written, config["datasets"], strict=True):
        setting = {"data": digests[name], "preprocess": config["preprocess"], "protocol": protocol}
        here = {learner: cells for (dataset, learner), cells in values.items() if dataset == name}
        parameters = {learner: _parameters(config["learners"][learner]) for learner in here}
        overlap = _overlap(folder, manifest, name, metric)
        yield MeasuredDataset(name, folder, source_of(entry), setting, overlap, parameters, here)


def _taking_part(manifest: Mapping[str, Any], metric: str, asked: Collection[str]) -> list[str]:
    """The learners of the config that may be called the best, and points of a grid that are asked for."""
    roles = {name: Role(role) for name, role in manifest.get("roles", {}).items()}
    return [
        name
        for name in manifest["config"]["learners"]
        if is_ranked(role := roles.get(name, Role.GIVEN), metric) or (name in asked and role is Role.GRID)
    ]


def _overlap(folder: Path, manifest: Mapping[str, Any], name: str, metric: str) -> float:
    """The overlap of the splits of a data set, by the sizes of their parts."""
    if manifest.get("repetitions", {}).get(name) not in OVERLAPPING:
        return 0.0
    try:
        with _text(folder / SIZES) as file:
            (sizes,) = [line for line in csv.DictReader(file, strict=True) if line["dataset"] == name]
        return splits(int(sizes["training"]), int(sizes["test"])).overlap(metric)
    except (OSError, ValueError, KeyError, TypeError, csv.Error):
        raise _NotWholeError(f"{SIZES} is missing or damaged") from None


def _whole_manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest = read_manifest(folder)
    except OlrunError:
        raise _NotWholeError("unfinished or damaged") from None
    if not manifest.get("complete"):
        failed = len(manifest.get("failures", {}))
        raise _NotWholeError(f"{failed} failed")
    return manifest


def _values(
    folder: Path, metric: str, learners: Collection[str]
) -> dict[tuple[str, str], dict[tuple[int, int], float]]:
    """The metric by data set and learner, then by epoch and permutation; blanks are left out."""
    values: dict[tuple[str, str], dict[tuple[int, int], float]] = {}
    try:
        with _text(folder / RUNS) as file:
            rows = csv.DictReader(file, strict=True)
            columns = [name for name in rows.fieldnames or () if name not in RUN_KEYS]
            for row in rows:
                if metric in columns and row[metric] and row["learner"] in learners:
                    place = (row["dataset"], row["learner"])
                    cell = (int(row["epoch"]), int(row["permutation"]))
                    values.setdefault(place, {})[cell] = float(row[metric])
    except (OSError, ValueError, KeyError, TypeError, csv.Error):
        raise _NotWholeError(f"{RUNS} is missing or damaged") from None
    if metric not in columns:
        raise _NoMetricError(f"{folder}: {unknown('metric', metric, columns)}")
    return values


def _text(path: Path) -> io.TextIOWrapper:
    return io.TextIOWrapper(files.plain_file(path), encoding="utf-8", newline="")


def _parameters(entry: Mapping[str, object]) -> dict[str, object]:
    """The entry of a learner without the name of its grid, which changes nothing."""
    return {key: value for key, value in entry.items() if key != FAMILY}
