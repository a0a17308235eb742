"""The table of metrics: everything that another module knows of a metric agrees with it."""

from dataclasses import fields

import numpy as np
import pytest

from onlinelearn.base.arrays import Kind, Targets
from onlinelearn.base.metrics import EVERY_CURVE, EXTRA, METRICS, OF_TEST, STANDARD, TIMED
from onlinelearn.base.result_rows import CurvePoint, Row
from onlinelearn.experiment.measures.prediction_measures import OF_PREDICTIONS
from onlinelearn.experiment.measures.stream_measures import StreamMeasures
from onlinelearn.experiment.models import ForeignModel
from onlinelearn.render.tables.display import columns, decimals, is_error, is_signed, metric_label, scale


def test_the_standard_metrics_are_the_fields_of_a_row_in_order() -> None:
    assert [field.name for field in fields(Row) if field.name in METRICS] == list(STANDARD)


def test_the_metrics_of_every_curve_are_the_fields_of_a_point_in_order() -> None:
    assert tuple(field.name for field in fields(CurvePoint) if field.name in METRICS) == EVERY_CURVE


def test_every_metric_of_the_test_part_has_its_function() -> None:
    assert OF_PREDICTIONS.keys() == OF_TEST.keys()


KINDS: dict[Kind, Targets] = {
    "classification": np.array([0, 1, 1, 0]),
    "multilabel": np.array([[True, False], [False, True], [True, True], [False, True]]),
    "regression": np.array([0.5, 1.0, -2.0, 3.0]),
    "uniclass": np.array([0, 1, 1, 0]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_metric_is_known_on_the_kinds_of_data_that_its_entry_names(kind: Kind) -> None:
    """A config is refused by the entry: it must say what the measures themselves do."""
    y, X = KINDS[kind], np.array([[1.0, 2.0], [-1.0, 1.0], [0.5, -1.0], [2.0, 0.0]])
    predicted = np.argsort(~y, axis=1) if kind == "multilabel" else y
    found = {name: of(np.zeros(4, np.bool_), predicted, y) for name, of in OF_PREDICTIONS.items()}
    untold = ForeignModel(None, 0)  # it says nothing itself
    found |= StreamMeasures(X, y, None).measure(untold, ["rate_limit", "step_limit", "optimal_error"])
    for name, value in found.items():
        kinds = METRICS[name].kinds
        assert (value is not None) == (kinds is not None and kind in kinds), name


def test_every_metric_is_standard_or_extra_or_a_file() -> None:
    files = METRICS.keys() - columns(METRICS)
    assert files == {"curves"}
    assert [*STANDARD, *EXTRA, *files] == list(METRICS)


def test_errors_are_in_percent_and_less_is_better() -> None:
    assert {name for name in METRICS if is_error(name)} == {
        *("test_error", "online_error", "balanced_error", "one_error", "optimal_error"),
        *("windowed_error", "fading_error", "play_error"),
    }
    assert (metric_label("test_error"), scale("test_error"), decimals("test_error", [0.5])) == (
        *("test error (%)", 100.0, 2),
    )


def test_only_logarithms_and_differences_are_signed() -> None:
    assert [name for name in METRICS if is_signed(name)] == ["log_volume", "excess_error"]


def test_no_time_is_part_of_a_digest() -> None:
    assert {"seconds", "microseconds", "microseconds_per_update"} == TIMED


@pytest.mark.parametrize("name", ["ratio", "C", "of_a_later_version"])
def test_an_unknown_name_is_that_of_a_plain_number(name: str) -> None:
    assert (is_error(name), is_signed(name), scale(name), columns([name])) == (False, False, 1.0, (name,))
    assert metric_label(name) == name.replace("_", " ")
