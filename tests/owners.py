"""Files that belong to somebody else, as far as this process can see: only root could give them away."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest


def give(place: Path, owner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the file or folder, and no other, belong to this user."""
    real = Path.stat

    def stat(self: Path, **options: Any) -> Any:
        found = real(self, **options)
        if self != place:
            return found
        whole = {name: getattr(found, name) for name in dir(found) if name.startswith("st_")}
        return SimpleNamespace(**whole | {"st_uid": owner})

    monkeypatch.setattr(Path, "stat", stat)
