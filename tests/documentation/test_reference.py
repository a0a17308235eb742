"""The pages of the reference that are written by hand say what the code does."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click
import yaml

from onlinelearn import run
from onlinelearn.base.errors import OlrunError
from onlinelearn.base.metrics import STANDARD
from onlinelearn.cli import olrun
from onlinelearn.cli.shared_options import VERIFICATION_FAILED
from onlinelearn.cli.signals import SIGNALLED
from onlinelearn.experiment.manifest import MANIFEST
from onlinelearn.experiment.output import OPTIONAL
from onlinelearn.render.tables.canonical import RUN_KEYS
from onlinelearn.replication.audit import AuditError
from tests.documentation.blocks import ROOT, blocks
from tests.interpreted import interpreted


def rows(page: str) -> list[tuple[str, str]]:
    """The rows of all tables of a page, without their heads."""
    text = (ROOT / "docs/reference" / page).read_text(encoding="utf-8")
    tables = "".join(re.findall(r"^\|---\|---\|\n((?:\|.*\n)+)", text, re.M))
    return re.findall(r"^\| ([^|]+) \| (.+) \|$", tables, re.M)


def names(cell: str) -> Iterator[str]:
    """The names of a cell: `a.csv`, `.md` are a.csv and a.md."""
    stem = ""
    for name in re.findall(r"`([^`]+)`", cell):
        stem = stem if name.startswith(".") else name.partition(".")[0]
        yield stem + name if name.startswith(".") else name


def test_files_are_those_that_runs_leave(tmp_path: Path) -> None:
    small = {
        "dataset": {"name": "separable", "n_train": 20, "n_test": 10},
        "learners": {"PA": {"learner": "pa"}},
        "figures": ["epochs"],
    }
    with interpreted():
        result = run(small, out=tmp_path)
    always = {file.partition("/")[0] for file in result.files} - OPTIONAL
    told = [name.rstrip("/") for cell, _ in rows("files.md") for name in names(cell)]
    columns = {*RUN_KEYS, *STANDARD}
    assert {*told} - columns == always | OPTIONAL | {MANIFEST}
    assert [name for name in told if name in columns] == [*RUN_KEYS, *STANDARD]


def test_exit_codes_are_those_of_the_code() -> None:
    codes = dict(rows("exit-codes.md"))
    errors = {OlrunError.exit_code, *(error.exit_code for error in OlrunError.__subclasses__())}
    assert {int(code) for code in codes} == errors | {0, VERIFICATION_FAILED, SIGNALLED + 2}
    assert AuditError.exit_code == VERIFICATION_FAILED


def test_the_reference_names_every_command_that_verifies() -> None:
    told = dict(rows("exit-codes.md"))[str(VERIFICATION_FAILED)]
    for path, command in commands(olrun, "olrun"):
        verifies = "VERIFICATION_FAILED" in inspect.getsource(inspect.unwrap(command.callback or rows))
        assert (f"`{path}`" in told) == (verifies or path == "olrun cache import"), path


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    """All commands below a group, by what one types."""
    for name, command in group.commands.items():
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


def test_the_cache_of_the_workflow_is_saved_for_every_commit() -> None:
    """What is saved under a key stays as it is: one key for all would keep the first cells for ever."""
    text = (ROOT / "docs/howto/ci.md").read_text(encoding="utf-8")
    workflow = next(
        yaml.safe_load(block.text) for block in blocks(text) if (block.title or "").endswith(".yml")
    )
    (cache,) = [
        step["with"] for step in workflow["jobs"]["verify"]["steps"] if "cache" in step.get("uses", "")
    ]
    assert "github.sha" in cache["key"]
    assert cache["key"].startswith(cache["restore-keys"])
