"""All that is generated of the site: pages, and the ends of pages that are written by hand."""

from collections.abc import Mapping

from tests.documentation.catalogue_pages import catalogue_pages
from tests.documentation.command_page import command_page
from tests.documentation.config_page import config_page
from tests.documentation.front_pages import front_pages
from tests.documentation.learner_pages import learner_pages
from tests.documentation.paper_pages import paper_ends, paper_pages
from tests.documentation.python_page import python_page


def generated_pages() -> Mapping[str, str]:
    """The pages that no file has, by their paths in the site."""
    return {
        **front_pages(),
        **dict(learner_pages()),
        **dict(catalogue_pages()),
        **dict(paper_pages()),
        "reference/config.md": config_page(),
        "reference/commands.md": command_page(),
        "reference/python.md": python_page(),
    }


def generated_ends() -> Mapping[str, str]:
    """What comes after the text of a page: the claims, verdicts and errata of a paper."""
    return dict(paper_ends())
