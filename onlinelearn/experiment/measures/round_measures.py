"""Errors along a stream by its single rounds: over the last ones, and with fading."""

from collections.abc import Mapping

import numpy as np

from onlinelearn.base.arrays import Bools, Floats
from onlinelearn.base.large_arrays import zeros
from onlinelearn.base.metric_options import Excess, Fading, Recovery, Window
from onlinelearn.base.parameters import Parameters
from onlinelearn.experiment.measures.change_measures import Changes, excess_error, recovered, recovery_time
from onlinelearn.learners.engine.linking import frozen, link


class RoundMeasures:
    """The rounds so far, each with whether it was a mistake, and what is measured of them."""

    def __init__(self, options: Mapping[str, Parameters], rounds: int, changes: Changes) -> None:
        """Measure what `options` names, on a stream of so many rounds."""
        self.options, self.changes = options, changes
        self.mistaken = zeros(rounds if options else 0, np.bool_)
        self.done = 0
        self._faded = np.zeros(2)

    def add(self, mistaken: Bools) -> None:
        """Add the next rounds."""
        if not self.options:
            return
        self.mistaken[self.done : self.done + len(mistaken)] = mistaken
        self.done += len(mistaken)
        if isinstance(fading := self.options.get("fading_error"), Fading):
            link(fade, "stream")(frozen(mistaken), fading.factor, self._faded)

    def along(self) -> dict[str, float | None]:
        """The errors at this round, of those that are asked for."""
        found: dict[str, float | None] = {}
        if isinstance(options := self.options.get("windowed_error"), Window):
            last = self.mistaken[max(0, self.done - options.window) : self.done]
            found["windowed_error"] = int(last.sum()) / len(last)
        if "fading_error" in self.options:
            found["fading_error"] = float(self._faded[0] / self._faded[1])
        return found

    def around_changes(self) -> dict[str, float | None]:
        """The costs of the changes so far, of those that are asked for."""
        found: dict[str, float | None] = {}
        around = self.changes.around(self.mistaken[: self.done]) if self.options else []
        if isinstance(options := self.options.get("excess_error"), Excess):
            found["excess_error"] = excess_error(around, options)
        if isinstance(wanted := self.options.get("recovery_time"), Recovery):
            found["recovery_time"] = recovery_time(around, wanted)
        if isinstance(wanted := self.options.get("recovered"), Recovery):
            found["recovered"] = recovered(around, wanted)
        return found


def fade(mistaken: Bools, factor: float, sums: Floats) -> None:
    """(Σ f^(t-i) [round i is a mistake], Σ f^(t-i)) after some more rounds, one after the other."""
    for i in range(mistaken.shape[0]):
        sums[0] = factor * sums[0] + (1.0 if mistaken[i] else 0.0)
        sums[1] = factor * sums[1] + 1.0
