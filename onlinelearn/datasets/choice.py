"""The choice of data to learn from: a registered set, the user's own files, or a generator."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from onlinelearn.base.arrays import Kind
from onlinelearn.base.lookups import known, validated
from onlinelearn.base.parameters import Parameters
from onlinelearn.datasets.formats import FORMATS, format_of, suffix_of
from onlinelearn.datasets.formats.read_options import ColumnRef, ReadOptions, Task
from onlinelearn.datasets.generated import GENERATORS, Generator
from onlinelearn.datasets.generated.generator import Recipe
from onlinelearn.datasets.joined import DRIFT
from onlinelearn.datasets.registry import ENTRIES, RegistryEntry
from onlinelearn.datasets.registry_options import RegistryOptions
from onlinelearn.datasets.splits import Split

__all__ = [
    "NAMED",
    "Choice",
    "Generated",
    "Own",
    "Registered",
    "Split",
    "chosen",
    "named",
    "own",
    "source_of",
]

NAMED: dict[str, RegistryEntry | Generator] = {**ENTRIES, **GENERATORS, DRIFT.name: DRIFT}
"""Every data set that has a name in configs: those that are read, and those that are drawn."""

File = Annotated[Path, Field(strict=False)]
Columns = Annotated[tuple[ColumnRef, ...], Field(strict=False)]

_FILES = "; ".join(f"{', '.join(each.suffixes)} ({each.about})" for each in FORMATS.values())


@dataclass(frozen=True)
class Registered:
    """A set of the registry, with its options."""

    name: str
    options: RegistryOptions


@dataclass(frozen=True)
class Generated:
    """A set that is drawn anew for each permutation, with the options of its generator."""

    name: str
    options: Recipe


class Own(Parameters):
    """The user's own data: a file, its target, and a test file or a split."""

    path: File = Field(description=f"the file with the data; the end of its name tells its format: {_FILES}")
    target: ColumnRef | Columns | None = Field(
        None,
        description="the column to learn: its name, or its position from 0 (-1 is the last); several "
        "columns of 0 and 1 where each example has a set of labels; see `path` for formats without columns",
    )
    label: ColumnRef | None = Field(None, description="another word for `target`")
    task: Task | None = Field(
        None,
        description="classification, if left out; regression takes real targets, multilabel a set of labels "
        "for each example: columns of 0 and 1, or one column with labels as `a|b`",
    )
    sep: Literal[",", ";", "\t", "tab", "|"] | None = Field(
        None,
        description="the sign between two values; if left out, a comma in .csv files and a tab in .tsv files",
    )
    header: bool = Field(True, description="whether the first line has names; without, columns are 0, 1, ...")
    categorical: Columns = Field(
        (), description="columns that hold categories, though they may look like numbers"
    )
    text: ColumnRef | None = Field(None, description="the column with texts, for the preprocessor `hash`")
    drop: Columns = Field((), description="columns to leave out")
    test: File | None = Field(None, description="a file with the test part, in the same format")
    split: Split | None = Field(None, description="how to draw the training part, if there is no test file")
    order: Literal["file", "shuffled"] = Field(
        "shuffled",
        description="`file` streams the training part in the order of the file, whatever the permutation; "
        "without a test file, the last rows are the test part then",
    )
    in_memory: bool = Field(
        True,
        description="`false` is for files larger than memory: .csv, .tsv, .parquet and svmlight files are "
        "parsed once into the cache, and streamed from there",
    )
    name: str | None = Field(
        None, min_length=1, description="the set's name in tables; the file's name, if left out"
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        has = format_of(self.path)
        if self.test is not None and self.split is not None:
            raise ValueError("give `test` or `split`, not both")
        if self.test is not None and format_of(self.test) != has:
            raise ValueError("`path` and `test` must have the same format")
        if self.target is not None and self.label is not None:
            raise ValueError("give `target` or `label`, which are two words for one thing")
        if len(self.reading.target) > 1 and self.task != "multilabel":
            raise ValueError("several target columns need `task: multilabel`")
        if self.order == "file" and self.split is not None and self.split.seed not in (None, 0):
            raise ValueError("`order: file` draws nothing: leave out the split's `seed`")
        has.check(self.reading)
        if not self.in_memory:
            self._check_streamed()
        return self

    def _check_streamed(self) -> None:
        if format_of(self.path).stream is None:
            able = ", ".join(each.suffixes[0] for each in FORMATS.values() if each.stream)
            raise ValueError(f"`in_memory: false` takes {able} files; save it as one")
        if self.text is not None:
            raise ValueError("`in_memory: false` takes no texts: leave out `text`")
        if self.task == "multilabel":
            raise ValueError("`in_memory: false` takes no sets of labels: leave out `task: multilabel`")

    @property
    def reading(self) -> ReadOptions:
        """How to read the file."""
        given = self.label if self.target is None else self.target
        target = () if given is None else given if isinstance(given, tuple) else (given,)
        sep = "\t" if self.sep == "tab" else self.sep
        return ReadOptions(target, self.task, self.categorical, self.text, self.drop, sep, self.header)

    @property
    def kind(self) -> Kind:
        """The kind of learning that it is for."""
        return self.task or "classification"

    @property
    def takes_last_rows(self) -> bool:
        """Whether the last rows of the file are the test part."""
        return self.order == "file" and self.test is None and self.tested

    @property
    def tested(self) -> bool:
        """Whether there is a test part."""
        return self.split is None or self.split.train < 1.0

    @property
    def shown(self) -> str:
        """The set's name in tables."""
        return self.name or self.path.name.removesuffix(suffix_of(self.path))


Choice = Registered | Own | Generated


def named(name: str, options: Mapping[str, object]) -> Registered | Generated:
    """The choice of a set that has a name. ConfigError, in one line, if there is no such set or option."""
    return chosen(name, validated(name, known("dataset", name, NAMED).options, options))


def own(values: Mapping[str, object]) -> Own:
    """The choice of files by a mapping as in a config. ConfigError, in one line, if it can't be."""
    return validated("own data", Own, values)


def source_of(entry: Mapping[str, object]) -> str:
    """What the examples of a resolved entry are drawn from: its file, or the set of that name.

    Entries of one source, such as two splits or two points of a grid, are variants of one data set.
    """
    if "path" in entry:
        return str(entry["path"])
    parts = [part for key in ("from", "to") if isinstance(part := entry.get(key), Mapping)]
    return " ".join([str(entry["name"]), *map(source_of, parts)])


def chosen(name: str, options: RegistryOptions | Recipe) -> Registered | Generated:
    """The choice of a set by its name, with options that are checked."""
    return Generated(name, options) if isinstance(options, Recipe) else Registered(name, options)
