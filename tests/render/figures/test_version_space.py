"""The version space in the plane: what the cuts leave, and that the ellipse holds it."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.patches import Polygon
from PIL import Image

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Moment, Replay, ReplayRequest
from onlinelearn.claims import Family
from onlinelearn.render import figures
from onlinelearn.render.figures import FigureData, version_space
from onlinelearn.render.figures._half_planes import SideOfLine
from onlinelearn.render.figures._hypothesis_plane import ellipse_outline, hypothesis_plane
from onlinelearn.render.figures._style import figure_settings
from onlinelearn.render.figures.figure_options import FigureChoice, VersionSpaceOptions
from tests.render.figures.made import cellip
from tests.render.tables.made import row

A, MARGIN = 0.5, 0.03
PLAIN = VersionSpaceOptions()
SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def plane(seed: int, n: int = 60) -> Replay:
    """CELLIP on points of the circle that u separates by the margin."""
    angles = np.random.default_rng(seed).uniform(0, 2 * np.pi, 2 * n)
    X, u = np.stack([np.cos(angles), np.sin(angles)], axis=1), np.array([0.8, 0.6])
    X = X[np.abs(X @ u) >= MARGIN][:n]
    return cellip(X, (X @ u > 0).astype(float), A, MARGIN)


def data(replay: Replay) -> FigureData:
    learners = {"CELLIP": Family("CELLIP", {"a": A, "margin": MARGIN})}
    made = [row(dataset="plane", learner="CELLIP")]
    request = ReplayRequest("plane", "CELLIP")
    return FigureData("T", made, [], [], learners=learners, replays={request: replay})


def area(polygon: Floats) -> float:
    x, y = polygon.T
    return 0.5 * abs(float(x @ np.roll(y, 1) - y @ np.roll(x, 1)))


def distances(points: Floats, w: Floats, P: Floats) -> Floats:
    """(v − w)ᵀP⁻¹(v − w) of each point v."""
    off = points - w
    found: Floats = (off * np.linalg.solve(P, off.T).T).sum(axis=1)
    return found


@given(st.floats(0, 6.3), st.floats(-1.4, 1.4))
def test_a_cut_and_its_opposite_share_out_the_polygon(angle: float, offset: float) -> None:
    cut = SideOfLine(np.array([np.cos(angle), np.sin(angle)]), offset)
    kept, lost = cut.clip(SQUARE), cut.opposite.clip(SQUARE)
    assert (kept @ cut.normal >= offset - 1e-9).all()
    assert sum(area(part) for part in (kept, lost) if len(part)) == pytest.approx(4.0)


def test_the_border_of_a_cut_is_where_it_holds_with_equality() -> None:
    cut = SideOfLine(np.array([3.0, 4.0]), 2.0)
    border = cut.border(10.0)
    assert border @ cut.normal == pytest.approx([2.0, 2.0])
    assert np.hypot(*(border[1] - border[0])) == pytest.approx(20.0)
    assert len(SideOfLine(np.zeros(2), 0.0).border(1.0)) == 0


def test_an_ellipse_is_where_the_distance_is_one() -> None:
    P, w = np.array([[2.0, 0.6], [0.6, 0.5]]), np.array([[0.3, -0.2]])
    boundary = ellipse_outline(Moment(1, 0, w, P))
    assert boundary is not None
    assert distances(boundary, w, P) == pytest.approx(np.ones(len(boundary)))


@pytest.mark.parametrize("seed", range(5))
def test_every_ellipse_holds_what_the_cuts_leave_and_that_holds_the_version_space(seed: int) -> None:
    """Theorem 1, on the picture: the shaded region is inside the outline, in each of the panels."""
    hypotheses = hypothesis_plane(data(plane(seed)), PLAIN)
    X, signs = hypotheses.replay.X, 2 * hypotheses.replay.y - 1
    assert len(hypotheses.version_space)
    assert (signs[:, None] * (X @ hypotheses.version_space.T) >= A * MARGIN - 1e-9).all()
    assert area(hypotheses.left_after(0)) == pytest.approx(np.pi * (1 + (1 - A) * MARGIN) ** 2, rel=1e-3)
    for update, moment in enumerate(hypotheses.moments):
        left = hypotheses.left_after(update)
        assert moment.covariance is not None
        assert (distances(left, moment.weights, moment.covariance) <= 1 + 1e-6).all()
        assert area(hypotheses.version_space) <= area(left) + 1e-12


def long() -> Replay:
    return max((plane(seed) for seed in range(40)), key=lambda replay: len(replay.moments))


@pytest.mark.usefixtures("_settings")
def test_panels_are_the_first_updates_and_the_last() -> None:
    replay = long()
    last = len(replay.moments)
    assert last > 9
    panels = version_space.figure(data(replay), PLAIN).axes
    updates = [*range(1, 9), last]
    expected = [f"update {u}, round {replay.moments[u - 1].round}" for u in updates]
    assert [panel.get_title() for panel in panels] == expected
    for panel, update in zip(panels, updates, strict=True):
        outline = [each for each in panel.patches if isinstance(each, Polygon) and not each.fill][-1]
        boundary = ellipse_outline(replay.moments[update - 1])
        assert boundary is not None
        assert outline.get_xy()[:-1] == pytest.approx(boundary)
        assert np.asarray(panel.lines[-2].get_xydata())[-1] == pytest.approx(
            replay.moments[update - 1].weights[0]
        )


@pytest.mark.usefixtures("_settings")
def test_a_learner_without_an_ellipse_is_shown_by_its_cuts_alone() -> None:
    replay = plane(1)
    bare = [Moment(each.round, each.row, each.weights, None) for each in (replay.start, *replay.moments)]
    figure = version_space.figure(data(Replay(replay.X, replay.y, bare[0], tuple(bare[1:]))), PLAIN)
    assert all(each.fill for panel in figure.axes for each in panel.patches)
    assert not any("ellipse" in text.get_text() for text in figure.legends[0].get_texts())


@pytest.mark.usefixtures("_settings")
def test_the_animation_shows_each_cut_before_each_update() -> None:
    replay = plane(2)
    frames = list(version_space.frames(data(replay), PLAIN))
    assert len(frames) == 1 + 2 * len(replay.moments)
    before, cut, done = (frame.axes[0] for frame in frames[:3])
    assert [panel.get_title() for panel in (before, cut, done)][1:] == ["update 1, round 1"] * 2
    outlines = [[each for each in panel.patches if not each.fill][-1] for panel in (before, cut, done)]
    start, first, second = (np.asarray(each.get_path().vertices) for each in outlines)
    assert first == pytest.approx(start)
    assert not np.allclose(second, first)


def test_its_files_are_a_drawing_a_picture_and_an_animation() -> None:
    whole = plane(2)
    replay = Replay(whole.X, whole.y, whole.start, whole.moments[:1])
    drawn = figures.render(FigureChoice("version_space", VersionSpaceOptions(file="plane")), data(replay))
    assert set(drawn) == {"plane.svg", "plane.png", "plane.txt", "plane.gif"}
    with Image.open(io.BytesIO(drawn["plane.gif"])) as gif:
        assert gif.n_frames == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("shape", "options", "message"),
    [
        ((1, 3), PLAIN, "plane must have two classes and two attributes"),
        ((1, 2), VersionSpaceOptions(dataset="usps"), "no update of CELLIP on usps"),
    ],
)
def test_what_can_t_be_seen_in_a_plane_is_an_error(
    shape: tuple[int, int], options: VersionSpaceOptions, message: str
) -> None:
    start = Moment(0, None, np.zeros(shape), None)
    with figure_settings(), pytest.raises(ConfigError, match=message):
        version_space.figure(data(Replay(np.zeros((1, shape[1])), np.zeros(1, np.int64), start, ())), options)
