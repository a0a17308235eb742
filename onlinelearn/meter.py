"""What an example costs: by the clock, and in multiplications, which no clock disturbs."""

from collections.abc import Collection


class Meter:
    """Costs per example of each stretch of a stream, for the metrics that are asked for."""

    def __init__(self, names: Collection[str]) -> None:
        self.timed = "microseconds" in names
        self.operations = 0.0

    def read(self, known: dict[str, float | None], seconds: float, n: int) -> None:
        """A stretch of n examples is over: make totals in `known` into what one of them cost."""
        if self.timed:
            known["microseconds"] = 1e6 * seconds / n
        total = known.get("operations")
        if total is not None:
            known["operations"], self.operations = (total - self.operations) / n, total
