"""Downloads over HTTP, by pooch: with a time limit, retries, and a progress bar on a terminal."""

import sys
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from urllib.parse import urlsplit

from onlinelearn.base.errors import DataError, MissingDataError
from onlinelearn.datasets.registry import Download

THREAD = "download"
"""The name of the thread that a download runs in."""


def download(wanted: Download, folder: Path) -> Path:
    """The file, whole, in `folder`; MissingDataError, with the cause, if the host doesn't give it."""
    import pooch
    from requests import RequestException

    pooch.get_logger().setLevel("WARNING")
    host = pooch.create(
        path=folder,
        base_url="",
        registry={wanted.file: None},
        urls={wanted.file: wanted.url},
        retry_if_failed=wanted.retries,
    )
    get = pooch.HTTPDownloader(timeout=wanted.timeout, progressbar=sys.stderr.isatty())
    try:
        return Path(_within(wanted.longest, lambda: host.fetch(wanted.file, downloader=get)))
    except TimeoutError:
        raise MissingDataError(
            f"{urlsplit(wanted.url).netloc} takes longer than {wanted.longest:g} s"
        ) from None
    except RequestException as error:
        raise MissingDataError(f"{urlsplit(wanted.url).netloc} {_fault(error)}") from error
    except OSError as error:
        raise DataError(f"cannot keep what {wanted.url} gives: {error.strerror or error}") from error


def _within(seconds: float, work: Callable[[], str]) -> str:
    """What the work returns, or raises. TimeoutError if it takes longer; it is then left to itself.

    A host may send a byte now and then for ever, and a read in progress can't be stopped.
    """
    answers: SimpleQueue[str | BaseException] = SimpleQueue()

    def attempt() -> None:
        try:
            answers.put(work())
        except BaseException as error:
            answers.put(error)

    Thread(target=attempt, name=THREAD, daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, str):
        return answer
    try:
        raise answer
    finally:
        del answer  # or its traceback would keep the connection


def _fault(error: Exception) -> str:
    """The host's fault, as the predicate of a sentence about it."""
    from requests import ConnectionError as Unreachable
    from requests import HTTPError
    from requests.exceptions import ChunkedEncodingError

    # requests has a class for a time limit before the first byte only.
    if "timed out" in str(error):
        return "timed out"
    if isinstance(error, HTTPError) and error.response is not None:
        return f"answers {error.response.status_code} {error.response.reason}"
    if isinstance(error, ChunkedEncodingError):
        return "breaks off before the end of the file"
    return "can't be reached" if isinstance(error, Unreachable) else f"fails ({type(error).__name__})"
