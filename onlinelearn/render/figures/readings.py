"""The ambiguity map: which claims hold under which readings of the paper."""

from collections.abc import Sequence
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Patch, Rectangle
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from onlinelearn.base.errors import ConfigError
from onlinelearn.claims import Verdict
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._layout import Frame, build
from onlinelearn.render.figures._map import WRITTEN, Column, Map, mapped
from onlinelearn.render.figures._style import FAINT, FONT, INK, text, width
from onlinelearn.render.figures.figure_options import FigureOptions

WIDE, HIGH = 0.24, 0.18
"""A cell, in inches."""
APART = 0.4
"""Between two claims, in cells."""
SLANT, COSINE, SINE = 40, 0.766, 0.643
"""Of the claims' names, in degrees."""

FILLS = {Verdict.REPRODUCED: "#0072B2", Verdict.NOT_REPRODUCED: "#E69F00", Verdict.UNDECIDED: "#DDDDDD"}
SYMBOLS = {
    Verdict.REPRODUCED: ("✓", "white"),
    Verdict.NOT_REPRODUCED: ("✗", INK),
    Verdict.UNDECIDED: ("?", INK),
}


def figure(data: FigureData, _: FigureOptions) -> Figure:
    """A row for each reading, a column for each claim on each data set, and how many are reproduced."""
    found = mapped(data.verdicts)
    if not found.columns:
        raise ConfigError("figure readings: there is no verdict to draw; state 'claims' in the config")
    x, y = _columns(found), _rows(found)
    datasets = max(width(_dataset(column)) for column in found.columns)
    claims = max(width(_claim(column)) for column in found.columns)
    frame = Frame(
        title=text(data.title),
        note="✓, ✗ and ? are verdicts, = is as written; numbers count the reproduced",
        panel=(WIDE * (x[found.columns[-1]] + 1), HIGH * (max(y.values()) + 1)),
        gap_x=0.0,
        below=0.5,
        handles=[Patch(facecolor=FILLS[each], label=f"{SYMBOLS[each][0]} {each}") for each in Verdict],
        left=0.25 + max(width(_reading(name)) for name in y),
        right=max(0.55, 0.1 + claims * COSINE),
        above=0.3 + datasets + claims * SINE,
    )
    whole, ((panel,),) = build(frame, 1, 1, share_y=False)
    panel.set(xlim=(-0.5, x[found.columns[-1]] + 0.5), ylim=(max(y.values()) + 0.5, -0.5))
    panel.axis("off")
    _heads(panel, found, x, datasets / HIGH)
    _sides(panel, found, y)
    _cells(panel, found, x, y)
    return whole


def _columns(found: Map) -> dict[Column, float]:
    """Where each column stands: claims are apart."""
    places = {found.columns[0]: 0.0}
    for before, column in pairwise(found.columns):
        places[column] = places[before] + 1 + APART * (before.claim != column.claim)
    return places


def _rows(found: Map) -> dict[str, float]:
    """Where each row stands: a section begins below its heading."""
    places: dict[str, float] = {}
    top = 0.0
    for section, readings in found.sections.items():
        if section != WRITTEN:
            places[section] = top + 0.3
            top += 1.3
        places |= {reading: top + i for i, reading in enumerate(readings)}
        top += len(readings)
    return places


def _dataset(column: Column) -> str:
    return text(column.dataset, 24)


def _claim(column: Column) -> str:
    return text(column.claim, 40)


def _reading(name: str) -> str:
    return text(name, 80) or WRITTEN


def _heads(panel: Axes, found: Map, x: dict[Column, float], high: float) -> None:
    """Data sets above their columns, claims slanted above the first of theirs; shares below."""
    below = panel.get_ylim()[0] + 0.3
    before = ""
    for column in found.columns:
        panel.text(x[column], -0.8, _dataset(column), rotation=90, ha="center", va="bottom")
        share = found.column_share(column)
        panel.text(x[column], below, share, color=FAINT, rotation=90, ha="center", va="top")
        if column.claim != before:
            at = x[column] - 0.2, -1.3 - high
            panel.text(*at, _claim(column), rotation=SLANT, rotation_mode="anchor", ha="left", va="bottom")
        before = column.claim


def _sides(panel: Axes, found: Map, y: dict[str, float]) -> None:
    """Readings and the headings of sections to the left, shares to the right."""
    left, right = panel.get_xlim()
    for name, at in y.items():
        if name in found.sections:
            panel.text(left - 0.3, at, name, ha="right", va="center", color=FAINT, style="italic")
        else:
            panel.text(left - 0.3, at, _reading(name), ha="right", va="center")
            panel.text(right + 0.3, at, found.row_share(name), ha="left", va="center", color=FAINT)


def _cells(panel: Axes, found: Map, x: dict[Column, float], y: dict[str, float]) -> None:
    for verdict, fill in FILLS.items():
        mine = [(x[column], y[name]) for (name, column), each in found.verdicts.items() if each is verdict]
        cells = [Rectangle((across - 0.46, down - 0.46), 0.92, 0.92) for across, down in mine]
        panel.add_collection(PatchCollection(cells, facecolor=fill, linewidth=0), autolim=False)
        _symbols(panel, mine, *SYMBOLS[verdict])
    readings = [name for name in y if name not in found.sections]
    same = [
        (x[column], y[name])
        for name in readings
        for column in found.columns
        if (name, column) not in found.verdicts
    ]
    _symbols(panel, same, "=", FAINT)


def _symbols(panel: Axes, places: Sequence[tuple[float, float]], symbol: str, colour: str) -> None:
    """As marks of one line: a text for each would take twice the time of all the rest."""
    letter = TextPath((0, 0), symbol, prop=FontProperties(family=FONT))
    box = letter.get_extents()
    centred = letter.transformed(Affine2D().translate(-(box.x0 + box.x1) / 2, -(box.y0 + box.y1) / 2))
    x, y = [across for across, _ in places], [down for _, down in places]
    panel.plot(x, y, linestyle="none", color=colour, marker=centred, markersize=6.0, markeredgewidth=0.0)
