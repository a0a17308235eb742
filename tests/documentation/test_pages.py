"""The generated pages are whole: every learner, key, command and name of Python is there."""

import click
import pytest

from onlinelearn.base.public_names import PUBLIC_NAMES
from onlinelearn.claims.papers import PAPERS
from onlinelearn.cli import olrun
from onlinelearn.config.parse import KEYS
from onlinelearn.learners import registry
from tests.documentation.learner_pages import learner_pages, notes
from tests.documentation.navigation import navigation
from tests.documentation.pages import generated_ends, generated_pages
from tests.verdict_table import judged_claims


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return dict(generated_pages())


def test_every_learner_has_notes_with_its_update_and_its_use() -> None:
    known = notes()
    assert set(known) == set(registry()), "docs/learners/notes.yaml lacks some, or has others"
    for name, noted in known.items():
        assert {"update", "use"} <= set(noted) <= {"update", "use", "bound"}, name


def test_the_page_of_a_learner_has_all_its_parameters_and_the_source_of_its_step() -> None:
    pages = dict(learner_pages())
    page = pages["learners/pa.md"]
    assert "| `C` | a number > 0 | `1` |" in page
    assert "τ = min(C, ℓ/‖z‖²)" in page
    assert "def step(state: Linear, constants: Constants, x: Floats, y: int)" in page
    assert set(pages) == {"learners/index.md", *(f"learners/{name}.md" for name in registry())}


def test_the_reference_has_every_key_command_and_name(pages: dict[str, str]) -> None:
    assert [key for key in KEYS if f"\n## {key} " not in pages["reference/config.md"]] == []
    assert [name for name in PUBLIC_NAMES if f"\n## {name}\n" not in pages["reference/python.md"]] == []
    commands = pages["reference/commands.md"]
    for name, command in olrun.commands.items():
        assert f"\n## olrun {name}\n" in commands
        options = [each for each in command.params if isinstance(each, click.Option)]
        assert [each.opts[-1] for each in options if f"`{each.opts[-1]}" not in commands] == []


def test_every_claim_of_a_paper_is_on_its_page() -> None:
    ends = generated_ends()
    for each in judged_claims():
        if each.paper is not None:
            assert f"| {each.claim.id} |" in ends[f"papers/{each.paper}.md"]
    assert set(ends) == {f"papers/{name}.md" for name in PAPERS}


def test_a_page_that_is_new_gets_a_place_and_one_without_a_folder_is_refused() -> None:
    known = ["index.md", "howto/ci.md", "howto/new.md"]
    tabs = navigation(known)
    assert {"How to": ["howto/ci.md", "howto/new.md"]} in tabs
    with pytest.raises(ValueError, match=r"lost\.md"):
        navigation([*known, "lost.md"])
