"""Online manifold regularization: a round beside its kernels, and ways to project the one that leaves."""

from collections.abc import Iterator

from tests.bench._table import Table, microseconds, times
from tests.learners.manifold.costs import buffered, projections


def tables() -> Iterator[Table]:
    """A round, and the projections on two data sets."""
    rounds = []
    for d in (2, 16, 256):
        taken, kernels = buffered(d)
        rounds.append((f"{d} features", times(taken / kernels), microseconds(taken)))
    yield Table("online_mr with a buffer of 300", ("examples", "its 300 kernels, times", "a round"), rounds)
    for name in ("spirals", "usps"):
        yield Table(
            f"One of 300 leaves, {name}",
            ("method", "what remains", "drift of what is kept", "time"),
            [
                (
                    way,
                    f"{each.remains:.2e}",
                    f"{each.drift:.1e}" if each.drift else "",
                    microseconds(each.seconds),
                )
                for way, each in projections(name).items()
            ],
        )
