"""Test error and updates by epoch: a column for each epoch, a bar for each data set and learner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from onlinelearn.base.errors import ConfigError
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._layout import Frame, build, fit_ticks, put_ticks
from onlinelearn.render.figures._scales import Drawn, drawn, need_log, set_y
from onlinelearn.render.figures._style import INK, Look, looks, permutations_note, text
from onlinelearn.render.figures.figure_options import FigureOptions
from onlinelearn.render.tables.display import columns, shown_epochs
from onlinelearn.render.tables.summary import summarize

DEFAULT = ("test_error", "updates")

Values = dict[tuple[str, str], Drawn]
"""The bars of one panel by data set and learner; a blank is a gap."""


@dataclass(frozen=True, slots=True)
class Bars:
    """Where the bars stand: side by side in a group for each data set."""

    datasets: tuple[str, ...]
    looks: Mapping[str, Look]

    @property
    def stride(self) -> int:
        """From the first bar of a data set to that of the next: an empty place is between."""
        return len(self.looks) + 1

    @property
    def places(self) -> int:
        """The width of a panel, in bars."""
        return self.stride * len(self.datasets)

    @property
    def single(self) -> bool:
        """With one data set, the learners' names stand below the bars, and no legend is needed."""
        return len(self.datasets) == 1

    @property
    def width(self) -> float:
        """The width of a panel, in inches: names need more room than bars."""
        return max(2.2, 0.15 * self.places) if self.single else min(5.5, max(2.2, 0.07 * self.places))

    @property
    def slot(self) -> float:
        """The room for a name below the axis, in inches."""
        return self.width / (self.places if self.single else len(self.datasets))

    def named(self) -> tuple[list[float], list[str]]:
        """The names below the axis, and where."""
        if self.single:
            return [float(i) for i in range(len(self.looks))], [text(name, 32) for name in self.looks]
        middle = (len(self.looks) - 1) / 2
        places = [g * self.stride + middle for g in range(len(self.datasets))]
        return places, [text(name, 24) for name in self.datasets]


def figure(data: FigureData, _: FigureOptions) -> Figure:
    """A row of panels for each metric that is a column, the same y axis in all of a row."""
    if not data.rows:
        raise ConfigError("figure epochs: there is no result to draw; see why each cell failed")
    metrics = columns(data.metrics) or DEFAULT
    summaries = summarize(data.rows, metrics)
    epochs = shown_epochs(row.epoch for row in data.rows)
    datasets = dict.fromkeys(row.condition for row in data.rows)
    learners = dict.fromkeys(row.learner for row in data.rows)
    bars = Bars(tuple(datasets), looks(learners))
    places, names = bars.named()
    degrees, below = fit_ticks(names, bars.slot)
    whole, panels = build(_frame(data, bars, below), len(metrics), len(epochs), share_y=True)
    for metric, row in zip(metrics, panels, strict=True):
        values: list[Values] = [
            {
                (s.dataset, s.learner): drawn(metric, s)
                for s in summaries
                if (s.metric, s.epoch) == (metric, epoch)
            }
            for epoch in epochs
        ]
        _row(row, metric, values, bars)
    for panel, epoch in zip(panels[0], epochs, strict=True):
        panel.set_title(f"epoch {epoch}")
    for panel in panels[-1]:
        put_ticks(panel, places, names, degrees)
    return whole


def _frame(data: FigureData, bars: Bars, below: float) -> Frame:
    note = permutations_note((row.permutation for row in data.rows), "bars", "whiskers")
    return Frame(
        title=text(data.title),
        note=f"{text(bars.datasets[0], 60)}: {note}" if bars.single else note,
        panel=(bars.width, 1.45 if len(bars.looks) <= 12 else 2.0),
        gap_x=0.12,
        below=below + 0.08,
        handles=[] if bars.single else [_patch(name, look) for name, look in bars.looks.items()],
    )


def _row(panels: Sequence[Axes], metric: str, values: Sequence[Values], bars: Bars) -> None:
    """The panels of one metric."""
    groups = [[v for panel in values for (name, _), v in panel.items() if name == d] for d in bars.datasets]
    set_y(panels[0], metric, [v for group in groups for v in group], log=need_log(metric, groups))
    for panel, mine in zip(panels, values, strict=True):
        panel.set_xlim(-1, bars.places - 1)
        panel.tick_params(axis="x", length=0)
        if panel is not panels[0]:
            panel.tick_params(axis="y", which="both", length=0)
        _panel(panel, mine, bars)


def _panel(panel: Axes, values: Values, bars: Bars) -> None:
    """The bars of one metric and epoch, and whiskers where the interval is known."""
    known: dict[int, Drawn] = {}
    for i, (learner, look) in enumerate(bars.looks.items()):
        placed = {
            g * bars.stride + i: values[dataset, learner]
            for g, dataset in enumerate(bars.datasets)
            if (dataset, learner) in values
        }
        means = [mean for mean, _, _ in placed.values()]
        panel.bar(
            list(placed), means, 0.86, color=look.colour, hatch=look.hatch, edgecolor=INK, linewidth=0.5
        )
        known |= {place: value for place, value in placed.items() if value[1] < value[2]}
    if known:
        panel.errorbar(
            list(known),
            [mean for mean, _, _ in known.values()],
            yerr=[
                [mean - low for mean, low, _ in known.values()],
                [high - mean for mean, _, high in known.values()],
            ],
            fmt="none",
            ecolor=INK,
            elinewidth=0.8,
            capsize=1.5,
            capthick=0.8,
        )


def _patch(learner: str, look: Look) -> Patch:
    return Patch(
        facecolor=look.colour, hatch=look.hatch, edgecolor=INK, linewidth=0.5, label=text(learner, 40)
    )
