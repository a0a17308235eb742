"""A figure's svg as a part of the page, which a script can ask for values and whose learners it can hide.

Only what our figures consist of is taken over, element by element; a drawing with anything else is left
to be shown as an image, in which nothing can run. Styles become attributes, since the page's security
policy admits no others, and letters drawn as outlines become text, which is far smaller and can be searched.
"""

import base64
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast
from xml.etree import ElementTree
from xml.etree.ElementTree import Comment, Element

from onlinelearn.render.report.compact_svg import (
    drop_overruled_paint,
    group_runs,
    hoist_paint,
    say_usual_once,
    short_numbers,
    short_path,
    shorten_rectangles,
)
from onlinelearn.render.report.joined_marks import (
    POINTS,
    draw_lines_at_once,
    draw_ticks_at_once,
    join_marks,
    keep_pictures_once,
)

ELEMENTS = {"svg", "g", "defs", "clipPath", "pattern", "path", "rect", "use", "image"}
DROPPED = {"metadata", "style"}
"""Of matplotlib's own making; what its style says stands in the page's."""

PLACES = {"width", "height", "transform", "patternUnits"}
PAINT = {
    "fill",
    "stroke",
    "opacity",
    "clip-path",
    "clip-rule",
    "fill-rule",
    "fill-opacity",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-miterlimit",
}
ENDS_OF_LINES = {"stroke-linejoin", "stroke-linecap"}
"""Dropped too: the page says it once for all, and on lines this thin nobody sees a difference."""

DATA = {"data-learner", "data-x", "data-y", "data-points"}
"""What the figures say of a learner's mark (`figures/_marked_learners.py`)."""

MOST_FREE_LETTERS = 12
MOST_SHADES = 4
UNITS_PER_LETTER = 100
"""The outlines of letters are this high for a font of the size 1."""

PICTURE = "data:image/png;base64,"
"""A cloud of many points is a picture within the drawing."""

REFERENCE = re.compile(r"url\(#([^()]+)\)")
MOST_POINTS = 16
"""Of a longer line so many points tell their values on the page: it is a few inches wide."""
TEXT_PLACE = re.compile(
    r"(translate\([^()]*\)(?: rotate\([^()]*\))?) scale\((\d+(?:\.\d+)?) -\d+(?:\.\d+)?\)"
)


@dataclass(frozen=True, slots=True)
class InlineDrawing:
    """The inside of an svg element, and the element's size in points."""

    width: float
    height: float
    content: str


def inline_drawing(content: bytes, ids: str) -> InlineDrawing | None:
    """The drawing, with ids that begin as told; None if it has what isn't taken over."""
    # expat bounds what entities grow to
    parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))  # nosec B314
    root = ElementTree.fromstring(content, parser)  # nosec B314
    sizes = [re.fullmatch(r"(\d+(?:\.\d+)?)pt", root.get(side, "")) for side in ("width", "height")]
    if sizes[0] is None or sizes[1] is None:
        return None
    renamed = _Ids(root, ids)
    try:
        inside = Element("g")
        inside.extend(list(_children(root, renamed)))
    except _NotTakenOverError:
        return None
    drop_overruled_paint(inside)
    draw_lines_at_once(inside)
    draw_ticks_at_once(inside)
    keep_pictures_once(inside, ids)
    hoist_paint(inside)
    join_marks(inside)
    group_runs(inside)
    say_usual_once(inside)
    shorten_rectangles(inside)
    markup = ElementTree.tostring(inside, encoding="unicode", short_empty_elements=True)
    return InlineDrawing(float(sizes[0][1]), float(sizes[1][1]), markup.replace(" />", "/>"))


class _NotTakenOverError(Exception):
    """The drawing has an element, an attribute or a style that our figures don't have."""


class _Ids:
    """New names for the ids that something in the drawing refers to; the others are left out."""

    def __init__(self, root: Element, prefix: str) -> None:
        used: dict[str, None] = {}
        for element in root.iter():
            for value in element.attrib.values():
                used |= dict.fromkeys(REFERENCE.findall(value))
                if value.startswith("#"):
                    used[value[1:]] = None
        self.names = {old: f"{prefix}-{number}" for number, old in enumerate(used)}

    def new(self, old: str) -> str:
        if old not in self.names:
            raise _NotTakenOverError(old)
        return self.names[old]

    def replaced(self, value: str) -> str:
        """A value whose references, if any, are to the new names."""
        return REFERENCE.sub(lambda found: f"url(#{self.new(found[1])})", value)


def _children(parent: Element, ids: _Ids) -> Iterator[Element]:
    """The children that are kept, with letters in the place of their outlines."""
    said: str | None = None
    for child in parent:
        if cast("object", child.tag) is Comment:
            said = (child.text or "").strip()
            continue
        text = _text(child, said) if said is not None else None
        said = None
        if text is not None:
            yield text
            continue
        tag = _local(child.tag)
        if tag in DROPPED:
            continue
        if tag not in ELEMENTS:
            raise _NotTakenOverError(tag)
        copy = Element(tag, dict(_attributes(child, ids)))
        copy.extend(list(_children(child, ids)))
        if tag == "defs" and not len(copy):
            continue
        # A group that neither places nor paints nor names anything says nothing.
        if tag == "g" and not copy.attrib:
            yield from copy
            continue
        yield copy


def _attributes(element: Element, ids: _Ids) -> Iterator[tuple[str, str]]:
    for key, value in element.attrib.items():
        name = _local(key)
        if name == "id":
            if value in ids.names:
                yield "id", ids.names[value]
        elif name == "href" and value.startswith("#"):
            yield "href", f"#{ids.new(value[1:])}"
        elif name == "href" and value.startswith(PICTURE):
            yield "href", PICTURE + _fewer_colours("".join(value.split()).removeprefix(PICTURE))
        elif name == "style":
            yield from _paint(value, ids)
        elif name in PAINT:
            yield name, ids.replaced(value)
        elif name == "d":
            yield name, short_path(value)
        elif name in ("x", "y"):
            yield name, f"{round(float(value), 1):g}"
        elif name in PLACES:
            yield name, short_numbers(value)
        elif name in DATA:
            yield name, _fewer_points(value) if name == POINTS else value
        else:
            raise _NotTakenOverError(name)


def _fewer_points(points: str) -> str:
    """The points at which a line tells its values, with the last one."""
    every = points.split(";")
    step = -(-len(every) // MOST_POINTS)
    return ";".join([*every[:-1:step], every[-1]])


def _fewer_colours(picture: str) -> str:
    """A cloud of dots has one colour and its shades."""
    from PIL import Image

    smaller = io.BytesIO()
    with Image.open(io.BytesIO(base64.b64decode(picture))) as image:
        dots = image.convert("RGBA").quantize(MOST_SHADES, method=Image.Quantize.FASTOCTREE)
        dots.save(smaller, "PNG", optimize=True)
    return base64.b64encode(smaller.getvalue()).decode()


def _paint(style: str, ids: _Ids) -> Iterator[tuple[str, str]]:
    for part in filter(None, style.split(";")):
        name, _, value = (each.strip() for each in part.partition(":"))
        if name in ENDS_OF_LINES:
            continue
        if name not in PAINT:
            raise _NotTakenOverError(name)
        yield name, ids.replaced(value)


def _text(group: Element, said: str) -> Element | None:
    """The outlines of letters as text as wide as they are; None if it can't be said that way."""
    found = TEXT_PLACE.fullmatch(group.get("transform", ""))
    letters = [child for child in group if _local(child.tag) == "use"]
    if found is None or not letters or said.startswith("$"):
        return None
    from onlinelearn.render.figures._style import text_width

    size = float(found[2]) * UNITS_PER_LETTER
    text = Element("text", {**_text_place(found[1]), "font-size": f"{size:g}"})
    fill = re.search(r"fill: (#[0-9a-f]{6})", group.get("style", ""))
    if fill:
        text.set("fill", fill[1])
    if "Bold" in "".join(value for letter in letters for value in letter.attrib.values()):
        text.set("font-weight", "bold")
    # The reader's font may be another; what is short stays at its place anyway.
    elif len(said) > MOST_FREE_LETTERS:
        text.set("textLength", f"{72 * text_width(said, size):.1f}")
        text.set("lengthAdjust", "spacingAndGlyphs")
    text.text = said
    return text


def _text_place(transform: str) -> dict[str, str]:
    upright = re.fullmatch(r"translate\(([^ ()]+) ([^ ()]+)\)", transform)
    if upright is None:
        return {"transform": short_numbers(transform)}
    return {"x": f"{float(upright[1]):.1f}", "y": f"{float(upright[2]):.1f}"}


def _local(name: str) -> str:
    return str(name).rpartition("}")[2]
