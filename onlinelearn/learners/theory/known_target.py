"""The known target of a stream: the weights that made its labels, and the margins that they have."""

from dataclasses import dataclass

from onlinelearn.base.arrays import Floats


@dataclass(frozen=True, eq=False)
class KnownTarget:
    """A binary problem and weights u of norm 1, as the mistake bounds speak of them."""

    target: Floats
    """u"""
    margins: Floats
    """y_i u·x_i of every round so far, label noise included."""
    radius: float
    """The largest norm of an example."""
    levels: frozenset[int] = frozenset()
    """{0, 1} or {-1, 0, 1}, where the features take no other values; else empty."""
    shortest: float = 1.0
    """The smallest norm of an example."""
    wanted: frozenset[str] | None = None
    """The metrics that are asked for, where not all are: some cost more than a round."""

    def wants(self, *names: str) -> bool:
        """Whether any of these metrics is asked for."""
        return self.wanted is None or not self.wanted.isdisjoint(names)

    @property
    def margin(self) -> float:
        """γ: the smallest margin; positive where u makes no mistake."""
        return float(self.margins.min(initial=float("inf")))
