"""Transformers of scikit-learn as preprocessors, by the names of their classes: `sklearn:PowerTransformer`.

Their parameters are those of their constructors. What they compute is their own affair: it may differ
in the last bits between machines and versions.
"""

import inspect
import warnings
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from pydantic import create_model

from onlinelearn.base.arrays import Floats, is_sparse
from onlinelearn.base.error_text import unknown
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.base.parameters import Parameters
from onlinelearn.datasets.preprocessors.preprocessor import Preprocessor, Transform

PREFIX = "sklearn:"

MODULES = (
    "preprocessing",
    "decomposition",
    "feature_selection",
    "kernel_approximation",
    "random_projection",
)
"""Where scikit-learn has transformers of numbers that need no labels."""


@cache
def transformers() -> dict[str, type]:
    """Every such class of scikit-learn by its name."""
    found: dict[str, type] = {}
    for name in MODULES:
        for public, cls in vars(import_module(f"sklearn.{name}")).items():
            ours = inspect.isclass(cls) and cls.__module__.startswith(f"sklearn.{name}")
            if ours and not public.startswith("_") and hasattr(cls, "fit") and hasattr(cls, "transform"):
                found[public] = cls
    return found


def transformer(name: str) -> type:
    """The class that `sklearn:NAME` names. ConfigError, with the nearest name, if there is none."""
    short = name.removeprefix(PREFIX)
    if short not in transformers():
        raise ConfigError(unknown("transformer of scikit-learn", short, sorted(transformers())))
    return transformers()[short]


@cache
def parameter_model(name: str) -> type[Parameters]:
    """The parameters of a transformer: one field for each argument of its constructor, of any type."""
    cls = transformer(name)
    fields: dict[str, Any] = {
        each.name: (Any, ... if each.default is each.empty else None)
        for each in inspect.signature(cls).parameters.values()
        if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a parameter `copy` hides a method of pydantic's that nobody calls
        made: type[Parameters] = create_model(cls.__name__, __base__=Parameters, **fields)
    return made


class SklearnTransformer(Preprocessor):
    """A transformer of scikit-learn with its parameters; what is random in it has the seed 0."""

    def __init__(self, name: str, parameters: dict[str, object]) -> None:
        self.name = name
        self.parameters = parameters

    @property
    def keeps_sparse(self) -> bool:
        """Whether it takes sparse rows, as its tags say."""
        return bool(self._made().__sklearn_tags__().input_tags.sparse)

    def _made(self) -> Any:
        cls = transformer(self.name)
        seed = {"random_state": 0} if "random_state" in inspect.signature(cls).parameters else {}
        return cls(**{**seed, **self.parameters})

    def fit(self, X: Floats) -> Transform:
        """scikit-learn's own `fit`."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                fitted = self._made().fit(X)
        except (ValueError, TypeError) as error:
            raise DataError(f"{self.name}: {' '.join(str(error).split())}") from error

        def transform(X: Floats) -> Floats:
            changed = fitted.transform(X)
            if is_sparse(changed):
                return changed  # type: ignore[no-any-return]
            return np.asarray(changed, np.float64)

        return transform
