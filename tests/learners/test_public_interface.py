"""The estimator classes as users see them: few public names, plain signatures, copies that go on."""

import copy
import inspect
import io
import pickle
import pydoc
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone

import onlinelearn
from onlinelearn.base import parameters
from onlinelearn.learners import registry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.estimators import interface
from onlinelearn.learners.estimators.online_classifier import OnlineClassifier
from onlinelearn.learners.estimators.online_regressor import OnlineRegressor
from onlinelearn.learners.estimators.outlier_detector import OutlierDetector
from onlinelearn.learners.estimators.partly_labeled import PartlyLabeledClassifier
from onlinelearn.learners.estimators.support_classifier import SupportClassifier
from onlinelearn.learners.estimators.version_space_classifier import VersionSpaceClassifier
from tests.interpreted import interpreted

every_learner = pytest.mark.parametrize("learner", registry().values(), ids=registry())

ALL = {
    "fit", "partial_fit", "predict", "learn_one", "predict_one", "get_params", "set_params",
    "get_metadata_routing",
}  # fmt: skip
CLASSIFIER = ALL | {
    "coef_", "decision_function", "decision_one", "score", "set_partial_fit_request", "set_score_request"
}  # fmt: skip
METHODS = {
    OnlineClassifier: CLASSIFIER,
    PartlyLabeledClassifier: CLASSIFIER,
    SupportClassifier: CLASSIFIER | {"support_vectors_", "dual_coef_"},
    VersionSpaceClassifier: CLASSIFIER | {"shape", "uncertainty"},
    OnlineRegressor: ALL | {"coef_", "score", "set_score_request"},
    OutlierDetector: ALL
    | {"center_", "decision_function", "decision_one", "fit_predict", "offset_", "score_samples"},
}
FITTED = {"n_features_in_", "n_rounds_", "n_mistakes_", "n_updates_"}
MEASURES = {
    "log_volume_", "n_infeasible_", "n_labels_", "n_operations_", "n_support_size_", "n_wrong_plays_",
    "play_error_", "radius_", "risk_"
}  # fmt: skip


def public(names: Any) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def fitted(learner: type[Learner]) -> Any:
    with interpreted():
        return getattr(onlinelearn, learner.__name__)().fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])


@every_learner
def test_the_public_names_are_scikit_learns_and_the_documented_ones(learner: type[Learner]) -> None:
    cls = getattr(onlinelearn, learner.__name__)
    # `dir` would leave out what scikit-learn offers only under conditions.
    assert public(name for base in cls.__mro__ for name in vars(base)) == METHODS[interface(learner)]
    made = public(vars(fitted(learner)))
    assert made - MEASURES - {"classes_"} == FITTED | set(parameters.names(learner))


@every_learner
def test_no_estimator_is_a_learner(learner: type[Learner]) -> None:
    assert not isinstance(getattr(onlinelearn, learner.__name__)(), Learner)


@every_learner
def test_signatures_have_plain_types_and_the_learners_defaults(learner: type[Learner]) -> None:
    shown = inspect.signature(getattr(onlinelearn, learner.__name__))
    declared = inspect.signature(learner)
    assert list(shown.parameters) == list(declared.parameters)
    for name, each in shown.parameters.items():
        assert each.kind is each.KEYWORD_ONLY
        assert each.default == declared.parameters[name].default
    assert not any(word in str(shown) for word in ("Annotated", "FieldInfo", "Optional"))


def test_help_shows_plain_types_and_the_learners_docstring() -> None:
    printed = io.StringIO()
    with redirect_stdout(printed):
        pydoc.help(onlinelearn.IELLIP)
    text = printed.getvalue()
    assert "c: float = 0.1" in text
    assert "init: Literal['zeros', 'normal'] = 'zeros'" in text
    assert "FieldInfo" not in text
    assert onlinelearn.IELLIP.__doc__ == inspect.getdoc(registry()["iellip"])
    assert "budget: int | None = None" in str(inspect.signature(onlinelearn.KernelPerceptron))


def test_an_unknown_parameter_is_a_type_error() -> None:
    make: Any = onlinelearn.IELLIP
    with pytest.raises(TypeError, match=r"IELLIP.* unexpected keyword argument 'margn'"):
        make(margn=0.1)
    with pytest.raises(ValueError, match="margn"):
        make().set_params(margn=0.1)


@every_learner
def test_copies_go_on_where_the_original_was(learner: type[Learner]) -> None:
    X, y = np.array([[1.0, 1.0], [0.5, -1.0]]), np.array([1, 0])
    original = fitted(learner)
    copies = [copy.deepcopy(original), pickle.loads(pickle.dumps(original))]
    with interpreted():
        states = {each.partial_fit(X, y)._model.fingerprint() for each in (original, *copies)}
    assert len(states) == 1
    assert not hasattr(clone(original), "n_rounds_")
    assert clone(original).get_params() == original.get_params()
