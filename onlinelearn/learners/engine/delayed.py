"""The loop over a stream whose labels come some rounds later."""

from typing import Any

from onlinelearn.base.arrays import Bools, Floats, Ints
from onlinelearn.learners.engine.geometry import look, peek, row
from onlinelearn.learners.engine.stream import step

NOT_YET = -1
"""Stands for the row of a round in which no label comes."""


def stream_delayed(
    state: Any,
    constants: Any,
    X: Floats,
    y: Ints,
    order: Ints,
    due: Ints,
    touched: Bools,
    missed: Bools,
) -> tuple[int, int]:
    """Predict row `order[t]`, then learn from row `due[t]`, whose label comes; return (mistakes, updates).

    A mistake is one of the prediction: what the model says of a row when its label comes doesn't count.
    """
    mistakes = 0
    updates = 0
    for t in range(order.shape[0]):
        i = order[t]
        peek(state.W, row(X, i), state.s)
        mistake = look(state.s, state.K, y[i])[2] <= 0.0
        missed[i] = mistake
        if mistake:
            mistakes += 1
        j = due[t]
        if j >= 0:
            _, updated = step(state, constants, row(X, j), y[j])
            if updated:
                updates += 1
                touched[j] = True
    return mistakes, updates
