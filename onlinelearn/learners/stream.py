"""The loop that every learner shares."""

from typing import Any

from onlinelearn.types import Bools, Floats, Ints


def step(state: Any, constants: Any, x: Floats, y: int) -> tuple[bool, bool]:
    """The place of the learner's own step: link() puts it here."""
    raise TypeError("stream runs when link() has bound a step")


def stream(state: Any, constants: Any, X: Floats, y: Ints, order: Ints, touched: Bools) -> tuple[int, int]:
    """Learn from the rows of X in this order; return (mistakes, updates).

    `touched[i]` becomes true when row i changes the model.
    """
    mistakes = 0
    updates = 0
    for i in order:
        mistake, updated = step(state, constants, X[i], y[i])
        if mistake:
            mistakes += 1
        if updated:
            updates += 1
            touched[i] = True
    return mistakes, updates
