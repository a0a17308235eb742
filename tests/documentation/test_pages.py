"""The generated pages are whole: every learner, key, command and name of Python is there."""

import re
from itertools import chain

import click
import pytest

from onlinelearn.base.public_names import PUBLIC_NAMES
from onlinelearn.claims.papers import PAPERS
from onlinelearn.cli import olrun
from onlinelearn.config.parse import KEYS
from onlinelearn.learners import registry
from tests.documentation.blocks import ROOT
from tests.documentation.learner_pages import learner_pages, notes
from tests.documentation.markdown import prose
from tests.documentation.navigation import MORE, SECTIONS, navigation
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


def test_the_page_of_a_learner_has_the_functions_that_its_step_calls() -> None:
    pages = dict(learner_pages())
    for name, functions in {
        "iellip": ("follow", "shrink"),
        "online_mr": ("weigh_rbf", "differentiate", "descend", "settle"),
        "forgetron": ("shrinking", "largest_root_below_one"),  # one called by the other, in the same file
    }.items():
        missing = [each for each in functions if f"\ndef {each}(" not in pages[f"learners/{name}.md"]]
        assert missing == [], name
    assert [path for path, page in pages.items() if "NotImplementedError" in page] == []


def test_every_page_of_a_learner_says_its_bound_or_that_none_is_stated() -> None:
    known, pages = notes(), dict(learner_pages())
    for name in registry():
        bound = known[name].get("bound", "No bound is stated here.").strip()
        assert f"\n## Bound\n\n{bound}\n" in pages[f"learners/{name}.md"], name


def test_the_reference_has_every_key_command_and_name(pages: dict[str, str]) -> None:
    assert [key for key in KEYS if f"\n## {key} " not in pages["reference/config.md"]] == []
    assert [name for name in PUBLIC_NAMES if f"\n## {name}\n" not in pages["reference/python.md"]] == []
    commands = pages["reference/commands.md"]
    for name, command in olrun.commands.items():
        assert f"\n## olrun {name}\n" in commands
        options = [each for each in command.params if isinstance(each, click.Option)]
        assert [each.opts[-1] for each in options if f"`{each.opts[-1]}" not in commands] == []


def test_the_words_on_a_command_are_paragraphs_and_its_examples_a_block_of_code(
    pages: dict[str, str],
) -> None:
    text = pages["reference/commands.md"]
    assert "\b" not in text
    sections = dict(re.findall(r"^## olrun (.+?)\n(.*?)(?=^## |\Z)", text, re.M | re.S))
    for name, command in olrun.commands.items():
        words = re.sub(r"^```.*?^```$", "", sections[name], flags=re.M | re.S)
        assert re.findall(r"^ {4}.*", words, re.M) == [], f"Markdown takes these words on {name} for code"
        if "Examples:" in (command.help or ""):
            assert "Examples:\n\n```sh\nolrun " in sections[name]


def test_what_is_code_in_a_docstring_has_no_escapes_on_a_page(pages: dict[str, str]) -> None:
    assert prose("`a_b` * c_d <e>") == r"`a_b` \* c\_d &lt;e>"
    for path, text in pages.items():
        words = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
        spans = re.findall(r"`[^`\n]+`", words)
        escaped = [span for span in spans if re.search(r"\\[_*]|&lt;", span)]
        assert escaped == [], path


def test_signatures_have_quotes_around_values_and_none_around_types(pages: dict[str, str]) -> None:
    python = pages["reference/python.md"]
    assert "out: str | os.PathLike[str] = 'results'" in python
    assert 'on_error: Literal["raise", "keep"] = \'raise\'' in python
    assert "| `runs` | `pd.DataFrame` |" in python


def test_python_has_what_results_data_sets_runs_and_fits_have(pages: dict[str, str]) -> None:
    python = pages["reference/python.md"]
    for name in (
        "verdicts",
        "failures",
        "X_train",
        "changes",
        "scheduler",
        "timeout",
        "fresh",
        "log_volume_",
    ):
        assert f"\n| `{name}` | " in python, name
    for name in ("support_vectors_", "center_"):
        assert f"\n`{name}: Floats`\n:   " in python
    assert "jobs` |" not in python  # it is in the signature


def test_nothing_that_is_inherited_or_shared_stands_twice(pages: dict[str, str]) -> None:
    python, figures = pages["reference/python.md"], pages["reference/figures.md"]
    assert python.count("\n`decision_function(") == 2  # of classes, and of outliers
    assert figures.count("\n| `fontsize` |") == figures.count("\n| `file` |") == 1
    assert figures.count("\n| `alpha` |") == 1


def test_values_and_defaults_are_as_a_config_has_them(pages: dict[str, str]) -> None:
    reference = "".join(text for path, text in pages.items() if path.startswith(("reference/", "learners/")))
    cells = re.findall(r"^\| (.*) \|$", reference, re.M)
    assert [cell for cell in cells if re.search(r"\bnull\b.*\||text like|Part\(", cell)] == []
    assert "| `from` | text or a mapping | `{name: sea, " in pages["reference/datasets.md"]
    assert "or a length, such as 8cm" in pages["reference/config.md"]
    for key in ("rule", "scale", "b", "rate"):
        assert f"\n| `{key}` | " in pages["reference/config.md"], f"an option of `ask`: {key}"


def test_every_claim_of_a_paper_is_on_its_page() -> None:
    ends = generated_ends()
    for each in judged_claims():
        if each.paper is not None:
            assert f"| {each.claim.id} |" in ends[f"papers/{each.paper}.md"]
    assert set(ends) == {f"papers/{name}.md" for name in PAPERS}


def test_the_index_of_papers_leads_to_every_paper_and_each_page_shows_a_figure(pages: dict[str, str]) -> None:
    papers = ROOT / "docs/papers"
    index = (papers / "index.md").read_text(encoding="utf-8")
    assert [name for name in PAPERS if f"]({name}.md)" not in index] == []
    for name in PAPERS:
        page = papers / f"{name}.md"
        text = page.read_text(encoding="utf-8") if page.exists() else pages[f"papers/{name}.md"]
        shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
        assert any((papers / image).exists() for image in shown), name


def test_a_page_has_one_place() -> None:
    places = [*chain(*SECTIONS.values()), *chain(*MORE.values())]
    assert len(places) == len(set(places))


def test_a_page_that_is_new_gets_a_place_and_one_without_a_folder_is_refused() -> None:
    known = ["index.md", "howto/ci.md", "howto/new.md"]
    tabs = navigation(known)
    assert {"How to": ["howto/ci.md", "howto/new.md"]} in tabs
    with pytest.raises(ValueError, match=r"lost\.md"):
        navigation([*known, "lost.md"])
