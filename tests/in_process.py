"""The command line inside the tests' own process: what a new one imports and loads costs seconds a call."""

import os
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

from onlinelearn.cli import main


def olrun(
    *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] = {}
) -> CompletedProcess[str]:
    """What `olrun` prints and exits with, called with these arguments."""
    words = ["olrun", *map(str, arguments)]
    code = 0
    with (
        patch.object(sys, "argv", words),
        patch.dict(os.environ, env),
        chdir(cwd or Path.cwd()),
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as err,
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return CompletedProcess(words, code, out.getvalue(), err.getvalue())
