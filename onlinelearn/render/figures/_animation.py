"""Animated GIFs of figures that move; the same frames give the same bytes."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from onlinelearn.render.figures._style import figure_settings

DPI = 96
"""So a page shows it at the size of the other figures."""
MOST_COLOURS, LEAST_DIFFERENCE = 96, 12
"""Of the palette: how many colours, and by how much two must differ in red, green or blue."""
LAST_FRAME_TIME = 3000
"""How long the last frame is shown, in milliseconds."""

Colour = tuple[int, int, int]


def animation(name: str, draw: Callable[[], Iterator[Figure]], frame_time: int) -> dict[str, bytes]:
    """The frames as an endless GIF with one palette, each shown for so many milliseconds."""
    with figure_settings():
        pictures = [_picture(figure) for figure in draw()]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in _palette(pictures) for part in colour])
    first, *rest = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    gif = BytesIO()
    times = [*[frame_time] * len(rest), LAST_FRAME_TIME]
    first.save(gif, "GIF", save_all=True, append_images=rest, duration=times, loop=0)
    return {f"{name}.gif": gif.getvalue()}


def _picture(figure: Figure) -> Image.Image:
    figure.set_dpi(DPI)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call]
    pixels = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
    return Image.fromarray(pixels).convert("RGB")


def _palette(pictures: Sequence[Image.Image]) -> list[Colour]:
    """The commonest colours of all frames, without those that are nearly the same.

    So areas keep their colours exactly, and none flickers; the colours of Pillow's own palettes are means.
    """
    counts: Counter[Colour] = Counter()
    for picture in pictures:
        packed = np.asarray(picture).astype(np.int64) @ [1 << 16, 1 << 8, 1]
        for value, n in zip(*np.unique(packed, return_counts=True), strict=True):
            counts[int(value) >> 16, int(value) >> 8 & 255, int(value) & 255] += int(n)
    chosen: list[Colour] = []
    for colour in sorted(counts, key=lambda each: (-counts[each], each)):
        if all(_differ(colour, other) for other in chosen):
            chosen.append(colour)
        if len(chosen) == MOST_COLOURS:
            break
    return chosen


def _differ(a: Colour, b: Colour) -> bool:
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) >= LEAST_DIFFERENCE
