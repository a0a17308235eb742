"""The two sides of `olrun diff`: a learner of a config, a folder of results, or a Python class."""

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onlinelearn.base.error_text import described
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.lookups import known
from onlinelearn.config import Experiment, LearnerChoice, load_config
from onlinelearn.experiment.recorded_manifest import recorded_experiment
from onlinelearn.learners.catalog import Catalog
from onlinelearn.learners.peers.row_by_row import River


@dataclass(frozen=True)
class RunFolder:
    """A folder that a run has written."""

    path: Path


@dataclass(frozen=True, eq=False)
class ConfigLearner:
    """A learner of an experiment."""

    name: str
    experiment: Experiment
    learner: LearnerChoice


@dataclass(frozen=True, eq=False)
class PythonLearner:
    """An object of a class that is not ours; it is given the stream of the other side."""

    name: str
    learner: Any


Side = ConfigLearner | PythonLearner


def resolve(text: str, catalog: Catalog | None = None) -> RunFolder | Side:
    """What a text names: `x.yaml` or `x.yaml:LEARNER`, a folder or `folder:LEARNER`, or `module.Class`."""
    if Path(text).is_dir():
        return RunFolder(Path(text))
    if Path(text).exists():
        return choose_learner(text, load_config(Path(text), catalog=catalog))
    for end, character in enumerate(text):
        # A label may have colons too, and so may a folder.
        if character == ":" and Path(text[:end]).exists():
            return choose_learner(text, _experiment(Path(text[:end]), catalog), text[end + 1 :])
    if (learner := _foreign_learner(text)) is not None:
        return PythonLearner(text, learner)
    return choose_learner(text, load_config(Path(text), catalog=catalog))


def choose_learner(name: str, experiment: Experiment, label: str | None = None) -> ConfigLearner:
    """The learner of that label; without one, the only learner that there is."""
    learners = {each.label: each for each in experiment.learners}
    first = next(iter(learners))
    if label is None and len(learners) > 1:
        raise ConfigError(f"{name} has several learners; name one, for example {name}:{first}")
    chosen = known(f"learner of {experiment.name}", first if label is None else label, learners)
    if chosen.tuning is not None:
        raise ConfigError(f"{name}: {chosen.label} is tuned; compare learners whose parameters are given")
    if any(each.kind not in ("classification", "multilabel") for each in experiment.datasets):
        raise ConfigError(f"{name}: {chosen.label} is no classifier; olrun diff compares classifiers")
    if chosen.ask is not None or experiment.protocol.label_rate < 1.0:
        raise ConfigError(f"{name}: {chosen.label} sees some labels only; compare learners that see all")
    if chosen.entry.compiled and chosen.parameters.get("average"):
        raise ConfigError(
            f"{name}: {chosen.label} predicts with the mean of its weights, and rounds are compared by the "
            "last ones; leave out average"
        )
    if chosen.foreign.rows_per_call > 1:
        raise ConfigError(f"{name}: {chosen.label} learns several rows at once; leave out rows_per_call")
    return ConfigLearner(name, experiment, chosen)


def _experiment(place: Path, catalog: Catalog | None) -> Experiment:
    return recorded_experiment(place, catalog) if place.is_dir() else load_config(place, catalog=catalog)


def _foreign_learner(text: str) -> Any:
    """An object of the class of that name, if there is such a class."""
    module, _, name = text.rpartition(".")
    if not module or not text.replace(".", "").isidentifier() or name in ("yaml", "yml"):
        return None
    try:
        kind = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError):
        return None
    except Exception as error:  # the code of a module may raise anything
        raise ConfigError(f"{text}: {described(error)}") from error
    if not isinstance(kind, type):
        raise ConfigError(f"{text} is no class; name a class that learns online")
    try:
        made = kind()
    except Exception as error:
        raise ConfigError(
            f"{text}: {described(error)}; compare it from Python, with first_difference"
        ) from error
    learner = River(made) if hasattr(made, "learn_one") else made
    if not (hasattr(learner, "partial_fit") and hasattr(learner, "predict")):
        raise ConfigError(f"{text} has no partial_fit and predict; name a class that learns online")
    return learner
