"""How a metric grows: against an option of the data sets or a parameter of the learners."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from onlinelearn.base.errors import ConfigError
from onlinelearn.claims import Family
from onlinelearn.numerics.estimates import Estimate, estimate
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._layout import Frame, roomy, tile
from onlinelearn.render.figures._limits import Limits, draw_limits, limit_handles, limits
from onlinelearn.render.figures._lines import BOUND_DASHES, bound_handle, draw_band, handles, marks, solid
from onlinelearn.render.figures._published import draw_published, published, published_handle
from onlinelearn.render.figures._scales import Drawn, drawn, set_range, set_y
from onlinelearn.render.figures._style import Look, looks, permutations_note, text
from onlinelearn.render.figures._values import by_cell, family, number, varying
from onlinelearn.render.figures.figure_options import GrowthOptions
from onlinelearn.render.tables.display import metric_label

Curve = Sequence[tuple[float, Drawn]]
"""Values with their places across, in the order of the axis."""

Curves = dict[str, dict[str, Curve]]
"""By panel, by line."""

Places = Mapping[str, tuple[str, float]]
"""Where a data set or a learner belongs: what it is called apart from the axis, and where on that it is."""


def figure(data: FigureData, options: GrowthOptions) -> Figure:
    """A panel for each data set (each value of its other options), a line for each learner."""
    curves = _curves(data, options, options.metric)
    if not curves:
        raise ConfigError(f"figure growth: {options.metric} is known for one value of {options.over} at most")
    bounds = _curves(data, options, options.bound) if options.bound else {}
    others = _published(data, options)
    across = [(cell, panel) for cell, panel, _, _ in _placed(data, options)]
    limited = limits(data.rows, options.limits or {}, across)
    learners = looks(dict.fromkeys(name for lines in curves.values() for name in lines))
    frame = Frame(
        title=text(data.title),
        note=permutations_note((row.permutation for row in data.rows), "points", "bands"),
        panel=roomy(len(curves)),
        gap_x=0.8,
        gap_y=0.85,
        below=0.48,
        handles=[
            *handles({name: solid(look) for name, look in learners.items()}),
            *bound_handle(options.bound),
            *limit_handles((options.limits or {}).values()),
            *([published_handle()] if others else []),
        ],
    )
    whole, panels = tile(frame, len(curves))
    for panel, (name, lines) in zip(panels, curves.items(), strict=True):
        panel.set_title(text(name, 40))
        bound, other, limit = bounds.get(name, {}), others.get(name, {}), limited.get(name, {})
        _panel(panel, options, lines, bound, other, limit, learners)
    return whole


def _curves(data: FigureData, options: GrowthOptions, metric: str) -> Curves:
    """The metric along the axis; where that is a single value, there is nothing to see."""
    cells = by_cell(data.rows, metric)
    across = by_cell(data.rows, options.against) if options.against else {}
    curves: dict[str, dict[str, dict[float, tuple[float, Drawn]]]] = {}
    for cell, panel, line, at in _placed(data, options):
        if cell in cells and (not options.against or cell in across):
            x = drawn(options.against, _estimate(across[cell]))[0] if options.against else at
            value = drawn(metric, _estimate(cells[cell]))
            curves.setdefault(panel, {}).setdefault(line, {})[at] = (x, value)
    long: Curves = {
        panel: {
            name: [place for _, place in sorted(line.items())]
            for name, line in lines.items()
            if len(line) > 1
        }
        for panel, lines in curves.items()
    }
    return {panel: lines for panel, lines in long.items() if lines}


def _published(data: FigureData, options: GrowthOptions) -> Curves:
    """The same of published values, which have no interval."""
    if options.published is None:
        return {}
    told = published(data.folder / options.published, options.metric, options.against)
    curves: dict[str, dict[str, list[tuple[float, float, float]]]] = {}
    for cell, panel, line, at in _placed(data, options):
        places = [(at, at if x is None else x, y) for x, y in told.get(cell, ())]
        curves.setdefault(panel, {}).setdefault(line, []).extend(places)
    return {
        panel: {name: [(x, (y, y, y)) for _, x, y in sorted(line)] for name, line in lines.items() if line}
        for panel, lines in curves.items()
    }


def _placed(data: FigureData, options: GrowthOptions) -> Iterator[tuple[tuple[str, str], str, str, float]]:
    """Each data set and learner on the axis: its panel, its line, and the value there."""
    cells = dict.fromkeys((row.condition, row.learner) for row in data.rows)
    datasets = _places(data.datasets, (dataset for dataset, _ in cells), options.over)
    learners = _places(data.learners, (learner for _, learner in cells), options.over)
    for dataset, learner in cells:
        if dataset in datasets:
            panel, at = datasets[dataset]
            yield (dataset, learner), panel, learner, at
        elif not datasets and learner in learners:
            line, at = learners[learner]
            yield (dataset, learner), dataset, line, at


def _estimate(values: Mapping[int, float]) -> Estimate:
    return estimate(list(values.values()))


def _places(families: Mapping[str, Family], labels: Iterable[str], over: str) -> Places:
    """Those of the labels whose family varies along the axis, told apart by whatever else varies."""
    members: dict[str, list[str]] = {}
    for label in dict.fromkeys(labels):
        members.setdefault(family(families, label).name, []).append(label)
    places = {}
    for name, each in members.items():
        differ = varying(families[label] for label in each if label in families)
        for label in each if over in differ else ():
            at = number(families[label], over)
            others = [f"{key} = {families[label].parameters.get(key)}" for key in differ if key != over]
            if at is not None:
                places[label] = (", ".join([name, *others]), at)
    return places


def _panel(
    panel: Axes,
    options: GrowthOptions,
    lines: Mapping[str, Curve],
    bounds: Mapping[str, Curve],
    others: Mapping[str, Curve],
    limited: Limits,
    learners: Mapping[str, Look],
) -> None:
    every = [place for line in (*lines.values(), *bounds.values(), *others.values()) for place in line]
    places = [(x, x, x) for line in (*lines.values(), *others.values()) for x, _ in line]
    places += [(x, x, x) for x in limited.values()]
    set_range(panel.xaxis, places, log=not options.against and all(x > 0 for x, _, _ in places))
    set_y(panel, options.metric, [value for _, value in every], log=options.log)
    panel.set_xlabel(metric_label(options.against or options.over))
    for name, line in lines.items():
        shown = _shown(panel, line)
        x, values = [x for x, _ in shown], [value for _, value in shown]
        draw_band(panel, x, values, learners[name], len(lines))
        panel.plot(x, [mean for mean, _, _ in values], **marks(solid(learners[name])))
    for name, line in bounds.items():
        if look := learners.get(name):
            x, means = [x for x, _ in line], [mean for _, (mean, _, _) in line]
            panel.plot(x, means, color=look.colour, dashes=BOUND_DASHES, linewidth=1.1)
    for name, line in others.items():
        if look := learners.get(name):
            draw_published(panel, [(x, value[0]) for x, value in _shown(panel, line)], look)
    draw_limits(panel, limited, (options.limits or {}).values())


def _shown(panel: Axes, line: Curve) -> Curve:
    """Zero has no logarithm: there a mean that is zero is left out, an interval ends with the panel."""
    if panel.get_yscale() != "log":
        return line
    floor = panel.get_ylim()[0]
    return [(x, (mean, max(low, floor), high)) for x, (mean, low, high) in line if mean > 0]
