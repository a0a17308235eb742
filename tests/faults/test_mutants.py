"""Some hundred mutants of configs and data files; `make soak` tries thousands."""

from pathlib import Path

import pytest

from tests.faults.mutants import KINDS, mutated, tried

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
