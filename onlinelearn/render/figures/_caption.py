"""The caption of a figure, on the report page and for a paper: what is drawn, and what intervals cover."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from onlinelearn.base.result_rows import Row
from onlinelearn.render.figures.figure_options import (
    CriticalDifferenceOptions,
    CurvesOptions,
    FigureOptions,
    GrowthOptions,
    TradeoffOptions,
    WindowsOptions,
)
from onlinelearn.render.tables.display import metric_label, shown

MOST_NAMES = 4
"""Of more learners a caption has the number."""

LearnerParameters = Mapping[str, Collection[str]]
"""The learners of an experiment, and the names of each one's parameters."""


def caption(title: str, drawn: str, note: str, rows: Iterable[Row]) -> str:
    """Three sentences; a name that begins the note keeps its small letter."""
    names = {name for row in rows for name in (row.condition, row.learner)}
    if not note.startswith(tuple(names)):
        note = note[:1].upper() + note[1:]
    texts = (shown(title), drawn, note)
    return " ".join(f"{text}{'' if text.endswith(('.', '?', '!')) else '.'}" for text in texts if text)


def what_is_drawn(
    described: str, options: FigureOptions, metrics: Collection[str], learners: LearnerParameters
) -> str:
    """A sentence with the metrics, the axis and the learners of a figure; else what it is `described` as."""
    match options:
        case GrowthOptions():
            text = _growth(options, learners)
        case TradeoffOptions():
            text = _tradeoff(options, learners)
        case WindowsOptions():
            text = f"{_windows(options, learners)}, a panel for each data set, its changes as thin lines"
        case CurvesOptions():
            what = _listed([_metric(options.metric)] if options.metric else ["online error", "updates"])
            text = f"Learning curves: {what}{_of(learners)} against rounds, a column for each data set"
            text += _beside(options.bound, options.published)
        case CriticalDifferenceOptions():
            text = described.replace("mean rank", f"mean rank in {_metric(options.metric)}")
        case _:
            text = described
            if text.startswith("Metrics") and metrics:
                text = _capital(_listed([_metric(each) for each in metrics])) + text.removeprefix("Metrics")
    return text if text.endswith(".") else f"{text}."


def _growth(options: GrowthOptions, learners: LearnerParameters) -> str:
    what = _capital(_metric(options.metric))
    axis = _metric(options.against or options.over)
    if options.against:
        axis += f" at each value of {_metric(options.over)}"
    # Over a parameter of learners, those of the config are the points of lines.
    points = any(options.over in parameters for parameters in learners.values())
    text = (
        f"{what} against {axis}, a line for each learner"
        if points
        else f"{what}{_of(learners)} against {axis}"
    )
    limits = "; vertical lines: " + _listed(list(options.limits.values())) if options.limits else ""
    return text + _beside(options.bound, options.published) + limits


def _tradeoff(options: TradeoffOptions, learners: LearnerParameters) -> str:
    chosen = {name: learners.get(name, ()) for name in options.learners or learners}
    when = f"epoch {options.epoch}" if options.epoch else "the last epoch"
    relative = f", both relative to {shown(options.relative_to)}" if options.relative_to else ""
    return f"{_capital(_metric(options.y))}{_of(chosen)} against {_metric(options.x)} after {when}{relative}"


def _windows(options: WindowsOptions, learners: LearnerParameters) -> str:
    error = _capital(_metric(options.metric))
    if options.against is None:
        return f"{error}{_of(learners)} against rounds"
    others = {name: each for name, each in learners.items() if name != options.against}
    return f"{error}{_of(others)} less that of {shown(options.against)} against rounds"


def _beside(bound: str | None, published: str | None) -> str:
    """What is drawn beside the lines of learners."""
    dashed = f"; dashed: {_metric(bound)}" if bound else ""
    return f"{dashed}; rings: published values" if published else dashed


def _of(learners: LearnerParameters) -> str:
    if not learners:
        return ""
    few = len(learners) <= MOST_NAMES
    return f" of {_listed(list(map(shown, learners)))}" if few else f" of {len(learners)} learners"


def _metric(name: str) -> str:
    return metric_label(name).removesuffix(" (%)")


def _listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    *most, last = names
    return " and ".join(filter(None, [", ".join(most), last]))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
