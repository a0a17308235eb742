"""Every block of code of README and of the documentation runs."""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from onlinelearn.experiment import execution
from onlinelearn.experiment.cell_upkeep import Upkeep
from onlinelearn.experiment.protocol import Outcome
from onlinelearn.experiment.worklist import CellJob
from tests.documentation.blocks import blocks, pages
from tests.documentation.config_page import MODELS, examples
from tests.documentation.play import play, read_piece
from tests.in_process import olrun
from tests.interpreted import interpreted

SHORTER = {
    words: [
        *("--set", "dataset={name: mixture, n_train: 30, n_test: 20}"),
        *("--set", "protocol={epochs: 1, permutations: 2}"),
        *("--set", "claims={}"),
    ]
    for words in (
        "olrun usps_iellip.yaml",
        "olrun usps_iellip.yaml --set figure_style.style=one_column",
    )
}
"""What makes runs short that are shown as they are shipped."""


@pytest.fixture
def slurm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster in this process in the place of Slurm's."""

    @contextmanager
    def slurm_cluster(*, cores: int, memory: str, walltime: str) -> Iterator[Any]:
        distributed: Any = importlib.import_module("distributed")
        where = {"processes": False, "dashboard_address": None}
        with distributed.LocalCluster(n_workers=1, threads_per_worker=1, **where) as cluster:
            yield SimpleNamespace(scale=lambda *, jobs: None, scheduler_address=cluster.scheduler_address)

    module: Any = ModuleType("dask_jobqueue")
    module.SLURMCluster = slurm_cluster
    monkeypatch.setitem(sys.modules, "dask_jobqueue", module)


@pytest.fixture
def in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learners in plain Python run in threads: other tests start processes for them, which takes seconds."""

    @contextmanager
    def here(workers: int, upkeep: Upkeep) -> Iterator[Callable[[CellJob], Outcome]]:
        yield lambda job: execution._run(job, upkeep)

    monkeypatch.setattr(execution, "processes", here)


@pytest.mark.filterwarnings("ignore")  # Dask's own
@pytest.mark.usefixtures("slurm", "in_threads")
@pytest.mark.parametrize("name", [name for name, path in pages().items() if "```" in path.read_text("utf-8")])
def test_a_page_can_be_played_from_top_to_bottom(name: str, tmp_path: Path) -> None:
    text = pages()[name].read_text(encoding="utf-8")
    with interpreted():
        play(blocks(text), tmp_path, olrun, SHORTER)


def test_the_example_of_every_key_is_part_of_a_config(tmp_path: Path) -> None:
    for key, text in examples().items():
        read_piece(text, tmp_path)
        for model in MODELS.get(key, {}).values():
            missing = [
                name for name in model.model_fields if f"{name}:" not in text and f"`{name}`" not in text
            ]
            assert missing == [], f"the example of {key} lacks {missing}"
