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
from onlinelearn.render.figures._layout import FigureLayout, panel_grid
from onlinelearn.render.figures._style import FAINT, FONT, INK, figure_text, font_factor, text_width
from onlinelearn.render.figures._verdict_map import AS_WRITTEN, ClaimColumn, VerdictMap, verdict_map
from onlinelearn.render.figures.figure_options import FigureOptions

CELL_WIDTH, CELL_HEIGHT = 0.24, 0.18
"""In inches."""
CLAIM_GAP = 0.4
"""The space between the columns of two claims, in cells."""
SLANT, COSINE, SINE = 40, 0.766, 0.643
"""The angle of the claims' names in degrees, its cosine and its sine."""

FILLS = {
    Verdict.REPRODUCED: "#0072B2",
    Verdict.NOT_REPRODUCED: "#E69F00",
    Verdict.ON_THE_BORDER: "#9CCDB4",
    Verdict.UNDECIDED: "#DDDDDD",
}
SYMBOLS = {
    Verdict.REPRODUCED: ("✓", "white"),
    Verdict.NOT_REPRODUCED: ("✗", INK),
    Verdict.ON_THE_BORDER: ("≈", INK),
    Verdict.UNDECIDED: ("?", INK),
}


def figure(data: FigureData, _: FigureOptions) -> Figure:
    """A row for each reading, a column for each claim on each data set, and how many are reproduced."""
    verdicts = verdict_map(data.verdicts, data.datasets.values())
    if not verdicts.columns:
        raise ConfigError("figure readings: there is no verdict to draw; state 'claims' in the config")
    x, y = _column_places(verdicts), _row_places(verdicts)
    datasets = max(text_width(_dataset_text(column)) for column in verdicts.columns)
    claims = max(text_width(_claim_text(column)) for column in verdicts.columns)
    layout = FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note="✓, ✗, ≈ and ? are verdicts; = changes nothing that the claim names, and is not counted; "
        "numbers count the reproduced",
        panel=(CELL_WIDTH * (x[verdicts.columns[-1]] + 1), CELL_HEIGHT * (max(y.values()) + 1)),
        gap_x=0.0,
        below=0.5,
        handles=[Patch(facecolor=FILLS[each], label=f"{SYMBOLS[each][0]} {each}") for each in Verdict],
        left=0.25 + max(text_width(_reading_text(name)) for name in y),
        right=max(0.55, 0.1 + claims * COSINE),
        above=0.3 + datasets + claims * SINE,
        rigid=True,
    )
    whole, ((panel,),) = panel_grid(layout, 1, 1, share_y=False)
    panel.set(xlim=(-0.5, x[verdicts.columns[-1]] + 0.5), ylim=(max(y.values()) + 0.5, -0.5))
    panel.axis("off")
    _draw_heads(panel, verdicts, x, datasets / CELL_HEIGHT)
    _draw_sides(panel, verdicts, y)
    _draw_cells(panel, verdicts, x, y)
    return whole


def _column_places(verdicts: VerdictMap) -> dict[ClaimColumn, float]:
    """The horizontal place of each column, in cells; there is a gap between two claims."""
    places = {verdicts.columns[0]: 0.0}
    for before, column in pairwise(verdicts.columns):
        places[column] = places[before] + 1 + CLAIM_GAP * (before.claim != column.claim)
    return places


def _row_places(verdicts: VerdictMap) -> dict[str, float]:
    """The vertical place of each row and of each section's heading, in cells."""
    places: dict[str, float] = {}
    top = 0.0
    for section, readings in verdicts.sections.items():
        if section != AS_WRITTEN:
            places[section] = top + 0.3
            top += 1.3
        places |= {reading: top + i for i, reading in enumerate(readings)}
        top += len(readings)
    return places


def _dataset_text(column: ClaimColumn) -> str:
    return figure_text(column.dataset, 24)


def _claim_text(column: ClaimColumn) -> str:
    return figure_text(column.claim, 40)


def _reading_text(name: str) -> str:
    """A reading's name; of one that was cut in the midst of a choice, the choices that are whole."""
    whole = f"{name.rpartition(', ')[0]}, …" if name.endswith("…") and ", " in name else name
    return figure_text(whole, 80) or AS_WRITTEN


def _draw_heads(panel: Axes, verdicts: VerdictMap, x: dict[ClaimColumn, float], high: float) -> None:
    """Write data sets above their columns, claims slanted above the first of theirs, and shares below."""
    below = panel.get_ylim()[0] + 0.3
    before = ""
    for column in verdicts.columns:
        panel.text(x[column], -0.8, _dataset_text(column), rotation=90, ha="center", va="bottom")
        share = verdicts.column_share(column)
        panel.text(x[column], below, share, color=FAINT, rotation=90, ha="center", va="top")
        if column.claim != before:
            at = x[column] - 0.2, -1.3 - high
            panel.text(
                *at, _claim_text(column), rotation=SLANT, rotation_mode="anchor", ha="left", va="bottom"
            )
        before = column.claim


def _draw_sides(panel: Axes, verdicts: VerdictMap, y: dict[str, float]) -> None:
    """Write readings and the headings of sections to the left, and shares to the right."""
    left, right = panel.get_xlim()
    for name, at in y.items():
        if name in verdicts.sections:
            panel.text(left - 0.3, at, name, ha="right", va="center", color=FAINT, style="italic")
        else:
            panel.text(left - 0.3, at, _reading_text(name), ha="right", va="center")
            panel.text(right + 0.3, at, verdicts.row_share(name), ha="left", va="center", color=FAINT)


def _draw_cells(panel: Axes, verdicts: VerdictMap, x: dict[ClaimColumn, float], y: dict[str, float]) -> None:
    for verdict, fill in FILLS.items():
        mine = [(x[column], y[name]) for (name, column), each in verdicts.verdicts.items() if each is verdict]
        cells = [Rectangle((column - 0.46, row - 0.46), 0.92, 0.92) for column, row in mine]
        panel.add_collection(PatchCollection(cells, facecolor=fill, linewidth=0), autolim=False)
        _draw_symbols(panel, mine, *SYMBOLS[verdict])
    readings = [name for name in y if name not in verdicts.sections]
    same = [
        (x[column], y[name])
        for name in readings
        for column in verdicts.columns
        if (name, column) not in verdicts.verdicts
    ]
    _draw_symbols(panel, same, "=", FAINT)


def _draw_symbols(panel: Axes, places: Sequence[tuple[float, float]], symbol: str, colour: str) -> None:
    """Draw a symbol at each place, as marks of one line: texts would take twice the time of all the rest."""
    letter = TextPath((0, 0), symbol, prop=FontProperties(family=FONT))
    box = letter.get_extents()
    centred = letter.transformed(Affine2D().translate(-(box.x0 + box.x1) / 2, -(box.y0 + box.y1) / 2))
    x, y = [column for column, _ in places], [row for _, row in places]
    panel.plot(
        x,
        y,
        linestyle="none",
        color=colour,
        marker=centred,
        markersize=6.0 * font_factor(),
        markeredgewidth=0.0,
    )
