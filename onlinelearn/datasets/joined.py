"""Drift from one data set to another: any two that have a name, joined to a stream that changes."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Self

import numpy as np
from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema, create_model, model_validator

from onlinelearn.base import code_digest
from onlinelearn.base.arrays import Bools, Floats, Ints, is_sparse
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.base.lookups import known, validated
from onlinelearn.base.parameters import Count
from onlinelearn.base.repetitions import ONE_ORDER, ORDERED_DRAWS, SUBSETS, Repetition
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated import GENERATORS
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.stream_recipe import StreamRecipe
from onlinelearn.datasets.registry import ENTRIES, RegistryEntry
from onlinelearn.datasets.registry_options import RegistryOptions
from onlinelearn.datasets.resplit import of_permutation
from onlinelearn.datasets.sources.load_registered import load_registered
from onlinelearn.numerics import rng
from onlinelearn.numerics.elementary import exp

COINS, ORDER = range(2)

PARTS: dict[str, RegistryEntry | Generator] = {**ENTRIES, **GENERATORS}
"""The data sets that may be joined."""


@dataclass(frozen=True)
class Part:
    """A data set that a stream comes from, by its name and its options."""

    name: str
    options: RegistryOptions | Recipe

    def resolved(self) -> dict[str, object]:
        """The entry of a config that names it."""
        return {"name": self.name, **self.options.model_dump(mode="json")}

    @property
    def digest(self) -> str:
        """The hash of all that decides its rows."""
        if isinstance(self.options, Recipe):
            return self.options.digest
        return hashlib.sha256(
            (ENTRIES[self.name].digest + self.options.model_dump_json()).encode()
        ).hexdigest()

    @property
    def columns(self) -> int:
        """The number of columns; at least 1, where that is known only with the rows."""
        return self.options.width if isinstance(self.options, StreamRecipe) else 1

    def drawn(self, number: int, rows: int) -> Dataset:
        """The data; a generator's with as many training rows as are needed."""
        if not isinstance(self.options, Recipe):
            return of_permutation(load_registered(self.name, self.options), number)
        wanted = {"n_train": max(rows, 2)} if "n_train" in type(self.options).model_fields else {}
        return self.options.model_copy(update=wanted).draw(number)


def _part(given: object) -> Part:
    """The part that a config names, alone or with options."""
    if isinstance(given, Part):
        return given
    entry = dict(given) if isinstance(given, Mapping) else {"name": given}
    name = entry.pop("name", None)
    if not isinstance(name, str):
        raise ValueError("expected the name of a data set, or a mapping with 'name' and its options")
    try:
        return Part(name, validated(name, known("dataset", name, PARTS).options, entry))
    except ConfigError as error:
        raise ValueError(str(error)) from None


NamedPart = Annotated[
    Part,
    PlainValidator(_part),
    PlainSerializer(Part.resolved),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "object"}]}),
]


def _ends() -> dict[str, Any]:
    """The two data sets as fields: `from` is a word of Python's, which no class can name one."""
    first, second = ({"name": "sea", "thresholds": [theta]} for theta in (7.0, 9.5))
    about = "the data set that the stream {}, by name or as a mapping with `name` and options"
    return {
        "from": (NamedPart, Field(_part(first), description=about.format("begins with"))),
        "to": (NamedPart, Field(_part(second), description=about.format("changes to"))),
    }


if TYPE_CHECKING:
    Ends = Recipe
else:
    Ends = create_model("Ends", __base__=Recipe, **_ends())


class Drift(Ends):
    """A stream that takes its examples from one data set, and later from another.

    Around a gradual change the chance that an example is of the new set grows as
    1/(1 + e^(-4(t - at)/width)). Rows are taken in the order of a set that is a sequence, and in a random
    one of any other; each is taken once. The test part is that of the set that the stream ends with, and no
    example of it is streamed: one registered set on both sides has one split.
    """

    at: Count = Field(5000, description="the round at which the stream changes")
    width: Annotated[int, Field(ge=0)] = Field(
        0, description="rounds that the change takes: most of it; 0 or 1 is an abrupt one"
    )
    every: Count | None = Field(
        None, description="the stream changes back after so many rounds, and again, and so on"
    )
    n_train: Annotated[int, Field(ge=2)] = Field(10_000, description="rounds of the stream in all")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.at >= self.n_train:
            raise ValueError("`at` must be less than `n_train`, or the stream never changes")
        if self.every is not None and self.every <= self.width:
            raise ValueError("`every` must be more than `width`, or the changes run into one another")
        if self.width >= 2 * self.at:
            raise ValueError("`width` must be less than twice `at`, or the change has no beginning")
        for part in self.parts:
            if isinstance(part.options, Recipe) and part.options.changes:
                raise ValueError(f"{part.name} changes by itself with these options; join sets that don't")
            if part.options.kind != "classification":
                raise ValueError(f"drift is for classes, and {part.name} for {part.options.kind}")
        self._tests_what_is_not_streamed()
        return self

    def _tests_what_is_not_streamed(self) -> None:
        for part in self.parts:
            if isinstance(part.options, RegistryOptions) and part.options.splits_each:
                raise ValueError(f"{part.name} is split once for all permutations here; give `seed` a number")
        names, splits = {part.name for part in self.parts}, [each.split_by for each in self._registered]
        if len(names) == 1 and any(split != splits[0] for split in splits):
            raise ValueError(
                f"what one split of {names.pop()} tests, the other streams; "
                f"give both the same {' and '.join(f'`{option}`' for option in splits[0])}"
            )

    @property
    def _registered(self) -> list[RegistryOptions]:
        """The options of the parts that are read, not drawn."""
        return [part.options for part in self.parts if isinstance(part.options, RegistryOptions)]

    @property
    def parts(self) -> tuple[Part, Part]:
        """The data set at first, and the other one."""
        first, second = (getattr(self, name) for name in ("from", "to"))
        return first, second

    @property
    def repetition(self) -> Repetition:
        """What differs, by the kinds of both parts; in a gradual change each round's part is drawn, too."""
        if len(self._registered) < 2:
            return ORDERED_DRAWS
        if not all(options.ordered for options in self._registered):
            return SUBSETS
        return ORDERED_DRAWS if self.width > 1 else ONE_ORDER

    @property
    def shape(self) -> tuple[int, int]:
        """The rounds, and the most columns that are known of."""
        return self.n_train, max(part.columns for part in self.parts)

    @property
    def switches(self) -> range:
        """The rounds at which the stream changes; of a gradual change, its middle."""
        return range(self.at, self.n_train, self.every or self.n_train)

    @property
    def changes(self) -> tuple[int, ...]:
        """The rounds at which the changes begin."""
        return tuple(at - (self.width // 2 if self.width > 1 else 0) for at in self.switches)

    @property
    def digest(self) -> str:
        """The hash of all that decides every draw, the two sets among it."""
        own = code_digest.digest(type(self).__module__) + self.model_dump_json()
        return hashlib.sha256(" ".join([own, *(part.digest for part in self.parts)]).encode()).hexdigest()

    def draw(self, number: int) -> Dataset:
        """The set of each round first, then the rows of both."""
        second = self._second(number)
        # Two draws, also where both are of one generator: no example comes twice.
        sets = [
            part.drawn(2 * number + which, int((second == bool(which)).sum()))
            for which, part in enumerate(self.parts)
        ]
        _check(*sets)
        X = np.empty((self.n_train, sets[0].X_train.shape[1]))
        y = np.empty(self.n_train, np.result_type(*(each.y_train for each in sets)))
        for which, each in enumerate(sets):
            rounds = np.flatnonzero(second == bool(which))
            rows = self._rows(each, (number, which), len(rounds))
            X[rounds], y[rounds] = each.X_train[rows], each.y_train[rows]
        last = sets[int(len(self.switches) % 2)]
        return Dataset(DRIFT.name, X, y, last.X_test, last.y_test, ordered=True, changes=self.changes)

    def _second(self, number: int) -> Bools:
        """Whether each round is of the second set."""
        t = np.arange(self.n_train)
        switches = np.array(self.switches)
        if self.width <= 1:
            abrupt: Bools = np.searchsorted(switches, t, side="right") % 2 == 1
            return abrupt
        middles = (switches[:-1] + switches[1:]) // 2
        nearest = np.searchsorted(middles, t, side="right")
        past = (t - switches[nearest]) / self.width
        changed = rng.uniform(self.key(number, COINS), self.n_train) < _sigmoid(4.0 * past)
        gradual: Bools = changed ^ (nearest % 2 == 1)
        return gradual

    def _rows(self, each: Dataset, draw: tuple[int, int], wanted: int) -> Ints:
        """The rows of a set in the order in which the stream takes them."""
        n = len(each.y_train)
        if wanted > n:
            raise DataError(
                f"drift: {wanted:,} rounds are of {each.name}, which has {n:,} training examples; "
                "choose a smaller 'n_train'"
            )
        order = np.arange(n) if each.ordered else rng.permutation((*self.key(draw[0], ORDER), draw[1]), n)
        return order[:wanted]


def _sigmoid(z: Floats) -> Floats:
    return np.array([1.0 / (1.0 + exp(-value)) for value in z.tolist()])


def _check(first: Dataset, second: Dataset) -> None:
    """Raise DataError unless a learner can take the rows of both for rows of one set."""
    for each in (first, second):
        if is_sparse(each.X_train) or each.columns:
            raise DataError(
                f"drift: {each.name} has rows that are sparse or not plain numbers; join other sets"
            )
    widths = [each.X_train.shape[1] for each in (first, second)]
    if widths[0] != widths[1]:
        raise DataError(
            f"drift: {first.name} has {widths[0]} attributes, {second.name} {widths[1]}; join two that fit"
        )
    if first.y_train.dtype.kind != second.y_train.dtype.kind:
        raise DataError(
            f"drift: the labels of {first.name} and {second.name} are of two kinds; join two that fit"
        )


DRIFT = Generator("drift", "two data sets joined to a stream that changes, once or again and again", Drift)
