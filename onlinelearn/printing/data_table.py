"""The table that `olrun data` prints: each data set, its shape, its state and where it is."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from onlinelearn.base.lookups import known
from onlinelearn.base.text_table import aligned
from onlinelearn.datasets.choice import NAMED
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.datasets.status import Status, fetch


def fetch_all(names: Sequence[str]) -> list[Status]:
    """The status of the named data sets, or of all, after an attempt to get what is missing."""
    entries = [known("dataset", name, NAMED) for name in names] or list(NAMED.values())
    return [fetch(entry) for entry in entries]


def unavailable(found: Iterable[Status], asked: bool) -> list[str]:
    """Why data sets can't be had. A set that olrun can't get by itself counts only where it was asked for."""
    return [each.detail for each in found if each.detail and (asked or _gettable(each))]


def _gettable(status: Status) -> bool:
    entry = ENTRIES.get(status.name)
    return entry is None or entry.bundled or entry.download is not None or status.state == "damaged"


def data_table(found: Iterable[Status]) -> str:
    """A line for each data set."""
    rows = [("name", "examples", "attributes", "classes", "digest", "licence", "where")]
    for each in found:
        shape = (f"{each.examples:,}", f"{each.attributes:,}", f"{each.classes}")
        licence = _origin(each.name).get("licence", "")
        rows.append((each.name, *shape, each.state, licence, each.where))
    return "\n".join(aligned(rows))


def plain_data(found: Iterable[Status]) -> list[dict[str, object]]:
    """The same as JSON has it, with the licence and the digest of what is read and not drawn."""
    return [asdict(each) | _origin(each.name) for each in found]


def _origin(name: str) -> dict[str, str]:
    entry = ENTRIES.get(name)
    return {"licence": entry.licence, "digest": entry.digest} if entry else {}
