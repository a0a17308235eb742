"""The hook of mkdocs: it adds the generated pages and figures, and puts all pages in order."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.documentation.learner_figures import drawn_figures
from tests.documentation.navigation import navigation
from tests.documentation.pages import generated_ends, generated_pages
from tests.documentation.search import search_keys

if TYPE_CHECKING:
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


def on_files(files: "Files", *, config: Any) -> "Files":
    """Add the pages and figures that no file has, and say which tab each page is in."""
    from mkdocs.structure.files import File

    for path, text in generated_pages().items():
        files.append(File.generated(config, path, content=text))
    for path, drawing in drawn_figures():
        files.append(File.generated(config, path, content=drawing))
    config.nav = navigation(file.src_uri for file in files.documentation_pages())
    return files


def on_page_markdown(markdown: str, *, page: "Page", **_: object) -> str:
    """Add what is generated at the end of a page that is written by hand, and what the search reads."""
    page.meta.update(search_keys(page.file.src_uri))
    return markdown + _ends().get(page.file.src_uri, "")


@cache
def _ends() -> Mapping[str, str]:
    return generated_ends()
