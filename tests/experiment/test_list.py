"""`olrun list`, `olrun` alone, shell completion, and JSON in the place of tables."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from click.shell_completion import BashComplete

from onlinelearn.base import parameters
from onlinelearn.cli import olrun as commands
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.learners import registry
from onlinelearn.render.figures.figure_options import OPTIONS
from tests.in_process import olrun


def listed(*arguments: str) -> list[dict[str, Any]]:
    done = olrun("list", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_the_command_alone_prints_its_help_and_is_no_error() -> None:
    done = olrun()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == olrun("--help").stdout
    assert "Usage: " in done.stdout


def test_every_learner_has_a_line_that_says_what_it_is() -> None:
    lines = {line.split()[0]: line for line in olrun("list", "learners").stdout.splitlines()}
    assert set(lines) == set(registry())
    assert "Passive-Aggressive: stay where you are, unless the margin is missed; then" in lines["pa"]
    for entry in listed("learners"):
        assert entry["summary"].endswith("."), entry["name"]


def test_a_learner_is_shown_whole_by_its_name_or_its_class() -> None:
    shown = olrun("list", "pa").stdout
    assert olrun("list", "PassiveAggressive").stdout == shown
    assert "variant: one of 'PA', 'PA-I', 'PA-II'; default PA-I" in shown
    assert "C: a number > 0; default 1" in shown
    assert "margin: a number >= 0; default 1" in shown
    assert "average: true or false; default false" in shown
    flat = " ".join(shown.split())
    assert "aggressiveness: the larger, the closer to plain PA" in flat
    assert "Online Passive-Aggressive Algorithms. JMLR 7 (2006) 551-585." in flat
    assert ">>>" not in shown


@pytest.mark.parametrize("name", sorted(registry()))
def test_every_learner_has_its_paper_and_the_meaning_of_each_parameter(name: str) -> None:
    (entry,) = listed(name)
    assert entry["references"]
    assert [option["name"] for option in entry["options"]] == list(parameters.names(registry()[name]))
    assert all(option["meaning"] and option["expected"] for option in entry["options"])


def test_a_data_set_is_shown_with_its_licence_and_digest() -> None:
    shown = olrun("list", "usps").stdout
    assert ENTRIES["usps"].licence in shown
    assert ENTRIES["usps"].digest in shown
    assert "train: a number > 0 and < 1; default null" in shown


def test_figures_are_listed_with_their_options() -> None:
    lines = {line.split()[0]: line for line in olrun("list", "figures").stdout.splitlines()}
    assert set(lines) == set(OPTIONS)
    for name, options in OPTIONS.items():
        assert all(option in lines[name] for option in options.model_fields)
    assert "over: text; required" in olrun("list", "growth").stdout


def test_a_name_of_two_things_shows_both() -> None:
    assert [entry["kind"] for entry in listed("curves")] == ["metrics", "figures"]


@pytest.mark.parametrize(
    ("name", "near"), [("perceptorn", "perceptron"), ("PassiveAgressive", "PassiveAggressive")]
)
def test_an_unknown_name_is_exit_2_with_the_nearest(name: str, near: str) -> None:
    done = olrun("list", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"olrun: unknown name '{name}'; did you mean '{near}'?\n"


def test_data_as_json_has_what_the_table_has_and_the_licence() -> None:
    done = olrun("data", "usps", "spirals", "--json")
    assert done.returncode == 0
    usps, spirals = json.loads(done.stdout)
    assert (usps["examples"], usps["attributes"], usps["classes"], usps["state"]) == (9298, 256, 10, "ok")
    assert usps["licence"] == ENTRIES["usps"].licence
    assert (spirals["name"], spirals["state"]) == ("spirals", "drawn")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("olrun ver", {"verify"}),
        ("olrun list passive", set()),
        ("olrun list Passive", {"PassiveAggressive", "PassiveAggressiveRegressor"}),
        ("olrun list lea", {"learners", "least_squares_distance"}),
        ("olrun data mnist", {"mnist", "mnist5k"}),
        ("olrun example usps", {"usps_iellip"}),
    ],
)
def test_the_shell_completes_commands_and_names(typed: str, offered: set[str]) -> None:
    *before, begun = typed.split()
    found = BashComplete(commands, {}, "olrun", "_OLRUN_COMPLETE").get_completions(before[1:], begun)
    assert {each.value for each in found} == offered


def test_a_shell_is_answered() -> None:
    typed = {"_OLRUN_COMPLETE": "bash_complete", "COMP_WORDS": "olrun ver", "COMP_CWORD": "1"}
    start = "import sys; sys.argv = ['olrun']; from onlinelearn.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", start],
        capture_output=True,
        text=True,
        env={**os.environ, **typed},
        check=False,
    )
    assert (done.stdout.split(), done.stderr) == (["plain,verify"], "")
