"""Repetitions: what differs from one permutation to the next, and so what an interval over them covers."""

from dataclasses import dataclass, replace
from typing import Literal

from onlinelearn.base.metrics import ON_TEST


@dataclass(frozen=True, slots=True)
class Repetition:
    """What is drawn anew in each permutation; said once, by what makes the data."""

    covers: str
    """The same in words: `orders`."""
    train: int = 0
    test: int = 0
    """The sizes of both parts, where each permutation splits the same examples anew; else 0."""

    @property
    def same_test_part(self) -> bool:
        """Whether every permutation is tested on the same examples."""
        return self in (ORDERS, ONE_ORDER, SUBSETS)

    def streamed(self, order: Literal["shuffled", "file"] | None) -> "Repetition":
        """The same where a protocol says in which order rows come, whatever is that of the data."""
        if order == "file":
            return replace(self, covers=SPLITS_ALONE) if self.train else IN_FILE_ORDER.get(self.covers, self)
        if order == "shuffled":
            return next((each for each in (ORDERS, DRAWS) if each.streamed("file") == self), self)
        return self

    def overlap(self, metric: str) -> float:
        """What repeated splits of the same examples add to the variance of a mean, beside 1/n of it.

        Two parts of a share s of the same examples have s of them in common, so that the errors on them
        are correlated by s, and s/(1 - s) of the variance is seen by no permutation. For the test part
        that is n_test/n_train, the correction of Nadeau and Bengio (2003); for what is measured on the
        training part it is n_train/n_test. What the order alone changes is counted as if the split
        changed it, so that an interval is too wide rather than too narrow.
        """
        if not self.train or not self.test:
            return 0.0
        return self.test / self.train if metric in ON_TEST else self.train / self.test


ORDERS = Repetition("orders")
DRAWS = Repetition("draws and orders")
ORDERED_DRAWS = Repetition("draws")
SUBSETS = Repetition("orders and subsets")
"""Some of the same examples, in an order of its own."""
ONE_ORDER = Repetition("the learner's own draws")
"""The data come in one order, so that only a learner that draws something itself is repeated at all."""


IN_FILE_ORDER = {ORDERS.covers: ONE_ORDER, DRAWS.covers: ORDERED_DRAWS}
"""What is left of a repetition where rows come as they are."""

SPLITS = "splits and orders"
SPLITS_ALONE = "splits"
OVERLAPPING = frozenset({SPLITS, SPLITS_ALONE})
"""What intervals cover that are corrected for splits of the same examples."""


def splits(train: int, test: int) -> Repetition:
    """A split for each permutation."""
    return Repetition(SPLITS, train, test)
