"""Checkpoints at equal distances, for errors over the last rounds: where curves have points, figures know."""

from collections.abc import Mapping

from onlinelearn.base.metric_options import Fading, Window
from onlinelearn.base.parameters import Parameters

PER_WINDOW = 10
"""Checkpoints within a window: they show how the error moves, and give bands their blocks."""

MOST_CHECKPOINTS = 2000
"""No curve needs more, however long the stream."""


def regular_checkpoints(options: Mapping[str, Parameters], rounds: int) -> range:
    """Rounds at equal distances, some in each window, where an error over the last rounds is asked for."""
    windows = [each.window for each in options.values() if isinstance(each, Window)]
    windows += [round(1.0 / (1.0 - each.factor)) for each in options.values() if isinstance(each, Fading)]
    if not windows:
        return range(0)
    distance = max(1, min(windows) // PER_WINDOW, -(-rounds // MOST_CHECKPOINTS))
    return range(distance, rounds + 1, distance)
