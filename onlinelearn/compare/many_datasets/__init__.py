"""Learners compared over many data sets: mean ranks, tests of their differences, and a diagram of them."""

from collections.abc import Sequence
from pathlib import Path

from onlinelearn.compare.many_datasets.datasets_comparison import DatasetsComparison, compare
from onlinelearn.compare.many_datasets.result_values import Question, read_cases

__all__ = ["DatasetsComparison", "Question", "compare", "compare_folders"]


def compare_folders(
    folders: Sequence[Path], question: Question, alpha: float = 0.05, rope: float | None = None
) -> DatasetsComparison:
    """The comparison of the learners of these result folders on all their data sets."""
    cases, notes = read_cases(folders, question)
    return compare(cases, question.metric, alpha, notes, rope)
