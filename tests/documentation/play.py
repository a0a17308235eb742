"""A page played from top to bottom in an empty folder: files are written, commands and Python are run."""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import click
import yaml

from onlinelearn.cli import olrun as command
from onlinelearn.config.parse import KEYS, parse_config
from tests import latex
from tests.documentation.blocks import Block

Olrun = Callable[..., CompletedProcess[str]]

WHOLE = {
    "dataset": "sklearn:iris",
    "preprocess": ["standardize"],
    "learners": {
        "PA": {"learner": "pa"},
        "Perceptron": {"learner": "perceptron"},
        "tuned": {"learner": "pa", "C": {"tune": [0.1, 1]}},
    },
}
"""What a piece of a config that is shown is a part of."""

NOT_RUN = {"", "text"}
"""The languages of blocks that are no code of ours."""

FILES = {"yaml", "python", "csv", "text"}
"""The languages of blocks that may be files."""


def play(blocks: Iterator[Block], folder: Path, olrun: Olrun, shorter: Mapping[str, list[str]]) -> None:
    """Play the blocks. `shorter` has further arguments for commands that would take long."""
    names: dict[str, Any] = {"__name__": "__page__"}
    for block in blocks:
        if block.title is not None:
            assert block.language in FILES, f"a file of {block.language!r}?"
            _write(folder / block.title, block)
        elif block.language == "console":
            for words, shown in _commands(block.text):
                _run(words, shown, folder, olrun, shorter)
        elif block.language == "python":
            with chdir(folder), redirect_stdout(StringIO()):
                exec(compile(block.text, "<page>", "exec"), names)
        elif block.language == "yaml":
            read_piece(block.text, folder)
        elif block.language == "sh":
            for line in block.text.splitlines():
                if line.startswith("olrun "):
                    parse(shlex.split(line, comments=True)[1:])
        elif block.language == "latex":
            _set(block.text, folder)
        else:
            assert block.language in NOT_RUN, f"who runs {block.language!r}?"


def _write(path: Path, block: Block) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, encoding="utf-8")
    if block.language == "yaml":
        content = yaml.safe_load(block.text)
        for step in _steps(content):
            if step.startswith("olrun "):
                parse(shlex.split(step)[1:])


def _steps(content: Mapping[str, Any]) -> Iterator[str]:
    """The commands of a workflow; none, if it is something else."""
    for job in content.get("jobs", {}).values():
        yield from (step["run"] for step in job["steps"] if "run" in step)


def _commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The lines after `$ `, each with the output that is shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        line, *shown = part.splitlines()
        yield line.partition(" #")[0].strip(), shown


def _run(words: str, shown: list[str], folder: Path, olrun: Olrun, shorter: Mapping[str, list[str]]) -> None:
    program, *arguments = shlex.split(words)
    assert program == "olrun", f"who runs {program}?"
    done = olrun(*arguments, *shorter.get(words, []), cwd=folder)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    printed = done.stdout.splitlines()
    assert [line for line in shown if line not in printed] == [], f"{words} prints {done.stdout}"


def _set(text: str, folder: Path) -> None:
    """Set a piece of a paper, if there is pdflatex. What it includes must be there in any case."""
    included = [folder / name for name in re.findall(r"\\(?:includegraphics|input)\{(.+?)\}", text)]
    assert included, "a piece of a paper that includes nothing"
    assert [path.name for path in included if not path.exists()] == []
    if latex.PROGRAM is not None:
        tables = [path.read_text(encoding="utf-8") for path in included if path.suffix == ".tex"]
        latex.typeset(text, folder, [*latex.preamble("\n".join(tables)), r"\usepackage{graphicx}"])


def read_piece(text: str, folder: Path) -> None:
    """Read a piece of a config as a part of a whole one; ConfigError if it can't be."""
    piece = yaml.safe_load(text)
    assert set(piece) <= set(KEYS), f"no keys of a config: {set(piece) - set(KEYS)}"
    if "learners" in piece and "claims" not in piece and "readings" not in piece:
        whole = {key: WHOLE[key] for key in WHOLE if key != "learners"}
    else:
        whole = dict(WHOLE)
    if "datasets" in piece:
        del whole["dataset"]
    parse_config({**whole, **piece}, name="piece", where="piece", folder=folder)


def parse(arguments: list[str]) -> None:
    """Read the arguments of a command as click does, without running it; ClickException if they are wrong."""
    name, *rest = arguments if arguments[0] in command.commands else ["run", *arguments]
    try:
        command.commands[name].make_context(name, rest)
    except click.BadParameter as error:
        # A file that the reader has, and we have not.
        if not isinstance(error.param and error.param.type, click.Path):
            raise
