"""Some hundred mutants of configs and data files; `make soak` tries thousands."""

import select
from pathlib import Path

import pytest

from tests.faults import mutants
from tests.faults.mutants import KINDS, bounded, mutated, tried

N = 300


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore")
def test_a_mutant_is_read_or_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    counts = tried(kind, range(N), tmp_path)
    assert counts.total() == N
    assert counts["read"] > N // 20, "mutants that are all refused at the first byte test nothing"
    assert counts["refused"] > N // 20


def test_mutants_differ_from_their_original() -> None:
    import random

    original = b"title: x\n" * 20
    assert sum(mutated(original, random.Random(seed)) != original for seed in range(100)) > 90


def test_what_hangs_or_takes_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "HANGS", 1)
    with pytest.raises(AssertionError, match="a pipe hangs"), bounded("a pipe"):
        select.select([], [], [])
    monkeypatch.setattr(mutants, "LONGEST", 0.0)
    with pytest.raises(AssertionError, match="a thought took too long"), bounded("a thought"):
        sum(range(10_000))
