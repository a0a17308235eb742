"""Errors of made-up learners, claims about them, and their verdicts."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from onlinelearn.base.result_rows import CurvePoint, Row
from onlinelearn.claims import Claim, DatasetFamily, Family, ResultsView, Verdict, judge
from onlinelearn.claims.grammar import parse

DATASETS = {"d": DatasetFamily("d", {}, "d")}


def row(learner: str, permutation: int, error: float, epoch: int = 1, dataset: str = "d") -> Row:
    return Row(dataset, learner, permutation, epoch, error, error, 5, 7, 6, 0.1)


def rows(**errors: Sequence[float]) -> list[Row]:
    return [row(name, i, error) for name, values in errors.items() for i, error in enumerate(values, 1)]


def claim(*texts: str, always: bool = False, epochs: tuple[int, ...] = ()) -> Claim:
    return Claim("c", "", "", texts, tuple(parse(text) for text in texts), (), epochs, always)


def verdict(
    given: Claim,
    measured: Sequence[Row],
    points: Sequence[CurvePoint] = (),
    learners: Mapping[str, Family] | None = None,
    folder: Path = Path(),
) -> Verdict:
    (judged,) = judge([given], ResultsView(measured, points, learners or {}, DATASETS, folder))
    return judged.verdict


LOW = [0.10, 0.11, 0.12, 0.11, 0.10, 0.12]
HIGH = [0.30, 0.32, 0.31, 0.30, 0.31, 0.32]
NOISY = [0.05, 0.35, 0.1, 0.3, 0.02, 0.4]
