"""Random first weights, for learners that may start elsewhere than at the origin."""

from onlinelearn import draws
from onlinelearn.types import Floats, Key

SPREAD = 0.01
"""The standard deviation of random first weights; the ellipsoid paper says only "around the origin"."""


def scatter(W: Floats, K: int, seed: int, key: Key) -> None:
    """Independent normal weights for the K columns in use."""
    d = W.shape[0]
    drawn = draws.normal((draws.START, seed, *key), K * d)
    W[:, :K] = SPREAD * drawn.reshape(K, d).T
