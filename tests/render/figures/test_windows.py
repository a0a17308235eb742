"""The figure of errors over the last rounds: its lines, its bands and its marks of changes."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from onlinelearn.base.arrays import Bools, Floats
from onlinelearn.base.curve_points import regular_checkpoints
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.metric_options import Excess, Fading, Window
from onlinelearn.base.parameters import Parameters
from onlinelearn.base.result_rows import CurvePoint, Row
from onlinelearn.numerics.block_bootstrap import window_intervals
from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.figures import FigureData, windows
from onlinelearn.render.figures._stream_lines import LearnerStreams
from onlinelearn.render.figures._style import FAINT
from onlinelearn.render.figures.figure_options import WindowsOptions
from tests.render.figures.made import check_texts, names

pytestmark = pytest.mark.usefixtures("_settings")

OPTIONS: dict[str, Parameters] = {"windowed_error": Window(window=100), "fading_error": Fading(factor=0.99)}
ROUNDS = regular_checkpoints(OPTIONS, 600)


def stream(
    learner: str,
    permutation: int,
    seed: int,
    dataset: str = "sea",
    options: Mapping[str, Parameters] = OPTIONS,
) -> list[CurvePoint]:
    """A stream of 600 rounds with points where the options ask for them: every ten rounds."""
    wrong = np.random.default_rng(seed).uniform(size=600) < 0.3
    return curve(learner, permutation, wrong, dataset, options)


def curve(
    learner: str,
    permutation: int,
    wrong: Bools,
    dataset: str = "sea",
    options: Mapping[str, Parameters] = OPTIONS,
) -> list[CurvePoint]:
    """The points of a learner that is wrong in these rounds."""
    return [
        CurvePoint(
            *(dataset, learner, permutation, t),
            online_error=int(wrong[:t].sum()) / t,
            mistakes=int(wrong[:t].sum()),
            updates=0,
            extra={"windowed_error": wrong[max(0, t - 100) : t].mean(), "fading_error": 0.25},
        )
        for t in sorted({1, 2, 3, 600, *regular_checkpoints(options, 600)})
    ]


def data(points: Sequence[CurvePoint], changes: Sequence[int] = (), epochs: int = 1) -> FigureData:
    places = dict.fromkeys((p.dataset, p.learner, p.permutation) for p in points)
    rows = [
        Row(*place, epoch, 0.2, 0.3, 180, 0, 0, 0.1) for place in places for epoch in range(1, epochs + 1)
    ]
    found = {point.dataset: tuple(changes) for point in points}
    return FigureData("A drift", rows, points, ["curves"], metric_options=OPTIONS, changes=found)


def test_a_line_is_the_mean_over_the_permutations_from_the_first_whole_window_on() -> None:
    points = [*stream("PA", 1, 1), *stream("PA", 2, 2)]
    made = windows.figure(data(points), WindowsOptions())
    (line,) = made.axes[0].lines
    assert np.asarray(line.get_xdata()).tolist() == list(range(100, 601, 10))
    first = [p.extra["windowed_error"] or 0.0 for p in points if p.round == 300]
    assert np.asarray(line.get_ydata())[20] == pytest.approx(100 * sum(first) / 2)
    assert any("means over 2 permutations" in text.get_text().replace("\n", " ") for text in made.texts)


@pytest.mark.parametrize("copies", [1, 3])
def test_the_band_of_a_single_stream_is_resampled_also_where_it_was_run_several_times(copies: int) -> None:
    points = [point for number in range(1, copies + 1) for point in stream("PA", number, 1)]
    made = windows.figure(data(points), WindowsOptions())
    (band,) = [each for each in made.axes[0].collections if isinstance(each, PolyCollection)]
    corners = np.asarray(band.get_paths()[0].vertices)
    mistakes = np.diff([0, *(p.mistakes for p in points[:63] if p.round in ROUNDS)])
    low, high = 100 * window_intervals(mistakes, np.full(60, 10), 10)[20]
    assert sorted({round(y, 9) for x, y in corners if x == 300}) == pytest.approx([low, high])
    text = " ".join(text.get_text().replace("\n", " ") for text in made.texts)
    assert "one stream: bands are 95 % intervals by resampling blocks of each window" in text


def test_bands_can_be_left_out_and_the_note_says_so() -> None:
    with_bands, without = (
        windows.figure(data(stream("PA", 1, 1)), WindowsOptions(bands=b)) for b in (True, False)
    )
    assert len(with_bands.axes[0].collections) == 1
    assert not without.axes[0].collections
    text = " ".join(text.get_text().replace("\n", " ") for text in without.texts)
    assert "predicted before it is learnt from; without bands" in text
    assert "resampling" not in text


SEVERAL = "lines show means over 2 permutations, bands 95 % t intervals over orders"
ALONE = "one stream: bands are 95 % intervals by resampling blocks of each window"


@pytest.mark.parametrize(
    ("drawn", "of_several", "of_one"),
    [
        ({("sea", "PA"), ("sea", "AROW")}, "sea", "led"),
        ({("sea", "PA"), ("led", "PA")}, "PA", "AROW"),
        ({("sea", "PA")}, "PA on sea", "AROW on sea, PA on led, AROW on led"),
    ],
)
def test_bands_of_two_kinds_are_both_explained_with_their_lines(
    drawn: set[tuple[str, str]], of_several: str, of_one: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = [
        point
        for dataset in ("sea", "led")
        for learner in ("PA", "AROW")
        for permutation in (1, 2)
        for point in stream(learner, permutation, permutation if (dataset, learner) in drawn else 1, dataset)
    ]
    made = windows.figure(data(points), WindowsOptions())
    text = " ".join(text.get_text().replace("\n", " ") for text in made.texts)
    assert text.endswith(f"; {SEVERAL} ({of_several}); {ALONE} ({of_one})")
    check_texts(made, monkeypatch, least=20)


@pytest.mark.parametrize("window", [100, 64, 7])
def test_another_metric_changes_no_band(window: int) -> None:
    alone: dict[str, Parameters] = {"windowed_error": Window(window=window)}
    both = alone | {"fading_error": Fading(factor=0.9), "excess_error": Excess(window=3)}
    lines = [
        LearnerStreams("windowed_error", options, [stream("PA", 1, 1, options=options)]).line()
        for options in (alone, both)
    ]
    assert lines[0] == lines[1]
    assert next(iter(lines[0])) == window
    assert any(value.low < value.high for value in lines[0].values())


def test_the_fading_error_of_a_single_stream_has_no_band_and_says_so() -> None:
    made = windows.figure(data(stream("PA", 1, 1)), WindowsOptions(metric="fading_error"))
    (line,) = made.axes[0].lines
    assert set(np.asarray(line.get_ydata()).tolist()) == {25.0}
    text = " ".join(text.get_text().replace("\n", " ") for text in made.texts)
    assert text.endswith("one stream, without bands")


def band(made: Figure) -> tuple[Floats, Floats, Floats]:
    """The rounds, and the lower and upper ends of the only band."""
    (found,) = [each for each in made.axes[0].collections if isinstance(each, PolyCollection)]
    corners = np.asarray(found.get_paths()[0].vertices)
    rounds = np.unique(corners[:, 0])
    ends = [np.sort(np.unique(corners[corners[:, 0] == t, 1]))[[0, -1]] for t in rounds]
    return rounds, *np.array(ends).T


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=10, deadline=None)
def test_a_small_gap_between_learners_that_err_together_is_seen_where_their_own_bands_overlap(
    seed: int,
) -> None:
    """Both err on the same hard rounds, the second on one more in every 20."""
    wrong = np.random.default_rng(seed).uniform(size=600) < 0.3
    more = wrong.copy()
    for block in range(0, 600, 20):
        more[block + np.flatnonzero(~wrong[block : block + 20])[:1]] = True
    points = [*curve("PA", 1, wrong), *curve("AROW", 1, more)]
    rounds, low, high = band(windows.figure(data(points), WindowsOptions(against="PA")))
    assert rounds.tolist() == list(range(100, 601, 10))
    assert (low > 0.0).all(), "the gap is sure"
    assert ((low <= 5.0) & (high >= 5.0)).all(), "and of five points"
    single = [band(windows.figure(data(curve("A", 1, each)), WindowsOptions())) for each in (wrong, more)]
    assert (single[0][2] > single[1][1]).all(), "the two bands of the errors overlap, everywhere"


def test_over_permutations_the_band_against_a_learner_is_that_of_the_differences_in_each() -> None:
    points = [
        point for p in (1, 2, 3) for name in ("PA", "AROW") for point in stream(name, p, 5 * p + len(name))
    ]
    points += stream("AROW", 4, 9)  # PA has no such permutation
    made = windows.figure(data(points), WindowsOptions(against="PA"))
    rounds, low, high = band(made)
    errors = {(p.learner, p.permutation): p.extra["windowed_error"] or 0.0 for p in points if p.round == 300}
    expected = estimate([errors["AROW", p] - errors["PA", p] for p in (1, 2, 3)])
    at = rounds.tolist().index(300)
    assert [low[at], high[at]] == pytest.approx([100 * (expected.low or 0.0), 100 * (expected.high or 0.0)])
    assert names(made) == ["AROW"]
    text = " ".join(text.get_text().replace("\n", " ") for text in made.texts)
    assert "less that of PA in the same rounds; lines show means over 3 permutations" in text


def test_a_learner_alone_stands_against_nothing() -> None:
    with pytest.raises(ConfigError, match="nothing ran beside PA; leave out 'against'"):
        windows.figure(data(stream("PA", 1, 1)), WindowsOptions(against="PA"))


def test_changes_are_thin_lines_in_every_epoch_and_the_legend_names_them() -> None:
    made = windows.figure(data(stream("PA", 1, 1), changes=(100, 250), epochs=2), WindowsOptions())
    thin = [line for line in made.axes[0].lines if to_hex(str(line.get_color())) == FAINT]
    assert [np.asarray(line.get_xdata()).tolist()[0] for line in thin] == [100, 250, 400, 550]
    assert names(made) == ["PA", "change of the data"]


def test_texts_fit_with_several_learners_and_data_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    learners = ["Perceptron", "PA-I", "AROW", "AROW diagonal"]
    points = [
        point
        for dataset in ("sea", "stagger")
        for seed, learner in enumerate(learners)
        for point in stream(learner, 1, seed, dataset)
    ]
    for options in (WindowsOptions(), WindowsOptions(against="AROW diagonal")):
        check_texts(windows.figure(data(points, changes=(300,)), options), monkeypatch, least=25)


def test_curves_without_the_error_say_what_to_add() -> None:
    bare = [CurvePoint("sea", "PA", 1, 10, 0.1, 1, 1)]
    with pytest.raises(ConfigError, match="no windowed_error; add it to the config's metrics"):
        windows.figure(data(bare), WindowsOptions())
