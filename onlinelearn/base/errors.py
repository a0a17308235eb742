"""Errors that a user can cause and mend: each text is one or two lines and names the way out."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onlinelearn.experiment.result import Result


class OlrunError(Exception):
    """The base of them all; `exit_code` is what the command line returns for it."""

    exit_code = 1


class ConfigError(OlrunError):
    """The configuration or the call is wrong; nothing was run."""

    exit_code = 2


class DataError(OlrunError):
    """A data set is missing, damaged, or not what it should be."""


class MissingDataError(DataError):
    """A registered data set that is not shipped, and can't be had."""


class LearnerError(OlrunError):
    """A learner could not go on, for example because its weights overflowed."""


class CutShortError(OlrunError):
    """A cell was ended from outside; the next run goes on from the state that was kept of it, if any was."""


class CellTimeoutError(CutShortError):
    """A cell took longer than it may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"took more than {self.seconds:g} seconds; give it a longer --timeout, or a shorter stream"


class ExperimentError(OlrunError):
    """Cells of an experiment failed; `result` has those that did not, and all causes as `failures`."""

    def __init__(self, message: str, result: "Result") -> None:
        super().__init__(message)
        self.result = result
