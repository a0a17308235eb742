"""What a search of the site finds first."""

from collections.abc import Mapping
from typing import Any

from onlinelearn.learners import registry

BOOSTS = {"project/changelog.md": 0.1, "reference/commands.md": 6.0, "howto/own-data.md": 3.0}
"""The changelog names everything, and is seldom meant. The others explain options, and data of one's own."""


def search_keys(path: str) -> Mapping[str, Any]:
    """The metadata of a page that the search reads: a learner's page is found by its class, too."""
    keys: dict[str, Any] = {}
    if path in BOOSTS:
        keys["search"] = {"boost": BOOSTS[path]}
    classes = {f"learners/{name}.md": cls.__name__ for name, cls in registry().items()}
    # The search takes a word for the beginning of others: PassiveAggressive is not to find the regressor.
    if (name := classes.get(path)) and not any(
        name != other and name.startswith(other) for other in classes.values()
    ):
        keys["tags"] = [name]
    return keys
