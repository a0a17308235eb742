"""What the two sides of `olrun diff` name: a config's learner, a folder of results, or a Python class."""

import importlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.lookups import known
from onlinelearn.compare.diff.river_adapter import River
from onlinelearn.config import Experiment, LearnerChoice, load_config, parse_config
from onlinelearn.learners import registry


@dataclass(frozen=True)
class Folder:
    """What a run left."""

    path: Path


@dataclass(frozen=True, eq=False)
class Chosen:
    """A learner of an experiment."""

    name: str
    experiment: Experiment
    learner: LearnerChoice


@dataclass(frozen=True, eq=False)
class Object:
    """A learner that is not ours; it goes where the other side goes."""

    name: str
    learner: Any


Named = Folder | Chosen | Object


def resolve(text: str) -> Named:
    """What a side names: `x.yaml` or `x.yaml:LEARNER`, a folder or `folder:LEARNER`, or `module.Class`."""
    if Path(text).is_dir():
        return Folder(Path(text))
    if Path(text).exists():
        return choose(text, load_config(Path(text)))
    for end, character in enumerate(text):
        # A label may have colons too, and so may a folder.
        if character == ":" and Path(text[:end]).exists():
            return choose(text, _experiment(Path(text[:end])), text[end + 1 :])
    if (learner := _object(text)) is not None:
        return Object(text, learner)
    return choose(text, load_config(Path(text)))


def choose(name: str, experiment: Experiment, label: str | None = None) -> Chosen:
    """The learner of that label; without one, the only learner that there is."""
    learners = {each.label: each for each in experiment.learners}
    first = next(iter(learners))
    if label is None and len(learners) > 1:
        raise ConfigError(f"{name} has several learners; name one, for example {name}:{first}")
    chosen = known(f"learner of {experiment.name}", first if label is None else label, learners)
    ours = registry().get(chosen.learner)
    if ours is not None and ours.kind != "classification":
        raise ConfigError(f"{name}: {chosen.label} is no classifier; olrun diff compares classifiers")
    if chosen.ask is not None or experiment.protocol.label_rate < 1.0:
        raise ConfigError(f"{name}: {chosen.label} sees some labels only; compare learners that see all")
    return Chosen(name, experiment, chosen)


def manifest(folder: Path) -> dict[str, Any]:
    """The record of the run that left this folder."""
    path = folder / "manifest.json"
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise ConfigError(f"{folder} has no manifest.json; name a folder that olrun wrote") from None
    except ValueError as error:
        raise ConfigError(f"{path} is damaged ({error}); run its config again") from None
    if not isinstance(found, dict) or not {"config", "result_digest", "cells"} <= set(found):
        raise ConfigError(f"{path} is not a record that this version writes; run its config again")
    return found


def recorded(folder: Path) -> Experiment:
    """The experiment that the folder holds the results of."""
    config = manifest(folder)["config"]
    return parse_config(config, name=folder.name, where=str(folder / "manifest.json"), folder=folder)


def _experiment(place: Path) -> Experiment:
    return recorded(place) if place.is_dir() else load_config(place)


def _object(text: str) -> Any:
    """A learner of that class, if there is such a class."""
    module, _, name = text.rpartition(".")
    if not module or not text.replace(".", "").isidentifier():
        return None
    try:
        kind = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError):
        return None
    try:
        made = kind()
    except TypeError as error:
        raise ConfigError(f"{text}: {error}; compare it from Python, with first_difference") from None
    learner = River(made) if hasattr(made, "learn_one") else made
    if not (hasattr(learner, "partial_fit") and hasattr(learner, "predict")):
        raise ConfigError(f"{text} has no partial_fit and predict; name a class that learns online")
    return learner
