"""The figures that a config may name and the options of each; matplotlib is not imported here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.parameters import Count
from onlinelearn.base.replay_data import ReplayRequest, SurfaceRequest
from onlinelearn.base.result_rows import Row
from onlinelearn.render.figures.figure_style import DEFAULT, FigureStyle, StyleOptions

CAPTION = "txt"
"""The ending of the file with the caption: title and note, which a figure for a paper does not show."""


class Refers(StrEnum):
    """The part of the experiment that an option must name, as a mark on the option's type."""

    METRIC = "metric"
    LEARNER = "learner"
    DATASET = "data set"
    EPOCH = "epoch"
    AXIS = "parameter or option"
    """A learner's parameter or a data set's option."""
    FILE = "file"
    """A file beside the config."""


FileName = Annotated[
    str,
    Field(
        pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$",
        title="small letters, digits, - and _",
        examples=["fig2-errors"],
    ),
]


class FigureOptions(StyleOptions):
    """The options of every figure."""

    needs: ClassVar[tuple[str, ...]] = ()
    """The metrics that the config must have for this figure."""
    file: FileName | None = Field(
        None, description="the name of the figure's files, without ending; the figure's own name if left out"
    )

    @property
    def moves(self) -> bool:
        """Whether there is an animation beside the figure."""
        return False

    def replays(self, rows: Sequence[Row]) -> tuple[ReplayRequest | SurfaceRequest, ...]:
        """The replays that the figure draws, beside the rows of the results; most draw none."""
        del rows
        return ()

    def references(self) -> Iterator[tuple[str, Refers, str | int]]:
        """The options that name a part of the experiment: the option's name, the part, and the value."""
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            for mark in field.metadata:
                if isinstance(mark, Refers) and value is not None:
                    for each in value if isinstance(value, dict | tuple) else [value]:
                        yield name, mark, each


PublishedFile = Annotated[str | None, Refers.FILE]

PUBLISHED = (
    "a csv file beside the config with published values, which are drawn as rings; "
    "its columns are dataset, learner and the metric"
)


class CurvesOptions(FigureOptions):
    """The options of `curves`."""

    needs: ClassVar[tuple[str, ...]] = ("curves",)

    metric: Annotated[str | None, Refers.METRIC] = Field(
        None,
        description="the metric of the vertical axis; online error and updates, a panel each, if left out",
    )
    bound: Annotated[str | None, Refers.METRIC] = Field(
        None, description="a second metric, drawn as a dashed line, such as batch_risk beside risk"
    )
    log: bool | None = Field(
        None, description="whether the vertical axis is logarithmic; if left out, it is so for errors only"
    )
    slopes_from: Count | None = Field(
        None, description="the legend gives the slope of each line's logarithms from this round on"
    )
    published: PublishedFile = Field(None, description=f"{PUBLISHED}; a value is drawn at the last round")


class WindowsOptions(FigureOptions):
    """The options of `windows`."""

    needs: ClassVar[tuple[str, ...]] = ("curves",)

    metric: Annotated[Literal["windowed_error", "fading_error"], Refers.METRIC] = Field(
        "windowed_error", description="the error that is drawn"
    )
    against: Annotated[str | None, Refers.LEARNER] = Field(
        None,
        description="the learner whose error is taken off that of each other one: lines and bands are those "
        "of the paired differences; of the errors themselves, if left out",
    )
    bands: bool = Field(True, description="whether intervals are drawn around the lines")


class TradeoffOptions(FigureOptions):
    """The options of `tradeoff`."""

    x: Annotated[str, Refers.METRIC] = Field("updates", description="the metric of the horizontal axis")
    y: Annotated[str, Refers.METRIC] = Field("test_error", description="the metric of the vertical axis")
    learners: Annotated[tuple[str, ...] | None, Field(strict=False, min_length=1), Refers.LEARNER] = Field(
        None, description="the learners that are shown; all if left out"
    )
    relative_to: Annotated[str | None, Refers.LEARNER] = Field(
        None, description="both metrics are divided by this learner's, and all data sets share one panel"
    )
    epoch: Annotated[Count | None, Refers.EPOCH] = Field(
        None, description="the epoch after which the metrics are shown; the last if left out"
    )


class CriticalDifferenceOptions(FigureOptions):
    """The options of `critical_difference`."""

    metric: Annotated[str, Refers.METRIC] = Field(
        "test_error", description="the metric that learners are ranked by: rank 1 has the lowest"
    )
    learners: Annotated[tuple[str, ...] | None, Field(strict=False, min_length=2), Refers.LEARNER] = Field(
        None, description="the learners that are ranked; if left out, all that are given or tuned"
    )
    epoch: Annotated[Count | None, Refers.EPOCH] = Field(
        None, description="the epoch after which they are ranked; the last if left out"
    )
    alpha: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.05, description="the chance that learners which are all alike are told apart"
    )


class GrowthOptions(FigureOptions):
    """The options of `growth`."""

    metric: Annotated[str, Refers.METRIC] = Field("mistakes", description="the metric of the vertical axis")
    over: Annotated[str, Refers.AXIS] = Field(
        description="the horizontal axis: a parameter of learners or option of data sets with several values"
    )
    bound: Annotated[str | None, Refers.METRIC] = Field(
        None, description="a second metric, drawn as a dashed line, such as a bound that theory gives"
    )
    against: Annotated[str | None, Refers.METRIC] = Field(
        None, description="a metric whose mean is the place on the horizontal axis, instead of `over` itself"
    )
    limits: Annotated[dict[str, str] | None, Refers.METRIC] = Field(
        None,
        description="metrics whose means are drawn as vertical lines, such as a largest rate, "
        "and the name of each in the legend",
    )
    log: bool | None = Field(
        None,
        description="whether the vertical axis is logarithmic; if left out, it is so where the largest mean "
        "is ten times the smallest",
    )
    published: PublishedFile = Field(None, description=f"{PUBLISHED}, and maybe that of the horizontal axis")


class ReplayOptions(FigureOptions):
    """The options of figures that show the updates of one learner on one data set."""

    learner: Annotated[str | None, Refers.LEARNER] = Field(
        None, description="the learner that is shown; the first if left out"
    )
    dataset: Annotated[str | None, Refers.DATASET] = Field(
        None, description="the data set that is shown; the first if left out"
    )

    def chosen(self, rows: Sequence[Row]) -> ReplayRequest:
        """The learner and the data set that are shown; there must be a row."""
        return ReplayRequest(self.dataset or rows[0].condition, self.learner or rows[0].learner)

    def replays(self, rows: Sequence[Row]) -> tuple[ReplayRequest | SurfaceRequest, ...]:
        """The one replay, if the results have an update of that learner."""
        if not rows:
            return ()
        chosen = self.chosen(rows)
        updated = {ReplayRequest(row.condition, row.learner) for row in rows if row.updates}
        return (chosen,) if chosen in updated else ()


class VersionSpaceOptions(ReplayOptions):
    """The options of `version_space`."""

    @property
    def moves(self) -> bool:
        """It has an animation."""
        return True


class VolumeOptions(FigureOptions):
    """The options of `volume`."""

    needs: ClassVar[tuple[str, ...]] = ("curves", "log_volume")


class CycleOptions(ReplayOptions):
    """The options of `cycle`."""


class InActionOptions(ReplayOptions):
    """The options of `in_action`."""

    panels: Count = Field(9, description="the number of updates that are shown: the first ones and the last")

    @property
    def moves(self) -> bool:
        """It has an animation."""
        return True


class SurfaceOptions(FigureOptions):
    """The options of `surface`."""

    FRAMES: ClassVar[int] = 24
    """The frames of an animation, each after one more part of the stream."""

    learners: Annotated[tuple[str, ...] | None, Field(strict=False, min_length=1), Refers.LEARNER] = Field(
        None, description="the learners that have a panel; all if left out"
    )
    dataset: Annotated[str | None, Refers.DATASET] = Field(
        None, description="the data set that is shown; the first if left out"
    )
    last: Count | None = Field(
        None,
        description="only so many of the last examples are shown: under drift, older ones are outdated",
    )
    animate: bool = Field(False, description="whether there is also an animation, as the stream goes on")

    @property
    def moves(self) -> bool:
        """Only if the config asks for an animation."""
        return self.animate

    def replays(self, rows: Sequence[Row]) -> tuple[SurfaceRequest, ...]:
        """The surfaces of each chosen learner that has a result on the data set."""
        if not rows:
            return ()
        dataset = self.dataset or rows[0].condition
        known = dict.fromkeys(row.learner for row in rows if row.condition == dataset)
        parts = self.FRAMES if self.animate else 1
        return tuple(SurfaceRequest(dataset, name, parts) for name in self.learners or known if name in known)


OPTIONS: dict[str, type[FigureOptions]] = {
    "critical_difference": CriticalDifferenceOptions,
    "curves": CurvesOptions,
    "cycle": CycleOptions,
    "epochs": FigureOptions,
    "growth": GrowthOptions,
    "in_action": InActionOptions,
    "readings": FigureOptions,
    "surface": SurfaceOptions,
    "tradeoff": TradeoffOptions,
    "version_space": VersionSpaceOptions,
    "volume": VolumeOptions,
    "windows": WindowsOptions,
}
"""The options of every figure by its name, which is that of its module in this folder."""


@dataclass(frozen=True, slots=True)
class FigureChoice:
    """A figure that a config names, with its options."""

    name: str
    options: FigureOptions

    def __post_init__(self) -> None:
        if self.name not in OPTIONS:
            raise ConfigError(f"unknown figure {self.name!r}; there are: {', '.join(OPTIONS)}")
        if type(self.options) is not OPTIONS[self.name]:
            raise ConfigError(f"the figure {self.name!r} takes {OPTIONS[self.name].__name__}")

    @property
    def file(self) -> str:
        """The name of its files, without ending."""
        return self.options.file or self.name

    def endings(self, run: FigureStyle = DEFAULT) -> tuple[str, ...]:
        """The endings of its files, in a run of this style."""
        return (*self.options.applied_to(run).endings, *(["gif"] if self.options.moves else []), CAPTION)

    def resolved(self) -> str | dict[str, object]:
        """The entry of a config that chooses this."""
        given = self.options.model_dump(mode="json", exclude_none=True)
        return {"figure": self.name, **given} if given else self.name
