"""What `olrun diff` prints."""

from collections.abc import Iterator, Sequence

from onlinelearn.compare.diff.compared_folders import Apart, Results
from onlinelearn.compare.diff.compared_streams import Met, Streams
from onlinelearn.compare.diff.first_difference import Parting
from onlinelearn.compare.diff.prepared_cells import Place
from onlinelearn.compare.diff.record_changes import Change
from onlinelearn.compare.diff.watched_learners import Stand

SHOWN = 20
"""How many entries and cells are listed; more of them say nothing new."""

LONGEST = 16
"""Digests are told apart by their beginnings."""


def describe(difference: Streams | Results) -> str:
    """Where two sides part, in a few lines."""
    lines = _streams(difference) if isinstance(difference, Streams) else _results(difference)
    return "\n".join(lines)


def _streams(found: Streams) -> Iterator[str]:
    for met in found.met:
        yield f"{met.dataset}: {found.one} and {found.other}, by their {met.by}"
        yield from _met(met, found.one, found.other)


def _met(met: Met, one: str, other: str) -> Iterator[str]:
    yield f"  {_where(met)}"
    if met.parting is None:
        return
    rows = [("", one, other), *_rows(met.parting, met.classes)]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in rows:
        yield (
            "    " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        ).rstrip()


def _where(met: Met) -> str:
    parting = met.parting
    if parting is None:
        return f"no difference in {met.rounds:,} rounds"
    return (
        f"part in round {parting.round:,} of {met.rounds:,} (epoch {parting.epoch}), "
        f"at example {parting.example}, label {met.classes[parting.label]}: {_what(parting)}"
    )


def _what(parting: Parting) -> str:
    """Which quantity parts."""
    if parting.change is not None:
        return f"the weights after it differ by {parting.change:.2g} of the largest"
    return {"prediction": "they predict differently", "update": "only one of them learns"}[parting.quantity]


def _rows(parting: Parting, classes: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    one, other = parting.one, parting.other
    yield "predicts", _name(one.prediction, classes), _name(other.prediction, classes)
    yield "learns", _yes(one.updated), _yes(other.updated)
    yield "mistakes before", f"{one.mistakes:,}", f"{other.mistakes:,}"
    yield "updates before", _count(one.updates), _count(other.updates)
    if len(classes) == 2:
        yield f"score of {classes[1]}", _score(one, 0), _score(other, 0)
        return
    for k in dict.fromkeys((parting.label, one.prediction, other.prediction)):
        if k >= 0:
            yield f"score of {classes[k]}", _score(one, k), _score(other, k)


def _name(number: int, classes: Sequence[str]) -> str:
    return classes[number] if 0 <= number < len(classes) else "nothing"


def _yes(updated: bool | None) -> str:
    return "unknown" if updated is None else "yes" if updated else "no"


def _count(number: int | None) -> str:
    return "unknown" if number is None else f"{number:,}"


def _score(stand: Stand, k: int) -> str:
    # All digits: the last one may be what differs.
    return "unknown" if stand.scores is None or k >= len(stand.scores) else repr(stand.scores[k])


def _results(found: Results) -> Iterator[str]:
    if found.same:
        yield f"the same results: {found.digests[0]}"
        return
    yield f"{found.one} has results {found.digests[0][:LONGEST]}, {found.other} {found.digests[1][:LONGEST]}"
    yield from _listed([_change(change) for change in found.changes])
    yield from _listed([_apart(cell) for cell in found.apart])
    if not found.shared:
        yield "  they have no cell in common"
    elif not found.apart and not found.unknown:
        yield "  the cells that both have go the same way"
    if found.unknown:
        yield f"  not kept, so not compared: {len(found.unknown)} cells, {_place(found.unknown[0])}, ..."
    if found.note:
        yield f"  no exact rounds: {found.note}"
    if found.apart and (met := found.apart[0].met):
        yield f"{_place(found.apart[0].place)}:"
        yield from _met(met, found.one, found.other)


def _listed(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines[:SHOWN])
    if len(lines) > SHOWN:
        yield f"  ... and {len(lines) - SHOWN} more"


def _change(change: Change) -> str:
    digest = change.entry.partition(".")[0].endswith("digests")
    values = ["nothing" if each is None else each for each in (change.one, change.other)]
    one, other = (each[:LONGEST] if digest else each for each in values)
    return f"{change.entry}: {one} | {other}"


def _apart(cell: Apart) -> str:
    if cell.met is None or cell.met.parting is None:
        return f"{_place(cell.place)}: part between rounds {cell.agreed + 1:,} and {cell.differed:,}"
    parting = cell.met.parting
    return f"{_place(cell.place)}: part in round {parting.round:,}, at example {parting.example}"


def _place(place: Place) -> str:
    dataset, learner, permutation = place
    return f"{dataset}, {learner}, permutation {permutation}"
