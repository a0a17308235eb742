"""The small things that everything stands on: draws, code digests, files that appear whole."""

import os
from collections.abc import Callable, Iterator
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


@pytest.mark.parametrize("n", [0, 1, 2, 7, 64, 1000, 4096])
def test_a_permutation_is_the_stable_order_of_its_words(n: int) -> None:
    words = rng.bits((rng.ORDER, n), n)
    assert rng.permutation((rng.ORDER, n), n).tolist() == sorted(range(n), key=words.tolist().__getitem__)


def test_words_that_begin_alike_are_ordered_by_their_last_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first bits alone would leave 5 of these before 3, and the two 5s are a tie."""
    words = np.array([2**63, 5, 3, 2**63 + 1, 5, 0], np.uint64)
    monkeypatch.setattr(rng, "bits", lambda key, n: words)
    assert rng.permutation((), 6).tolist() == [5, 2, 1, 4, 0, 3]


def test_different_keys_give_different_orders() -> None:
    keys = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (0, 1), (2**32,), (0, 2**32)]
    assert len({tuple(rng.permutation(key, 20)) for key in keys}) == len(keys)


def test_normal_draws_are_normal() -> None:
    from scipy.stats import kstest

    drawn = rng.normal((3, 4), 20_000)
    assert kstest(drawn, "norm").pvalue > 0.001
    np.testing.assert_array_equal(rng.normal((3, 4), 100), drawn[:100])


Digests = Callable[[dict[str, str]], str]


@pytest.fixture
def digest_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Digests]:
    """The digest of top.py in a package of these files."""
    monkeypatch.setattr(code_digest, "FOLDER", tmp_path)

    def digest(texts: dict[str, str]) -> str:
        code_digest._read.cache_clear()
        for name, text in ({"room/__init__.py": ""} | texts).items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text)
        return code_digest.digest("onlinelearn.top")

    yield digest
    code_digest._read.cache_clear()


def test_a_comment_changes_no_code_digest_and_a_constant_does(digest_of: Digests) -> None:
    base = digest_of({"top.py": '"""Doc."""\n\ndef f():\n    return 1\n'})
    same = '"""Other."""\n# why\ndef f():\n    """Doc."""\n    return (1)\n'
    assert digest_of({"top.py": same}) == base
    assert digest_of({"top.py": '"""Doc."""\n\ndef f():\n    return 2\n'}) != base


@pytest.mark.parametrize(
    "top",
    [
        "from onlinelearn.room import below",
        "from onlinelearn.room.below import x",
        "from onlinelearn.room.below import *",
        "import onlinelearn.room.below",
        "import onlinelearn.room.below as other",
        "def f():\n    from onlinelearn.room import below",
        "from onlinelearn.room import other, below",
        "from onlinelearn.room import other",
    ],
)
def test_a_digest_covers_what_is_imported_below(digest_of: Digests, top: str) -> None:
    texts = {"top.py": top, "room/other.py": "from onlinelearn.room.below import x\n"}
    base = digest_of({**texts, "room/below.py": "x = 1\n"})
    assert digest_of({**texts, "room/below.py": "x = 2\n"}) != base


def test_a_digest_covers_a_package_where_a_name_comes_from_it(digest_of: Digests) -> None:
    top = "from onlinelearn.room import x\n"
    base = digest_of({"top.py": top, "room/__init__.py": "x = 1\n"})
    assert digest_of({"top.py": top, "room/__init__.py": "x = 2\n"}) != base


@pytest.mark.parametrize(
    "top",
    [
        "from onlinelearn.room import other\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from onlinelearn.room import below\n",
    ],
)
def test_a_digest_covers_nothing_that_is_not_imported(digest_of: Digests, top: str) -> None:
    texts = {"top.py": top, "room/other.py": "y = 1\n"}
    base = digest_of({**texts, "room/below.py": "x = 1\n"})
    assert digest_of({**texts, "room/below.py": "x = 2\n"}) == base


def test_an_import_that_cannot_be_followed_is_an_error(digest_of: Digests) -> None:
    with pytest.raises(ModuleNotFoundError, match=r"no source for onlinelearn\.lost"):
        digest_of({"top.py": "from onlinelearn.lost import x\n"})
    with pytest.raises(ImportError, match="a relative import"):
        digest_of({"top.py": "from .room import below\n"})


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
