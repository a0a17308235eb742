"""A stream under way: all that changes while a cell runs, which can be kept and taken up again."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from onlinelearn.base.arrays import Bools
from onlinelearn.experiment.late_labels import LateLabels
from onlinelearn.experiment.measures.cost_measures import CostMeter
from onlinelearn.experiment.measures.round_measures import RoundMeasures
from onlinelearn.experiment.measures.stream_measures import StreamMeasures
from onlinelearn.experiment.models import StreamModel
from onlinelearn.learners.engine.model import Counts

if TYPE_CHECKING:
    from onlinelearn.experiment.protocol import Checkpoint, Epoch


@dataclass
class RoundTally:
    """What was counted so far, and what was measured of it."""

    rounds: int = 0
    mistakes: int = 0
    updates: int | None = 0
    seconds: float = 0.0
    stretch_seconds: float = 0.0
    """Those of the stretch that has not ended."""
    chain: str = ""
    epochs: "list[Epoch]" = field(default_factory=list)
    curve: "list[Checkpoint]" = field(default_factory=list)

    def add(self, counts: Counts, rounds: int, seconds: float) -> None:
        """Add a block."""
        self.rounds += rounds
        self.mistakes += counts.mistakes
        if self.updates is not None:
            self.updates = None if counts.updates is None else self.updates + counts.updates
        self.seconds += seconds
        self.stretch_seconds += seconds


@dataclass
class StreamUnderWay:
    """The model, the marks of its rows, and the meters."""

    model: StreamModel
    late: LateLabels | None
    touched: Bools
    missed: Bools
    measures: StreamMeasures
    single_rounds: RoundMeasures
    meter: CostMeter
    tally: RoundTally = field(default_factory=RoundTally)

    def snapshot(self) -> Any:
        """All that a fresh one of the same cell needs to go on from here."""
        late = None if self.late is None else self.late.snapshot()
        marks = np.packbits(self.touched), np.packbits(self.missed)  # there may be millions
        return (
            *(self.model.snapshot(), late, self.measures.ends, *marks),
            *(self.single_rounds, self.meter, self.tally),
        )

    def take_up(self, snapshot: Any) -> None:
        """Go on from a snapshot."""
        model, late, self.measures.ends, touched, missed, *rest = snapshot
        self.single_rounds, self.meter, self.tally = rest
        self.touched[:] = np.unpackbits(touched, count=len(self.touched))
        self.missed[:] = np.unpackbits(missed, count=len(self.missed))
        self.model.take_up(model)
        if self.late is not None:
            self.late.take_up(late)
