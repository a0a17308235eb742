"""A claim as a config states it."""

from dataclasses import dataclass

from onlinelearn.base.metrics import TIMED
from onlinelearn.claims.grammar import Parsed
from onlinelearn.claims.statement import metrics_of


@dataclass(frozen=True)
class Claim:
    """What a source says, and the statements that must all hold for it to be reproduced.

    `datasets` and `epochs` say where it must hold (none: on all data sets, after the last epoch).
    `always` asks for it in every single run, as a bound does, instead of on average.
    """

    id: str
    source: str
    says: str
    texts: tuple[str, ...]
    parsed: tuple[Parsed, ...]
    datasets: tuple[str, ...] = ()
    epochs: tuple[int, ...] = ()
    always: bool = False

    @property
    def timed(self) -> bool:
        """Whether it speaks of time: such claims are reported, and never a gate."""
        spoken = (metrics_of(each) for parsed in self.parsed for each in parsed.statements)
        return any(not TIMED.isdisjoint(metrics) for metrics in spoken)
