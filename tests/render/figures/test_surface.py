"""Decision surfaces: where the border is, whose label is marked, and how far the stream has come."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Replay, ReplayRequest, SurfaceRequest, Surfaces
from onlinelearn.experiment.protocol import Prepared, Task
from onlinelearn.experiment.replays import GRID, surfaces
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.manifold.online_manifold import OnlineManifold
from onlinelearn.render.figures import FigureData, surface
from onlinelearn.render.figures.figure_options import SurfaceOptions
from tests.render.figures.made import check_texts
from tests.render.tables.made import row

pytestmark = pytest.mark.usefixtures("_settings")

RNG = np.random.default_rng(3)
X = RNG.uniform(-1, 1, (200, 2))
Y = (X[:, 0] > X[:, 1]).astype(np.int64)
FRAMES = 24
PLANE = Prepared(X, Y, X, Y, 2)


def diagonal(parts: int) -> Surfaces:
    """Scores whose border is the diagonal; every tenth example is labeled."""
    places = np.linspace(-1.1, 1.1, GRID)
    scores = places[None] - places[:, None]
    rounds = tuple(200 * part // parts for part in range(1, parts + 1))
    return Surfaces(X, Y, np.arange(200) % 10 == 0, places, places, rounds, (scores,) * parts)


def data(*learners: str) -> FigureData:
    made = [row(dataset="plane", learner=learner) for learner in learners]
    answers: dict[ReplayRequest | SurfaceRequest, Replay | Surfaces] = {
        SurfaceRequest("plane", learner, parts): diagonal(parts)
        for learner in learners
        for parts in (1, FRAMES)
    }
    return FigureData("T", made, [], [], replays=answers)


def marked(panel: Axes) -> list[Any]:
    """The points of a panel: unlabeled ones, then those of each class."""
    return [np.asarray(line.get_xydata()) for line in panel.lines]


def test_a_panel_marks_labeled_examples_by_class_and_the_others_faintly() -> None:
    (panel,) = surface.figure(data("buffer"), SurfaceOptions()).axes
    labeled = np.arange(200) % 10 == 0
    unlabeled, first, second = marked(panel)
    np.testing.assert_array_equal(unlabeled, X[~labeled])
    np.testing.assert_array_equal(first, X[labeled & (Y == 0)])
    np.testing.assert_array_equal(second, X[labeled & (Y == 1)])


def test_the_border_is_where_the_score_is_zero() -> None:
    (panel,) = surface.figure(data("buffer"), SurfaceOptions()).axes
    (border,) = [path for path in panel.collections[-1].get_paths() if np.size(path.vertices)]
    across, upwards = np.asarray(border.vertices).T
    np.testing.assert_allclose(across, upwards, atol=1e-9)


def test_only_the_chosen_learners_and_the_last_examples_are_shown() -> None:
    figure = surface.figure(data("a", "b", "c"), SurfaceOptions(learners=("c", "a"), last=30))
    assert [panel.get_title() for panel in figure.axes] == ["c", "a"]
    assert sum(len(points) for points in marked(figure.axes[0])) == 30


def test_frames_go_through_the_stream() -> None:
    frames = list(surface.frames(data("a"), SurfaceOptions(animate=True)))
    assert len(frames) == FRAMES
    assert frames[-1].axes[0].get_title() == "a, after 200 examples"
    shown = [sum(len(points) for points in marked(frame.axes[0])) for frame in frames]
    assert shown == [200 * part // FRAMES for part in range(1, FRAMES + 1)]


def test_texts_are_inside_and_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = surface.figure(data("a learner with a long name", "b", "c"), SurfaceOptions())
    check_texts(figure, monkeypatch, 12)


def test_a_surface_that_is_all_one_side_has_no_border() -> None:
    flat = diagonal(1)
    one_sided = Surfaces(X, Y, flat.shown, flat.across, flat.upwards, (200,), (np.zeros((GRID, GRID)),))
    made = replace(data("a"), replays={SurfaceRequest("plane", "a", 1): one_sided})
    (panel,) = surface.figure(made, SurfaceOptions()).axes
    assert len(panel.collections) == 1


def test_nothing_to_draw_says_why() -> None:
    with pytest.raises(ConfigError, match="see why each cell failed"):
        surface.figure(FigureData("T", [], [], []), SurfaceOptions())


def test_the_stream_is_the_cells_own_and_its_end_the_same_however_it_is_cut() -> None:
    task = Task(seed=5, permutation=1, epochs=2)
    once, often = (surfaces(Perceptron(), PLANE, task, parts) for parts in (1, 7))
    np.testing.assert_array_equal(once.scores[-1], often.scores[-1])
    assert often.rounds == (28, 57, 85, 114, 142, 171, 200)
    assert sorted(map(tuple, once.X)) == sorted(map(tuple, X))
    assert not np.array_equal(once.X, X)


def test_scores_stand_where_their_places_are() -> None:
    learner = OnlineManifold(width=0.3, graph_width=0.3)
    found = surfaces(learner, PLANE, Task(seed=0, permutation=1, epochs=1), 1)
    right = (found.scores[0] > 0) == (found.across[None] > found.upwards[:, None])
    assert right.mean() > 0.9


def test_more_than_a_plane_is_refused() -> None:
    wide = np.zeros((200, 3))
    with pytest.raises(ConfigError, match="two classes and two attributes"):
        surfaces(Perceptron(), Prepared(wide, Y, wide, Y, 2), Task(seed=0, permutation=1, epochs=1), 1)
