"""The .Z decoder against an encoder, against gzip, and against damage."""

import random
import shutil
import subprocess
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.datasets.sources.lzw import decompress

Compress = Callable[..., bytes]


def some_text(length: int) -> bytes:
    draw = random.Random(7)
    return b"".join(b"%.4f, " % draw.uniform(-1, 1) for _ in range(length // 8))


@pytest.mark.parametrize("bits", [10, 12, 16])
@pytest.mark.parametrize("clear", [False, True])
def test_what_was_compressed_comes_back(compress: Compress, bits: int, clear: bool) -> None:
    text = some_text(400_000)
    assert decompress(compress(text, bits, clear)) == text


@pytest.mark.skipif(shutil.which("gzip") is None, reason="gzip is not installed")
@pytest.mark.parametrize("bits", [10, 12, 16])
@pytest.mark.parametrize("clear", [False, True])
def test_gzip_reads_the_encoders_files_the_same_way(compress: Compress, bits: int, clear: bool) -> None:
    packed = compress(some_text(400_000), bits, clear)
    assert subprocess.run(
        ["gzip", "-dc"], input=packed, capture_output=True, check=True
    ).stdout == decompress(packed)


@given(st.lists(st.sampled_from([b"a", b"ab", b"aaa", b"\x00", b"\xff1"]), max_size=2000).map(b"".join))
def test_repetitions_come_back(compress: Compress, text: bytes) -> None:
    assert decompress(compress(text)) == text


def test_a_vector_worked_out_by_hand() -> None:
    # "aaaaaa" is the codes 97, 257 ("aa", not known yet to the decoder), 258 ("aaa"), nine bits each.
    codes = 97 | 257 << 9 | 258 << 18
    assert decompress(b"\x1f\x9d\x90" + codes.to_bytes(4, "little")) == b"aaaaaa"


@pytest.mark.parametrize(
    "data", [b"", b"\x1f\x9d", b"\x1f\x8b\x90abc", b"\x1f\x9d\x88abc", b"\x1f\x9d\x91abc"]
)
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"not a \.Z file"):
        decompress(data)


def test_a_code_that_cannot_be_is_damage() -> None:
    with pytest.raises(ValueError, match="unknown code 300"):
        decompress(b"\x1f\x9d\x90" + (97 | 300 << 9).to_bytes(3, "little"))
