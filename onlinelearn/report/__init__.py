"""The report: one HTML page, complete in itself, of all results below a folder."""

from pathlib import Path
from typing import Literal

from onlinelearn.errors import OlrunError


def write_report(results: Path, out: Path, images: Literal["svg", "png"] = "svg") -> Path:
    """Write the page on every result below `results` to `out`, and return `out`.

    `images` is what the figures are embedded as: drawings, or small pictures for a page that is kept
    in a repository. The same results give the same bytes.
    """
    from onlinelearn import files
    from onlinelearn.report.folders import read_all
    from onlinelearn.report.page import page
    from onlinelearn.report.render import html

    folders = read_all(results, images)
    if not folders:
        raise OlrunError(f"{results} has no results to report; make some first: olrun configs/*.yaml")
    files.write(out, html(page(folders)))
    return out
