"""What a config, a file of values or a name can't do: leave the folder, run code, or mean something else."""

import json
import os
from pathlib import Path

import pytest

from onlinelearn import run
from onlinelearn.base.errors import ConfigError
from onlinelearn.claims.published import finite_number, is_inside, published_lines
from onlinelearn.compare.diff import resolve
from onlinelearn.config import load_config
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.experiment import environment
from tests.conftest import TINY, write_blobs
from tests.interpreted import interpreted

CLAIM = """\
claims:
  c1:
    says: "PA <script>alert(1)</script> [here](http://x) `is` *better*"
    holds: "test_error matches '{file}' within 0.1"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    here = tmp_path / "here"
    here.mkdir()
    write_blobs(here / "tiny.csv", 12)
    (tmp_path / "secret.csv").write_text("dataset,learner,test_error\ntiny,PA,topsecret\n")
    return here


def config(folder: Path, file: str) -> Path:
    path = folder / "tiny.yaml"
    path.write_text(TINY.replace("figures: [epochs, curves]\n", "") + CLAIM.format(file=file))
    return path


@pytest.mark.parametrize(
    "file", ["../secret.csv", "/etc/passwd", "link.csv", "pipe.csv", ".", "folder", "a\0b"]
)
def test_published_values_are_read_beside_the_config_alone(folder: Path, file: str) -> None:
    (folder / "link.csv").symlink_to(folder.parent / "secret.csv")
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe.csv")
    assert not is_inside(folder, file)
    with pytest.raises(ValueError, match="it is no file beside the config"):
        next(published_lines(folder, file, "test_error"))
    if "\0" not in file:
        with pytest.raises(ConfigError, match=r"there is no file .* beside the config"):
            load_config(config(folder, file))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dataset,learner,test_error\ntiny,PA,topsecret\n", "a value of test_error is no finite number"),
        ("dataset,learner,test_error\ntiny,PA,nan\n", "a value of test_error is no finite number"),
        ("dataset,learner,test_error\ntiny,PA,1e999\n", "a value of test_error is no finite number"),
        ("dataset,learner,test_error\ntiny\n", "row 1 lacks one of the columns"),
        ("topsecret\n1\n", "row 1 lacks one of the columns"),
        (f"dataset,learner,test_error\ntiny,PA,{'1' * 200_000}\n", "it is no csv file in UTF-8"),
        ('dataset,learner,test_error\ntiny,PA,"1\n', "it is no csv file in UTF-8"),
        ("dataset,learner,test_error\ntiny,PA,\udcff\n", "it is no csv file in UTF-8"),
    ],
)
def test_no_message_quotes_a_file_of_values(folder: Path, text: str, said: str) -> None:
    (folder / "values.csv").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(ValueError, match=said) as failed:
        [finite_number(line, "test_error") for line in published_lines(folder, "values.csv", "test_error")]
    assert "topsecret" not in str(failed.value)


def test_claims_and_notes_are_text_in_the_summary(folder: Path) -> None:
    (folder / "values.csv").write_text("dataset,learner,test_error\ntiny,PA,topsecret\n")
    with interpreted():
        made = run(config(folder, "values.csv"), out=folder / "out", jobs=1).folder
    text = (made / "summary.md").read_text()
    assert r"\<script\>alert(1)\</script\> \[here\](http\://x) \`is\` \*better\*" in text
    assert "topsecret" not in (made / "claims.json").read_text()
    (cell,) = json.loads((made / "claims.json").read_text())["claims"][0]["cells"]
    assert cell["test"] == "no published values: a value of test_error is no finite number"


@pytest.mark.parametrize("name", ["os.abort", "os.getcwd", "sys.exit", "onlinelearn.run", "json.decoder"])
def test_only_a_class_is_called(name: str) -> None:
    with pytest.raises(ConfigError, match=f"{name} is no class; name a class that learns online"):
        resolve(name)


def test_a_class_that_fails_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted_fault.py").write_text("class Fails:\n    def __init__(self):\n        1 / 0\n")
    (tmp_path / "planted_error.py").write_text("raise ZeroDivisionError('a\\nb')\n")
    (tmp_path / "missing_config.py").write_text("print('planted')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ConfigError, match=r"planted_fault\.Fails: ZeroDivisionError: division by zero; comp"):
        resolve("planted_fault.Fails")
    with pytest.raises(ConfigError, match=r"planted_error\.X: ZeroDivisionError: a\\nb"):
        resolve("planted_error.X")
    with pytest.raises(ConfigError, match="no such file"):
        resolve("missing_config.yaml")


def test_downloads_are_over_https_and_have_a_digest() -> None:
    downloads = {name: entry for name, entry in ENTRIES.items() if entry.download is not None}
    assert downloads
    for name, entry in downloads.items():
        assert entry.download is not None
        assert entry.download.url.startswith("https://"), name
        assert len(entry.digest) == 64, name


def test_git_is_asked_without_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def noted(*_: object, env: dict[str, str], **__: object) -> None:
        seen.append(env["GIT_OPTIONAL_LOCKS"])
        raise OSError

    monkeypatch.setattr("subprocess.run", noted)
    assert environment.git_state() is None
    assert seen == ["0"]
