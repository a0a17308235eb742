"""The report: one HTML page, complete in itself, of all results below a folder."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from onlinelearn.base.errors import OlrunError

if TYPE_CHECKING:
    from onlinelearn.render.report.page import Page

Images = Literal["svg", "png"]
"""What figures are embedded as: drawings, or small pictures for a page that is kept in a repository."""


def read_page(results: Path, images: Images = "svg") -> "Page":
    """What there is to tell of every result below `results`."""
    from onlinelearn.render.report.page import page
    from onlinelearn.render.report.result_folders import read_all

    folders = read_all(results, images)
    if not folders:
        raise OlrunError(f"{results} has no results to report; make some first: olrun configs/*.yaml")
    return page(folders)


def write_page(page: "Page", out: Path) -> None:
    """The page as one file; the same results give the same bytes."""
    from onlinelearn.base import files
    from onlinelearn.render.report.html import html

    files.write(out, html(page))


def write_report(results: Path, out: Path, images: Images = "svg") -> Path:
    """Write the page on every result below `results` to `out`, and return `out`."""
    write_page(read_page(results, images), out)
    return out
