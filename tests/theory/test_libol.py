"""A slip in LIBOL's experiments: parameters are chosen by the examples that the reported error counts."""

import math

import numpy as np

DATASETS, EXAMPLES, VALUES = 300, 60, 9
"""As many values as LIBOL tries of its parameter C."""


def test_mistakes_on_the_examples_that_chose_a_parameter_are_too_few() -> None:
    """The learner follows one of nine features, its parameter; the labels are tosses of a coin."""
    rng = np.random.default_rng(0)
    reported, tested = [], []
    for _ in range(DATASETS):
        X, X_test = rng.choice([-1, 1], (2, EXAMPLES, VALUES))
        y, y_test = rng.choice([-1, 1], (2, EXAMPLES))
        chosen = int(np.argmin([np.sum(X[:, value] != y) for value in range(VALUES)]))
        orders = [rng.permutation(EXAMPLES) for _ in range(20)]
        reported.append(np.mean([np.mean(X[order, chosen] != y[order]) for order in orders]))
        tested.append(np.mean(X_test[:, chosen] != y_test))
    error = 0.5 / math.sqrt(DATASETS * EXAMPLES)
    assert abs(np.mean(tested) - 0.5) < 4 * error
    assert np.mean(reported) < 0.5 - 20 * error
