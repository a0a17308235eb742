"""Models that take on features and classes as they come: a larger model with the numbers of the old one."""

from typing import Any

import numpy as np

from onlinelearn.learners.engine.model import Model


def grown(model: Model, n_classes: int, n_features: int) -> Model:
    """A model with more features or classes, which knows of the others what this one knows.

    It is as if it had known them from the start and never met them. That holds for learners whose state
    has a row for each feature and a column for each class, `Learner.grows`.
    """
    larger = Model(model.learner, n_classes, n_features)
    larger.state = _filled(larger.state, model.state)
    larger.labels = model.labels
    return larger


def _filled(new: Any, old: Any) -> Any:
    """The new state with the numbers of the old one where that has any."""
    if isinstance(new, tuple):
        return type(new)(*(_filled(*parts) for parts in zip(new, old, strict=True)))
    if isinstance(new, np.ndarray):
        new[tuple(slice(n) for n in old.shape)] = old
    return new
