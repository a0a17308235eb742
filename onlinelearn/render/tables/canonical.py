"""The canonical text of runs.csv and curves.csv, and the result digest, which is a hash of that text.

Names stand in the files as the config gives them, even if a spreadsheet would read one as a formula
("=…", "+…", "-…", "@…"): programs join the files with the config by name, and a quote put before a name
would make it another name.
"""

import csv
import hashlib
import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter

from onlinelearn.base.metrics import EVERY_CURVE, EXTRA, STANDARD, TIMED
from onlinelearn.base.result_rows import CurvePoint, Row

Value = str | int | float | None

PLAIN_TYPES = frozenset({str, int, float, type(None)})

RUN_KEYS = ("dataset", "learner", "permutation", "epoch")
POINT_COLUMNS = ("dataset", "learner", "permutation", "round", *EVERY_CURVE)
# Floats even where a file or a learner hands over a whole number: 0 and 0.0 must not differ in the digest.
FLOATS = {"test_error", "online_error", "seconds"}


def runs_csv(rows: Sequence[Row]) -> str:
    """The text of runs.csv, with its lines in the order of `rows`."""
    return _table(rows, RUN_KEYS + tuple(STANDARD))


def curves_csv(points: Sequence[CurvePoint]) -> str:
    """The text of curves.csv, with its lines in the order of `points`."""
    return _table(points, POINT_COLUMNS)


def result_digest(rows: Sequence[Row], points: Sequence[CurvePoint]) -> str:
    """The sha256 of runs.csv followed by curves.csv, both without times."""
    run = RUN_KEYS + tuple(name for name in STANDARD if name not in TIMED)
    timeless = _table(rows, run, without=TIMED) + _table(points, POINT_COLUMNS, without=TIMED)
    return hashlib.sha256(timeless.encode()).hexdigest()


def digest_of_texts(runs: str, curves: str | None = None) -> str:
    """The result digest that the texts of runs.csv and curves.csv have; no text of ours has an empty one."""
    try:
        texts = _without_times(runs) + (
            _table((), POINT_COLUMNS) if curves is None else _without_times(curves)
        )
    except (csv.Error, IndexError, ValueError):
        return ""
    return hashlib.sha256(texts.encode()).hexdigest()


def _without_times(text: str) -> str:
    header, *lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    kept = [number for number, name in enumerate(header) if name not in TIMED]
    return csv_text(
        [header[number] for number in kept], ([line[number] for number in kept] for line in lines)
    )


def csv_text(header: Sequence[str], lines: Iterable[Sequence[Value]]) -> str:
    """The text of a csv file: None is a blank, a float has the fewest digits that read back exactly."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    # What Python's own types are written as is what is wanted, but for booleans.
    writer.writerows(
        line if PLAIN_TYPES.issuperset(map(type, line)) else [_written(value) for value in line]
        for line in lines
    )
    return text.getvalue()


def _written(value: Value) -> Value:
    if isinstance(value, bool):
        return "true" if value else "false"
    # NumPy's own floats would print as "np.float64(0.5)".
    return repr(float(value)) if isinstance(value, float) else value


def _table(
    records: Sequence[Row | CurvePoint], standard: tuple[str, ...], without: Collection[str] = ()
) -> str:
    extra = tuple(name for name in _extra_names(records) if name not in without)
    # A data set under a reading is a condition of its own, and its label says so.
    values_of = attrgetter(*("condition" if name == "dataset" else name for name in standard))
    floats = [place for place, name in enumerate(standard) if name in FLOATS]

    def lines() -> Iterator[list[Value]]:
        for each in records:
            values: list[Value] = [*values_of(each), *map(each.extra.get, extra)]
            for place in floats:
                value = values[place]
                values[place] = None if value is None else float(value)
            yield values

    return csv_text(standard + extra, lines())


def _extra_names(records: Sequence[Row | CurvePoint]) -> tuple[str, ...]:
    """The further metrics, known ones first; the order must not depend on how a mapping was filled."""
    found = {name for each in records for name in each.extra}
    return (*(name for name in EXTRA if name in found), *sorted(found - EXTRA.keys()))
