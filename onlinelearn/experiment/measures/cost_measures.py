"""The cost of examples and updates: by the clock, and in multiplications, which no clock disturbs."""

from collections.abc import Collection


class CostMeter:
    """The costs along a stream, for the metrics that are asked for."""

    def __init__(self, names: Collection[str]) -> None:
        self.names = names
        self.seconds = 0.0
        self.operations = 0.0

    def read(
        self, known: dict[str, float | None], seconds: float, n: int, updates: int | None = None
    ) -> None:
        """Put the costs of a stretch of n examples into `known`; `updates` are all until then.

        The total of the operations becomes what one example of the stretch took; the time of an update
        is that of the whole stream so far, divided by the updates.
        """
        self.seconds += seconds
        if "microseconds" in self.names:
            known["microseconds"] = 1e6 * seconds / n
        if "microseconds_per_update" in self.names:
            known["microseconds_per_update"] = 1e6 * self.seconds / updates if updates else None
        total = known.get("operations")
        if total is not None:
            known["operations"], self.operations = (total - self.operations) / n, total
