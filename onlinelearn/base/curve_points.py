"""Checkpoints at equal distances, for errors over the last rounds: where curves have points, figures know."""

from collections.abc import Mapping, Sequence

from onlinelearn.base.metric_options import Fading, Window
from onlinelearn.base.parameters import Parameters

PER_WINDOW = 10
"""Blocks in a window, with a checkpoint at the end of each: they show how the error moves, and give bands."""

MOST_CHECKPOINTS = 2000
"""No error needs more, however long the stream."""


def regular_checkpoints(options: Mapping[str, Parameters], rounds: int) -> tuple[int, ...]:
    """The ends of the blocks of every error over the last rounds that is asked for."""
    return tuple(sorted({end for each in options.values() for end in block_ends(each, rounds)}))


def block_ends(options: Parameters, rounds: int) -> Sequence[int]:
    """The last rounds of the blocks of one error, whatever else is measured; none for another metric.

    So many blocks are a window to the round, also where they don't divide it: then some are a round longer.
    """
    window, blocks = _window(options), blocks_per_window(options, rounds)
    if not window:
        return ()
    if not blocks:
        distance = -(-rounds // MOST_CHECKPOINTS)
        return range(distance, rounds + 1, distance)
    return [k * window // blocks for k in range(1, ((rounds + 1) * blocks - 1) // window + 1)]


def blocks_per_window(options: Parameters, rounds: int) -> int:
    """The blocks in a window; fewer in a long stream, and 0 where even whole windows are too many."""
    window = _window(options)
    return min(PER_WINDOW, window, MOST_CHECKPOINTS * window // rounds)


def _window(options: Parameters) -> int:
    """The rounds that an error is over, or nearly so; 0 for a metric that isn't over the last rounds."""
    match options:
        case Window(window=window):
            return window
        case Fading(factor=factor):
            return round(1.0 / (1.0 - factor))
        case _:
            return 0
