"""The ranks of the learners of an experiment with several data sets, by their lowest error."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from onlinelearn.base.roles import is_ranked
from onlinelearn.numerics.rank_tests import ranks
from onlinelearn.render.tables import Summary
from onlinelearn.render.tables.display import is_error, metric_label, shown

MOST_COLUMNS = 6
"""With more learners and more data sets than these, there are only mean ranks."""


@dataclass(frozen=True, slots=True)
class LearnerRanks:
    """A metric after the last epoch: by learner the mean rank, and the rank on each data set."""

    metric: str
    epoch: int
    datasets: tuple[str, ...]
    lines: tuple[tuple[str, float, tuple[float, ...]], ...]

    @property
    def means_alone(self) -> bool:
        """Whether the table has mean ranks only."""
        return min(len(self.lines), len(self.datasets)) > MOST_COLUMNS

    @property
    def by_dataset(self) -> bool:
        """Whether the table has data sets in its rows: it is narrower so, if learners are fewer."""
        return len(self.lines) < len(self.datasets) and not self.means_alone


def learner_ranks(summaries: Sequence[Summary]) -> LearnerRanks | None:
    """The ranks of the learners with a value on every data set, best first; None where nothing is ranked."""
    metric = next((s.metric for s in summaries if is_error(s.metric)), None)
    last = max((s.epoch for s in summaries), default=0)
    means = {
        (s.dataset, s.learner): s.mean
        for s in summaries
        if (s.metric, s.epoch) == (metric, last) and is_ranked(s.role, s.metric)
    }
    datasets = tuple(dict.fromkeys(dataset for dataset, _ in means))
    everywhere = [
        learner
        for learner in dict.fromkeys(learner for _, learner in means)
        if all((dataset, learner) in means for dataset in datasets)
    ]
    if metric is None or len(datasets) < 2 or len(everywhere) < 2:
        return None
    by_dataset = [ranks([means[dataset, learner] for learner in everywhere]) for dataset in datasets]
    lines = [
        (shown(learner), math.fsum(mine) / len(mine), mine)
        for learner, mine in zip(everywhere, zip(*by_dataset, strict=True), strict=True)
    ]
    lines.sort(key=lambda line: line[1])
    return LearnerRanks(metric_label(metric), last, tuple(map(shown, datasets)), tuple(lines))
