"""The Perceptron in pictures: its boundary, update by update, and the loop that it goes round in."""

import numpy as np
import pytest
from matplotlib.patches import Polygon

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Moment, Replay, ReplayRequest
from onlinelearn.render.figures import FigureData, cycle, in_action
from onlinelearn.render.figures.figure_options import CycleOptions, InActionOptions
from tests.render.figures.made import check_texts
from tests.render.tables.made import row

PLAIN = InActionOptions()


def perceptron(X: Floats, y: Ints, epochs: int) -> Replay:
    """The Perceptron, over the rows in their order; y is 0 or 1."""
    w = np.zeros(X.shape[1])
    moments = []
    for t in range(epochs * len(y)):
        i = t % len(y)
        z = (2 * y[i] - 1) * X[i]
        if w @ z <= 0:
            w = w + z
            moments.append(Moment(t + 1, i, w[None], None))
    return Replay(X, y, Moment(0, None, np.zeros((1, X.shape[1])), None), tuple(moments))


def data(replay: Replay) -> FigureData:
    made = [row(dataset="plane", learner="Perceptron")]
    return FigureData("T", made, [], [], replays={ReplayRequest("plane", "Perceptron"): replay})


def separable(seed: int = 1, constant: float = 1.0) -> Replay:
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.uniform(-1, 1, (60, 2)), np.full(60, constant)])
    return perceptron(X, (X @ np.array([1.0, -0.7, 0.2]) > 0).astype(np.int64), 4)


@pytest.mark.usefixtures("_settings")
def test_panels_show_the_first_updates_and_the_last_with_its_example() -> None:
    replay = separable()
    last = len(replay.moments)
    assert last > 6
    panels = in_action.figure(data(replay), InActionOptions(panels=6)).axes
    updates = [1, 2, 3, 4, 5, last]
    expected = [f"update {u}, round {replay.moments[u - 1].round}" for u in updates]
    assert [panel.get_title() for panel in panels] == expected
    for panel, update in zip(panels, updates, strict=True):
        moment = replay.moments[update - 1]
        assert moment.row is not None
        ring = np.asarray(panel.lines[-1].get_xydata())
        assert ring == pytest.approx(replay.X[[moment.row], :2])


@pytest.mark.usefixtures("_settings")
@pytest.mark.parametrize("constant", [1.0, 3.0])
def test_the_boundary_is_where_the_score_is_zero_and_the_shade_where_it_is_positive(constant: float) -> None:
    whole = separable(constant=constant)
    replay = Replay(whole.X, whole.y, whole.start, whole.moments[:12])
    shown = 0
    for number, frame in enumerate(in_action.frames(data(replay), PLAIN)):
        (panel,) = frame.axes
        w = (replay.start, *replay.moments)[number].weights[0]
        boundary = np.asarray(panel.lines[1 if number else 0].get_xydata())
        if number == 0:
            assert len(boundary) == 0
            continue
        assert boundary @ w[:2] + constant * w[2] == pytest.approx([0.0, 0.0], abs=1e-9)
        anywhere = np.abs(w[:2]).sum() * panel.get_xlim()[1] + constant * w[2] > 0
        assert len(panel.patches) == anywhere
        for patch in panel.patches:
            assert isinstance(patch, Polygon)
            assert (patch.get_xy() @ w[:2] + constant * w[2] >= -1e-9).all()
            shown += 1
    assert shown > 8


@pytest.mark.usefixtures("_settings")
def test_nothing_in_the_pictures_overlaps(monkeypatch: pytest.MonkeyPatch) -> None:
    check_texts(in_action.figure(data(separable()), PLAIN), monkeypatch, least=20)
    check_texts(cycle.figure(data(inseparable()), CycleOptions()), monkeypatch, least=10)


@pytest.mark.parametrize("shape", [(4, 4), (4, 3)])
def test_what_is_no_plane_is_an_error(shape: tuple[int, int]) -> None:
    X = np.arange(12.0 if shape[1] == 3 else 16.0).reshape(shape)
    with pytest.raises(ConfigError, match="two attributes or a constant third"):
        in_action.figure(data(perceptron(X, np.array([0, 1, 0, 1]), 1)), PLAIN)


def inseparable(epochs: int = 20) -> Replay:
    X, y = np.array([[0.0, 2.0], [3.0, 0.0], [1.0, -1.0]]), np.array([1, 0, 1])
    return perceptron(X, y, epochs)


def test_a_loop_is_the_same_weights_at_the_same_example() -> None:
    replay = inseparable()
    found = cycle.find_loop(replay)
    assert found == cycle.Loop(begin=0, end=11, rounds=18)
    moments = (replay.start, *replay.moments)
    for number in range(found.end, len(moments)):
        before, after = moments[number - found.end], moments[number]
        np.testing.assert_array_equal(before.weights, after.weights)
        assert after.round - before.round == found.rounds


def test_the_same_weights_at_another_example_are_no_loop() -> None:
    """On the way round, w = (-1, -1) and others come more than once."""
    X, y = np.array([[3.0, -1.0], [4.0, 1.0], [1.0, 0.0], [-1.0, -1.0]]), np.array([1, 0, 1, 0])
    replay = perceptron(X, y, 8)
    assert cycle.find_loop(replay) == cycle.Loop(begin=0, end=21, rounds=28)
    assert len({each.weights.tobytes() for each in replay.moments[:21]}) < 21


def test_the_way_to_a_loop_is_no_part_of_it() -> None:
    """The same three behind an example that is learnt once: weights come back to what it left."""
    X, y = np.array([[1.0, 1.0], [-3.0, -4.0], [-3.0, 4.0], [-2.0, -3.0]]), np.array([1, 1, 1, 1])
    found = cycle.find_loop(perceptron(X, y, 60))
    assert found is not None
    assert found.begin > 0


@pytest.mark.usefixtures("_settings")
def test_the_picture_shows_one_round_trip_from_where_it_begins() -> None:
    plane, rounds = cycle.figure(data(inseparable()), CycleOptions()).axes
    trip = np.asarray(plane.lines[1].get_xydata())
    assert trip[0].tolist() == trip[-1].tolist() == [0.0, 0.0]
    assert len(trip) == 12
    assert [line.get_xdata()[0] for line in rounds.lines[2:]] == [0, 18, 36, 54]  # type: ignore[index]


@pytest.mark.parametrize(
    ("replay", "message"),
    [
        (inseparable(epochs=5), "does not cycle on plane within the epochs"),
        (separable(), "two classes and two attributes"),
        (
            Replay(
                np.eye(2), np.array([0, 1]), Moment(0, None, np.zeros((1, 2)), None),
                (Moment(1, 1, np.ones((1, 2)), None),),
            ),
            "another order",
        ),
    ],
    ids=["too short", "three attributes", "another order"],
)  # fmt: skip
@pytest.mark.usefixtures("_settings")
def test_where_there_is_no_loop_it_says_why(replay: Replay, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        cycle.figure(data(replay), CycleOptions())
