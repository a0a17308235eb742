"""The meaning of a figure's marks, written into its svg: whose they are, and the values at their points.

The report page reads it: values on hover, and learners that can be switched off. matplotlib writes no
attributes of one's own, but the id of an artist: that is replaced in the finished file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakKeyDictionary
from xml.sax.saxutils import quoteattr

from matplotlib.artist import Artist
from matplotlib.figure import Figure

from onlinelearn.render.tables.display import shown

MOST_POINTS = 32
"""Of a longer line, so many points are kept: more no hand can point at."""


class MarkedPoint(NamedTuple):
    """A place in the data's own units, and what is to be read there, as texts."""

    x: float
    y: float
    horizontal: str
    vertical: str


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A learner's mark: the names of the two axes, and its points; a mark of a legend has neither."""

    learner: str
    horizontal: str
    vertical: str
    points: tuple[MarkedPoint, ...]


_MEANINGS: WeakKeyDictionary[Artist, _Meaning] = WeakKeyDictionary()


def mark_learner(
    artist: Artist,
    learner: str,
    axes: tuple[str, str] = ("", ""),
    points: Sequence[MarkedPoint] = (),
) -> None:
    """Note whose mark this is and, if values are to be read off it, what they are on which axes."""
    step = -(-len(points) // MOST_POINTS) or 1
    _MEANINGS[artist] = _Meaning(learner, *axes, tuple(points[::step]))


def learner_of(artist: Artist) -> str | None:
    """The learner that a mark was noted for."""
    meaning = _MEANINGS.get(artist)
    return None if meaning is None else meaning.learner


def name_marks(figure: Figure) -> list[Artist]:
    """Give an id to each artist that means something, before the figure is written."""
    marked = [artist for artist in figure.findobj() if artist in _MEANINGS]
    for number, artist in enumerate(marked):
        artist.set_gid(f"mark-{number}")
    return marked


def with_meanings(svg: bytes, figure: Figure, marked: Sequence[Artist]) -> bytes:
    """The file with each mark's meaning in the place of its id."""
    text = svg.decode()
    for number, artist in enumerate(marked):
        text = text.replace(f'id="mark-{number}"', _attributes(figure, artist), 1)
    return text.encode()


def _attributes(figure: Figure, artist: Artist) -> str:
    meaning = _MEANINGS[artist]
    written = {"data-learner": meaning.learner}
    if meaning.points:
        points = ";".join(_point(figure, artist, point) for point in meaning.points)
        written |= {"data-x": meaning.horizontal, "data-y": meaning.vertical, "data-points": points}
    return " ".join(f"{name}={quoteattr(shown(value))}" for name, value in written.items())


def _point(figure: Figure, artist: Artist, point: MarkedPoint) -> str:
    """The place on the page, in points from the upper left, and the two texts."""
    if artist.axes is None:
        raise ValueError("a mark with points belongs to a panel")
    place = artist.axes.transData.transform((point.x, point.y))
    across, up = figure.transFigure.inverted().transform(place)
    width, height = 72 * figure.get_figwidth(), 72 * figure.get_figheight()
    texts = (text.replace("|", "/").replace(";", ",") for text in (point.horizontal, point.vertical))
    return "|".join([f"{across * width:.1f}", f"{(1 - up) * height:.1f}", *texts])
