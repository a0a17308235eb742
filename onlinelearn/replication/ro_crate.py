"""The description of an archive by RO-Crate 1.1: what each file is, where it came from, its digest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from onlinelearn.base import files
from onlinelearn.base.json_files import json_text, parsed_json

METADATA = "ro-crate-metadata.json"
PROFILE = "https://w3id.org/ro/crate/1.1"

CONTEXT = [f"{PROFILE}/context", {"sha256": "https://schema.org/sha256"}]
"""The words of RO-Crate, and one of schema.org's that it lacks."""

FORMATS = {
    ".csv": "text/csv",
    ".gif": "image/gif",
    ".json": "application/json",
    ".md": "text/markdown",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".py": "text/x-python",
    ".svg": "image/svg+xml",
    ".tex": "application/x-tex",
    ".txt": "text/plain",
    ".xz": "application/x-xz",
    ".yaml": "application/yaml",
}

SOFTWARE = "#onlinelearn"
RUN = "#run"
UNSTATED = "#licence-not-stated"


@dataclass(frozen=True)
class CrateFile:
    """A file of the archive; `came_in` says whether the run read it, or made it."""

    name: str
    about: str
    size: int
    digest: str
    came_in: bool | None = None
    licence: str | None = None


@dataclass(frozen=True)
class Crate:
    """All that the description says of an archive."""

    title: str
    about: str
    version: str
    """That of onlinelearn."""
    begun: str
    ended: str
    command: str | None
    files: tuple[CrateFile, ...]
    licences: Mapping[str, str]
    """The address of each licence, by its name."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Data sets that are not in the archive, and why."""


def metadata_text(crate: Crate) -> str:
    """The text of ro-crate-metadata.json."""
    absent = [_absent(name, why) for name, why in crate.left_out.items()]
    used = sorted({each.licence for each in crate.files if each.licence})
    graph = [
        {
            "@id": METADATA,
            "@type": "CreativeWork",
            "conformsTo": _link(PROFILE),
            "about": _link("./"),
        },
        {
            "@id": "./",
            "@type": "Dataset",
            "name": crate.title,
            "description": crate.about,
            "datePublished": crate.ended,
            "license": _link(UNSTATED),
            "hasPart": [_link(_address(each.name)) for each in crate.files],
            "mentions": [_link(RUN), *(_link(each["@id"]) for each in absent)],
        },
        _run(crate),
        {
            "@id": SOFTWARE,
            "@type": "SoftwareApplication",
            "name": "onlinelearn",
            "version": crate.version,
        },
        {
            "@id": UNSTATED,
            "@type": "CreativeWork",
            "name": "not stated",
            "description": "Whoever made this archive has not said under which licence the results are. "
            "Data that may be passed on have licences of their own.",
        },
        *({"@id": crate.licences[name], "@type": "CreativeWork", "name": name} for name in used),
        *(_file(each, crate.licences) for each in crate.files),
        *absent,
    ]
    return json_text({"@context": CONTEXT, "@graph": graph}, indent=1)


def listed_digests(folder: Path) -> dict[str, str]:
    """The digest of each file, as the description in the folder says; ValueError if it says none."""
    crate = parsed_json(files.read(folder / METADATA))
    try:
        listed = [each for each in crate["@graph"] if each["@type"] == "File"]
        return {unquote(str(each["@id"])): str(each["sha256"]) for each in listed}
    except (KeyError, TypeError):
        raise ValueError("no description of files") from None


def _run(crate: Crate) -> dict[str, Any]:
    """The run as an action: what went in, and what came out."""
    parts = {
        way: [_link(_address(each.name)) for each in crate.files if each.came_in is way]
        for way in (True, False)
    }
    return {
        "@id": RUN,
        "@type": "CreateAction",
        "name": crate.command or "run from Python",
        "instrument": _link(SOFTWARE),
        "object": parts[True],
        "result": parts[False],
        "startTime": crate.begun,
        "endTime": crate.ended,
    }


def _file(file: CrateFile, licences: Mapping[str, str]) -> dict[str, Any]:
    return {
        "@id": _address(file.name),
        "@type": "File",
        "name": file.name,
        "description": file.about,
        "contentSize": str(file.size),
        "encodingFormat": FORMATS.get(Path(file.name).suffix, "application/octet-stream"),
        "sha256": file.digest,
        **({"license": _link(licences[file.licence])} if file.licence else {}),
    }


def _absent(name: str, why: str) -> dict[str, Any]:
    about = f"This data set is not in the archive ({why})."
    return {"@id": f"#data-{quote(name, safe='')}", "@type": "Dataset", "name": name, "description": about}


def _link(address: str) -> dict[str, str]:
    return {"@id": address}


def _address(name: str) -> str:
    return quote(name)
