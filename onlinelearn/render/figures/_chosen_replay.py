"""The replay that a figure shows, as its options choose it, and which of its updates are drawn."""

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Moment, Replay, ReplayRequest
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures.figure_options import ReplayOptions


def chosen_replay(figure: str, data: FigureData, options: ReplayOptions) -> tuple[ReplayRequest, Replay]:
    """The learner and data set that are shown, and the updates of the one on the other: one at least."""
    if not data.rows:
        raise ConfigError(f"figure {figure}: there is no result to draw; see why each cell failed")
    chosen = options.chosen(data.rows)
    if chosen not in options.replays(data.rows):
        raise ConfigError(
            f"figure {figure}: no update of {chosen.learner} on {chosen.dataset}; choose other ones"
        )
    return chosen, data.replay(chosen)


def every_moment(replay: Replay) -> tuple[Moment, ...]:
    """The state before the first round, and after each update."""
    return (replay.start, *replay.moments)


def first_and_last(updates: int, most: int) -> list[int]:
    """The numbers of at most so many updates: the first ones, and the last."""
    return [*range(1, min(updates, most)), updates]
