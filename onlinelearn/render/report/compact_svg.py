"""The same drawing in fewer bytes: short numbers, relative lines, and paint said once for a whole group."""

import math
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element

INHERITED = {
    "fill",
    "stroke",
    "fill-opacity",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-miterlimit",
    "font-size",
}
"""What holds for the inside of a group too."""

GROUPED = INHERITED | {"clip-path"}
"""What a group around shapes can say for them. Clipping the group is clipping each of them."""

SHAPES = {"path", "use"}
LEAST_RUN = 3

USUAL = {"fill": "#222222", "font-size": "8"}
"""The look of texts and axes in our figures."""

Place = tuple[int, int]
"""A point of a drawing, in tenths of a typographic point."""

UNSEEN = 3.0
"""A line may pass a point it leaves out by so many tenths: less than half a pixel."""
MOST_SKIPPED = 24

LONG = re.compile(r"-?\d+\.\d{3,}")
LINES = re.compile(r"(?:[ML] -?[\d.]+ -?[\d.]+ ?|z ?)+")
RECTANGLE = re.compile(r"l(-?[\d.]+) 0 0 ?(-?[\d.]+) ?(-?[\d.]+) 0z")
STEP = re.compile(r"([MLz])(?: (-?[\d.]+) (-?[\d.]+))?")


def short_numbers(value: str) -> str:
    """Numbers to a hundredth, on one line."""
    return LONG.sub(lambda found: f"{round(float(found[0]), 2):g}", " ".join(value.split()))


def short_path(path: str) -> str:
    """A path to a tenth of a point; straight lines go from point to point, which takes fewer digits."""
    line = " ".join(path.split())
    if not LINES.fullmatch(line):
        return LONG.sub(lambda found: f"{round(float(found[0]), 1):g}", line)
    parts, at = [], (0, 0)
    for places, closed in _polylines(line):
        drawn = without_idle_points(places)
        # A step back to the start is from the last point that is drawn.
        for i, place in enumerate(drawn):
            step = f"{_tenths(place[0] - at[0])} {_tenths(place[1] - at[1])}".replace(" -", "-")
            name = "m" if i == 0 else "l" if i == 1 else ""
            parts.append(name + step if name or step.startswith("-") else f" {step}")
            at = place
        if closed:
            parts.append("z")
            at = drawn[0]
    return "".join(parts)


def _polylines(line: str) -> Iterator[tuple[list[Place], bool]]:
    """The places of each line of a path, and whether it is closed."""
    places: list[Place] = []
    for kind, across, down in STEP.findall(line):
        if kind == "M" and places:
            yield places, False
            places = []
        if kind == "z":
            yield places, True
            places = []
        else:
            # In whole tenths, so that no error adds up.
            places.append((round(10 * float(across)), round(10 * float(down))))
    if places:
        yield places, False


def without_idle_points(places: Sequence[Place]) -> list[Place]:
    """The line without the points from which it is nowhere farther than can be seen."""
    kept, skipped = [places[0]], list[Place]()
    for place in places[1:]:
        if skipped and (
            len(skipped) == MOST_SKIPPED or any(_distance(each, kept[-1], place) > UNSEEN for each in skipped)
        ):
            kept.append(skipped[-1])
            skipped = []
        skipped.append(place)
    return kept + skipped[-1:]


def _distance(place: Place, begin: Place, end: Place) -> float:
    """How far a place is from a stretch of a line."""
    x, y, across, down = place[0] - begin[0], place[1] - begin[1], end[0] - begin[0], end[1] - begin[1]
    length = across**2 + down**2
    along = min(1.0, max(0.0, (x * across + y * down) / length)) if length else 0.0
    return math.hypot(x - along * across, y - along * down)


def _tenths(count: int) -> str:
    return f"{count / 10:g}"


def shorten_rectangles(root: Element) -> None:
    """Say a rectangle's sides as steps across and down."""
    for path in root.iter("path"):
        if d := path.get("d"):
            path.set("d", RECTANGLE.sub(r"h\1v\2h\3z", d))


def drop_overruled_paint(root: Element) -> None:
    """Take from every `use` the paint that the shape it refers to says itself."""
    shapes = {element.get("id"): element for element in root.iter() if element.get("id")}
    for use in root.iter("use"):
        shape = shapes.get(use.get("href", "").removeprefix("#"))
        said = shape.attrib if shape is not None else {}
        for name in INHERITED.intersection(use.attrib, said):
            del use.attrib[name]


def hoist_paint(group: Element) -> None:
    """Move to the group what all its children say alike, from the innermost group outwards."""
    for child in group:
        hoist_paint(child)
    if group.tag != "g" or not len(group):
        return
    first, *others = group
    for name, value in list(first.attrib.items()):
        alike = name in INHERITED and name not in group.attrib
        if alike and all(other.get(name) == value for other in others):
            group.set(name, value)
            for child in group:
                del child.attrib[name]


def group_runs(group: Element) -> None:
    """Put neighbours that are painted alike into a group that says it once."""
    for child in group:
        if child.tag == "g":
            group_runs(child)
    children = list(group)
    for child in children:
        group.remove(child)
    for paint, run in groupby(children, key=_shared_paint):
        members = list(run)
        if len(members) < LEAST_RUN or not paint:
            group.extend(members)
            continue
        for member in members:
            for name, _ in paint:
                del member.attrib[name]
        together = Element("g", dict(paint))
        together.extend(members)
        group.append(together)


def _shared_paint(element: Element) -> tuple[tuple[str, str], ...]:
    """The paint of a shape that a group around it can say instead; a group's own is left alone."""
    if element.tag not in SHAPES:
        return ()
    return tuple((name, value) for name, value in element.attrib.items() if name in GROUPED)


def say_usual_once(root: Element) -> None:
    """Say once, for the whole drawing, how texts and axes look, and leave it out wherever it holds."""
    for name, value in USUAL.items():
        _drop_inherited(root, name, value)
        root.set(name, value)


def _drop_inherited(group: Element, name: str, inherited: str) -> None:
    for child in group:
        if child.tag == "defs":  # what is there looks as where it is used
            continue
        mine = child.get(name, inherited)
        if mine == inherited:
            child.attrib.pop(name, None)
        _drop_inherited(child, name, mine)
