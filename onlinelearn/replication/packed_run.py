"""The run in a replication archive, unpacked and checked, ready to be repeated."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from onlinelearn.base.error_text import one_line
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.file_digests import changed_files
from onlinelearn.datasets.sources import locate
from onlinelearn.experiment.manifest import MANIFEST
from onlinelearn.replication.cell_export import RESULTS
from onlinelearn.replication.pack import CONFIG, MORE
from onlinelearn.replication.packed_data import DATA
from onlinelearn.replication.recorded_run import RecordedRun, read_run
from onlinelearn.replication.ro_crate import METADATA, listed_digests
from onlinelearn.replication.zip_archive import unpacked


@contextmanager
def opened(path: Path, files: tuple[Path, ...] = ()) -> Iterator[tuple[RecordedRun, tuple[Path, ...]]]:
    """The run that a manifest or an archive records, and the folders of the files that its config names."""
    if not (path.is_file() and zipfile.is_zipfile(path)):
        yield read_run(path), files
        return
    with unpacked(path) as folder:
        _check_listed(path, folder)
        found = list((folder / RESULTS).glob(f"*/{MANIFEST}"))
        if len(found) != 1:
            raise ConfigError(f"{path} holds {len(found)} runs; name an archive that olrun pack made")
        with locate.also_in(folder / DATA):
            run = read_run(found[0], called=str(path), added=folder / MORE)
            yield run, (*files, folder / DATA, folder / CONFIG)


def _check_listed(path: Path, folder: Path) -> None:
    """Raise ConfigError unless the archive has the files of its description, unchanged, and no others."""
    try:
        listed = listed_digests(folder)
        changed = changed_files(folder, listed)
    except FileNotFoundError:
        raise ConfigError(f"{path} is no archive that olrun pack made") from None
    except (ValueError, OSError) as error:
        raise ConfigError(f"{path} is damaged ({error}); get it again") from None
    for file in changed:
        raise ConfigError(one_line(f"{path} is damaged: {file} is not as it was packed; get it again"))
    there = {each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()}
    for file in sorted(there - {METADATA, *listed}):
        raise ConfigError(one_line(f"{path} holds {file}, which its description does not list; take it out"))
