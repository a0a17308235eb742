"""The manifest's format: every key is documented, and what it says of the environment is true."""

import hashlib
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import onlinelearn
from onlinelearn.experiment import environment, run_costs
from tests.replication.made import make_run, read

PAGE = Path(__file__).parents[2] / "docs/reference/manifest.md"

OPEN = {"config", "learners", "plugins", "data_digests", "published_digests", "code_digests", "verdicts",
        "failures", "repetitions", "roles", "files", "versions"}  # fmt: skip
"""The keys whose own keys are names: of learners, data sets, files."""

SOMETIMES = {"chosen_digest", "untracked", "diff", "diff_digest", "origin", "identity", "unseeded",
             "learners", "digest"}  # fmt: skip
"""What the manifest of the tiny run may lack."""


def keys(manifest: dict[str, Any]) -> set[str]:
    inner = [value for key, value in manifest.items() if isinstance(value, dict) and key not in OPEN]
    return {*manifest, *manifest["cells"][0], *(key for each in inner for key in each)}


def documented() -> set[str]:
    tables = "\n".join(line for line in PAGE.read_text().splitlines() if line.startswith("|"))
    return set(re.findall(r"`([a-z_]+)`", tables))


def test_every_key_is_documented_and_every_documented_key_is_there(tmp_path: Path) -> None:
    found = keys(read(make_run(tmp_path)))
    assert found - documented() == set()
    assert documented() - found - SOMETIMES == set()
    assert str(read(tmp_path / "results/tiny")["format"]) in PAGE.read_text()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one file of code, which the run is told to come from."""
    package = tmp_path / "onlinelearn"
    package.mkdir()
    (package / "__init__.py").write_text("x = 1\n")
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"],
    ):
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True)
    monkeypatch.setattr(onlinelearn, "__file__", str(package / "__init__.py"))
    return package


def test_a_clean_checkout_has_no_diff(checkout: Path) -> None:
    state = environment.git_state()
    assert state is not None
    assert state.keys() == {"commit", "changed"}
    assert state["changed"] is False


def test_the_changes_of_a_checkout_are_recorded_up_to_a_size(checkout: Path) -> None:
    (checkout / "__init__.py").write_text("x = 2\n")
    (checkout / "new.py").write_text("y = 1\n")
    state = environment.git_state()
    assert state is not None
    assert {"-x = 1", "+x = 2"} <= set(state["diff"].splitlines())
    assert state["untracked"] == ["onlinelearn/new.py"]
    assert hashlib.sha256(state["diff"].encode()).hexdigest() == state["diff_digest"]
    (checkout / "__init__.py").write_text("x = 2\n" * environment.LONGEST_DIFF)
    long = environment.git_state()
    assert long is not None
    assert (long["diff"], long["diff_digest"] != state["diff_digest"]) == (None, True)


def test_the_lock_is_that_of_the_project_around_the_config(tmp_path: Path) -> None:
    configs = tmp_path / "project/configs"
    configs.mkdir(parents=True)
    assert environment.lock_file(configs) == Path(onlinelearn.__file__).parents[1] / "requirements.lock"
    (tmp_path / "requirements.txt").write_text("of another project")
    (tmp_path / "project/pyproject.toml").touch()
    (tmp_path / "project/uv.lock").write_text("locked")
    (tmp_path / "project/requirements.txt").write_text("less exact")
    digest = hashlib.sha256(b"locked").hexdigest()
    assert environment.lock_record(configs) == {"file": "uv.lock", "digest": digest}


def test_costs_grow_with_the_work() -> None:
    since = run_costs.start()
    wanted = since.cpu + 0.05
    while run_costs.start().cpu < wanted:
        pass
    found = run_costs.costs(since)
    assert found["wall_seconds"] >= found["cpu_seconds"] / 2 >= 0.02
    assert 10**7 < found["peak_memory_bytes"] < 10**11
