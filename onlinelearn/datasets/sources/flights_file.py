"""Flights in the USA in order of time: is a flight more than 15 minutes late at arrival?"""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from onlinelearn.base.arrays import Ints
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import Column, ExampleTable
from onlinelearn.datasets.formats.parquet_file import loaded_parquet

if TYPE_CHECKING:
    from pyarrow import ChunkedArray

LATE = 15
"""Minutes of delay above which a flight counts as late (label 1)."""

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
HOURS = tuple(f"{hour:02}" for hour in range(24))


def read_flights(path: Path) -> ExampleTable:
    """Month and distance as numbers; weekday, hour, origin and destination as categories."""
    loaded = loaded_parquet(path)
    if not {"date", "delay", "distance", "origin", "destination"} <= set(loaded.column_names):
        raise DataError(
            f"{path} has the columns {', '.join(loaded.column_names)}, and is not the flights' file"
        )
    date = loaded.column("date").to_numpy().astype("datetime64[s]")
    day = date.astype("datetime64[D]").astype(np.int64)
    month = date.astype("datetime64[M]").astype(np.int64) % 12 + 1
    weekday = (day + 3) % 7  # 1970-01-01 was a Thursday
    hour = date.astype("datetime64[h]").astype(np.int64) % 24
    origins, origin = _coded(loaded.column("origin"))
    destinations, destination = _coded(loaded.column("destination"))
    distance = loaded.column("distance").to_numpy()
    X = np.column_stack([month, distance, weekday, hour, origin, destination]).astype(np.float64)
    columns = (
        Column("month"),
        Column("distance"),
        Column("weekday", WEEKDAYS),
        Column("hour", HOURS),
        Column("origin", origins),
        Column("destination", destinations),
    )
    late = (loaded.column("delay").to_numpy() > LATE).astype(np.int64)
    return ExampleTable(X, late, None, columns)


def _coded(names: "ChunkedArray") -> tuple[tuple[str, ...], Ints]:
    """The different names in ascending order, and the number of each value among them."""
    encoded = names.combine_chunks().dictionary_encode()
    different = encoded.dictionary.to_pylist()
    ranks = {name: rank for rank, name in enumerate(sorted(different))}
    return tuple(ranks), np.array([ranks[name] for name in different])[encoded.indices.to_numpy()]
