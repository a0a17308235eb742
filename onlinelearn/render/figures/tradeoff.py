"""One metric against another: a point for each learner, a line through the points of a grid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from onlinelearn.base.errors import ConfigError
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._layout import Frame, roomy, tile
from onlinelearn.render.figures._lines import handles, marks
from onlinelearn.render.figures._point_labels import Label, Path, put_labels
from onlinelearn.render.figures._points import Line, lines
from onlinelearn.render.figures._scales import Drawn, need_log, set_range
from onlinelearn.render.figures._style import FAINT, Look, looks, permutations_note, text
from onlinelearn.render.figures.figure_options import TradeoffOptions
from onlinelearn.render.tables.display import metric_label

Looks = Mapping[tuple[str, str], Look]
"""By data set and family."""


def figure(data: FigureData, options: TradeoffOptions) -> Figure:
    """A panel for each data set; all in one where everything is relative to the same learner."""
    every = lines(data, options)
    if not every:
        raise ConfigError(f"figure tradeoff: no learner has both {options.x} and {options.y}; choose others")
    groups = {"": every} if options.relative_to else _by_dataset(every)
    seen = _looks(every, shared=options.relative_to is not None)
    note = permutations_note((row.permutation for row in data.rows), "points", "crosses")
    epoch = options.epoch or max(row.epoch for row in data.rows)
    frame = Frame(
        title=text(data.title),
        note=f"{note}, after epoch {epoch}",
        panel=roomy(len(groups)),
        gap_x=0.8,
        gap_y=0.85,
        below=0.48,
        handles=_legend(every, seen, shared=options.relative_to is not None),
        above=0.12 if options.relative_to else 0.28,
    )
    whole, panels = tile(frame, len(groups))
    for (name, mine), panel in zip(groups.items(), panels, strict=True):
        panel.set_title(text(name, 40))
        panel.set_xlabel(_title(options.x, options.relative_to))
        panel.set_ylabel(_title(options.y, options.relative_to))
        _panel(whole, panel, options, mine, seen)
    return whole


def _by_dataset(every: Sequence[Line]) -> dict[str, list[Line]]:
    names = dict.fromkeys(line.dataset for line in every)
    return {name: [line for line in every if line.dataset == name] for name in names}


def _looks(every: Sequence[Line], *, shared: bool) -> Looks:
    """A family's own; in a shared panel the data set's, with the families' marks if there are several."""
    datasets = looks(dict.fromkeys(line.dataset for line in every))
    families = looks(dict.fromkeys(line.family for line in every))
    if shared and len(families) == 1:
        return {(dataset, name): look for dataset, look in datasets.items() for name in families}
    return {
        (dataset, name): replace(colour, marker=mark.marker) if shared else mark
        for dataset, colour in datasets.items()
        for name, mark in families.items()
    }


def _legend(every: Sequence[Line], seen: Looks, *, shared: bool) -> list[Artist]:
    families = {line.family: line for line in every}
    if not shared:
        return [*handles({line.entry: seen[line.dataset, name] for name, line in families.items()})]
    datasets = dict.fromkeys(line.dataset for line in every)
    first = every[0]
    if len(families) == 1:
        grid = f", by {', '.join(first.grid)}" if first.grid else ""
        return [*handles({f"{name}{grid}": seen[name, first.family] for name in datasets})]
    colours = handles({name: replace(seen[name, first.family], marker="") for name in datasets})
    marked = {line.entry: seen[line.dataset, name].marker for name, line in families.items()}
    return [*colours, *(_mark(entry, marker) for entry, marker in marked.items())]


def _mark(entry: str, marker: str) -> Line2D:
    return Line2D([], [], label=text(entry, 40), color=FAINT, marker=marker, linestyle="none", markersize=4.5)


def _title(metric: str, reference: str | None) -> str:
    label = metric_label(metric)
    return f"{label.removesuffix(' (%)')}, relative to {text(reference, 24)}" if reference else label


def _panel(whole: Figure, panel: Axes, options: TradeoffOptions, mine: Sequence[Line], seen: Looks) -> None:
    """Points with crosses and labels; where everything is relative, a cross-hair at the reference."""
    points = [point for line in mine for point in line.points]
    _range(panel.xaxis, options.x, [point.x for point in points], options.relative_to)
    _range(panel.yaxis, options.y, [point.y for point in points], options.relative_to)
    panel.grid(visible=True, axis="both")
    if options.relative_to:
        panel.axhline(1.0, color=FAINT, linewidth=0.8)
        panel.axvline(1.0, color=FAINT, linewidth=0.8)
    for line in mine:
        _draw(panel, line, seen[line.dataset, line.family])
    labels = [
        Label(text(point.label, 12), point.x[0], point.y[0], seen[line.dataset, line.family].colour)
        for line in mine
        for point in line.points
        if point.label
    ]
    put_labels(whole, panel, labels, [path for line in mine for path in _paths(line)])


def _draw(panel: Axes, line: Line, look: Look) -> None:
    across, up = [point.x for point in line.points], [point.y for point in line.points]
    x, y = [mean for mean, _, _ in across], [mean for mean, _, _ in up]
    panel.errorbar(x, y, xerr=_arms(across), yerr=_arms(up), fmt="none", ecolor=look.colour, elinewidth=0.7)
    panel.plot(x, y, **marks(look) | {"markersize": 4.5})


def _paths(line: Line) -> Iterator[Path]:
    """What labels must not cover: the line, and both arms of each cross."""
    yield [(point.x[0], point.y[0]) for point in line.points]
    for (x, left, right), (y, low, high) in ((point.x, point.y) for point in line.points):
        yield (left, y), (right, y)
        yield (x, low), (x, high)


def _range(axis: XAxis | YAxis, metric: str, values: Sequence[Drawn], reference: str | None) -> None:
    """Around the values, and around 1, where the reference is."""
    if reference:
        set_range(axis, [*values, (1.0, 1.0, 1.0)])
    else:
        set_range(axis, values, log=need_log(metric, [[value] for value in values]))


def _arms(values: Sequence[Drawn]) -> list[list[float]]:
    return [[mean - low for mean, low, _ in values], [high - mean for mean, _, high in values]]
