"""A claim as a config states it."""

from dataclasses import dataclass

from onlinelearn.base.metrics import METRICS, TIMED
from onlinelearn.claims.grammar import Parsed


@dataclass(frozen=True)
class Claim:
    """What a source says, and the statements that must all hold for it to be reproduced.

    `datasets` and `epochs` say where it must hold (none: on all data sets, after the last epoch).
    With `always` it must hold in every single run, as a bound does, instead of on average. With a
    `border`, it is told where the truth is so near to the boundary that it makes no difference.
    """

    id: str
    source: str
    says: str
    texts: tuple[str, ...]
    parsed: tuple[Parsed, ...]
    datasets: tuple[str, ...] = ()
    epochs: tuple[int, ...] = ()
    always: bool = False
    border: float | None = None
    """In units of the metric."""
    decided_by: str | None = None
    """The config whose verdict counts, where the claim is tested by several; None: the one that states it."""

    @property
    def metrics(self) -> frozenset[str]:
        """The metrics that its statements name."""
        return frozenset(
            metric for each in self.parsed for statement in each.statements for metric in statement.metrics
        )

    @property
    def files(self) -> frozenset[str]:
        """The files beside the config that its statements name."""
        return frozenset(
            file for each in self.parsed for statement in each.statements for file in statement.files
        )

    @property
    def margin(self) -> str:
        """The border in words."""
        if self.border is None:
            return ""
        shares = all(METRICS[name].percent for name in self.metrics)
        return f"within ±{100 * self.border:g} points" if shares else f"within ±{self.border:g}"

    @property
    def timed(self) -> bool:
        """Whether it speaks of time: such claims are reported, and never a gate."""
        return not TIMED.isdisjoint(self.metrics)
