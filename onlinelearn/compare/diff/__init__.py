"""The first difference between two learners, configs or results: what `olrun diff A B` finds."""

from onlinelearn.compare.diff.describe import describe
from onlinelearn.compare.diff.first_difference import FirstDifference, first_difference
from onlinelearn.compare.diff.folder_comparison import FolderComparison, compare_folders
from onlinelearn.compare.diff.learner_comparison import LearnerComparison, compare_learners
from onlinelearn.compare.diff.sides import RunFolder, Side, choose_learner, resolve
from onlinelearn.compare.diff.stream_followers import ComparedBy
from onlinelearn.experiment.recorded_manifest import recorded_experiment
from onlinelearn.learners.catalog import Catalog
from onlinelearn.learners.peers.row_by_row import River

__all__ = [
    "ComparedBy",
    "FirstDifference",
    "FolderComparison",
    "LearnerComparison",
    "River",
    "compare_folders",
    "compare_learners",
    "describe",
    "diff",
    "first_difference",
    "resolve",
]


def diff(
    A: str, B: str, by: ComparedBy | None = None, catalog: Catalog | None = None
) -> LearnerComparison | FolderComparison:
    """Compare what two texts name: folders of results, or learners on one stream.

    `.same` says whether they agree, `describe` where they first differ. Own learners are in `catalog`.
    """
    one, other = resolve(A, catalog), resolve(B, catalog)
    if isinstance(one, RunFolder) and isinstance(other, RunFolder):
        return compare_folders(one.path, other.path, catalog)
    return compare_learners(_only_learner(one, catalog), _only_learner(other, catalog), by)


def _only_learner(side: RunFolder | Side, catalog: Catalog | None) -> Side:
    """A folder that is compared with a learner stands for the only learner in it."""
    if isinstance(side, RunFolder):
        return choose_learner(str(side.path), recorded_experiment(side.path, catalog))
    return side
