"""What a drawing has several times as one element: bars of a learner, ticks and grid of an axis, pictures."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element

POINTS = "data-points"
TICK = re.compile(r"m(-?[\d.]+) ?(-?[\d.]+)(l-?[\d.]+ ?-?[\d.]+)")
"""A line from one point to another."""


def join_marks(group: Element) -> None:
    """Put neighbours that are marks of one learner on the same axes, such as bars, into one group."""
    for child in group:
        if child.tag == "g":
            join_marks(child)
    children = list(group)
    for child in children:
        group.remove(child)
    for said, run in groupby(children, key=_said_but_points):
        marks = list(run)
        if len(marks) == 1 or not said or any(len(mark) != 1 for mark in marks):
            group.extend(marks)
            continue
        together = Element("g", dict(said))
        for mark in marks:
            (shape,) = mark
            shape.set(POINTS, mark.attrib[POINTS])
            together.append(shape)
        group.append(together)


def _said_but_points(element: Element) -> tuple[tuple[str, str], ...]:
    """What a mark with points says beside them; nothing for another element."""
    if element.tag != "g" or POINTS not in element.attrib:
        return ()
    return tuple((name, value) for name, value in element.attrib.items() if name != POINTS)


def draw_ticks_at_once(root: Element) -> None:
    """Make one path of neighbours that use the same short line, as ticks do; drop what nothing uses then."""
    shapes = {f"#{each.get('id')}": each for each in root.iter("path") if each.get("id")}
    for group in list(root.iter("g")):
        children = list(group)
        for child in children:
            group.remove(child)
        for href, run in groupby(children, key=_short_line(shapes)):
            uses = list(run)
            if href is None or len(uses) == 1:
                group.extend(uses)
            else:
                group.append(_drawn_at(shapes[href], uses))
    used = {each.get("href") for each in root.iter("use")}
    for group in list(root.iter("g")):
        for defs in group.findall("defs"):
            for shape in defs.findall("path"):
                if f"#{shape.get('id')}" not in used:
                    defs.remove(shape)
            if not len(defs):
                group.remove(defs)


def draw_lines_at_once(root: Element) -> None:
    """Make one path of straight lines that look alike in a group, as a grid has: ticks stand between."""
    for group in list(root.iter("g")):
        grids: dict[frozenset[tuple[str, str]], Element] = {}
        for line in group.findall("path"):
            d = line.attrib["d"]
            if not TICK.fullmatch(d):
                continue
            look = frozenset((name, value) for name, value in line.attrib.items() if name != "d")
            if look in grids:
                grids[look].attrib["d"] += f"M{d[1:]}"
                group.remove(line)
            else:
                grids[look] = line


def keep_pictures_once(root: Element, ids: str) -> None:
    """Keep a picture once that stands at several places, as a cloud in every panel does, and use it there."""
    places: dict[tuple[str | None, ...], list[Element]] = {}
    for image in root.iter("image"):
        places.setdefault(tuple(map(image.get, ("href", "width", "height"))), []).append(image)
    shared = [images for images in places.values() if len(images) > 1]
    for number, images in enumerate(shared):
        name = f"{ids}-p{number}"
        kept = Element("defs")
        kept.append(Element("image", {"id": name, **_without_place(images[0])}))
        for image in images:
            for attribute in _without_place(image):
                del image.attrib[attribute]
            image.tag = "use"
            image.set("href", f"#{name}")
        root.insert(0, kept)


def _without_place(image: Element) -> dict[str, str]:
    """What a picture says beside its place: the place of a use is that of what it uses, which has none."""
    return {name: value for name, value in image.attrib.items() if name in ("href", "width", "height")}


def _short_line(shapes: Mapping[str, Element]) -> Callable[[Element], str | None]:
    def href(element: Element) -> str | None:
        plain = element.tag == "use" and element.attrib.keys() == {"href", "x", "y"}
        shape = shapes.get(element.attrib["href"]) if plain else None
        return element.attrib["href"] if shape is not None and TICK.fullmatch(shape.get("d", "")) else None

    return href


def _drawn_at(shape: Element, uses: Sequence[Element]) -> Element:
    """The line at all places of the uses, as one path."""
    begin = TICK.fullmatch(shape.attrib["d"])
    if begin is None:
        raise ValueError("only a short line is drawn at once")
    x, y, rest = float(begin[1]), float(begin[2]), begin[3]
    places = [(float(use.attrib["x"]) + x, float(use.attrib["y"]) + y) for use in uses]
    look = {name: value for name, value in shape.attrib.items() if name != "id"}
    return Element(
        "path", look | {"d": "".join(f"M{round(a, 1):g} {round(b, 1):g}{rest}" for a, b in places)}
    )
