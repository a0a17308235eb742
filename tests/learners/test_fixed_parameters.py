"""Parameters that change between two calls of `partial_fit`: they take effect at once, or are refused."""

import copy
import inspect
import itertools
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

import numpy as np
import pytest

import onlinelearn
from onlinelearn.base import parameters
from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.errors import LearnerError
from onlinelearn.base.parameters import Count, Positive
from onlinelearn.learners import registry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linear import Linear, LinearLearner, look, move, score
from onlinelearn.learners.estimators import estimator_class
from tests.interpreted import interpreted

COMPILED = {"batch_mr"}
"""No other: what is asked is whether two models are the same, and both are made by the same steps. The
minimum that `batch_mr` looks for would take a minute without a compiler."""

RNG = np.random.default_rng(7)
X = 0.5 * RNG.normal(size=(30, 3))
CLASSES = RNG.permutation(np.arange(30) % 3)  # which can't be learnt: there are mistakes to the end
TARGETS = {
    "three classes": CLASSES,
    "two classes": CLASSES % 2,
    "partly labeled": np.where(np.arange(30) % 3 == 0, -1, CLASSES % 2),
    "real": RNG.normal(size=30),
}
HALF = 12
REFUSED = "{} was .* when this began, and now is .*; fit starts anew"


class Change(NamedTuple):
    """A parameter of a learner that gets another value between two calls."""

    learner: type[Learner]
    given: dict[str, Any]  # all other parameters that are not at their default
    name: str
    value: Any
    kind: str  # of the targets

    def __str__(self) -> str:
        given = "".join(f" {name}={value}" for name, value in self.given.items())
        return f"{self.learner.name}{given}: {self.name}={self.value}, {self.kind}"


def others(learner: type[Learner], name: str) -> list[Any]:
    """Other valid values of a parameter: all choices, or some numbers."""
    argument = parameters.signature(learner).parameters[name]
    choices = [choice for choice in get_args(argument.annotation) if not isinstance(choice, type)]
    if argument.annotation is bool:
        return [not argument.default]
    if choices:
        return [choice for choice in choices if choice != argument.default]
    whole = int in (argument.annotation, *get_args(argument.annotation))
    candidates: list[Any] = [4, 7] if whole else [*SMALL.get(name, []), 0.6, 0.85, 1.7]
    return [value for value in candidates if valid(learner, {name: value})]


SMALL = {"nu": [0.05]}
"""Values to begin with where larger ones make no difference to so few rounds."""


def valid(learner: type[Learner], given: dict[str, Any]) -> bool:
    """Whether the learner takes these values, and takes them together."""
    try:
        parameters.check(learner(**given))
        learner(**given).constants()
    except (ValueError, LearnerError):
        return False
    return True


def kinds(learner: type[Learner]) -> list[str]:
    if learner.kind == "classification":
        return ["partly labeled"] if learner.unlabeled else ["two classes", "three classes"]
    return ["real" if learner.kind == "regression" else "two classes"]


def changes(learner: type[Learner]) -> Iterator[Change]:
    """Every parameter, beside every choice of each other one: some matter only there."""
    names = parameters.names(learner)
    chosen = [
        {name: value}
        for name in names
        if isinstance(inspect.signature(learner).parameters[name].default, str | bool)
        for value in others(learner, name)
        if valid(learner, {name: value})
    ]
    for given, name, kind in itertools.product([{}, *chosen], names, kinds(learner)):
        if name not in given:
            for value in others(learner, name)[: 1 if given else None]:
                if valid(learner, {**given, name: value}):
                    yield Change(learner, given, name, value, kind)


def begun(change: Change, **more: Any) -> Any:
    """An estimator that has learnt from the first part."""
    made: Any = estimator_class(change.learner)(**change.given, **more)
    return go_on(made, change.kind, slice(0, HALF))


def go_on(model: Any, kind: str, part: slice = slice(HALF, None)) -> Any:
    return model.partial_fit(X[part], TARGETS[kind][part])


def outcome(model: Any) -> list[bytes]:
    """All that a user sees of a model, to the last bit."""
    shown = [value for name, value in sorted(vars(model).items()) if name.endswith("_")]
    scores = model.decision_function if hasattr(model, "decision_function") else model.predict
    return [np.asarray(each).tobytes() for each in (*shown, scores(X))]


def with_the_new_value(model: Any, change: Change) -> Any:
    """A copy that goes on with another learner object, made with the new value, on the same state."""
    copied = copy.deepcopy(model)
    copied._model.learner = change.learner(**change.given, **{change.name: change.value})
    for name in parameters.names(change.learner):  # so that the estimator sees no change
        setattr(copied, name, getattr(copied._model.learner, name))
    return go_on(copied, change.kind)


def refuses(model: Any, change: Change) -> bool:
    """Go on with the new value; whether that is refused, in the words that tell of the parameter."""
    model.set_params(**{change.name: change.value})
    try:
        go_on(model, change.kind)
    except ValueError as refusal:
        assert re.fullmatch(REFUSED.format(change.name), str(refusal))  # noqa: PT017  # either is right
        return True
    return False


class Accepted(NamedTuple):
    """A change that was not refused, and the models to compare: each is an estimator."""

    change: Change
    made: Any
    expected: Any  # which goes on with the new value for sure
    kept: Any  # which goes on with the old value
    anew: Any  # which had the new value from the start


@cache
def tried(learner: type[Learner]) -> tuple[set[str], list[Accepted]]:
    """The names of the parameters that some change of is refused, and the changes that are not."""
    refused: set[str] = set()
    accepted: list[Accepted] = []
    with interpreted():
        for change in changes(learner):
            model = begun(change)
            half = copy.deepcopy(model)
            if refuses(model, change):
                refused.add(change.name)
            else:
                expected, kept = with_the_new_value(half, change), go_on(half, change.kind)
                anew = go_on(begun(change, **{change.name: change.value}), change.kind)
                accepted.append(Accepted(change, model, expected, kept, anew))
    return refused, accepted


every_learner = pytest.mark.parametrize("learner", registry().values(), ids=registry())


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@every_learner
def test_no_parameter_is_ignored(learner: type[Learner]) -> None:
    """A model that isn't refused the new value goes on with it; and where the value makes a difference
    to models that have it from the start, it does to one that gets it on the way.
    """
    matters, has_effect = set(), set()
    for change, *models in tried(learner)[1]:  # type: ignore[arg-type]  # a class is hashable
        made, expected, kept, anew = map(outcome, models)
        assert made == expected, change
        where = f"{change.name} beside {change.given}"
        matters |= {where} if anew != kept else set()
        has_effect |= {where} if made != kept else set()
    assert matters - TOO_LATE.get(learner.name, set()) == has_effect


TOO_LATE = {"projectron": {"eta beside {'kernel': 'linear'}"}}
"""What matters from the start only: once three examples span the space, no projection loses anything."""

KERNEL = {"kernel", "degree", "offset", "width", "budget", "evict"}
EXPANSION = {"kernel", "degree", "offset", "width", "loss", "neighbors", "atoms"}
FIXED: dict[str, set[str]] = {
    "AROW": {"matrix", "average"},
    "BatchManifold": {"window"},
    "CW": {"matrix", "average"},
    "CELLIP": {"a", "margin", "initial", "average"},
    "EG": {"total", "balanced", "average"},
    "EGRegressor": {"total", "balanced", "average"},
    "IELLIP": {"c", "init", "seed", "scale", "average"},
    "BudgetPassiveAggressive": KERNEL - {"evict"},
    "Forgetron": KERNEL - {"evict"},
    "KernelMIRA": KERNEL,
    "KernelPassiveAggressive": KERNEL,
    "KernelPerceptron": KERNEL,
    "NORMA": KERNEL,
    "NAROW": {"matrix", "average"},
    "NHERD": {"matrix", "diagonal", "average"},
    "OnlineNewton": {"matrix", "average"},
    "OnlineManifold": {*EXPANSION, "graph", "buffer"},
    "Pegasos": {"penalty", "project", "average"},
    "Perceptron": {"init", "seed", "average"},
    "Projectron": KERNEL - {"evict"},
    "SCW": {"matrix", "average"},
    "SOP": {"matrix", "average"},
    "TreeManifold": {*EXPANSION - {"neighbors"}, "graph_width", "leaves", "covariance", "edges", "seed"},
    "Uniclass": {"learn_radius", "epsilon"},
    "Winnow": {"alpha", "threshold", "balanced", "average"},
}
"""The parameters that some change of may be refused; of all other learners `average` alone."""


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@every_learner
def test_only_what_a_model_is_made_of_is_fixed(learner: type[Learner]) -> None:
    refused, _ = tried(learner)  # type: ignore[arg-type]  # a class is hashable
    assert refused == FIXED.get(learner.__name__, {"average"} & set(parameters.names(learner)))


def test_a_seed_is_fixed_only_where_something_was_drawn() -> None:
    y = TARGETS["two classes"]
    with interpreted():
        onlinelearn.IELLIP(init="zeros").partial_fit(X, y).set_params(seed=5).partial_fit(X, y)
        drawn = onlinelearn.IELLIP(init="normal").partial_fit(X, y).set_params(seed=5)
        with pytest.raises(ValueError, match="seed was 0 when this began, and now is 5; fit starts anew"):
            drawn.partial_fit(X, y)
        assert drawn.fit(X, y).n_rounds_ == len(X)


def test_a_refused_change_can_be_taken_back() -> None:
    y = TARGETS["two classes"]
    with interpreted():
        model, same = (onlinelearn.IELLIP().partial_fit(X, y) for _ in range(2))
        model.set_params(c=0.9)
        for refused in (lambda: model.partial_fit(X, y), lambda: model.predict(X)):
            with pytest.raises(
                ValueError, match=r"c was 0\.1 when this began, and now is 0\.9; fit starts anew"
            ):
                refused()
        model.set_params(c=0.1)
        assert outcome(model.partial_fit(X, y)) == outcome(same.partial_fit(X, y))


class Constants(NamedTuple):
    rate: float


class Forgetful(NamedTuple):
    W: Floats
    s: Floats
    K: int
    scratch: Floats


GARBAGE = itertools.count()


def forgetful_step(state: Linear, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    if eta <= 0.0:
        move(state.W, r, q, constants.rate, x)
    return eta <= 0.0, eta <= 0.0


class UsersOwn(LinearLearner):
    """A learner that is in no registry."""

    name = "users_own"
    step = staticmethod(forgetful_step)

    def __init__(
        self, *, rate: Positive = 1.0, first: float = 0.0, most: Count = 5, shown: bool = False
    ) -> None:
        self.rate = rate
        self.first = first
        self.most = most
        self.shown = shown

    def constants(self) -> Constants:
        return Constants(float(self.rate))

    def start(self, columns: int, n_features: int, key: Key) -> Forgetful:
        W, s, _, K = super().start(columns, n_features, key)
        assert self.rate > 0.0, "a look at a parameter is not what makes it fixed"
        # As memory that nobody has written to: other numbers each time.
        return Forgetful(W + self.first, s, K, np.full(3, next(GARBAGE), np.float64))

    def reserve_rounds(self, state: Any, rounds: int) -> Any:
        return state if rounds < self.most else state._replace(scratch=np.zeros(self.most))


@pytest.mark.parametrize(
    ("name", "value", "fixed"),
    [("rate", 0.5, False), ("first", 1.0, True), ("most", 9, True), ("shown", True, False)],
)
def test_a_learner_of_ones_own_needs_no_list(name: str, value: Any, fixed: bool) -> None:
    change = Change(UsersOwn, {}, name, value, "two classes")
    with interpreted():
        assert refuses(begun(change), change) == fixed
