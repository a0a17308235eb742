"""The report: one self-contained HTML page on all results below a folder."""

from pathlib import Path
from typing import TYPE_CHECKING

from onlinelearn.base.errors import OlrunError
from onlinelearn.render.report.embedded_images import ImageKind
from onlinelearn.render.tables.display import shown

if TYPE_CHECKING:
    from onlinelearn.render.report.page import Page
    from onlinelearn.render.report.side_by_side import SideBySide


def read_page(results: Path, images: ImageKind = "svg", ids: str = "d") -> "Page":
    """The contents of the page on every result below `results`; the ids of its drawings begin with `ids`."""
    from onlinelearn.render.report.page import build_page
    from onlinelearn.render.report.result_folders import read_result_folders

    folders = read_result_folders(results, images, ids)
    if not folders:
        raise OlrunError(f"{results} has no results to report; make some first: olrun configs/*.yaml")
    return build_page(folders)


def write_page(page: "Page", out: Path) -> None:
    """Write the page as one file; the same results give the same bytes."""
    from onlinelearn.base import files
    from onlinelearn.render.report.html import page_html

    files.write(out, page_html(page))


def read_side_by_side(first: Path, second: Path, images: ImageKind = "svg") -> "SideBySide":
    """Two folders of results, held against each other."""
    from onlinelearn.render.report.side_by_side import side_by_side

    pages = read_page(first, images, "a"), read_page(second, images, "b")
    return side_by_side((shown(str(first)), shown(str(second))), *pages)


def write_side_by_side(sides: "SideBySide", out: Path) -> None:
    """Write the page on two runs as one file."""
    from onlinelearn.base import files
    from onlinelearn.render.report.html import side_by_side_html

    files.write(out, side_by_side_html(sides))


def write_report(results: Path, out: Path, images: ImageKind = "svg") -> Path:
    """Write the page on every result below `results` to `out`, and return `out`."""
    write_page(read_page(results, images), out)
    return out
