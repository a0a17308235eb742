"""The same drawing in fewer bytes: short numbers, relative lines, and paint said once for a whole group."""

import re
from xml.etree.ElementTree import Element

INHERITED = {
    "fill",
    "stroke",
    "fill-opacity",
    "stroke-width",
    "stroke-opacity",
    "stroke-linejoin",
    "stroke-linecap",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-miterlimit",
    "font-size",
}
"""What holds for the inside of a group too."""

LONG = re.compile(r"-?\d+\.\d{3,}")
LINES = re.compile(r"(?:[ML] -?[\d.]+ -?[\d.]+ ?|z ?)+")
STEP = re.compile(r"([MLz])(?: (-?[\d.]+) (-?[\d.]+))?")


def short_numbers(value: str) -> str:
    """Numbers to a hundredth, on one line."""
    return LONG.sub(lambda found: f"{round(float(found[0]), 2):g}", " ".join(value.split()))


def short_path(path: str) -> str:
    """A path to a tenth of a point; straight lines go from point to point, which takes fewer digits."""
    line = " ".join(path.split())
    if not LINES.fullmatch(line):
        return LONG.sub(lambda found: f"{round(float(found[0]), 1):g}", line)
    parts, at, start, last = [], (0, 0), (0, 0), ""
    for kind, across, down in STEP.findall(line):
        if kind == "z":
            parts.append("z")
            at, last = start, ""
            continue
        # In whole tenths, so that no error adds up.
        place = round(10 * float(across)), round(10 * float(down))
        step = f"{_tenths(place[0] - at[0])} {_tenths(place[1] - at[1])}".replace(" -", "-")
        name = "m" if kind == "M" else "" if last == "L" else "l"
        parts.append(name + step if name or step.startswith("-") else f" {step}")
        start = place if kind == "M" else start
        at, last = place, kind
    return "".join(parts)


def _tenths(count: int) -> str:
    return f"{count / 10:g}"


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
