"""The small things that everything stands on: draws, code digests, files that appear whole."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from onlinelearn.base import code_digest, files
from onlinelearn.base.errors import OlrunError
from onlinelearn.numerics import rng


def test_permutations_never_change() -> None:
    """Frozen values: a change of these is a change of every result."""
    assert rng.permutation((rng.ORDER, 2009, 1, 1), 10).tolist() == [7, 4, 9, 6, 0, 5, 8, 2, 3, 1]
    assert rng.uniform((1, 2, 3), 2).tolist() == [0.5982458931535751, 0.2642684138420952]


def test_permutations_are_fair() -> None:
    first = np.array([rng.permutation((0, seed), 5) for seed in range(5000)])
    counts = np.array([[(first[:, place] == value).sum() for value in range(5)] for place in range(5)])
    assert abs(counts - 1000).max() < 5 * np.sqrt(800)


def test_different_keys_give_different_orders() -> None:
    keys = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (0, 1), (2**32,), (0, 2**32)]
    assert len({tuple(rng.permutation(key, 20)) for key in keys}) == len(keys)


def test_normal_draws_are_normal() -> None:
    from scipy.stats import kstest

    drawn = rng.normal((3, 4), 20_000)
    assert kstest(drawn, "norm").pvalue > 0.001
    np.testing.assert_array_equal(rng.normal((3, 4), 100), drawn[:100])


def digest_of(folder: Path, text: str) -> str:
    """The digest of a module with this text, in a process that finds it as part of the package."""
    (folder / "extra.py").write_text(text)
    program = (
        "import onlinelearn; from onlinelearn import source;"
        f"onlinelearn.__path__.append({str(folder)!r}); print(code_digest.digest('onlinelearn.extra'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout


def test_a_comment_changes_no_code_digest_and_a_constant_does(tmp_path: Path) -> None:
    base = digest_of(tmp_path, '"""Doc."""\n\ndef f():\n    return 1\n')
    assert digest_of(tmp_path, '"""Other."""\n# why\ndef f():\n    """Doc."""\n    return (1)\n') == base
    assert digest_of(tmp_path, '"""Doc."""\n\ndef f():\n    return 2\n') != base


def test_a_digest_covers_what_is_imported_below(tmp_path: Path) -> None:
    text = "from onlinelearn.numerics import rng\n\nx = 1\n"
    assert digest_of(tmp_path, text) != digest_of(tmp_path, text.replace("rng", "sums"))
    assert code_digest.digest("onlinelearn.learners.algorithms.mira") != code_digest.digest(
        "onlinelearn.learners.engine.linear"
    )


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.write(tmp_path / "a/b.txt", "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OlrunError, match=r"cannot write .*b\.txt: No space left on device"):
        files.write(tmp_path / "a/b.txt", "new")
    assert [p.name for p in (tmp_path / "a").iterdir()] == ["b.txt"]
    assert (tmp_path / "a/b.txt").read_text() == "old"


def test_written_files_have_the_users_usual_mode(tmp_path: Path) -> None:
    files.write(tmp_path / "x", b"")
    (tmp_path / "y").touch()
    assert (tmp_path / "x").stat().st_mode == (tmp_path / "y").stat().st_mode
