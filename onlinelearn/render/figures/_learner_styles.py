"""The styles of learners: in every figure of an experiment a learner has the same."""

from collections.abc import Iterable

from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._families import family
from onlinelearn.render.figures._style import COLOURS, SeriesStyle, series_styles


def learner_styles(data: FigureData, names: Iterable[str]) -> dict[str, SeriesStyle]:
    """The styles of the learners, or of the families, that a figure shows.

    A learner has its place among all of the experiment, and a family that of its first member. Where these
    are more than there are colours, families have their places among families; and where these are too many,
    too, those that are shown have the first ones. So no two of them look alike.
    """
    shown = dict.fromkeys(names)
    learners = dict.fromkeys(row.learner for row in data.rows)
    of_family = {learner: family(data.learners, learner).name for learner in learners}
    leading = {of_family[learner]: learner for learner in reversed(learners)}
    for every in (learners, dict.fromkeys(of_family.values())):
        if len(every) <= len(COLOURS):
            styles = series_styles(every)
            known = styles | {name: styles[first] for name, first in leading.items() if first in styles}
            if shown.keys() <= known.keys():
                return {name: known[name] for name in shown}
    return series_styles(shown)
