"""The stream that a figure shows once more, by what its options choose."""

from typing import Protocol

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import Replay
from onlinelearn.render.figures import FigureData


class Chooses(Protocol):
    """Options that name a learner and a data set, the first of each if left out."""

    @property
    def learner(self) -> str | None: ...

    @property
    def dataset(self) -> str | None: ...


def replayed(figure: str, data: FigureData, options: Chooses) -> tuple[str, str, Replay]:
    """The learner, the data set, and the updates of the one on the other: one at least."""
    if not data.rows or data.replay is None:
        raise ConfigError(f"figure {figure}: there is no result to draw; see why each cell failed")
    learner = options.learner or data.rows[0].learner
    dataset = options.dataset or data.rows[0].condition
    if not any(row.updates for row in data.rows if (row.condition, row.learner) == (dataset, learner)):
        raise ConfigError(f"figure {figure}: no update of {learner} on {dataset}; choose other ones")
    return learner, dataset, data.replay(dataset, learner)


def first_and_last(updates: int, most: int) -> list[int]:
    """The numbers of at most so many updates: the first ones, and the last."""
    return [*range(1, min(updates, most)), updates]
