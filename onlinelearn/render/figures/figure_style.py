"""The style of a figure for a paper: its size, its files, its title and the size of its letters."""

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from onlinelearn.base.parameters import Parameters

Format = Literal["svg", "png", "pdf"]
StyleName = Literal["default", "one_column", "two_column"]

ALWAYS: tuple[Format, ...] = ("svg", "png")
"""The report page and notebooks show these."""

INCHES = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72.27}
"""The units of a length; a point is TeX's."""

FONT_SIZE = 8.0
"""The usual size of letters, in points."""

UNITS = "|".join(INCHES)
LENGTH = re.compile(rf"(\d+(?:\.\d*)?|\.\d+) ?({UNITS})")


def _inches(value: object) -> object:
    """A length as a number of inches; what is no length is left to be refused."""
    found = LENGTH.fullmatch(value) if isinstance(value, str) else None
    return round(float(found[1]) * INCHES[found[2]], 6) if found else value


def _several(value: object) -> object:
    return [value] if isinstance(value, str) else value


Length = Annotated[
    float,
    Field(ge=0.5, le=50, allow_inf_nan=False),
    BeforeValidator(_inches),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number", "minimum": 0.5, "maximum": 50},
                {
                    "type": "string",
                    "pattern": f"^[0-9.]+ ?({UNITS})$",
                    "title": "a length",
                    "examples": ["8cm"],
                },
            ]
        }
    ),
]

Formats = Annotated[
    tuple[Format, ...],
    Field(min_length=1, strict=False),
    BeforeValidator(_several),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": ["svg", "png", "pdf"]},
                {"type": "array", "items": {"enum": ["svg", "png", "pdf"]}, "minItems": 1},
            ]
        }
    ),
]


@dataclass(frozen=True, slots=True)
class FigureStyle:
    """A style with everything decided; a size of None is the figure's own."""

    width: float | None = None
    """In inches."""
    height: float | None = None
    format: tuple[Format, ...] = ()
    """The files beside those that there always are."""
    title: bool = True
    fontsize: float = FONT_SIZE

    @property
    def endings(self) -> tuple[Format, ...]:
        """The endings of the files."""
        return tuple(dict.fromkeys((*ALWAYS, *self.format)))


DEFAULT = FigureStyle()

NAMED: dict[StyleName, FigureStyle] = {
    "default": DEFAULT,
    "one_column": FigureStyle(width=3.3, format=("pdf",), title=False, fontsize=7.0),
    "two_column": FigureStyle(width=6.9, format=("pdf",), title=False, fontsize=7.0),
}


class StyleOptions(Parameters):
    """The options of a style, for one figure or for all figures of a run."""

    style: StyleName | None = Field(
        None,
        description="one_column and two_column are for papers: their width, small letters, a pdf, no title",
    )
    width: Length | None = Field(None, description="in inches, or with a unit: 8cm, 240pt")
    height: Length | None = Field(None, description="in inches, or with a unit")
    format: Formats | None = Field(None, description="files beside svg and png: pdf")
    title: bool | None = Field(
        None,
        description="whether title and note stand above the panels; the file .txt has them as a caption",
    )
    fontsize: Annotated[float, Field(ge=4, le=24, allow_inf_nan=False)] | None = Field(
        None, description="the size of letters in points"
    )

    def applied_to(self, run: FigureStyle) -> FigureStyle:
        """The style that these options make of that of the run: a named style replaces all of it."""
        base = run if self.style is None else NAMED[self.style]
        return FigureStyle(
            width=base.width if self.width is None else self.width,
            height=base.height if self.height is None else self.height,
            format=base.format if self.format is None else self.format,
            title=base.title if self.title is None else self.title,
            fontsize=base.fontsize if self.fontsize is None else self.fontsize,
        )
