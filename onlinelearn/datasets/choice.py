"""Which data an experiment learns from: a registered set, the user's own files, or a generator."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from onlinelearn.base.lookups import known, validated
from onlinelearn.base.parameters import Parameters
from onlinelearn.datasets.generated import GENERATORS, Generator
from onlinelearn.datasets.generated.generator import Recipe
from onlinelearn.datasets.registry import ENTRIES, Entry
from onlinelearn.datasets.set_options import SetOptions
from onlinelearn.datasets.splits import Split

__all__ = ["NAMED", "Choice", "Generated", "Own", "Registered", "Split", "chosen", "named"]

NAMED: dict[str, Entry | Generator] = {**ENTRIES, **GENERATORS}
"""Every data set that has a name in configs: those that are read, and those that are drawn."""

Format = Literal["csv", "npz", "svmlight", "parquet"]

SUFFIXES: dict[str, Format] = {
    ".csv": "csv",
    ".csv.gz": "csv",
    ".csv.xz": "csv",
    ".npz": "npz",
    ".svm": "svmlight",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".txt": "svmlight",
    ".parquet": "parquet",
}

File = Annotated[Path, Field(strict=False)]


@dataclass(frozen=True)
class Registered:
    """A set of the registry, with its options."""

    name: str
    options: SetOptions


@dataclass(frozen=True)
class Generated:
    """A set that is drawn anew for each permutation, with the options of its generator."""

    name: str
    options: Recipe


class Own(Parameters):
    """The user's own data: a file, its label, and a test file or a split."""

    path: File = Field(description="the data: .csv (.gz, .xz) with a header, .npz, svmlight or .parquet")
    label: str | int | None = Field(
        None,
        description="the column with the labels: its name, or its position from 0 (-1 is the last); "
        "in .npz the name of their array (y), beside X; svmlight needs none",
    )
    test: File | None = Field(None, description="a file with the test part, in the same format")
    split: Split | None = Field(None, description="how to draw the training part, if there is no test file")
    name: str | None = Field(None, min_length=1, description="what tables call the set; else the file's name")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        has = self.format
        if self.test is not None and self.split is not None:
            raise ValueError("give `test` or `split`, not both")
        if self.test is not None and format_of(self.test) != has:
            raise ValueError("`path` and `test` must have the same format")
        if self.label is None and has in ("csv", "parquet"):
            raise ValueError("say which column holds the labels: label: NAME")
        if isinstance(self.label, int) and has == "npz":
            raise ValueError("in a .npz file the labels are an array with a name")
        return self

    @property
    def format(self) -> Format:
        """What the file's name says that it holds."""
        return format_of(self.path)

    @property
    def shown(self) -> str:
        """What tables call the set."""
        return self.name or self.path.name.removesuffix(_suffix(self.path))


Choice = Registered | Own | Generated


def named(name: str, options: Mapping[str, object]) -> Registered | Generated:
    """The choice of a set that has a name. ConfigError, in one line, if there is no such set or option."""
    return chosen(name, validated(name, known("dataset", name, NAMED).options, options))


def chosen(name: str, options: SetOptions | Recipe) -> Registered | Generated:
    """The choice of a set by its name, with options that are checked."""
    return Generated(name, options) if isinstance(options, Recipe) else Registered(name, options)


def format_of(path: Path) -> Format:
    """The format of a file, by its name."""
    return SUFFIXES[_suffix(path).lower()]


def _suffix(path: Path) -> str:
    fitting = [suffix for suffix in SUFFIXES if path.name.lower().endswith(suffix)]
    if not fitting:
        raise ValueError(f"unknown format of {path.name!r}: use one of {', '.join(SUFFIXES)}")
    return path.name[-len(max(fitting, key=len)) :]
