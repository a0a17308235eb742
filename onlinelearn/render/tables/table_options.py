"""The options of LaTeX tables: their label, their width, and whether siunitx sets their numbers."""

import re
from typing import Annotated, Literal

from pydantic import Field

from onlinelearn.base.parameters import Parameters

Width = Literal["natural", "column", "text"]


Label = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9:._-]{0,63}$",
        title="letters, digits and the signs : . _ -",
        examples=["tab:main"],
    ),
]


class TableOptions(Parameters):
    """How the tables of a run are set in LaTeX."""

    label: Label | None = Field(
        None, description=r"the name for \ref; if left out, tab: and the config's name"
    )
    width: Width = Field(
        "natural", description="the table's width: its own, that of a column, or that of the text (table*)"
    )
    siunitx: bool = Field(False, description="whether the package siunitx sets the numbers")

    def label_for(self, name: str) -> str:
        """The label, or the one that the name of a config makes."""
        return self.label or "tab:" + re.sub(r"[^A-Za-z0-9:._-]+", "-", name)


PLAIN = TableOptions()
