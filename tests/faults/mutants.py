"""Mutants of configs and of data files: valid ones, changed at random, and what must hold of each."""

import gzip
import io
import random
import resource
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn import load_dataset
from onlinelearn.base.arrays import is_sparse, stored
from onlinelearn.base.errors import ConfigError, DataError, OlrunError
from onlinelearn.config import load_config, parse_config
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.stored.stored_rows import StoredRows

CONFIGS = sorted(Path(__file__).parents[2].glob("configs/*.yaml"))
LONGEST = 10.0
"""Seconds of the processor's time that the slowest mutant may take."""
HANGS = 100
"""Seconds by the clock after which a mutant must have ended, on a machine that others use too."""
MOST_BYTES = 2_000_000_000
"""The most memory that a mutant may take, beside what the process had."""

WORDS = [
    *("", " ", "\n", "\t", "\r\n", "\0", "\ufeff", "é", "²", "٣", "𝟙", "\u2028", "'", '"', "`", "#", "%"),
    *("nan", "inf", "-inf", "1e300", "1e-320", "-0", "1_0", "01", "9" * 400, "0x10", "1e999", "true", "null"),
    *(
        ",",
        ";",
        ":",
        "|",
        "-",
        "{",
        "}",
        "[",
        "]",
        "{}",
        "[]",
        "&a",
        "*a",
        "!!python/object:os.system",
        "<<: *a",
    ),
    *("grid", "tune", "learners", "usps", "../../etc/passwd", "/dev/zero", "@data", "999999999:1", "?", "NA"),
]


KINDS = ("configs", "--set values", "data files")


def mutated(content: bytes, draw: random.Random, most: int = 4) -> bytes:
    """The content with up to so many changes: bytes flipped, cut, repeated, moved, or words put in."""
    mutant = bytearray(content)
    for _ in range(draw.randint(1, most)):
        at = draw.randrange(len(mutant) + 1)
        to = min(len(mutant), at + draw.choice([1, 1, 4, 30, 300]))
        match draw.randrange(7):
            case 0 if at < len(mutant):
                mutant[at] ^= 1 << draw.randrange(8)
            case 1:
                del mutant[at:to]
            case 2:
                mutant[at:at] = mutant[at:to] * draw.choice([1, 2, 50])
            case 3:
                piece = mutant[at:to]
                del mutant[at:to]
                there = draw.randrange(len(mutant) + 1)
                mutant[there:there] = piece
            case 4:
                del mutant[at:]
            case _:
                mutant[at : draw.choice([at, to])] = draw.choice(WORDS).encode()
    return bytes(mutant)


@contextmanager
def bounded(what: str) -> Iterator[None]:
    """AssertionError if the block takes too long, or never ends; MemoryError if it takes too much memory.

    The processor's time counts, since others may use the machine; whatever waits is told by the clock.
    """

    def waits(*_: object) -> None:
        raise AssertionError(f"{what} hangs")

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    before, begun = resource.getrlimit(resource.RLIMIT_AS), time.process_time()
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MOST_BYTES, before[1]))
    alarm = signal.signal(signal.SIGALRM, waits)
    signal.alarm(HANGS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, alarm)
        resource.setrlimit(resource.RLIMIT_AS, before)
    assert time.process_time() - begun < LONGEST, f"{what} took too long"


def check_line(error: OlrunError) -> None:
    """An error is one line, and not a long one."""
    text = str(error)
    assert text
    assert text.isprintable(), text
    assert len(text) < 1500, text


def try_config(seed: int) -> str:
    """One mutant of a shipped config: an experiment that can be written out and read again, or one line."""
    draw = random.Random(seed)
    path = draw.choice(CONFIGS)
    content = mutated(path.read_bytes(), draw)
    with bounded(f"config mutant {seed}"):
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return "not UTF-8"
        try:
            read = parse_config(text, name=path.stem, where=path.name, folder=path.parent)
        except ConfigError as error:
            check_line(error)
            return "refused"
        again = parse_config(read.resolved(), name=path.stem, where="resolved", folder=path.parent)
        assert again.resolved() == read.resolved()
    return "read"


OVERRIDES = """\
protocol.epochs=1
protocol.permutations=2
protocol.seed=7
protocol={epochs: 2, order: file}
metrics=[test_error]
figures=[]
preprocess=[unit_norm]
dataset=letter
title=some experiment of ours
learners.PA={learner: pa}
learners.PA.C={grid: [0.1, 1]}
learners.PA.C={tune: [0.1, 1]}
""".splitlines()


def try_override(seed: int) -> str:
    """One mutant of a `--set`, on the main config."""
    draw = random.Random(seed)
    override = mutated(draw.choice(OVERRIDES).encode(), draw, most=1).decode(errors="surrogateescape")
    path = CONFIGS[0].with_name("usps_iellip.yaml")
    with bounded(f"override mutant {seed}"):
        try:
            load_config(path, [override])
        except ConfigError as error:
            check_line(error)
            return "refused"
    return "read"


def _originals() -> dict[str, tuple[bytes, dict[str, object]]]:
    """A small file of each format, and how to read it."""
    rows = [(i % 7 - 3, i * 0.25, "ab"[i % 2]) for i in range(24)]
    csv = "x,z,kind\n" + "".join(f"{x},{z},{kind}\n" for x, z, kind in rows)
    svm = "".join(f"{i % 2} 1:{x} 2:{z}\n" for i, (x, z, _) in enumerate(rows))
    sets = "x,kind\n" + "".join(f"{x},{kind}|c{x % 2}\n" for x, _, kind in rows)
    arff = "@relation r\n@attribute x numeric\n@attribute z numeric\n@attribute kind {a,b}\n@data\n"
    arrays = io.BytesIO()
    np.savez(arrays, X=np.array([row[:2] for row in rows]), y=np.array([row[2] for row in rows]))
    kind: dict[str, object] = {"target": "kind"}
    return {
        "a.csv": (csv.encode(), kind),
        "b.csv.gz": (gzip.compress(csv.encode(), mtime=0), kind),
        "c.tsv": (csv.replace(",", "\t").encode(), kind),
        "d.svm": (svm.encode(), {}),
        "e.arff": ((arff + csv.partition("\n")[2]).encode(), kind),
        "f.npz": (arrays.getvalue(), {}),
        "g.csv": (sets.encode(), {"target": "kind", "task": "multilabel"}),
        "h.csv": (csv.encode(), {"target": "z", "task": "regression", "categorical": ["kind"]}),
        **_parquet(rows),
    }


def _parquet(rows: list[tuple[int, float, str]]) -> dict[str, tuple[bytes, dict[str, object]]]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return {}
    written = io.BytesIO()
    columns = zip(*rows, strict=True)
    table = pyarrow.table(dict(zip(("x", "z", "kind"), map(list, columns), strict=True)))
    pyarrow.parquet.write_table(table, written)
    return {"i.parquet": (written.getvalue(), {"target": "kind"})}


ORIGINALS = _originals()


def try_data_file(seed: int, folder: Path) -> str:
    """One mutant of a data file: whole data without a NaN that nobody knows of, or one line.

    A reader of rows that stay in files must find the same in it, or refuse it too.
    """
    draw = random.Random(seed)
    name = draw.choice([*ORIGINALS])
    content, options = ORIGINALS[name]
    path = folder / name
    inner = gzip.compress(mutated(gzip.decompress(content), draw), mtime=0) if name.endswith("gz") else None
    # Half of the packed ones are damaged inside, half as packed.
    path.write_bytes(inner if inner and draw.random() < 0.5 else mutated(content, draw))
    entry = {"path": str(path), **options}
    with bounded(f"data mutant {seed}"):
        data = _loaded(entry)
    if streams(name, options):
        with bounded(f"data mutant {seed}, in files"):
            in_files = _loaded(entry | {"in_memory": False})
        assert _content(in_files) == _content(data), f"{name} is other data in files"
    if data is None:
        return "refused"
    assert (len(data.X_train), len(data.X_test)) == (len(data.y_train), len(data.y_test))
    assert len(data.y_train)
    assert not np.isinf(stored(data.X_train)).any()
    return "read"


def streams(name: str, options: dict[str, object]) -> bool:
    """Whether the rows of this file may stay in files."""
    return name.split(".")[1] in ("csv", "tsv", "svm", "parquet") and options.get("task") != "multilabel"


def _loaded(entry: dict[str, object]) -> Dataset | None:
    try:
        return load_dataset(entry)
    except (DataError, ConfigError) as error:
        check_line(error)
        return None


def _content(data: Dataset | None) -> object:
    """The data, in a form that can be compared; None where they were refused."""
    if data is None:
        return None
    parts: list[Any] = [data.X_train, data.X_test]
    rows = [X[:] if isinstance(X, StoredRows) else X for X in parts]
    dense = [np.asarray(X.toarray() if is_sparse(X) else X) for X in rows]
    labels = [each.tolist() for each in (data.y_train, data.y_test, data.classes)]
    return [(X.shape, X.tobytes()) for X in dense], labels


def tried(kind: str, seeds: range, folder: Path) -> Counter[str]:
    """How many mutants were read, and how many refused."""
    attempt: dict[str, Callable[[int], str]] = {
        "configs": try_config,
        "--set values": try_override,
        "data files": lambda seed: try_data_file(seed, folder),
    }
    found: Counter[str] = Counter()
    for seed in seeds:
        try:
            found[attempt[kind](seed)] += 1
        except BaseException as error:
            error.add_note(f"at mutant {seed} of {kind}")
            raise
    return found
