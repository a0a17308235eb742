"""The kinds of targets that a class which is not ours learns, as far as its bases say."""

from onlinelearn.base.arrays import Kind

CLASSIFIERS, REGRESSORS = {"ClassifierMixin", "Classifier"}, {"RegressorMixin", "Regressor"}
"""The bases by which scikit-learn and River tell them apart."""

EITHER: frozenset[Kind] = frozenset({"classification", "regression"})


def target_kinds(cls: type) -> frozenset[Kind]:
    """Classes, real targets, or either: a plain class with `partial_fit` and `predict` may learn both."""
    bases = {base.__name__ for base in cls.__mro__}
    found: set[Kind] = set()
    if bases & CLASSIFIERS:
        found.add("classification")
    if bases & REGRESSORS:
        found.add("regression")
    return frozenset(found) or EITHER


def says_its_kind(cls: type) -> bool:
    """Whether a class is a classifier or a regressor by its bases."""
    return bool({base.__name__ for base in cls.__mro__} & (CLASSIFIERS | REGRESSORS))
