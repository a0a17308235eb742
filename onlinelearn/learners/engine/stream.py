"""The loops over a stream that all learners share.

Each is a template: the learner's step, and the rule of a loop that asks for labels, are primitives
that a layer replaces.
"""

from typing import Any

from onlinelearn.base.arrays import Bools, Floats, Ints
from onlinelearn.learners.engine.geometry import look, pause, peek, row, row_before
from onlinelearn.learners.engine.primitives import Layer, abstract_primitive, primitive


@abstract_primitive
def step(state: Any, constants: Any, x: Floats, y: int) -> tuple[bool, bool]:
    """One round of the learner: look at x, compare with y, change the state; return (mistake, updated)."""
    raise NotImplementedError


@abstract_primitive
def asks(state: Any, numbers: Any, x: Floats, coin: float) -> bool:
    """Whether the rule of selective sampling asks for the label of x."""
    raise NotImplementedError


@primitive
def look_ahead(state: Any, X: Floats, order: Ints, t: int) -> None:
    """Before round t: what is cheaper for several rounds at once than for one after the other."""


def stream(
    state: Any, constants: Any, X: Floats, y: Ints, order: Ints, touched: Bools, missed: Bools
) -> tuple[int, int]:
    """Learn from the rows of X in this order; return (mistakes, updates).

    `touched[i]` becomes true when row i changes the model; `missed[i]` says whether its last round was a
    mistake.
    """
    mistakes = 0
    updates = 0
    last = order.shape[0] - 1
    for t in range(order.shape[0]):
        look_ahead(state, X, order, t)
        i = order[t]
        x = row_before(X, i, order[min(t + 1, last)])
        mistake, updated = step(state, constants, x, y[i])
        missed[i] = mistake
        if mistake:
            mistakes += 1
        if updated:
            updates += 1
            touched[i] = True
    return mistakes, updates


def stream_with_losses(
    state: Any, constants: Any, X: Floats, y: Ints, order: Ints, touched: Bools, missed: Bools, losses: Floats
) -> tuple[int, int]:
    """`stream` that also adds the hinge loss ℓ = max(0, 1 - η) before each step to `losses`: (Σℓ, Σℓ²)."""
    mistakes = 0
    updates = 0
    for i in order:
        x = row(X, i)
        peek(state.W, x, state.s)
        loss = max(0.0, 1.0 - look(state.s, state.K, y[i])[2])
        losses[0] += loss
        losses[1] += loss * loss
        mistake, updated = step(state, constants, x, y[i])
        missed[i] = mistake
        if mistake:
            mistakes += 1
        if updated:
            updates += 1
            touched[i] = True
    return mistakes, updates


@primitive
def unlabeled_round(state: Any, constants: Any, x: Floats, y: int) -> tuple[bool, bool]:
    """A round whose label is not shown: most learners do nothing but predict. Returns (mistake, updated)."""
    peek(state.W, x, state.s)
    pause(state.W)
    return look(state.s, state.K, y)[2] <= 0.0, False


def learn_unlabeled(state: Any, constants: Any, x: Floats, y: int) -> tuple[bool, bool]:
    """The same for a learner that knows y = -1, and leaves the scores of the round in the state."""
    _, updated = step(state, constants, x, -1)
    return look(state.s, state.K, y)[2] <= 0.0, updated


LEARNING_UNLABELED = Layer({unlabeled_round: learn_unlabeled})


def stream_partly_labeled(
    state: Any, constants: Any, X: Floats, y: Ints, order: Ints, touched: Bools, missed: Bools, shown: Bools
) -> tuple[int, int, int]:
    """`stream` where some labels are not shown; return (mistakes, updates, labels)."""
    mistakes = 0
    updates = 0
    labels = 0
    for i in order:
        if shown[i]:
            labels += 1
            mistake, updated = step(state, constants, row(X, i), y[i])
        else:
            mistake, updated = unlabeled_round(state, constants, row(X, i), y[i])
        missed[i] = mistake
        if mistake:
            mistakes += 1
        if updated:
            updates += 1
            touched[i] = True
    return mistakes, updates, labels


def stream_selectively(
    state: Any,
    constants: Any,
    X: Floats,
    y: Ints,
    order: Ints,
    touched: Bools,
    missed: Bools,
    numbers: Any,
    coins: Floats,
) -> tuple[int, int, int]:
    """`stream` that learns only where the rule asks for the label; return (mistakes, updates, labels)."""
    mistakes = 0
    updates = 0
    labels = 0
    for t in range(order.shape[0]):
        i = order[t]
        x = row(X, i)
        peek(state.W, x, state.s)
        if asks(state, numbers, x, coins[t]):
            labels += 1
            mistake, updated = step(state, constants, x, y[i])
            if updated:
                updates += 1
                touched[i] = True
        else:
            pause(state.W)
            mistake = look(state.s, state.K, y[i])[2] <= 0.0
        missed[i] = mistake
        if mistake:
            mistakes += 1
    return mistakes, updates, labels
