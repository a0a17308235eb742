"""The lines that `olrun diff` prints."""

from collections.abc import Iterator, Sequence

from onlinelearn.base.text_table import aligned
from onlinelearn.compare.diff.first_difference import FirstDifference
from onlinelearn.compare.diff.folder_comparison import DivergedCell, FolderComparison
from onlinelearn.compare.diff.learner_comparison import LearnerComparison, StreamComparison
from onlinelearn.compare.diff.manifest_changes import ManifestChange
from onlinelearn.compare.diff.stream_followers import RoundState

MOST_LINES = 20
"""How many entries and cells are listed; more of them say nothing new."""

SHORT_DIGEST = 16
"""Digests are told apart by their beginnings."""


def describe(comparison: LearnerComparison | FolderComparison) -> str:
    """Where two sides first differ, in a few lines."""
    if isinstance(comparison, LearnerComparison):
        return "\n".join(_learner_lines(comparison))
    return "\n".join(_folder_lines(comparison))


def _learner_lines(comparison: LearnerComparison) -> Iterator[str]:
    for stream in comparison.streams:
        yield f"{stream.dataset}: {comparison.one} and {comparison.other}, by their {stream.by}"
        yield from _stream_lines(stream, comparison.one, comparison.other)


def _stream_lines(stream: StreamComparison, one: str, other: str) -> Iterator[str]:
    difference = stream.difference
    if difference is None:
        yield f"  no difference in {stream.rounds:,} rounds"
        return
    yield (
        f"  first differ in round {difference.round:,} of {stream.rounds:,} (epoch {difference.epoch}), "
        f"at example {difference.example}, label {stream.classes[difference.label]}: {_what(difference)}"
    )
    yield from aligned([("", one, other), *_rows(difference, stream.classes)], indent="    ")


def _what(difference: FirstDifference) -> str:
    """The quantity that differs."""
    if difference.change is not None:
        return f"the weights after it differ by {difference.change:.2g} of the largest"
    texts = {"prediction": "they predict differently", "update": "only one of them learns"}
    return texts[difference.quantity]


def _rows(difference: FirstDifference, classes: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    one, other = difference.one, difference.other
    yield "predicts", _class_name(one.prediction, classes), _class_name(other.prediction, classes)
    yield "learns", _yes_or_no(one.updated), _yes_or_no(other.updated)
    yield "mistakes before", f"{one.mistakes:,}", f"{other.mistakes:,}"
    yield "updates before", _count(one.updates), _count(other.updates)
    if len(classes) == 2:
        yield f"score of {classes[1]}", _score(one, 0), _score(other, 0)
        return
    for k in dict.fromkeys((difference.label, one.prediction, other.prediction)):
        if k >= 0:
            yield f"score of {classes[k]}", _score(one, k), _score(other, k)


def _class_name(number: int, classes: Sequence[str]) -> str:
    return classes[number] if 0 <= number < len(classes) else "nothing"


def _yes_or_no(updated: bool | None) -> str:
    return "unknown" if updated is None else "yes" if updated else "no"


def _count(number: int | None) -> str:
    return "unknown" if number is None else f"{number:,}"


def _score(state: RoundState, k: int) -> str:
    # All digits: the last one may be what differs.
    return "unknown" if state.scores is None or k >= len(state.scores) else repr(state.scores[k])


def _folder_lines(found: FolderComparison) -> Iterator[str]:
    if found.same:
        yield f"the same results: {found.digests[0]}"
        return
    one, other = (digest[:SHORT_DIGEST] for digest in found.digests)
    yield f"{found.one} has the result digest {one}, {found.other} has {other}"
    yield from _listed([_change(change) for change in found.changes])
    yield from _listed([_diverged(cell) for cell in found.diverged])
    if not found.n_shared:
        yield "  they have no cell in common"
    elif not found.diverged and not found.not_kept:
        yield "  the cells that both have agree"
    if found.not_kept:
        yield f"  not kept, so not compared: {len(found.not_kept)} cells, {found.not_kept[0]}, ..."
    if found.note:
        yield f"  no exact rounds: {found.note}"
    if found.diverged and (stream := found.diverged[0].comparison):
        yield f"{found.diverged[0].name}:"
        yield from _stream_lines(stream, found.one, found.other)


def _listed(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines[:MOST_LINES])
    if len(lines) > MOST_LINES:
        yield f"  ... and {len(lines) - MOST_LINES} more"


def _change(change: ManifestChange) -> str:
    digest = change.entry.partition(".")[0].endswith("digests")
    values = ["nothing" if each is None else each for each in (change.one, change.other)]
    one, other = (each[:SHORT_DIGEST] if digest else each for each in values)
    return f"{change.entry}: {one} | {other}"


def _diverged(cell: DivergedCell) -> str:
    difference = cell.comparison.difference if cell.comparison else None
    if difference is None:
        first, last = cell.agreed + 1, cell.differed
        where = f"in round {first:,}" if first == last else f"between rounds {first:,} and {last:,}"
        return f"{cell.name}: first differ {where}"
    return f"{cell.name}: first differ in round {difference.round:,}, at example {difference.example}"
