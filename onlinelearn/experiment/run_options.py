"""The options of a run: where results go and where cells run. None of them changes a result."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from onlinelearn.experiment.cell_store import Store, store_beside
from onlinelearn.experiment.cell_upkeep import Upkeep


@dataclass(frozen=True)
class RunOptions:
    """How to run an experiment."""

    out: Path = Path("results")
    """The folder in which each experiment gets a folder for its results."""
    jobs: int | None = None
    """How many cells run at once; as many as there are cores if not given."""
    scheduler: str | None = None
    """The address of a Dask cluster, its scheduler file, or "dask"; this machine if not given."""
    fresh: bool = False
    """Whether to run cells that are cached, too."""
    fail_fast: bool = False
    """Whether to stop at the first cell that fails."""
    timeout: float | None = None
    """How many seconds a cell may take; any number if not given."""
    progress: bool = False
    """Whether to say on standard error how far the run is."""
    arguments: tuple[str, ...] = ()
    """What the command line said beside the config, for the manifest."""

    @cached_property
    def store(self) -> Store:
        """Where finished cells are kept."""
        return store_beside(self.out)

    @property
    def upkeep(self) -> Upkeep:
        """How cells are looked after while they run."""
        return Upkeep(self.store.folder, not self.fresh, self.timeout)

    @property
    def cache(self) -> Store | None:
        """The finished cells that may be used again, if any may."""
        return None if self.fresh else self.store
