"""`olrun new` and `olrun example`: what they write works as it is, here and from a wheel."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from onlinelearn.base import shipped
from onlinelearn.compare.verify import every_config
from onlinelearn.config import load_config
from tests.in_process import olrun

ROOT = Path(__file__).parents[2]


def test_a_new_learner_passes_the_checks_and_its_own_test(tmp_path: Path) -> None:
    done = olrun("new", "learner", "my_learner", cwd=tmp_path)
    assert (done.returncode, done.stdout.split()) == (0, ["my_learner.py", "test_my_learner.py"])
    checked = olrun("check", "my_learner.py", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.splitlines()[-1] == "MyLearner: 16 hold"
    tested = _pytest(tmp_path, "test_my_learner.py")
    assert (tested.returncode, "3 passed" in tested.stdout) == (0, True), tested.stdout


def test_the_oracle_of_a_new_learner_notices_another_rule(tmp_path: Path) -> None:
    olrun("new", "learner", "my_other", cwd=tmp_path)
    file = tmp_path / "my_other.py"
    file.write_text(file.read_text().replace("r, q, constants.rate, x)", "r, q, 1.01 * constants.rate, x)"))
    assert "3 failed" in _pytest(tmp_path, "test_my_other.py").stdout


def _pytest(folder: Path, file: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_new_config_runs_as_it_is(tmp_path: Path) -> None:
    assert olrun("new", "config", "mine", cwd=tmp_path).stdout.split() == ["mine.yaml"]
    done = olrun("mine.yaml", "--set", "protocol.epochs=1", "--set", "protocol.permutations=1", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "results/mine/figures/epochs.svg").is_file()


def test_the_template_of_a_config_names_data_of_ones_own_as_the_page_on_it_does(tmp_path: Path) -> None:
    olrun("new", "config", "mine", cwd=tmp_path)
    (named,) = re.findall(r"\{path: my.csv, .*\}", (tmp_path / "mine.yaml").read_text())
    assert named in (ROOT / "docs/howto/own-data.md").read_text()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["new", "learner", "My-Learner"], "small letters"),
        (["new", "learner", "pa"], "shipped learner"),
        (["new", "config", "a/b"], "no name for a config"),
        (["new", "config", "kept"], "not overwritten"),
        (["new", "learner", "kept"], "test_kept.py is here already"),
        (["example", "usps_ielip"], "usps_iellip"),
        (["example", "fig1"], "not overwritten"),
    ],
)
def test_bad_names_and_files_that_are_there_are_refused(
    tmp_path: Path, words: list[str], reason: str
) -> None:
    present = {name: tmp_path / name for name in ("kept.yaml", "test_kept.py", "fig1.yaml")}
    for file in present.values():
        file.write_text("mine")
    done = olrun(*words, cwd=tmp_path)
    assert (done.returncode, reason in done.stderr) == (2, True), done.stderr
    assert {path.name for path in tmp_path.iterdir()} == set(present)
    assert {file.read_text() for file in present.values()} == {"mine"}


def test_examples_are_listed_with_their_titles() -> None:
    lines = olrun("example").stdout.splitlines()
    assert [line.split()[0] for line in lines] == sorted(
        path.stem for path in (ROOT / "configs").glob("*.yaml")
    )
    (usps,) = [line for line in lines if line.startswith("usps_iellip ")]
    assert usps.endswith("IELLIP against PA and MIRA on USPS")


@pytest.mark.parametrize("name", shipped.configs())
def test_a_copied_example_is_the_shipped_config_and_has_the_files_it_names(name: str, tmp_path: Path) -> None:
    assert olrun("example", name, cwd=tmp_path).returncode == 0
    original = ROOT / f"configs/{name}.yaml"
    assert yaml.safe_load((tmp_path / f"{name}.yaml").read_bytes()) == yaml.safe_load(original.read_bytes())
    copied = load_config(tmp_path / f"{name}.yaml")
    for file in (ROOT / "configs/published").glob("*.csv"):
        assert (tmp_path / "published" / file.name).exists() == (file.name in original.read_text())
    assert copied.title == load_config(original).title


def test_in_an_empty_folder_the_shipped_configs_are_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    configs, references = every_config(Path("results/reference"), update=False)
    assert {path.stem for path in configs} == {path.stem for path in references.glob("*.json")}
    refused = olrun("verify", "--update")
    assert (refused.returncode, "name the configs" in refused.stderr) == (1, True)


def test_the_wheel_has_all_that_the_commands_need(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "installed")
    assert names >= {
        *(f"onlinelearn/shipped/configs/{path.name}" for path in (ROOT / "configs").glob("*.yaml")),
        *(f"onlinelearn/shipped/configs/published/{p.name}" for p in (ROOT / "configs/published").iterdir()),
        *(f"onlinelearn/shipped/reference/{p.name}" for p in (ROOT / "results/reference").glob("*.json")),
        *(f"onlinelearn/templates/{p.name}" for p in (ROOT / "onlinelearn/templates").glob("*.txt")),
        "onlinelearn/py.typed",
        "onlinelearn/__init__.pyi",
    }
    program = "from onlinelearn.cli import main; import sys; sys.argv[0] = 'olrun'; main()"
    (tmp_path / "empty").mkdir()
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, "example", "pa_noise"],
        cwd=tmp_path / "empty",
        env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split()) == (0, ["pa_noise.yaml", "published/pa2006_fig3.csv"]), done
