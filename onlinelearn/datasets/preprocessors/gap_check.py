"""The check that columns have no gaps, and the way out where they have."""

import json
from collections.abc import Sequence

from onlinelearn.base.error_text import LONGEST_LIST, shorten, shown
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import Column


def refuse_gaps(step: str, columns: Sequence[Column], others: Sequence[Column] = ()) -> None:
    """DataError, with the place of the first one, if columns have gaps; `step` needs them filled.

    Gaps of `others` are named beside them: a later step would need these filled.
    """
    gaps = [column for column in columns if column.gap]
    if not gaps:
        return
    gaps += [column for column in others if column.gap]
    first, *further = gaps
    also = f", and also in {_names([shown(each.name) for each in further])}" if further else ""
    them = "them" if further else "it"
    before = f" before {step}" if step else ""
    value = "most_frequent" if all(each.categories for each in gaps) else "median"
    raise DataError(
        f"{first.gap}, column {shown(first.name)}: a value is missing{also}; fill {them}{before} with "
        f"`preprocess: [{{impute: {value}}}]`, or {_way_to_drop([each.name for each in gaps])}"
    )


def _names(names: Sequence[str]) -> str:
    return shorten(", ".join(names), LONGEST_LIST)


def _way_to_drop(names: Sequence[str]) -> str:
    """What to write, as YAML reads it; the key alone where the names are too many to be copied."""
    written = [name if _is_plain(name) else json.dumps(name, ensure_ascii=False) for name in names]
    entry = f"drop: [{', '.join(written)}]"
    return f"say `{entry}`" if len(entry) <= LONGEST_LIST else "name these columns in `drop`"


def _is_plain(name: str) -> bool:
    """Whether YAML reads the name as it is, in a list."""
    import yaml

    try:
        return bool(yaml.safe_load(f"[{name}]") == [name])
    except yaml.YAMLError:
        return False
