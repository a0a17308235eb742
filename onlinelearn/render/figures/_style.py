"""The style of all figures: fonts, colours that the colour-blind can tell apart, and reproducible files."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.textpath import text_to_path

from onlinelearn.base.result_rows import CurvePoint, Row
from onlinelearn.render.figures._marked_learners import name_marks, with_meanings
from onlinelearn.render.figures.figure_style import DEFAULT, FONT_SIZE, FigureStyle, Format
from onlinelearn.render.tables.display import shown

INK, FAINT = "#222222", "#6b6b6b"
FONT, SIZE = "DejaVu Sans", FONT_SIZE
"""All measures are for this size of letters; another size scales what is around the panels."""

# Four of Okabe and Ito's colours, without those that are faint on white, and black, on which no whisker is
# seen; then the ones that are farthest from them and from each other, also to the colour-blind.
COLOURS = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#BB8855", "#9988DD", "#446622", "#BB0022", "#CC44FF",
    "#006666", "#884444", "#1144EE", "#EE6677", "#559922", "#FF22CC", "#993399", "#0055CC", "#AA2266",
)  # fmt: skip
# The lengths 18, 11 and 5 have no common factor: colour never stands alone, and no pair soon returns.
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h")
HATCHES = ("", "////", "\\\\\\\\", "xxx", "----", "||||", "+++", "//", "\\\\", "//--", "\\\\||")
DASHES = ((), (5, 1.5), (1.5, 1.5), (6, 1.5, 1.5, 1.5), (3, 1.5, 1, 1.5, 1, 1.5))

SETTINGS: dict[Any, Any] = {
    "font.family": FONT,
    "legend.frameon": False,
    "text.color": INK,
    "text.parse_math": False,  # a $ in a name is a $
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.titley": 1.0,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": "#dddddd",
    "grid.linewidth": 0.5,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "hatch.linewidth": 0.5,
    "savefig.dpi": 180,
    "svg.fonttype": "path",
    "svg.hashsalt": "olrun",
    "pdf.fonttype": 42,  # TrueType, whole letters: publishers refuse Type 3
}

# Nothing that differs from day to day, or from version to version, is in a file.
METADATA: dict[Format, dict[str, None]] = {
    "svg": {"Date": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}

# matplotlib's settings are global: two threads that draw must take turns.
_DRAWING = Lock()


@dataclass(frozen=True, slots=True)
class SeriesStyle:
    """What tells a learner (or a data set) from the others, in bars and in lines."""

    colour: str
    marker: str
    hatch: str
    dashes: tuple[float, ...]


def series_styles(names: Iterable[str]) -> dict[str, SeriesStyle]:
    """A style for each name, in their order."""
    return {
        name: SeriesStyle(
            COLOURS[i % len(COLOURS)],
            MARKERS[i % len(MARKERS)],
            HATCHES[i % len(HATCHES)],
            DASHES[i % len(DASHES)],
        )
        for i, name in enumerate(names)
    }


def readable(colour: str) -> str:
    """The colour as that of letters on white: darker, where it would be faint (WCAG asks for 4.5 to 1)."""
    while contrast(colour) < 4.5:
        red, green, blue = mpl.colors.to_rgb(colour)
        colour = mpl.colors.to_hex((0.95 * red, 0.95 * green, 0.95 * blue))
    return colour


def contrast(colour: str) -> float:
    """The contrast of the colour to white, as WCAG has it: from 1 to 21."""
    rgb = mpl.colors.to_rgb(colour)
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


@contextmanager
def figure_settings(style: FigureStyle = DEFAULT) -> Iterator[None]:
    """Draw in these settings alone: the user's own must not change a figure."""
    ours: dict[Any, Any] = {
        key: mpl.rcParamsDefault[key] for key in mpl.rcParamsDefault if not key.startswith("backend")
    }
    with _DRAWING, mpl.rc_context(ours | SETTINGS | _font_sizes(style.fontsize)):
        yield


def _font_sizes(size: float) -> dict[Any, Any]:
    texts = ("font.size", "axes.titlesize", "axes.labelsize", "legend.fontsize")
    ticks = ("xtick.labelsize", "ytick.labelsize")
    return dict.fromkeys(texts, size) | dict.fromkeys(ticks, size * (SIZE - 0.5) / SIZE)


def font_factor() -> float:
    """The size of letters in the settings at hand, as a multiple of the usual one."""
    return float(mpl.rcParams["font.size"]) / SIZE


def image_files(name: str, draw: Callable[[], Figure], style: FigureStyle = DEFAULT) -> dict[str, bytes]:
    """The files by name of the figure that this draws."""
    with figure_settings(style):
        return saved(name, draw(), style)


def saved(name: str, figure: Figure, style: FigureStyle) -> dict[str, bytes]:
    """The figure's files by name; no date or random name is in them: the same data is the same bytes."""
    files: dict[str, bytes] = {}
    for ending in style.endings:
        file = BytesIO()
        marked = name_marks(figure) if ending == "svg" else []
        figure.savefig(file, format=ending, metadata=METADATA[ending])
        files[f"{name}.{ending}"] = (
            with_meanings(file.getvalue(), figure, marked) if marked else file.getvalue()
        )
    return files


def figure_text(name: str, most: int = 200) -> str:
    """The name as a figure can show it: cut to `most` characters, a box where the font has no glyph."""
    glyphs = get_font(findfont(FONT)).get_charmap()
    line = "".join(char if ord(char) in glyphs else "□" for char in shown(name))
    return line if len(line) <= most else f"{line[: most // 2]}…{line[len(line) + 1 - (most + 1) // 2 :]}"


def text_width(label: str, size: float = SIZE) -> float:
    """The width of a label in inches, if letters have the usual size."""
    font = FontProperties(family=FONT, size=size)
    return float(text_to_path.get_text_width_height_descent(label, font, ismath=False)[0]) / 72


def permutations_note(records: Iterable[Row | CurvePoint], mean: str, interval: str) -> str:
    """A sentence on what is drawn: means over permutations, or a single permutation."""
    permutations, covers = set[int](), dict[str, None]()
    for each in records:
        permutations.add(each.permutation)
        covers[each.repetition.covers] = None
    n = len(permutations)
    if n == 1:
        return f"{mean} show one permutation"
    over = " or ".join(covers)
    return f"{mean} show means over {n} permutations, {interval} 95 % t intervals over {over}"
