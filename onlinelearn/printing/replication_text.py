"""The text that `olrun rerun` and `olrun pack` print."""

from collections.abc import Iterator
from dataclasses import asdict

from onlinelearn.compare.diff import describe
from onlinelearn.printing.cache_text import size_text
from onlinelearn.replication.pack import Packed
from onlinelearn.replication.rerun import Rerun


def rerun_text(found: Rerun) -> str:
    """Whether the run came out the same, and what differs where it did not."""
    return "\n".join(_rerun_lines(found))


def _rerun_lines(found: Rerun) -> Iterator[str]:
    result, compared = found.result, found.comparison
    if compared is None:
        yield f"{result.experiment.name}: no cell came to an end"
        return
    if compared.same:
        yield f"{result.experiment.name}: the same results, computed again: {result.digest}"
    else:
        yield f"{result.experiment.name}: other results"
        yield describe(compared)
    for verdict in found.verdicts:
        yield f"  verdict on {verdict.claim}: {verdict.recorded or 'none'} | {verdict.here or 'none'}"
    if found.choices_moved:
        yield "  tuned parameters were chosen differently: compare chosen.csv of both"
    if result.n_cached:
        yield f"  {result.n_cached} of {len(result.keys)} cells are of an earlier rerun that did not end"
    yield f"written to {result.folder}"


def plain_rerun(found: Rerun) -> dict[str, object]:
    """The same as JSON has it, with all that differs between the two environments."""
    compared = found.comparison
    return {
        "name": found.result.experiment.name,
        "same": found.same,
        "recorded_digest": compared and compared.digests[0],
        "result_digest": compared and compared.digests[1],
        "differs": [asdict(each) for each in compared.changes] if compared else [],
        "verdicts": [asdict(each) for each in found.verdicts],
        "choices_moved": found.choices_moved,
        "cells": len(found.result.keys),
        "cells_of_an_earlier_rerun": found.result.n_cached,
        "folder": str(found.result.folder),
    }


def packed_text(done: Packed) -> str:
    """What is in an archive, and what is not."""
    lines = [f"{done.file}: {done.files} files, {size_text(done.file.stat().st_size)}"]
    return "\n".join([*lines, *(f"  not in it: {name} ({why})" for name, why in done.left_out.items())])
