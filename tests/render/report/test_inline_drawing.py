"""Drawings within the page: what is taken over, what never is, and that they stay the same drawings."""

import base64
import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.render.report.compact_svg import (
    group_runs,
    hoist_paint,
    short_path,
    shorten_rectangles,
)
from onlinelearn.render.report.inline_drawing import inline_drawing
from onlinelearn.render.report.joined_marks import draw_lines_at_once, draw_ticks_at_once, join_marks
from tests.render.report.made import png

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
HEAD = f'<svg {NAMESPACES} width="72pt" height="36pt">'
PLACES = st.tuples(st.integers(-5000, 5000), st.integers(-5000, 5000))


def drawn(inside: str) -> str | None:
    found = inline_drawing(f"{HEAD}{inside}</svg>".encode(), "a/figure.svg")
    return None if found is None else found.content


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<path onclick="alert(1)" d="M 0 0"/>',
        '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
        '<use xlink:href="https://example.invalid/x.svg#a"/>',
        '<image xlink:href="https://example.invalid/x.png"/>',
        '<image xlink:href="data:image/svg+xml;base64,AAAA"/>',
        '<path d="M 0 0" style="background: red"/>',
        '<a href="#x"><path d="M 0 0"/></a>',
        '<animate attributeName="x"/>',
    ],
)
def test_what_our_figures_lack_is_left_to_an_image(inside: str) -> None:
    assert drawn('<path d="M 0 0"/>') is not None
    assert drawn(inside) is None


def test_styles_become_attributes_and_ids_the_pages_own() -> None:
    inside = drawn(
        '<defs><path id="m1" d="M 0 0"/></defs>'
        '<g id="unused"><use xlink:href="#m1" style="fill: #ff0000; stroke-width: 2"/></g>'
    )
    assert inside is not None
    assert "style" not in inside
    assert "unused" not in inside
    assert 'fill="#ff0000"' in inside
    (name,) = re.findall(r'<path id="([^"]+)"', inside)
    assert f'href="#{name}"' in inside
    assert name != "m1"


def test_neighbours_that_are_painted_alike_say_it_once_and_stay_in_their_order() -> None:
    paint = ["red", "red", "red", "red", "blue", "red"]
    root = ElementTree.fromstring(
        "<g>"
        + "".join(f'<path d="M{i}" fill="{each}" clip-path="url(#a)"/>' for i, each in enumerate(paint))
        + "</g>"
    )
    group_runs(root)
    together, *single = root
    assert together.attrib == {"fill": "red", "clip-path": "url(#a)"}
    assert [path.attrib for path in together] == [{"d": f"M{i}"} for i in range(4)]
    assert [(path.get("d"), path.get("fill")) for path in single] == [("M4", "blue"), ("M5", "red")]


def test_a_picture_in_several_panels_is_there_once_and_is_used_at_its_places() -> None:
    cloud = f"data:image/png;base64,{base64.b64encode(png()).decode()}"
    places = [{"transform": f"translate(0 {y})", "x": str(y), "y": "1"} for y in (5, 70)]
    marks = [" ".join(f'{name}="{value}"' for name, value in place.items()) for place in places]
    inside = drawn("".join(f'<image xlink:href="{cloud}" {place} width="9" height="8"/>' for place in marks))
    assert inside is not None
    root = ElementTree.fromstring(inside)
    (image,) = root.iter("image")
    assert image.attrib.keys() == {"id", "href", "width", "height"}
    uses = list(root.iter("use"))
    assert [use.attrib for use in uses] == [place | {"href": f"#{image.get('id')}"} for place in places]
    alone = drawn(f'<image xlink:href="{cloud}" {marks[0]} width="9" height="8"/>')
    assert alone is not None
    assert "<use" not in alone


@given(st.tuples(PLACES, PLACES))
def test_a_short_rectangle_has_the_same_corners(corners: tuple[tuple[int, int], tuple[int, int]]) -> None:
    (x, y), (across, down) = corners
    path = short_path(
        f"M {x / 10} {y / 10} L {(x + across) / 10} {y / 10} L {(x + across) / 10} {(y + down) / 10} "
        f"L {x / 10} {(y + down) / 10} z"
    )
    root = ElementTree.fromstring(f'<g><path d="{path}"/></g>')
    shorten_rectangles(root)
    short = root[0].attrib["d"]
    assert len(short) <= len(path)
    steps = re.sub(r"h(-?[\d.]+)", r"l\1 0", re.sub(r"v(-?[\d.]+)", r"l0 \1", short))
    assert followed(steps) == followed(path)


def test_a_bar_is_a_short_rectangle() -> None:
    bar = drawn('<path d="M 72 159.5 L 76.3 159.5 L 76.3 142.4 L 72 142.4 z"/>')
    assert bar is not None
    assert 'd="m72 159.5h4.3v-17.1h-4.3z"' in bar


def test_outlines_of_letters_become_text() -> None:
    inside = drawn(
        '<g><!-- error --><g style="fill: #222222" transform="translate(10.123 20) scale(0.08 -0.08)">'
        '<defs><path id="D-65" d="M 0 0"/></defs><use xlink:href="#D-65"/></g></g>'
    )
    assert inside is not None
    assert '<text x="10.1" y="20.0"' in inside
    assert ">error</text>" in inside
    assert "<use" not in inside


@given(st.lists(st.lists(PLACES, min_size=1, max_size=9), min_size=1, max_size=4), st.booleans())
def test_a_short_path_passes_every_point_unseen(lines: list[list[tuple[int, int]]], closed: bool) -> None:
    path = " ".join(
        f"{'L' if i else 'M'} {x / 10} {y / 10}" + (" z" if closed and i == len(line) - 1 else "")
        for line in lines
        for i, (x, y) in enumerate(line)
    )
    drawn = followed(short_path(path))
    assert len(drawn) == len(lines)
    for given_line, kept in zip(lines, drawn, strict=True):
        assert (kept[0], kept[-1]) == (given_line[0], given_line[-1])
        stretches = list(pairwise(kept)) or [(kept[0], kept[0])]
        for place in given_line:
            assert min(distance(place, *stretch) for stretch in stretches) <= 0.81


def test_points_on_a_straight_line_are_left_out() -> None:
    assert short_path("M 0 0 L 1 1 L 2 2 L 3 3 L 3 0") == "m0 0l3 3 0-3"


def distance(place: tuple[int, int], begin: tuple[int, int], end: tuple[int, int]) -> float:
    """By trying many points of the stretch, and less what lies between two of them."""
    tried = np.linspace(begin, end, 2001)
    return float(np.hypot(*(tried - place).T).min()) - math.dist(begin, end) / 4000


def followed(path: str) -> list[list[tuple[int, int]]]:
    """The points of each line of a path of relative steps, in tenths, as the definition of SVG has it."""
    lines: list[list[tuple[int, int]]] = []
    at = (0, 0)
    for command, numbers in re.findall(r"([mlz])([^mlz]*)", path):
        if command == "z":
            at = lines[-1][0]
            continue
        steps = [round(10 * float(each)) for each in re.findall(r"-?[\d.]+", numbers)]
        for i in range(0, len(steps), 2):
            at = at[0] + steps[i], at[1] + steps[i + 1]
            if command == "m" and i == 0:
                lines.append([])
            lines[-1].append(at)
    return lines


def test_ticks_are_one_path_with_the_same_strokes() -> None:
    root = ElementTree.fromstring(
        '<g><defs><path id="t" d="m0 1l-3.5 0" stroke="red"/><path id="o" d="M 0 2 C 1 1 2 2 0 2 z"/></defs>'
        '<use href="#t" x="10" y="20"/><use href="#t" x="10" y="30.5"/>'
        '<use href="#o" x="1" y="2"/><use href="#o" x="2" y="2"/></g>'
    )
    draw_ticks_at_once(root)
    ticks, *marks = (each for each in root if each.tag != "defs")
    assert ticks.attrib == {"stroke": "red", "d": "M10 21l-3.5 0M10 31.5l-3.5 0"}
    assert [mark.tag for mark in marks] == ["use", "use"], "a mark is longer than its uses"
    assert [each.get("id") for each in root.iter("path")] == ["o", None]


def test_the_grid_of_an_axis_is_one_path_and_other_lines_stay() -> None:
    line = '<path d="{}" stroke="{}"/>'
    root = ElementTree.fromstring(
        f"<g><g>{line.format('m1 2l9 0', 'grey')}<text>0</text>{line.format('m1 4l9 0', 'grey')}"
        f"{line.format('m1 5l9 0', 'red')}{line.format('m1 6l9 0l1 1', 'grey')}</g>"
        f"<g>{line.format('m3 4l9 0', 'grey')}</g></g>"
    )
    draw_lines_at_once(root)
    drawn = [[(each.get("d"), each.get("stroke")) for each in axis.findall("path")] for axis in root]
    assert drawn[0] == [("m1 2l9 0M1 4l9 0", "grey"), ("m1 5l9 0", "red"), ("m1 6l9 0l1 1", "grey")]
    assert drawn[1] == [("m3 4l9 0", "grey")]


def test_bars_of_a_learner_are_one_group_and_each_keeps_its_value() -> None:
    bars = "".join(
        f'<g data-learner="{learner}" data-x="x" data-points="{i}|1|a|b"><path d="{i}"/></g>'
        for i, learner in enumerate(("PA", "PA", "MIRA"))
    )
    root = ElementTree.fromstring(f"<g>{bars}</g>")
    join_marks(root)
    assert [group.get("data-learner") for group in root] == ["PA", "MIRA"]
    assert [(bar.get("d"), bar.get("data-points")) for bar in root[0]] == [("0", "0|1|a|b"), ("1", "1|1|a|b")]


def test_a_long_line_tells_its_values_at_fewer_points_and_at_the_last() -> None:
    points = ";".join(f"{i}|0|{i}|0" for i in range(100))
    told = drawn(f'<g data-learner="PA" data-points="{points}"><path d="M 0 0"/></g>')
    assert told is not None
    (kept,) = re.findall('data-points="([^"]*)"', told)
    assert kept.startswith("0|0|0|0;")
    assert kept.endswith(";99|0|99|0")
    assert 8 < len(kept.split(";")) <= 17


def test_paint_is_said_once_where_all_children_agree() -> None:
    group = ElementTree.fromstring('<g><path fill="red" d="1"/><g fill="red"><path stroke="blue"/></g></g>')
    hoist_paint(group)
    assert ElementTree.tostring(group, encoding="unicode") == (
        '<g fill="red"><path d="1" /><g stroke="blue"><path /></g></g>'
    )
