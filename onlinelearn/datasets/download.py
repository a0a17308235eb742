"""Get a file over HTTP: pooch does it, with a time limit, retries, and a progress bar on a terminal."""

import sys
from pathlib import Path

from onlinelearn.datasets.registry import Download
from onlinelearn.errors import DataError


def download(wanted: Download, folder: Path) -> Path:
    """The file, whole, in `folder`. DataError if the host does not give it."""
    import pooch

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
        return Path(host.fetch(wanted.file, downloader=get))
    except (OSError, ValueError) as error:
        raise DataError(f"cannot download {wanted.url}: {' '.join(str(error).split())}") from error
