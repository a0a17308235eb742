"""A learner with an ellipsoid as a classifier: it also shows which weights are still possible."""

import sys
import warnings
from typing import Any, Self

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import validate_data

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.ellipsoid import EllipsoidLearner
from onlinelearn.learners.estimators.online_classifier import OnlineClassifier

NONE = (0,)
"""The infeasible rounds of a learner that knows no such thing."""


class VersionSpaceClassifier(OnlineClassifier):
    """The interface of learners whose weights are the centre of an ellipsoid {v : (v - w)ᵀP⁻¹(v - w) ≤ 1}."""

    def _begin(self, n_classes: int, n_features: int, *, multilabel: bool = False) -> None:
        super()._begin(n_classes, n_features, multilabel=multilabel)
        self._has_warned = False

    def _count(self, rounds: int, mistakes: int, updates: int) -> None:
        """Add to the counters, and warn."""
        super()._count(rounds, mistakes, updates)
        self._warn_once()

    def learn_one(self, x: Any, y: Any, classes: Any = None) -> Self:
        super().learn_one(x, y, classes)
        self._warn_once()  # what it does in one piece has its own counting
        return self

    def _warn_once(self) -> None:
        """Warn when a round has left no classifier."""
        infeasible = int(getattr(self._model.state, "infeasible", NONE)[0])
        if infeasible and not self._has_warned:
            self._has_warned = True
            counted = "1 round so far was" if infeasible == 1 else f"{infeasible} rounds so far were"
            warnings.warn(
                f"no classifier with margin {self.margin:g} is left in {type(self).__name__}'s ellipsoid: "
                f"{counted} skipped; lower margin, or use IELLIP",
                ConvergenceWarning,
                stacklevel=_level_of_user(),
            )

    def shape(self, label: Any = None) -> Floats:
        """The ellipsoid's shape for one class: the d × d block of P that belongs to its weights.

        For two classes there is one vector of weights, and `label` may be left out.

        >>> from onlinelearn import IELLIP
        >>> model = IELLIP(c=0.5).fit([[0.0, 1.0], [1.0, 0.0]], ["a", "b"])
        >>> model.shape().shape
        (2, 2)
        """
        model = self._fitted_model()
        assert isinstance(model.learner, EllipsoidLearner)
        return model.learner.covariance(model.current_state, self._column(label))

    def _column(self, label: Any) -> int:
        """The number of the class's vector of weights."""
        alone = self._model.state.K == 1
        if label is None and alone:
            return 0
        (found,) = np.nonzero(self.classes_ == label)
        if not len(found):
            raise ValueError(f"shape({label!r}): name one of the classes {self.classes_.tolist()!r}")
        return 0 if alone else int(found[0])

    def uncertainty(self, X: Any) -> Floats:
        """How far the score of each row may be off within the ellipsoid: √(zᵀPz).

        z is x for two classes; else it is x for the class of highest score less x for the next one,
        and the score the difference of theirs. Where the width is below the score, all
        classifiers of the ellipsoid agree on the row. The ellipsoid is around the weights now, also
        where predictions are by their mean; for SOP, AROW and SCW it is that of one standard deviation.

        >>> from onlinelearn import CELLIP
        >>> model = CELLIP(margin=0.5).fit([[0.0, 1.0], [0.0, -1.0]], ["a", "b"])
        >>> seen, new = model.uncertainty([[0.0, 1.0], [1.0, 0.0]])
        >>> bool(seen < new)
        True
        """
        model = self._fitted_model()
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        assert isinstance(model.learner, EllipsoidLearner)
        return model.learner.widths(model.current_state, X)


def _level_of_user() -> int:
    """How many calls up from who asks the user's own line is."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals["__name__"].startswith("onlinelearn."):
        frame, level = frame.f_back, level + 1
    return level
