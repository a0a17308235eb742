"""The link of the p-norm learners: w_i = sign(θ_i)|θ_i|^{p-1}/‖θ‖_p^{p-2}, so that ‖w‖_q = ‖θ‖_p."""

from typing import Annotated

from pydantic import Field

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine import mirror
from onlinelearn.learners.engine.features import n_features, value
from onlinelearn.learners.engine.mirror import REST, SUM, Mirror, MirrorLearner
from onlinelearn.learners.engine.primitives import Layer
from onlinelearn.numerics.powers import power

P = Annotated[float, Field(ge=2, le=1000)]


def link(theta: float, p: float) -> float:
    """sign(θ)|θ|^{p-1}."""
    if p == 2.0:
        return theta
    size = power(abs(theta), p - 1.0)
    return size if theta > 0.0 else -size


def potential(theta: float, v: float) -> float:
    """|θ|^p."""
    return abs(theta * v)


def scale_of(total: float, p: float) -> float:
    """‖θ‖_p^{2-p}, where `total` is ‖θ‖_p^p."""
    return 1.0 if p == 2.0 or total == 0.0 else power(total, (2.0 - p) / p)


P_NORM = Layer({mirror.link: link, mirror.potential: potential, mirror.scale_of: scale_of})


def squared_length(W: Mirror) -> float:
    """‖W‖² where p = 2."""
    return float(W.rho[0] * W.rho[0] * max(0.0, W.potential[SUM] + W.potential[REST]))


def dual_norm(W: Mirror) -> float:
    """‖ρθ‖_p = ‖W‖_q."""
    return float(W.rho[0] * power(max(0.0, W.potential[SUM] + W.potential[REST]), 1.0 / W.number))


def p_norm(x: Floats, K: int, p: float) -> float:
    """‖z‖_p: ‖x‖_p for one column, 2^{1/p}‖x‖_p for two."""
    largest = 0.0
    for t in range(n_features(x)):
        largest = max(largest, abs(value(x, t)))
    total = 0.0
    if largest > 0.0:
        for t in range(n_features(x)):
            total += power(abs(value(x, t)) / largest, p)
    return largest * power(total if K == 1 else 2.0 * total, 1.0 / p)


class PNormLearner(MirrorLearner):
    """A learner whose weights are dual to the sum of its steps in a p-norm: with p = 2, that sum itself."""

    p: float = 2.0

    def first_weights(self, v: Floats, K: int) -> Mirror:
        """θ = 0 and w = 0."""
        return mirror.mirror(v, K, float(self.p), first=0.0, each=0.0, scale=1.0)

    def link_layer(self) -> Layer:
        """Powers."""
        return P_NORM
