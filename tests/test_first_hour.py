"""The first hour of a new user: a wheel, an empty folder, and an experiment of one's own."""

import csv
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.experiment import nearest_centroid

ROOT = Path(__file__).parents[1]

CONFIG = """\
title: Is it a good day to fly a kite?
dataset: {path: days.csv, target: kite, split: {train: 0.75, seed: 0}}
preprocess: [{impute: median}, one_hot, unit_norm]
learners:
  PA:           {learner: pa}
  mine, fast:   {learner: my_learner}
  mine, plain:  {learner: nearest_centroid, rate: 0.2}
  scikit-learn: {learner: "sklearn:SGDClassifier", random_state: 0}
  river:        {learner: "river:linear_model.PAClassifier"}
protocol: {epochs: 2, permutations: 2, seed: 7}
metrics: [test_error, online_error, updates]
figures: [{figure: epochs, style: one_column, format: pdf}]
"""

SKIES = ("clear", "cloudy", "rain")


def days() -> str:
    """A table as people have it: words, numbers, and a gap here and there."""
    lines = ["sky,wind,degrees,kite"]
    for i in range(80):
        sky, wind, degrees = SKIES[i % 3], (i * 7) % 11, 5 + (i * 13) % 25
        kite = "yes" if wind > 3 and sky != "rain" else "no"
        lines.append(f"{sky},{'' if i % 17 == 5 else wind},{'' if i % 23 == 4 else degrees},{kite}")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def olrun_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a fresh environment that has the wheel; what it depends on is lent, not downloaded."""
    made = tmp_path_factory.mktemp("made")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(made)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=300)
    (wheel,) = made.glob("*.whl")
    environment = made / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True, timeout=300)
    python = environment / "bin/python"
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = subprocess.run([python, "-c", ask], check=True, capture_output=True, text=True, timeout=60)
    # Behind its own packages, so that ours is the wheel's.
    (Path(own.stdout.strip()) / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index"]
    subprocess.run([*install, "--quiet", str(wheel)], check=True, timeout=300)
    return environment / "bin/olrun"


def test_the_first_hour_of_a_new_user(olrun_file: Path, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    lent = [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]
    outside = os.pathsep.join(each for each in lent if not (Path(each) / "onlinelearn").exists())

    def olrun(*words: str) -> str:
        done = subprocess.run(
            [olrun_file, *words],
            cwd=tmp_path,
            env=environment | ({"PYTHONPATH": outside} if outside else {}),
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, f"olrun {' '.join(words)}: {done.stderr}"
        return done.stdout

    # An example, with its data, from the wheel alone.
    assert "usps_iellip" in olrun("example")
    olrun("example", "usps_iellip")
    short = ["protocol={epochs: 1, permutations: 1}", "learners={PA: {learner: pa}}", "claims={}"]
    shown = olrun("usps_iellip.yaml", *(word for each in short for word in ("--set", each)))
    assert "result digest" in shown

    # Learners of one's own: a compiled one from the template, and a plain class.
    olrun("new", "learner", "my_learner")
    (tmp_path / "nearest_centroid.py").write_text(Path(nearest_centroid.__file__).read_text())

    # One's own data, with words and gaps, and all learners in one table.
    (tmp_path / "days.csv").write_text(days())
    (tmp_path / "kites.yaml").write_text(CONFIG)
    shown = olrun("kites.yaml", "--plugin", "my_learner.py", "--plugin", "nearest_centroid.py", "--jobs", "2")
    labels = ["PA", "mine, fast", "mine, plain", "scikit-learn", "river"]
    assert all(label in shown for label in labels)
    folder = tmp_path / "results/kites"
    with (folder / "runs.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["learner"] for row in rows[::4]] == labels
    assert len(rows) == 5 * 2 * 2
    assert all(float(row["online_error"]) < 0.5 for row in rows), "worse than a coin"
    assert (folder / "figures/epochs.svg").stat().st_size > 1000
    # A figure for a paper: as wide as a column, 3.3 inches of 72 points.
    page = re.search(rb"/MediaBox \[ 0 0 ([0-9.]+) [0-9.]+ \]", (folder / "figures/epochs.pdf").read_bytes())
    assert page is not None
    assert float(page[1]) == pytest.approx(3.3 * 72, abs=0.5)
