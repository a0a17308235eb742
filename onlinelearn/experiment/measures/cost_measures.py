"""What examples and updates cost: by the clock, and in multiplications, which no clock disturbs."""

from collections.abc import Collection


class Meter:
    """Costs along a stream, for the metrics that are asked for."""

    def __init__(self, names: Collection[str]) -> None:
        self.names = names
        self.seconds = 0.0
        self.operations = 0.0

    def read(
        self, known: dict[str, float | None], seconds: float, n: int, updates: int | None = None
    ) -> None:
        """A stretch of n examples is over, after so many updates in all.

        Totals in `known` become what one example of the stretch cost; an update has its share of all time.
        """
        self.seconds += seconds
        if "microseconds" in self.names:
            known["microseconds"] = 1e6 * seconds / n
        if "microseconds_per_update" in self.names:
            known["microseconds_per_update"] = 1e6 * self.seconds / updates if updates else None
        total = known.get("operations")
        if total is not None:
            known["operations"], self.operations = (total - self.operations) / n, total
