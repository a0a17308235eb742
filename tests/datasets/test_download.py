"""Downloads over real HTTP, from a server on loopback that behaves well and badly."""

import errno
import gc
import hashlib
import io
import threading
import warnings
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from onlinelearn.base.errors import DataError, MissingDataError
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.registry import ENTRIES, Download, RegistryEntry
from onlinelearn.datasets.sources import locate, table_cache
from onlinelearn.datasets.sources.download import THREAD
from onlinelearn.datasets.status import fetch, status

Compress = Callable[..., bytes]
AtHand = Callable[[str], RegistryEntry]

VALUES = {"isolet1": [[0.5, -0.25], [1.0, -1.0]], "isolet5": [[0.0, 0.125], [-0.4394, 0.093]]}
EXPECTED = ExampleTable(
    np.array(VALUES["isolet1"] + VALUES["isolet5"]),
    np.array(["A", "B", "A", "Z"]),
    np.array(["isolet1", "isolet1", "isolet5", "isolet5"]),
)


def archive(compress: Compress) -> bytes:
    """A zip as UCI's, with four examples."""
    files = {
        "isolet1+2+3+4.data.Z": b"0.5000, -0.2500, 1.\n1.0000, -1.0000, 2.\n",
        "isolet5.data.Z": b"-0.0000, 0.1250, 1.\n-0.4394, 0.0930, 26.\n",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as zipped:
        for name, text in files.items():
            zipped.writestr(name, compress(text))
    return packed.getvalue()


class Host(ThreadingHTTPServer):
    """A server whose answers are set by the test, first to last; the last one is repeated."""

    def __init__(self, content: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.content = content
        self.answers = ["good"]
        self.asked = 0
        self.over = threading.Event()

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    @property
    def url(self) -> str:
        return f"http://{self.place}/isolet.zip"

    def entry(self, timeout: float = 30.0, retries: int = 0, longest: float = 60.0) -> RegistryEntry:
        download = Download(self.url, "isolet.zip", timeout=timeout, retries=retries, longest=longest)
        return replace(ENTRIES["isolet"], digest=EXPECTED.digest, download=download)


class Handler(BaseHTTPRequestHandler):
    """Answers as the host was told to."""

    server: Host

    def do_GET(self) -> None:
        host = self.server
        answer = host.answers[min(host.asked, len(host.answers) - 1)]
        host.asked += 1
        if answer == "hang":
            host.over.wait()
            return
        self.send_response(404 if answer == "missing" else 200)
        extra = 1000 if answer == "truncated" else 0
        self.send_header("Content-Length", str(len(host.content) + extra))
        self.end_headers()
        if answer == "hang halfway":
            self.wfile.write(host.content[:10])
            host.over.wait()
            return
        while answer == "drip" and not host.over.wait(0.05):
            self.wfile.write(b"?")
        self.wfile.write(host.content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing: the tests' output stays readable."""


@pytest.fixture
def host(
    compress: Compress, own_cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Host]:
    monkeypatch.setenv("OLRUN_DATA", str(tmp_path / "nowhere"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Host(archive(compress)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.over.set()
        server.shutdown()
        thread.join()
    # requests leaves the socket of a failed download to the garbage collector, which would complain later.
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        gc.collect()


def failure(entry: RegistryEntry) -> str:
    """What a user reads when the download fails; nothing may have been kept."""
    with pytest.raises(DataError) as caught:
        locate.table(entry)
    assert table_cache.read(entry.digest) is None
    message, way_out = str(caught.value).split("; ")
    assert way_out == "put isolet.csv.xz or isolet.zip into a folder and name it in OLRUN_DATA"
    # Only a set that can't be had may be skipped: one that is damaged is no reason to go on without it.
    assert isinstance(caught.value, MissingDataError) == message.startswith("isolet is not here, and ")
    return message


def test_a_good_file_is_downloaded_once(host: Host, own_cache: Path) -> None:
    entry = host.entry()
    assert locate.table(entry).digest == EXPECTED.digest
    assert locate.table(entry).labels.tolist() == ["A", "B", "A", "Z"]
    assert host.asked == 1
    assert len(list(own_cache.iterdir())) == 1


def test_another_content_is_refused(host: Host) -> None:
    entry = replace(host.entry(), digest="0" * 64)
    assert failure(entry) == f"what {host.url} gave is not 'isolet'"


def test_a_page_instead_of_the_file_is_refused(host: Host) -> None:
    host.content = b"<html>Please log in</html>"
    assert failure(host.entry()) == f"what {host.url} gave is not 'isolet'"


def test_a_truncated_file_is_refused(host: Host) -> None:
    host.answers = ["truncated"]
    assert failure(host.entry()).endswith(f"and {host.place} breaks off before the end of the file")


def test_a_missing_file_is_named(host: Host) -> None:
    host.answers = ["missing"]
    assert failure(host.entry()).endswith(f"and {host.place} answers 404 Not Found")


@pytest.mark.parametrize("when", ["hang", "hang halfway"])
def test_a_hanging_host_is_given_up(host: Host, when: str) -> None:
    host.answers = [when]
    assert failure(host.entry(timeout=0.2)).endswith(f"and {host.place} timed out")


def test_a_host_that_drips_is_given_up(host: Host) -> None:
    host.answers = ["drip"]
    assert failure(host.entry(longest=0.3)).endswith(f"and {host.place} takes longer than 0.3 s")
    host.over.set()
    for each in threading.enumerate():
        if each.name == THREAD:  # what is left to itself ends with the host, and its socket with it
            each.join(20)


def test_a_host_that_is_not_there_is_named(host: Host) -> None:
    entry = host.entry()
    nobody = replace(entry, download=Download("http://127.0.0.1:1/isolet.zip", "isolet.zip", retries=0))
    assert failure(nobody) == "isolet is not here, and 127.0.0.1:1 can't be reached"


def test_a_full_disk_is_not_the_hosts_fault(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("shutil.move", full)
    with pytest.raises(DataError, match="No space left on device") as caught:
        locate.table(host.entry())
    assert not isinstance(caught.value, MissingDataError)


def test_a_bundled_set_that_is_gone_is_no_set_to_be_skipped() -> None:
    with pytest.raises(DataError, match=r"letter\.csv\.xz is missing from this installation") as caught:
        locate.from_network(ENTRIES["letter"])
    assert not isinstance(caught.value, MissingDataError)


def test_a_passing_fault_is_tried_again(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pooch.core.time.sleep", lambda _: None)
    host.answers = ["truncated", "missing", "good"]
    assert locate.table(host.entry(retries=2)).digest == EXPECTED.digest
    assert host.asked == 3


def test_a_terminal_shows_progress_and_a_pipe_does_not(
    host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    locate.from_network(host.entry())
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    locate.from_network(host.entry())
    assert "100%" in capsys.readouterr().err


def test_fetch_gets_what_status_calls_missing(host: Host) -> None:
    entry = host.entry()
    before = status(entry)
    assert (before.state, before.where, host.asked) == ("missing", "", 0)
    assert "isolet.zip" in before.detail
    after = fetch(entry)
    assert (after.state, after.where, after.detail) == ("ok", str(table_cache.path_of(entry.digest)), "")
    assert status(entry) == after


def test_fetch_says_why_it_failed(host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host.answers = ["missing", "good"]
    failed = fetch(host.entry())
    assert (failed.state, failed.where) == ("missing", "")
    assert "answers 404 Not Found" in failed.detail
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OLRUN_CACHE", str(tmp_path / "file" / "cache"))
    unkept = fetch(host.entry())
    assert (unkept.state, unkept.where) == ("missing", "")
    assert "isolet came, but" in unkept.detail


def test_fetch_reads_nothing_twice(host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[int] = []

    def sha256(data: bytes = b"") -> object:
        hashed.append(len(data))
        return hashlib.new("sha256", data)

    monkeypatch.setattr(hashlib, "sha256", sha256)
    fetch(host.entry())
    # The content once, as it comes; the cache's file once, as it is written.
    assert len(hashed) == 2
    monkeypatch.setenv("OLRUN_DATA", str(tmp_path))
    (tmp_path / "isolet.zip").write_bytes(host.content)
    assert fetch(host.entry()).where == str(tmp_path / "isolet.zip")
    assert len(hashed) == 3


def test_a_file_put_there_by_hand_needs_no_network(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLRUN_DATA", str(tmp_path))
    (tmp_path / "isolet.zip").write_bytes(host.content)
    assert locate.table(host.entry()).digest == EXPECTED.digest
    assert host.asked == 0


def test_the_named_folder_comes_before_the_cache(
    host: Host, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLRUN_DATA", str(tmp_path))
    own_cache.mkdir()
    for folder in (tmp_path, own_cache):
        (folder / "isolet.zip").write_bytes(host.content)
    assert status(host.entry()).where == str(tmp_path / "isolet.zip")
    (tmp_path / "isolet.zip").unlink()
    assert status(host.entry()).where == str(own_cache / "isolet.zip")


def test_status_names_a_damaged_file(host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLRUN_DATA", str(tmp_path))
    (tmp_path / "isolet.zip").write_bytes(host.content[:-30])
    found = status(host.entry())
    assert found.state == "damaged"
    assert str(tmp_path / "isolet.zip") in found.detail


def test_a_bundled_set_is_ok() -> None:
    found = status(ENTRIES["letter"])
    assert (found.state, found.examples, found.attributes, found.classes) == ("ok", 20000, 16, 26)


def test_ucis_files_give_the_same_isolet(at_hand: AtHand, compress: Compress, tmp_path: Path) -> None:
    isolet = at_hand("isolet")
    table = locate.table(isolet)
    assert table.parts is not None
    with zipfile.ZipFile(tmp_path / "isolet.zip", "w") as zipped:
        for part, name in (("isolet1", "isolet1+2+3+4.data.Z"), ("isolet5", "isolet5.data.Z")):
            rows = np.flatnonzero(table.parts == part)
            lines = [
                ", ".join(
                    [*(f"{value:.4f}" for value in table.X[row]), f"{ord(str(table.labels[row])) - 64}."]
                )
                for row in rows
            ]
            zipped.writestr(name, compress("\n".join(lines).encode() + b"\n"))
    read = isolet.files["isolet.zip"](tmp_path / "isolet.zip")
    assert read.digest == isolet.digest
