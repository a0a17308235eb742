"""A claim as a config states it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from onlinelearn.base.metrics import TIMED
from onlinelearn.claims.border import Distance
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
    border: Mapping[str, Distance] = field(default_factory=dict)
    """By metric; one without a border is on one side or undecided."""
    decided_by: str | None = None
    """The config whose verdict counts, where the claim is tested by several; None: the one that states it."""
    looks: int = 1
    """How many runs were looked at until this one, this one among them."""
    note: str = ""
    """Why it is left undecided, if it is."""

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
        if not self.border:
            return ""
        each = {metric: distance.of(metric) for metric, distance in self.border.items()}
        if each.keys() == self.metrics and len(set(each.values())) == 1:
            return f"within {each.popitem()[1]}"
        return "within " + ", ".join(f"{words} of {metric}" for metric, words in each.items())

    def border_problem(self) -> str | None:
        """Why the border can't be one of a statement of the claim, if it can't."""
        for statement in (statement for each in self.parsed for statement in each.statements):
            distances = {self.border.get(metric) for metric in statement.metrics}
            if distances != {None} and not statement.in_units_of_its_metrics:
                return f"a border is in units of a metric; '{statement}' is not, so make it a claim apart"
            if len(distances) > 1:
                names = " and ".join(sorted(statement.metrics))
                return f"'{statement}' compares {names}, which need the same border"
        return None

    def distance(self, metrics: Iterable[str]) -> Distance | None:
        """The border of a statement about these metrics: the one that all of them have, if there is one."""
        found = {self.border.get(metric) for metric in metrics}
        return found.pop() if len(found) == 1 else None

    @property
    def timed(self) -> bool:
        """Whether it speaks of time: such claims are reported, and never a gate."""
        return not TIMED.isdisjoint(self.metrics)
