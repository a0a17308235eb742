"""The choice of data to learn from: a registered set, the user's own files, or a generator."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator

from onlinelearn.base.lookups import known, validated
from onlinelearn.base.parameters import Parameters
from onlinelearn.datasets.formats import FORMATS, format_of, suffix_of
from onlinelearn.datasets.generated import GENERATORS, Generator
from onlinelearn.datasets.generated.generator import Recipe
from onlinelearn.datasets.registry import ENTRIES, RegistryEntry
from onlinelearn.datasets.registry_options import RegistryOptions
from onlinelearn.datasets.splits import Split

__all__ = ["NAMED", "Choice", "Generated", "Own", "Registered", "Split", "chosen", "named"]

NAMED: dict[str, RegistryEntry | Generator] = {**ENTRIES, **GENERATORS}
"""Every data set that has a name in configs: those that are read, and those that are drawn."""

File = Annotated[Path, Field(strict=False)]

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
    """The user's own data: a file, its label, and a test file or a split."""

    path: File = Field(description=f"the file with the data; the end of its name tells its format: {_FILES}")
    label: str | int | None = Field(
        None,
        description="the column with the labels: its name, or its position from 0 (-1 is the last); "
        "see `path` for formats without columns",
    )
    test: File | None = Field(None, description="a file with the test part, in the same format")
    split: Split | None = Field(None, description="how to draw the training part, if there is no test file")
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
        has.check_label(self.label)
        return self

    @property
    def shown(self) -> str:
        """The set's name in tables."""
        return self.name or self.path.name.removesuffix(suffix_of(self.path))


Choice = Registered | Own | Generated


def named(name: str, options: Mapping[str, object]) -> Registered | Generated:
    """The choice of a set that has a name. ConfigError, in one line, if there is no such set or option."""
    return chosen(name, validated(name, known("dataset", name, NAMED).options, options))


def chosen(name: str, options: RegistryOptions | Recipe) -> Registered | Generated:
    """The choice of a set by its name, with options that are checked."""
    return Generated(name, options) if isinstance(options, Recipe) else Registered(name, options)
