"""The description of a registered data set: what it is, its source, and the digest of its content."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from onlinelearn.datasets import registry_options
from onlinelearn.datasets.example_table import ExampleTable

OPEN_LICENCES = {
    "CC BY 4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC BY-SA 3.0": "https://creativecommons.org/licenses/by-sa/3.0/",
    "public domain": "https://creativecommons.org/publicdomain/mark/1.0/",
}
"""The licences under which data may be passed on, and where they are to be read."""

TableReader = Callable[[Path], ExampleTable]


@dataclass(frozen=True)
class Download:
    """A file on the network: its address, its name here, and how long and how often to try.

    `timeout` are the seconds until the next bytes must come, `longest` those until the last must be here.
    """

    url: str
    file: str
    timeout: float = 30.0
    longest: float = 1800.0
    retries: int = 3


@dataclass(frozen=True)
class RegistryEntry:
    """One data set.

    `examples`, `attributes` and `n_classes` count the whole file; `split` describes the parts that the
    default options make of it. `files` are the names that the set may have in a folder, each with its
    reader; `companions` must stand beside. `digest` is that of the parsed content, so that all of these
    files must hold the same. A set that a package brings along has a `library` that reads it, and no file.
    """

    name: str
    title: str
    examples: int
    attributes: int
    n_classes: int
    split: str
    source: str
    licence: str
    citation: str
    digest: str
    options: type[registry_options.RegistryOptions]
    files: Mapping[str, TableReader]
    bundled: bool = True
    download: Download | None = None
    companions: tuple[str, ...] = ()
    library: Callable[[], ExampleTable] | None = None
    cached: bool = True
    """Whether the parsed form is kept on disk; not where it is larger than the file and no faster."""

    @property
    def may_be_passed_on(self) -> bool:
        """Whether its licence lets others have it from us."""
        return self.licence in OPEN_LICENCES
