"""The figures that a config may name, and the options of each, without matplotlib."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Field

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.parameters import Count, Parameters
from onlinelearn.base.replay_data import ReplayRequest, SurfaceRequest
from onlinelearn.base.result_rows import Row


class Refers(StrEnum):
    """What of the experiment an option's value must be one of, as a mark on its type."""

    METRIC = "metric"
    LEARNER = "learner"
    DATASET = "data set"
    EPOCH = "epoch"
    AXIS = "parameter or option"
    """A learner's parameter or a data set's option."""
    FILE = "file"
    """One beside the config."""


class FigureOptions(Parameters):
    """What every figure takes."""

    needs: ClassVar[tuple[str, ...]] = ()
    """The metrics without which there is nothing to draw."""
    file: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")] | None = Field(
        None, description="the name of its files, without ending; the figure's name if left out"
    )

    @property
    def moves(self) -> bool:
        """Whether there is an animation too."""
        return False

    def replays(self, rows: Sequence[Row]) -> tuple[ReplayRequest | SurfaceRequest, ...]:
        """The replays that the figure draws, beside the rows of the results; most draw none."""
        del rows
        return ()

    def references(self) -> Iterator[tuple[str, Refers, str | int]]:
        """The options that speak of the experiment: each one's name, what of, and its value."""
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            for mark in field.metadata:
                if isinstance(mark, Refers) and value is not None:
                    for each in value if isinstance(value, dict | tuple) else [value]:
                        yield name, mark, each


Published = Annotated[str | None, Refers.FILE]

PUBLISHED = "a csv file beside the config with published values, drawn as rings: dataset, learner, metric"


class CurvesOptions(FigureOptions):
    """The options of `curves`."""

    needs: ClassVar[tuple[str, ...]] = ("curves",)

    metric: Annotated[str | None, Refers.METRIC] = Field(
        None, description="the metric upwards; online error and updates, each in a panel, if left out"
    )
    bound: Annotated[str | None, Refers.METRIC] = Field(
        None, description="a second metric, drawn dashed, such as the batch_risk beside the risk"
    )
    log: bool | None = Field(
        None, description="a logarithmic axis upwards; if left out, only errors have one"
    )
    slopes_from: Count | None = Field(
        None, description="tell the slope of each line's logarithms from this round on, in the legend"
    )
    published: Published = Field(None, description=f"{PUBLISHED}; values after the last round")


class TradeoffOptions(FigureOptions):
    """The options of `tradeoff`."""

    x: Annotated[str, Refers.METRIC] = Field("updates", description="the metric across")
    y: Annotated[str, Refers.METRIC] = Field("test_error", description="the metric upwards")
    relative_to: Annotated[str | None, Refers.LEARNER] = Field(
        None, description="divide both axes by this learner's values; all data sets are then in one panel"
    )
    epoch: Annotated[Count | None, Refers.EPOCH] = Field(
        None, description="after which epoch; after the last if left out"
    )


class GrowthOptions(FigureOptions):
    """The options of `growth`."""

    metric: Annotated[str, Refers.METRIC] = Field("mistakes", description="the metric upwards")
    over: Annotated[str, Refers.AXIS] = Field(
        description="across: a parameter of learners or an option of data sets that takes several values"
    )
    bound: Annotated[str | None, Refers.METRIC] = Field(
        None, description="a second metric, drawn dashed: what theory allows"
    )
    against: Annotated[str | None, Refers.METRIC] = Field(
        None, description="a metric whose mean is the place across, instead of the value of `over` itself"
    )
    limits: Annotated[dict[str, str] | None, Refers.METRIC] = Field(
        None,
        description="metrics whose means are limits of what is across, drawn as lines upwards, "
        "and what the legend calls each",
    )
    log: bool = Field(True, description="a logarithmic axis upwards")
    published: Published = Field(None, description=f"{PUBLISHED}, and the place across if it has that column")


class ReplayOptions(FigureOptions):
    """The options of figures that show the updates of one learner on one data set."""

    learner: Annotated[str | None, Refers.LEARNER] = Field(None, description="the first if left out")
    dataset: Annotated[str | None, Refers.DATASET] = Field(None, description="the first if left out")

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

    panels: Count = Field(9, description="how many updates are shown: the first ones and the last")

    @property
    def moves(self) -> bool:
        """It has an animation."""
        return True


class SurfaceOptions(FigureOptions):
    """The options of `surface`."""

    FRAMES: ClassVar[int] = 24
    """The frames of an animation, each after one more part of the stream."""

    learners: Annotated[tuple[str, ...] | None, Field(strict=False, min_length=1), Refers.LEARNER] = Field(
        None, description="a panel for each; all if left out"
    )
    dataset: Annotated[str | None, Refers.DATASET] = Field(None, description="the first if left out")
    last: Count | None = Field(
        None, description="show only the last so many examples, where older ones are out of date"
    )
    animate: bool = Field(False, description="an animation too, of the surface as the stream goes on")

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
}
"""Every figure, each a module of that name in this folder, and what it takes."""


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
        """What its files are called, without ending."""
        return self.options.file or self.name

    @property
    def endings(self) -> tuple[str, ...]:
        """The kinds of its files."""
        return ("svg", "png", "gif") if self.options.moves else ("svg", "png")

    def resolved(self) -> str | dict[str, object]:
        """The entry of a config that chooses this."""
        given = self.options.model_dump(mode="json", exclude_none=True)
        return {"figure": self.name, **given} if given else self.name
