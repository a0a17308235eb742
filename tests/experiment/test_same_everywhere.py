"""One class of a user's gives the same numbers, and fails as loudly, wherever it is run from."""

import csv
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import write_blobs
from tests.experiment import nearest_centroid
from tests.in_process import olrun

SOURCE = Path(nearest_centroid.__file__).read_text()

CONFIG = """\
title: mine beside PA
dataset: {path: tiny.csv, label: kind}
learners:
  PA: {learner: pa}
  Mine: {learner: nearest_centroid, rate: 0.2, spoilt: SPOILT}
protocol: {permutations: 2, seed: 7}
figures: []
"""

PLUGIN = ("--plugin", "nearest_centroid.py")

IN_PYTHON = """\
from onlinelearn import run
run("CONFIG.yaml", out="OUT", jobs=2, learners={"nearest_centroid": NearestCentroid})
"""

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's and Jupyter's own


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the class, a config that names it, and one in which it raises."""
    folder = tmp_path_factory.mktemp("mine")
    write_blobs(folder / "tiny.csv")
    (folder / "nearest_centroid.py").write_text(SOURCE)
    for name, spoilt in (("good", "false"), ("spoilt", "true")):
        (folder / f"{name}.yaml").write_text(CONFIG.replace("SPOILT", spoilt))
    return folder


def by_command(folder: Path, *options: str, out: str = "command") -> str:
    """On the command line, with --plugin."""
    good = olrun("good.yaml", *PLUGIN, "--out", out, *options, cwd=folder)
    assert good.returncode == 0, good.stderr
    spoilt = olrun("spoilt.yaml", *PLUGIN, "--out", out, *options, cwd=folder)
    assert spoilt.returncode == 1
    assert "Mine (failed)" in spoilt.stdout
    return spoilt.stderr


def in_script(folder: Path) -> str:
    """The class in a script without a guard."""
    both = "\n".join(
        IN_PYTHON.replace("CONFIG", each).replace("OUT", "script") for each in ("good", "spoilt")
    )
    (folder / "script.py").write_text(f"{SOURCE}\n\n{both}")
    command = [sys.executable, "script.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1
    return done.stderr.strip().splitlines()[-1]


def in_notebook(folder: Path) -> str:
    """The class in a cell of a notebook, which a kernel runs as it would for a browser."""
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    good, spoilt = (
        IN_PYTHON.replace("CONFIG", each).replace("OUT", "notebook") for each in ("good", "spoilt")
    )
    cells = [nbformat.v4.new_code_cell(each) for each in (SOURCE, good, spoilt)]
    notebook = nbformat.v4.new_notebook(cells=cells)
    where = {"metadata": {"path": str(folder)}}
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=where)
    with pytest.raises(nbclient.exceptions.CellExecutionError) as raised:
        client.execute()
    (shown,) = [each for each in cells[1].outputs if each["output_type"] == "execute_result"]
    assert "<td>Mine</td>" in shown["data"]["text/html"]
    return f"{raised.value.ename}: {raised.value.evalue}"


def on_cluster(folder: Path) -> str:
    """On a Dask worker that is a process of its own, and has never seen the class."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None
    ) as cluster:
        return by_command(folder, "--scheduler", cluster.scheduler_address, out="cluster")


PLACES: dict[str, Callable[[Path], str]] = {
    "script": in_script,
    "notebook": in_notebook,
    "cluster": on_cluster,
}


def numbers(folder: Path) -> list[list[str]]:
    """The rows of runs.csv without the times."""
    with (folder / "runs.csv").open() as file:
        return [row[:9] for row in csv.reader(file)]


@pytest.fixture(scope="module")
def told_here(mine: Path) -> str:
    """What the command line says of the class that raises."""
    return by_command(mine)


@pytest.mark.parametrize("place", ["command", *PLACES])
def test_a_class_gives_the_same_numbers_and_fails_by_its_name(mine: Path, told_here: str, place: str) -> None:
    told = PLACES[place](mine) if place in PLACES else told_here
    here = numbers(mine / "command/good")
    assert {row[1] for row in here} == {"learner", "PA", "Mine"}
    assert numbers(mine / place / "good") == here
    assert "spoilt: tiny, Mine, permutation 1: RuntimeError: out of luck" in told
    assert ("ExperimentError" in told) == (place in ("script", "notebook"))
    folder = mine / place / "spoilt"
    assert all("Mine (failed)" in (folder / f"summary.{ending}").read_text() for ending in ("md", "tex"))
    assert "tiny,Mine,,,0,,,,,,,,,failed" in (folder / "summary.csv").read_text()
    assert '"complete": false' in (folder / "manifest.json").read_text()
