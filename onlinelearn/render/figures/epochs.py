"""Metrics by epoch: a column for each epoch, a bar for each data set and learner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from onlinelearn.base.errors import ConfigError
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._axis_scales import needs_log_axis, set_vertical_axis
from onlinelearn.render.figures._layout import (
    FigureLayout,
    label_each_block,
    panel_grid,
    set_tick_labels,
    tick_rotation,
)
from onlinelearn.render.figures._learner_lines import value_text
from onlinelearn.render.figures._learner_styles import learner_styles
from onlinelearn.render.figures._marked_learners import MarkedPoint, mark_learner
from onlinelearn.render.figures._mean_intervals import MeanInterval, mean_interval
from onlinelearn.render.figures._style import FAINT, INK, SeriesStyle, figure_text, permutations_note
from onlinelearn.render.figures.figure_options import FigureOptions
from onlinelearn.render.tables.display import NONE, columns, metric_label, shown_epochs
from onlinelearn.render.tables.summary import summarize

DEFAULT_METRICS = ("test_error", "updates")

BarValues = dict[tuple[str, str], MeanInterval]
"""The bars of one panel by data set and learner; where there is no value, there is a gap."""


@dataclass(frozen=True, slots=True)
class Bars:
    """The places of the bars: side by side, in a group for each data set."""

    datasets: tuple[str, ...]
    styles: Mapping[str, SeriesStyle]
    n_epochs: int

    @property
    def stride(self) -> int:
        """The distance from the first bar of a data set to that of the next: an empty place is between."""
        return len(self.styles) + 1

    @property
    def places(self) -> int:
        """The width of a panel, in bars."""
        return self.stride * len(self.datasets)

    @property
    def is_single(self) -> bool:
        """Whether there is one data set: learners' names then stand below the bars, without a legend."""
        return len(self.datasets) == 1

    @property
    def width(self) -> float:
        """The width of a panel, in inches: names need more room than bars."""
        if self.is_single:
            return max(2.2, 0.15 * self.places)
        # A single panel has all the room of a page.
        bar = 0.07 if self.n_epochs > 1 else 0.12
        return min(5.5, max(2.2, bar * self.places))

    @property
    def names(self) -> int:
        """The number of names that share the width of a panel."""
        return self.places if self.is_single else len(self.datasets)

    def tick_labels(self) -> tuple[list[float], list[str]]:
        """The names below the axis, behind their places."""
        if self.is_single:
            return [float(i) for i in range(len(self.styles))], [
                figure_text(name, 32) for name in self.styles
            ]
        middle = (len(self.styles) - 1) / 2
        places = [g * self.stride + middle for g in range(len(self.datasets))]
        return places, [figure_text(name, 24) for name in self.datasets]


def figure(data: FigureData, _: FigureOptions) -> Figure:
    """A row of panels for each metric of runs.csv; the panels of a row share the vertical axis."""
    if not data.rows:
        raise ConfigError("figure epochs: there is no result to draw; see why each cell failed")
    wanted = columns(data.metrics) or DEFAULT_METRICS
    summaries = summarize(data.rows, wanted)
    measured = {each.metric for each in summaries}
    # A metric that no learner has would be an empty row of panels.
    metrics = [metric for metric in wanted if metric in measured]
    epochs = shown_epochs(row.epoch for row in data.rows)
    datasets = dict.fromkeys(row.condition for row in data.rows)
    learners = dict.fromkeys(row.learner for row in data.rows)
    bars = Bars(tuple(datasets), learner_styles(data, learners), len(epochs))
    layout = _layout(data, bars)
    places, names = bars.tick_labels()
    slot = layout.panel_width(layout.side_by_side(len(epochs))) / bars.names
    degrees, below = tick_rotation(names, slot)
    layout = replace(layout, below=below + 0.08)
    whole, panels = panel_grid(layout, len(metrics), len(epochs), share_y=True)
    for metric, row in zip(metrics, panels, strict=True):
        values: list[BarValues] = [
            {
                (s.dataset, s.learner): mean_interval(metric, s)
                for s in summaries
                if (s.metric, s.epoch) == (metric, epoch)
            }
            for epoch in epochs
        ]
        _draw_row(row, metric, values, bars, epochs)
        label_each_block(row)
    for panel, epoch in zip(panels[0], epochs, strict=True):
        panel.set_title(f"epoch {epoch}")
    for panel in panels[-1]:
        set_tick_labels(panel, places, names, degrees)
    return whole


def _layout(data: FigureData, bars: Bars) -> FigureLayout:
    note = permutations_note(data.rows, "bars", "whiskers")
    return FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=f"{figure_text(bars.datasets[0], 60)}: {note}" if bars.is_single else note,
        panel=(bars.width, 1.45 if len(bars.styles) <= 12 else 2.0),
        gap_x=0.12,
        below=0.0,
        handles=[] if bars.is_single else [_legend_patch(name, style) for name, style in bars.styles.items()],
    )


def _draw_row(
    panels: Sequence[Axes], metric: str, values: Sequence[BarValues], bars: Bars, epochs: Sequence[int]
) -> None:
    """The panels of one metric."""
    groups = [[v for panel in values for (name, _), v in panel.items() if name == d] for d in bars.datasets]
    set_vertical_axis(
        panels[0], metric, [v for group in groups for v in group], log=needs_log_axis(metric, groups)
    )
    for panel, mine, epoch in zip(panels, values, epochs, strict=True):
        panel.set_xlim(-1, bars.places - 1)
        panel.tick_params(axis="x", length=0)
        if panel is not panels[0]:
            panel.tick_params(axis="y", which="both", length=0)
        # A title of the upper panels alone has the epoch; a value on hover is read without it.
        where = f", epoch {epoch}" if len(epochs) > 1 else ""
        _draw_bars(panel, metric, mine, bars, where)


def _draw_bars(panel: Axes, metric: str, values: BarValues, bars: Bars, where: str) -> None:
    """The bars of one metric and epoch, and whiskers where the interval is known."""
    for i, (learner, style) in enumerate(bars.styles.items()):
        placed = {
            g * bars.stride + i: values[dataset, learner]
            for g, dataset in enumerate(bars.datasets)
            if (dataset, learner) in values
        }
        means = [value.mean for value in placed.values()]
        drawn = panel.bar(
            list(placed), means, 0.86, color=style.colour, hatch=style.hatch, edgecolor=INK, linewidth=0.5
        )
        for bar, (place, value) in zip(drawn, placed.items(), strict=True):
            dataset = bars.datasets[place // bars.stride]
            read = MarkedPoint(place, value.mean, dataset + where, value_text(value))
            mark_learner(bar, learner, ("data set", metric_label(metric)), [read])
        for g, dataset in enumerate(bars.datasets):
            if (dataset, learner) not in values:  # nothing is known, which is not zero
                at = g * bars.stride + i
                panel.text(at, 0.02, NONE, transform=panel.get_xaxis_transform(), ha="center", color=FAINT)
        _draw_whiskers(panel, learner, {at: value for at, value in placed.items() if value.low < value.high})


def _draw_whiskers(panel: Axes, learner: str, values: Mapping[int, MeanInterval]) -> None:
    """The intervals of a learner's bars."""
    if not values:
        return
    whiskers = panel.errorbar(
        list(values),
        [value.mean for value in values.values()],
        yerr=[
            [value.mean - value.low for value in values.values()],
            [value.high - value.mean for value in values.values()],
        ],
        fmt="none",
        ecolor=INK,
        elinewidth=0.8,
        capsize=1.5,
        capthick=0.8,
    )
    for artist in (*whiskers[1], *whiskers[2]):
        mark_learner(artist, learner)


def _legend_patch(learner: str, style: SeriesStyle) -> Patch:
    patch = Patch(
        facecolor=style.colour,
        hatch=style.hatch,
        edgecolor=INK,
        linewidth=0.5,
        label=figure_text(learner, 40),
    )
    mark_learner(patch, learner)
    return patch
