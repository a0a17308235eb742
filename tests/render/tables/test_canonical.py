"""runs.csv, curves.csv and the result digest."""

import csv
import hashlib
import io
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.base.result_rows import CurvePoint, Row
from onlinelearn.render.tables import curves_csv, result_digest, runs_csv
from tests.render.tables.made import POINTS, ROWS, row

COLUMNS = [
    *("dataset", "learner", "permutation", "epoch", "test_error", "online_error"),
    *("mistakes", "updates", "support", "seconds"),
]


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_runs_have_the_columns_of_the_contract() -> None:
    assert runs_csv([]) == ",".join(COLUMNS) + "\n"


def test_further_metrics_follow_in_an_order_that_no_mapping_decides() -> None:
    a = row(extra={"zeta": 1.0, "balanced_error": 0.5, "alpha": 2.0})
    b = row(extra={"alpha": 2.0, "balanced_error": 0.5, "zeta": 1.0})
    assert runs_csv([a]) == runs_csv([b])
    assert runs_csv([a]).splitlines()[0].split(",")[10:] == ["balanced_error", "alpha", "zeta"]


@given(st.lists(ROWS, max_size=5))
def test_runs_read_back_exactly(rows: list[Row]) -> None:
    lines = read(runs_csv(rows))
    assert len(lines) == len(rows)
    for line, expected in zip(lines, rows, strict=True):
        assert (line["dataset"], line["learner"]) == (expected.dataset, expected.learner)
        for name in ("test_error", "online_error", "seconds"):
            assert float(line[name]) == getattr(expected, name)
        for name in ("permutation", "epoch", "mistakes", "updates", "support"):
            assert line[name] == ("" if getattr(expected, name) is None else str(getattr(expected, name)))
        for name in line.keys() - set(COLUMNS):
            assert line[name] == (repr(expected.extra[name]) if name in expected.extra else "")


@given(st.lists(POINTS, max_size=5))
def test_curves_read_back_exactly(points: list[CurvePoint]) -> None:
    lines = read(curves_csv(points))
    assert [(line["learner"], int(line["round"]), float(line["online_error"])) for line in lines] == [
        (point.learner, point.round, point.online_error) for point in points
    ]


@pytest.mark.parametrize("name", ["=1+1", "+x", "-x", "@x", 'a,"b"', "two words"])
def test_names_stand_as_the_config_gives_them(name: str) -> None:
    assert read(runs_csv([row(learner=name)]))[0]["learner"] == name


def test_the_digest_is_the_hash_of_both_files_without_the_seconds() -> None:
    runs = (
        "dataset,learner,permutation,epoch,test_error,online_error,mistakes,updates,support\n"
        "usps,PA,0,1,0.1,0.2,20,,\n"
    )
    curves = "dataset,learner,permutation,round,online_error,mistakes,updates\nusps,PA,0,8,0.25,2,3\n"
    point = CurvePoint("usps", "PA", 0, 8, 0.25, 2, 3)
    assert result_digest([row(updates=None)], [point]) == hashlib.sha256((runs + curves).encode()).hexdigest()


HOW_TO_READ = {"role", "repetition"}
"""Fields that say how to read a result, and are no part of it."""


def test_the_digest_leaves_out_the_time_and_nothing_else() -> None:
    first = row()
    digest = result_digest([first], [])
    timed = replace(first, extra={**first.extra, "microseconds_per_update": 7.0})
    assert result_digest([timed], []) == digest
    assert "microseconds_per_update" in runs_csv([timed])
    others = {
        "dataset": "x",
        "learner": "x",
        "reading": "x",
        "extra": {"alpha": 0.5},
        "test_error": 0.7,
        "online_error": 0.7,
    }
    for field in fields(Row):
        changed = replace(first, **{field.name: others.get(field.name, 7)})  # type: ignore[arg-type]
        assert (result_digest([changed], []) == digest) == (field.name in {"seconds", *HOW_TO_READ}), (
            field.name
        )


def test_the_digest_sees_every_field_of_a_curve_and_the_order() -> None:
    first, second = CurvePoint("a", "b", 0, 1, 0.5, 1, 1), CurvePoint("a", "b", 0, 2, 0.5, 1, 1)
    digest = result_digest([], [first, second])
    assert result_digest([], [second, first]) != digest
    others = {"dataset": "x", "learner": "x", "reading": "x", "extra": {"log_volume": 0.5}}
    for field in fields(CurvePoint):
        changed = replace(first, **{field.name: others.get(field.name, 7)})  # type: ignore[arg-type]
        assert (result_digest([], [changed, second]) == digest) == (field.name in HOW_TO_READ), field.name


def test_numpys_numbers_print_as_pythons_do() -> None:
    ours = row(0.1, 100, mistakes=20, extra={"alpha": 0.25})
    theirs = row(
        np.float64(0.1),
        np.int64(100),  # type: ignore[arg-type]
        mistakes=np.int64(20),
        support=np.int64(100),
        extra={"alpha": np.float64(0.25)},
    )
    assert runs_csv([theirs]) == runs_csv([ours])


def test_a_whole_number_for_an_error_is_the_same_result() -> None:
    assert result_digest([row(0)], []) == result_digest([row(0.0)], [])
