"""Where two learners, configs or results first part: what `olrun diff A B` says."""

from onlinelearn.compare.diff.compared_folders import Results, compare_results
from onlinelearn.compare.diff.compared_streams import Streams, compare_streams
from onlinelearn.compare.diff.describe import describe
from onlinelearn.compare.diff.first_difference import Parting, first_difference
from onlinelearn.compare.diff.named_sides import Chosen, Folder, Object, choose, recorded, resolve
from onlinelearn.compare.diff.river_adapter import River
from onlinelearn.compare.diff.watched_learners import By

__all__ = [
    "By",
    "Parting",
    "Results",
    "River",
    "Streams",
    "compare_results",
    "compare_streams",
    "describe",
    "diff",
    "first_difference",
    "resolve",
]


def diff(A: str, B: str, by: By | None = None) -> Streams | Results:
    """Compare what two names stand for: folders of results, or learners on one stream.

    `.same` says whether they agree, `describe` where they don't.
    """
    one, other = resolve(A), resolve(B)
    if isinstance(one, Folder) and isinstance(other, Folder):
        return compare_results(one.path, other.path)
    return compare_streams(_learner(one), _learner(other), by)


def _learner(named: Folder | Chosen | Object) -> Chosen | Object:
    """A folder beside a learner stands for the only learner in it."""
    return choose(str(named.path), recorded(named.path)) if isinstance(named, Folder) else named
