"""runs.csv and curves.csv as canonical text, and the result digest, which is a hash of that text.

Names stand in the files as the config gives them, also those which a spreadsheet would read as a
formula ("=…", "+…", "-…", "@…"): the files are data that programs join with the config by name, and a
quote put before a name would make it another name.
"""

import csv
import hashlib
import io
from collections.abc import Collection, Iterable, Sequence

from onlinelearn.base.metrics import EVERY_CURVE, EXTRA, STANDARD, TIMED
from onlinelearn.base.result_rows import CurvePoint, Row

Value = str | int | float | None

RUN = ("dataset", "learner", "permutation", "epoch")
POINT = ("dataset", "learner", "permutation", "round", *EVERY_CURVE)
# Floats even where a file or a learner hands over a whole number: 0 and 0.0 must not differ in the digest.
MEASURED = {"test_error", "online_error", "seconds"}


def runs_csv(rows: Sequence[Row]) -> str:
    """The text of runs.csv, its lines in the order of `rows`."""
    return _lines(rows, RUN + tuple(STANDARD))


def curves_csv(points: Sequence[CurvePoint]) -> str:
    """The text of curves.csv, its lines in the order of `points`."""
    return _lines(points, POINT)


def result_digest(rows: Sequence[Row], points: Sequence[CurvePoint]) -> str:
    """The sha256 of runs.csv followed by curves.csv, both without times."""
    run = RUN + tuple(name for name in STANDARD if name not in TIMED)
    timeless = _lines(rows, run, without=TIMED) + _lines(points, POINT, without=TIMED)
    return hashlib.sha256(timeless.encode()).hexdigest()


def csv_text(header: Sequence[str], lines: Iterable[Sequence[Value]]) -> str:
    """One csv file: blanks for None, and floats by the shortest digits that read back exactly."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    for line in lines:
        # NumPy's own floats would print as "np.float64(0.5)".
        writer.writerow([repr(float(value)) if isinstance(value, float) else value for value in line])
    return text.getvalue()


def _lines(
    records: Sequence[Row | CurvePoint], standard: tuple[str, ...], without: Collection[str] = ()
) -> str:
    extra = tuple(name for name in _extra_names(records) if name not in without)
    lines = ([*(_standard(each, name) for name in standard), *map(each.extra.get, extra)] for each in records)
    return csv_text(standard + extra, lines)


def _extra_names(records: Sequence[Row | CurvePoint]) -> tuple[str, ...]:
    """The further metrics, known ones first: the order must not depend on how a mapping was filled."""
    found = {name for each in records for name in each.extra}
    return (*(name for name in EXTRA if name in found), *sorted(found - EXTRA.keys()))


def _standard(record: Row | CurvePoint, name: str) -> Value:
    # A data set under a reading is a condition of its own, and its label says so.
    value: Value = getattr(record, "condition" if name == "dataset" else name)
    return float(value) if name in MEASURED and value is not None else value
