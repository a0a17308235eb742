"""The stream loop with a hash: a chain over what the learner did in every round.

Two learners that differ once, and agree again later, have different chains ever after: bisection then
finds the first round in which they differ.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.geometry import peek, row
from onlinelearn.learners.engine.stream import step

PREDICTIONS, DECISIONS, WEIGHTS = range(3)
"""How much of a round goes into the chain; each value includes those before it."""

# Python's integers and the compiled 64 bits give the same chain: what the mask cuts off, they lose anyway.
MASK = 0xFFFF_FFFF_FFFF_FFFF
FACTOR = 0x9E37_79B9_7F4A_7C15


Word = int | np.uint64


def mix(chain: Word, word: Word) -> Word:
    """The chain with one more word; for a given word no two chains give the same."""
    product = ((chain ^ word) * FACTOR) & MASK
    # A product carries differences upwards only; the shift brings them down again.
    return product ^ (product >> 32)


def predicted(s: Floats, K: int) -> int:
    """The class with the highest score; a tie goes to the lowest number."""
    if K == 1:
        return 1 if s[0] > 0.0 else 0
    best = 0
    for k in range(1, K):
        if s[k] > s[best]:
            best = k
    return best


def hashed_stream(
    state: Any,
    constants: Any,
    X: Floats,
    y: Ints,
    order: Ints,
    bits: npt.NDArray[np.uint64],
    depth: int,
    chain: Word,
) -> tuple[Word, int, int]:
    """Learn from the rows of X in this order; return (chain, mistakes, updates).

    `bits` are the weights of the state, seen as integers.
    """
    mistakes = 0
    updates = 0
    for i in order:
        x = row(X, i)
        peek(state.W, x, state.s)
        chain = mix(chain, np.uint64(predicted(state.s, state.K)))
        mistake, updated = step(state, constants, x, y[i])
        mistakes += mistake
        updates += updated
        if depth >= DECISIONS:
            chain = mix(chain, np.uint64(updated))
        if depth >= WEIGHTS:
            for word in bits:
                chain = mix(chain, word)
    return chain, mistakes, updates
