"""The upkeep of cells while they run: where the states of long ones are kept, and how long one may take."""

from dataclasses import dataclass
from pathlib import Path

from onlinelearn.experiment.cell_progress import CellProgress
from onlinelearn.experiment.mid_stream_states import SUFFIX, SealedFile


@dataclass(frozen=True)
class Upkeep:
    """The same for all cells of a run."""

    states: Path | None = None
    """The folder of the states; without one, none is kept."""
    resume: bool = True
    """Whether to go on from the states that are there."""
    timeout: float | None = None
    """Seconds that a cell may take."""

    def state_file(self, key: str | None) -> SealedFile | None:
        """The file for the state of the cell with this key; one without a key can't be known again."""
        if self.states is None or key is None:
            return None
        return SealedFile(self.states / f"{key}{SUFFIX}", self.resume)

    def begin(self, key: str | None) -> CellProgress:
        """The progress of a cell that begins now, or goes on."""
        return CellProgress(self.state_file(key), self.timeout)


NO_UPKEEP = Upkeep()
"""No state is read or kept, and a cell may take any time."""
