"""`configs/flights.yaml` from the file to the verdicts, on a few flights of our own."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from onlinelearn import run
from onlinelearn.config.parse import load_config
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.datasets.sources.flights_file import read_flights
from onlinelearn.experiment.result import Result
from tests.interpreted import interpreted

CONFIG = Path(__file__).parents[2] / "configs" / "flights.yaml"
WINDOW = 50
METRICS = f"metrics=[test_error, online_error, {{windowed_error: {{window: {WINDOW}}}}}, curves]"

ON_TIME, LATE, TESTED = 180, 220, 100
"""Flights one after the other: all on time, then all late; those of the test part are on time."""


def write_flights(path: Path) -> None:
    """A file with the columns of the real one, whose delays alone tell anything."""
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    n = ON_TIME + LATE + TESTED
    minutes = 521 * np.arange(n)  # half a year
    columns = {
        "date": pyarrow.array(np.datetime64("2001-01-01T00:01", "us") + minutes.astype("timedelta64[m]")),
        "delay": pyarrow.array(np.repeat([-3, 40, 15], [ON_TIME, LATE, TESTED])),
        "distance": pyarrow.array(np.full(n, 405)),
        "origin": pyarrow.array([("ATL", "LAS", "MCI")[i % 3] for i in range(n)], pyarrow.large_string()),
        "destination": pyarrow.array([("PHL", "SAV")[i % 2] for i in range(n)], pyarrow.large_string()),
    }
    parquet.write_table(pyarrow.table(columns), path)


@pytest.fixture(scope="module")
def flights(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """What the config as shipped gives, but for the length of its window."""
    folder = tmp_path_factory.mktemp("flights")
    write_flights(folder / "flights-3m.parquet")
    digest = read_flights(folder / "flights-3m.parquet").digest
    with pytest.MonkeyPatch.context() as patch, interpreted():
        patch.setitem(ENTRIES, "flights", replace(ENTRIES["flights"], digest=digest))
        patch.setenv("OLRUN_DATA", str(folder))
        return run(load_config(CONFIG, [METRICS]), out=folder, jobs=1)


def test_flights_are_streamed_in_order_of_time(flights: Result) -> None:
    """One change of mind; in any other order, about every second flight would be a surprise."""
    assert max(row.online_error for row in flights.rows if row.learner != "majority class") < 0.1
    perceptron = [point for point in flights.points if point.learner == "Perceptron"]
    surprised = [point.round for point in perceptron if (point.extra["windowed_error"] or 0.0) > 0.0]
    assert surprised
    assert all(t <= WINDOW or ON_TIME < t <= ON_TIME + 2 * WINDOW for t in surprised)


def test_the_baselines_err_as_the_labels_alone_say(flights: Result) -> None:
    """Both at the first flight; then no change at the first late one, the other until most are late."""
    mistakes = {row.learner: row.mistakes for row in flights.rows}
    assert mistakes["no change"] == 1 + 1
    assert mistakes["majority class"] == 1 + ON_TIME + 1, "the last of these is a tie"


def test_the_last_fifth_of_the_flights_is_the_test_part(flights: Result) -> None:
    """Those are on time, which learners who saw only late ones for a while don't expect."""
    assert {row.test_error for row in flights.rows} == {1.0}
    sizes = (flights.folder / "datasets.csv").read_text().splitlines()[1].split(",")
    assert sizes[:3] == ["flights", str(ON_TIME + LATE), str(TESTED)]


def test_the_figures_and_the_claims_of_the_config_are_there(flights: Result) -> None:
    drawn = {file.name for file in (flights.folder / "figures").iterdir()}
    choices = flights.experiment.figures
    assert {f"{choice.file}.{ending}" for choice in choices for ending in ("svg", "png")} <= drawn
    assert "windows" in {choice.name for choice in choices}
    claims = ["flights-aggressive", "flights-second-order", "flights-baselines"]
    assert [each.claim.id for each in flights.verdicts] == claims
    assert all(str(each) in ("reproduced", "not reproduced") for each in flights.verdicts), (
        "one order decides"
    )
