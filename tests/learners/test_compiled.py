"""Compiled steps have the bits of the Python that they are written in.

Other tests rest on it: those of what a step means run without a compiler. The manifold learners have
tests of their own for this.
"""

import pytest

from onlinelearn.learners import registry
from onlinelearn.learners.estimators import estimator_class
from tests.interpreted import COMPILED, interpreted
from tests.learners.test_fixed_parameters import TARGETS, X, kinds, outcome


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("name", sorted(name for name in COMPILED if not registry()[name].unlabeled))
def test_a_stream_has_the_same_bits_compiled_or_not(name: str) -> None:
    learner = registry()[name]
    for kind in kinds(learner):
        compiled = outcome(estimator_class(learner)().partial_fit(X, TARGETS[kind]))
        with interpreted():
            assert outcome(estimator_class(learner)().partial_fit(X, TARGETS[kind])) == compiled
