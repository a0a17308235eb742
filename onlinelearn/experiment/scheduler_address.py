"""The address of a Dask scheduler, as a user may name it: itself, by a file, or by Dask's configuration."""

from pathlib import Path

from onlinelearn.base import files
from onlinelearn.base.errors import OlrunError
from onlinelearn.base.json_files import parsed_json

BY_CONFIGURATION = "dask"
FILE_SUFFIX = ".json"


def scheduler_address(named: str) -> str:
    """The address; `named` may be a file that a scheduler has written, or "dask" for what Dask is told.

    Raises OlrunError if there is none.
    """
    if named == BY_CONFIGURATION:
        return _configured()
    return _written(Path(named)) if named.endswith(FILE_SUFFIX) else named


def _configured() -> str:
    try:
        import dask
    except ImportError:
        raise OlrunError("--scheduler needs Dask: pip install 'onlinelearn[cluster]'") from None
    found = dask.config.get("scheduler-address", None)
    if not isinstance(found, str):
        raise OlrunError(
            "Dask's configuration names no scheduler; set DASK_SCHEDULER_ADDRESS, or use --scheduler ADDRESS"
        )
    return found


def _written(file: Path) -> str:
    try:
        content = parsed_json(files.read(file))
    except OSError as error:
        raise OlrunError(f"cannot read the scheduler file {file}: {error.strerror or error}") from None
    except ValueError:
        content = None
    found = content.get("address") if isinstance(content, dict) else None
    if not isinstance(found, str):
        raise OlrunError(f"{file} is no file of a Dask scheduler; name one that --scheduler-file wrote")
    return found
