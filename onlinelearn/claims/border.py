"""The border of a claim: how near to its boundary it is neither true nor false for any purpose."""

from dataclasses import dataclass

from onlinelearn.base.metrics import METRICS


@dataclass(frozen=True)
class Distance:
    """A distance from the boundary, in units of a metric or as a share of the right side."""

    size: float
    relative: bool = False

    @classmethod
    def read(cls, written: float | str) -> "Distance":
        """The distance that a config writes as 0.005 or as 1 %."""
        if isinstance(written, str):
            return cls(float(written.removesuffix("%")) / 100, relative=True)
        return cls(written)

    @property
    def written(self) -> float | str:
        """The distance as a config writes it."""
        return f"{100 * self.size:.15g} %" if self.relative else self.size

    def beside(self, right: float) -> float:
        """The distance where the right side has this value."""
        return self.size * abs(right) if self.relative else self.size

    def of(self, metric: str) -> str:
        """The distance in words, for values of this metric."""
        if self.relative:
            return f"±{100 * self.size:g} %"
        return f"±{100 * self.size:g} points" if METRICS[metric].percent else f"±{self.size:g}"
