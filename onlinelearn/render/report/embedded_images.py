"""The figures of a result as data URIs, so that the page needs no other file."""

import base64
import io
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from xml.etree import ElementTree

from onlinelearn.base import files
from onlinelearn.render.report.inline_drawing import InlineDrawing, inline_drawing
from onlinelearn.render.tables.display import shown

if TYPE_CHECKING:
    from PIL.Image import Image

ImageKind = Literal["svg", "png"]
"""How figures are embedded: as drawings, or as small pictures for a page that is kept in a repository."""

MOST_PIXELS = 1000
"""The width of a small picture: more than the column that it is shown in, less than the file has."""
MOST_COLOURS = 32
MOST_FRAMES = 8
"""An animation with more of them is shown with fewer, as long as before; its file has all."""
PIXELS_PER_INCH = 96
"""As CSS defines them; a point is 1/72 inch."""


@dataclass(frozen=True, slots=True)
class EmbeddedImage:
    """A figure: its name, its content, and the width in pixels at which it was drawn (None if unknown).

    The content is a drawing that becomes a part of the page or, if it can't, an image as a data URI.
    """

    name: str
    uri: str
    width: int | None
    moves: bool = False
    drawing: InlineDrawing | None = None


def read_images(
    folder: Path,
    named: Sequence[str],
    kind: ImageKind,
    left_out: Collection[str] = (),
    foreign: Collection[str] = (),
    ids: str = "d",
) -> tuple[tuple[EmbeddedImage, ...], list[str]]:
    """The figures, those that the config names first, and a problem for each that is missing or damaged.

    Each is taken as `kind` if there is such a file, else as the other, and followed by its animation.
    Nothing is said of the files that are to be left out; `foreign`
    ones are as if they were not there. The ids of drawings begin with `ids`.
    """
    still = _files(folder, foreign, kind, "png" if kind == "svg" else "svg")
    moving = _files(folder, foreign, "gif")
    images: list[EmbeddedImage] = []
    problems: list[str] = []
    for name in dict.fromkeys([*named, *sorted({*still, *moving})]):
        if name in named and name not in still:
            problems.append(f"figures/{name}.{kind} is missing")
        found = [kept[name] for kept in (still, moving) if name in kept]
        for file in (each for each in found if each.name not in left_out):
            try:
                images.append(_read_image(file, kind, f"{ids}-{len(images)}"))
            except (
                OSError,
                ValueError,
                SyntaxError,
            ):  # a damaged file, in the words of Pillow and the XML parser
                problems.append(f"figures/{shown(file.name)} is damaged")
    return tuple(images), problems


def foreign_images(folder: Path, recorded: Collection[str]) -> list[str]:
    """The files of the folder that its run did not draw; none where an old manifest names no files."""
    try:
        there = sorted(each.name for each in folder.iterdir() if not each.name.startswith("."))
    except OSError:
        return []
    return [name for name in there if recorded and f"{folder.name}/{name}" not in recorded]


def _files(folder: Path, foreign: Collection[str], *endings: str) -> dict[str, Path]:
    """The files by their names; of a name with several of the endings, the file with the first."""
    found: dict[str, Path] = {}
    for ending in endings:
        for file in sorted(each for each in folder.glob(f"*.{ending}") if each.name not in foreign):
            found.setdefault(file.stem, file)
    return found


def _read_image(file: Path, kind: ImageKind, ids: str) -> EmbeddedImage:
    name = shown(file.stem)
    if file.suffix == ".gif":
        return EmbeddedImage(name, *_animation(file), moves=True)
    return _drawing(file, ids) if file.suffix == ".svg" else EmbeddedImage(name, *_picture(file, kind))


def _drawing(file: Path, ids: str) -> EmbeddedImage:
    content = files.read(file)
    root = ElementTree.fromstring(content)  # expat bounds what entities grow to # nosec B314
    if root.tag.rpartition("}")[2] != "svg":
        raise ValueError(f"{file} is no drawing")
    name, drawing = shown(file.stem), inline_drawing(content, ids)
    if drawing is None:
        return EmbeddedImage(name, svg_uri(content), None)
    return EmbeddedImage(name, "", round(drawing.width * PIXELS_PER_INCH / 72), drawing=drawing)


def _picture(file: Path, kind: ImageKind) -> tuple[str, int]:
    """A picture as it is, or, where pictures are asked for, one with fewer pixels and colours."""
    from PIL import Image as Pillow

    content = files.read(file)
    with Pillow.open(io.BytesIO(content)) as image:
        width = round(image.width * PIXELS_PER_INCH / image.info.get("dpi", (PIXELS_PER_INCH,))[0])
        picture = image.convert("RGB")
    if kind == "png":
        picture.thumbnail((MOST_PIXELS, picture.height), Pillow.Resampling.LANCZOS)
        written = io.BytesIO()
        picture.quantize(MOST_COLOURS, dither=Pillow.Dither.NONE).save(written, "PNG", optimize=True)
        content = written.getvalue()
    return _uri("png", content), width


def _animation(file: Path) -> tuple[str, int]:
    """An animation with no more frames than the page has room for; a damaged one fails at its last frame."""
    from PIL import Image as Pillow

    content = files.read(file)
    with Pillow.open(io.BytesIO(content), formats=["GIF"]) as image:
        last = getattr(image, "n_frames", 1) - 1
        image.seek(last)
        image.load()
        if last < MOST_FRAMES:
            return _uri("gif", content), image.width
        frames, times = [], []
        for number in range(MOST_FRAMES):
            image.seek(last * number // (MOST_FRAMES - 1))
            frames.append(image.convert("RGB"))
            times.append(image.info["duration"] * (last + 1) // MOST_FRAMES)
        return _uri("webp", _webp(frames, times)), image.width


def _webp(frames: "Sequence[Image]", times: Sequence[int]) -> bytes:
    """The same frames, with every colour, in three quarters of the bytes of a GIF."""
    first, *others = frames
    written = io.BytesIO()
    look = {"lossless": True, "quality": 100, "method": 4, "minimize_size": True}
    first.save(written, "WEBP", save_all=True, append_images=others, duration=list(times), loop=0, **look)
    return written.getvalue()


def svg_uri(content: bytes) -> str:
    """A drawing as a data URI."""
    return _uri("svg+xml", content)


def _uri(media: str, content: bytes) -> str:
    return f"data:image/{media};base64,{base64.b64encode(content).decode()}"
