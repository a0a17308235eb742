"""Streams that drift: each against its paper's rule, written out row by row."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.config import parse_config
from onlinelearn.datasets import load_dataset
from onlinelearn.datasets.choice import Generated, named
from onlinelearn.datasets.generated.generator import Recipe
from onlinelearn.datasets.generated.hyperplane import Hyperplane
from onlinelearn.datasets.generated.led import Led
from onlinelearn.datasets.generated.mixture import Mixture
from onlinelearn.datasets.generated.sea import Sea
from onlinelearn.datasets.generated.stagger import Stagger
from onlinelearn.datasets.joined import Drift

seeds = st.integers(0, 2**64 - 1)


def recipe(**options: object) -> Recipe:
    """The recipe of a drift from one set to another."""
    chosen = named("drift", options)
    assert isinstance(chosen, Generated)
    return chosen.options


@given(seed=seeds, n=st.integers(8, 60), thresholds=st.lists(st.floats(4, 15), min_size=1, max_size=4))
@settings(max_examples=25, deadline=None)
def test_sea_is_a_threshold_on_the_first_two_attributes(seed: int, n: int, thresholds: list[float]) -> None:
    drawn = Sea(n_train=100 * n, n_test=200, thresholds=tuple(thresholds), noise=0.0, seed=seed).draw(1)
    blocks = len(thresholds)
    for i, (x, y) in enumerate(zip(drawn.X_train.tolist(), drawn.y_train.tolist(), strict=True)):
        block = max(b for b in range(blocks) if i >= 100 * n * b // blocks)
        assert y == (1 if x[0] + x[1] <= thresholds[block] else -1)
    assert drawn.changes == tuple(100 * n * b // blocks for b in range(1, blocks))
    for x, y in zip(drawn.X_test.tolist(), drawn.y_test.tolist(), strict=True):
        assert y == (1 if x[0] + x[1] <= thresholds[-1] else -1)
    assert 0.0 <= drawn.X_train.min() < 0.2
    assert 9.8 < drawn.X_train.max() < 10.0


def test_noise_turns_a_tenth_of_the_labels_and_leaves_the_test_part() -> None:
    clean, noisy = (Sea(noise=noise).draw(2) for noise in (0.0, 0.1))
    assert abs((clean.y_train != noisy.y_train).mean() - 0.1) < 4 * math.sqrt(0.09 / 10_000)
    np.testing.assert_array_equal(clean.y_test, noisy.y_test)
    np.testing.assert_array_equal(clean.X_train, noisy.X_train)


def test_stagger_has_the_paper_s_three_concepts() -> None:
    drawn = Stagger(n_train=120, n_test=40).draw(1)
    assert drawn.changes == (40, 80)
    sizes, colours, shapes = (
        ("small", "medium", "large"),
        ("red", "green", "blue"),
        ("square", "circular", ""),
    )
    for i, (row, y) in enumerate(zip(drawn.X_train.tolist(), drawn.y_train.tolist(), strict=True)):
        assert sum(row) == 3
        size, colour, shape = sizes[row.index(1)], colours[row[3:].index(1)], shapes[row[6:].index(1)]
        concept = [
            size == "small" and colour == "red",
            colour == "green" or shape == "circular",
            size in ("medium", "large"),
        ][i // 40]
        assert y == (1 if concept else -1)
    assert len(np.unique(Stagger().draw(1).X_train, axis=0)) == 27


DISPLAY = {  # what each digit looks like
    0: (" _ ", "| |", "|_|"),
    1: ("   ", "  |", "  |"),
    2: (" _ ", " _|", "|_ "),
    3: (" _ ", " _|", " _|"),
    4: ("   ", "|_|", "  |"),
    5: (" _ ", "|_ ", " _|"),
    6: (" _ ", "|_ ", "|_|"),
    7: (" _ ", "  |", "  |"),
    8: (" _ ", "|_|", "|_|"),
    9: (" _ ", "|_|", " _|"),
}


def lights(digit: int) -> list[int]:
    """Top, upper left and right, middle, lower left and right, bottom."""
    top, middle, bottom = DISPLAY[digit]
    places = (top[1], middle[0], middle[2], middle[1], bottom[0], bottom[2], bottom[1])
    return [int(sign != " ") for sign in places]


def test_the_lights_show_the_digits_and_some_fail() -> None:
    sure = Led(n_train=200, noise=0.0).draw(1)
    assert [row[:7] for row in sure.X_train.tolist()] == [lights(digit) for digit in sure.y_train.tolist()]
    noisy = Led(n_train=2000).draw(1)
    shown = np.array([lights(digit) for digit in noisy.y_train.tolist()])
    assert abs((shown != noisy.X_train[:, :7]).mean() - 0.1) < 4 * math.sqrt(0.09 / 14_000)
    assert abs(noisy.X_train[:, 7:].mean() - 0.5) < 4 * math.sqrt(0.25 / 34_000)


def test_lights_that_change_places_change_them_with_irrelevant_ones() -> None:
    moved = Led(n_train=400, noise=0.0, blocks=2, moved=3).draw(1)
    assert moved.changes == (200,)
    digits = np.array([lights(digit) for digit in moved.y_train.tolist()])
    assert (moved.X_train[:200, :7] == digits[:200]).all()
    same = [column for column in range(7) if (moved.X_train[200:, column] == digits[200:, column]).all()]
    assert len(same) == 4
    for light in set(range(7)) - set(same):
        found = [c for c in range(7, 24) if (moved.X_train[200:, c] == digits[200:, light]).all()]
        assert len(found) == 1, "it is in one of the other columns now"


@given(seed=seeds, d=st.integers(2, 6), turn=st.sampled_from([0.0, 0.2]))
@settings(max_examples=20, deadline=None)
def test_the_hyperplane_turns_by_a_step_with_every_example(seed: int, d: int, turn: float) -> None:
    made = Hyperplane(n_train=50, n_test=20, d=d, drifting=2, step=0.01, turn=turn, noise=0.0, seed=seed)
    W = made._weights(1)
    steps = np.diff(W, axis=0)
    np.testing.assert_allclose(np.abs(steps[:, :2]), 0.01, atol=1e-12)
    assert not steps[:, 2:].any()
    if turn == 0.0:
        np.testing.assert_allclose(steps - steps[0], 0.0, atol=1e-12)
    try:
        drawn = made.draw(1)
    except DataError:
        return  # all of the few examples are of one class
    for x, w, y in zip(drawn.X_train.tolist(), W.tolist(), drawn.y_train.tolist(), strict=True):
        above = sum(wi * xi for wi, xi in zip(w, x, strict=True)) - sum(w) / 2
        assert abs(above) < 1e-12 or y == (1 if above > 0 else -1)


def test_a_mixture_s_classes_lie_around_its_centres_and_move() -> None:
    still = Mixture(n_train=600, n_test=400, spread=0.01, components=3, blocks=2).draw(1)
    assert still.changes == (300,)
    for part in (still.X_train[:300], still.X_train[300:]):
        # Points of one component are near to one another: there are as many heaps as components.
        heaps = {tuple(row) for row in np.round(part / 0.2).tolist()}
        assert 4 <= len(heaps) <= 24
    moving = Mixture(n_train=2000, n_test=500, spread=0.001, components=1, moves=2.0).draw(1)
    of_class = moving.X_train[moving.y_train == 0]
    assert np.linalg.norm(of_class[-1] - of_class[0]) == pytest.approx(2.0, abs=0.05)
    last = moving.X_test[moving.y_test == 0]
    assert np.linalg.norm(last - of_class[-1], axis=1).max() < 0.05


SMALL: Any = {"name": "sea", "thresholds": [7.0], "noise": 0.0, "n_test": 50}
LARGE: Any = {"name": "sea", "thresholds": [9.5], "noise": 0.0, "n_test": 50}


def of_second(drawn: Any, theta: Sequence[float] = (7.0, 9.5)) -> list[bool | None]:
    """Whether each row is of the second set; None where both sets would say the same of it."""
    sums = drawn.X_train[:, 0] + drawn.X_train[:, 1]
    says = [np.where(sums <= each, 1, -1) for each in theta]
    both = says[0] == says[1]
    return [None if same else bool(y == b) for same, y, b in zip(both, drawn.y_train, says[1], strict=True)]


def test_an_abrupt_change_is_one_and_a_recurring_one_comes_back() -> None:
    drawn = recipe(**{"from": SMALL, "to": LARGE}, at=300, n_train=1000).draw(1)
    assert drawn.changes == (300,)
    assert not any(of_second(drawn)[:300])
    assert all(each is not False for each in of_second(drawn)[300:])
    again = recipe(**{"from": SMALL, "to": LARGE}, at=300, every=200, n_train=1000).draw(1)
    assert again.changes == (300, 500, 700, 900)
    for i, second in enumerate(of_second(again)):
        assert second is None or second == (sum(i >= change for change in again.changes) % 2 == 1)
    assert len(np.unique(again.X_train, axis=0)) == 1000, "no example comes twice"
    sums = again.X_test[:, 0] + again.X_test[:, 1]
    np.testing.assert_array_equal(again.y_test, np.where(sums <= 7.0, 1, -1))


@pytest.mark.parametrize("every", [None, 4000])
def test_a_gradual_change_follows_the_sigmoid(every: int | None) -> None:
    drawn = recipe(**{"from": SMALL, "to": LARGE}, at=3000, width=1000, every=every, n_train=9000).draw(1)
    assert drawn.changes == ((2500,) if every is None else (2500, 6500))
    second = of_second(drawn)
    for begin in range(0, 9000, 500):
        known = [each for each in second[begin : begin + 500] if each is not None]
        chances = []
        for t in range(begin, begin + 500):
            at = 3000 if every is None or t < 5000 else 7000
            rising = 1 / (1 + math.exp(-4 * (t - at) / 1000))
            chances.append(rising if at == 3000 else 1 - rising)
        chance = sum(chances) / 500
        spread = math.sqrt(max(chance * (1 - chance), 1e-3) / len(known))
        assert abs(sum(known) / len(known) - chance) < 5 * spread


def test_registered_sets_are_joined_in_an_order_of_each_draw() -> None:
    chosen = {"name": "letter", "classes": ["A", "B"]}, {"name": "letter", "classes": ["C", "D", "A", "B"]}
    made = recipe(**{"from": chosen[0], "to": chosen[1]}, at=500, n_train=1500)
    first, second = made.draw(1), made.draw(2)
    assert set(first.y_train[:500]) == {"A", "B"}
    assert set(first.y_train[500:]) == {"A", "B", "C", "D"}
    assert first.digest != second.digest
    assert first.digest == made.draw(1).digest
    known = {tuple(row) for row in load_dataset("letter", classes=["A", "B"]).X_train.tolist()}
    assert {tuple(row) for row in first.X_train[:500].tolist()} <= known


@given(seed=st.integers(0, 2**32), number=st.integers(1, 50))
@settings(max_examples=10, deadline=None)
def test_no_example_of_the_test_part_is_streamed(seed: int, number: int) -> None:
    pair = {"name": "letter", "classes": ["A", "B"], "seed": seed}
    drawn = recipe(**{"from": pair, "to": pair}, at=500, n_train=1000).draw(number)
    split = load_dataset("letter", classes=["A", "B"], seed=seed)
    streamed, train = ({tuple(row) for row in each.X_train.tolist()} for each in (drawn, split))
    assert streamed <= train
    np.testing.assert_array_equal(drawn.X_test, split.X_test)


LETTER: Any = {"name": "letter", "classes": ["A", "B"]}
PHISHING: Any = {"name": "river:Phishing"}


@pytest.mark.parametrize(
    ("ends", "options", "covers"),
    [
        ((SMALL, LARGE), {}, "draws"),
        ((SMALL, LETTER), {}, "draws"),
        ((LETTER, LETTER), {}, "orders and subsets"),
        ((LETTER, PHISHING), {"width": 5}, "orders and subsets"),
        ((PHISHING, PHISHING), {"width": 5}, "draws"),
        ((PHISHING, PHISHING), {}, "the learner's own draws"),
    ],
)
def test_what_permutations_repeat_is_said_by_the_kinds_of_both_sets(
    ends: tuple[Any, Any], options: dict[str, object], covers: str
) -> None:
    assert recipe(**dict(zip(("from", "to"), ends, strict=True)), **options).repetition.covers == covers


def test_a_stream_of_registered_sets_is_another_subset_each_time_and_is_tested_on_the_same_examples() -> None:
    made = recipe(**{"from": LETTER, "to": LETTER}, at=200, n_train=400)
    first, second = made.draw(1), made.draw(2)
    assert first.X_train.tolist() != second.X_train.tolist()
    np.testing.assert_array_equal(first.X_test, second.X_test)
    assert made.repetition.same_test_part
    assert made.repetition.overlap("test_error") == 0.0


def test_a_set_with_too_few_rows_says_so() -> None:
    pair = {"name": "letter", "classes": ["A", "B"]}
    with pytest.raises(DataError, match="5,000 rounds are of letter, which has 1,244 training examples"):
        recipe(**{"from": pair, "to": pair}).draw(1)


def test_the_digest_of_a_drift_covers_both_sets() -> None:
    made = recipe(**{"from": SMALL, "to": LARGE})
    assert isinstance(made, Drift)
    others = [
        recipe(**{"from": SMALL, "to": SMALL}),
        recipe(**{"from": SMALL, "to": LARGE}, width=50),
        recipe(**{"from": SMALL, "to": {"name": "letter", "seed": 1}}),
        recipe(**{"from": SMALL, "to": {"name": "letter", "seed": 2}}),
    ]
    assert len({each.digest for each in (made, *others)}) == 5
    assert type(made).model_validate_json(made.model_dump_json()) == made


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"from": "seo"}, "from: unknown dataset 'seo'; did you mean 'sea'?"),
        ({"from": {"name": "sea", "noise": 2.0}}, "from: sea: noise: expected a number >= 0 and <= 1"),
        ({"from": 5}, "from: expected the name of a data set"),
        ({"from": "sea"}, "sea changes by itself with these options"),
        ({"to": "linear"}, "drift is for classes, and linear for regression"),
        ({"to": "drift"}, "unknown dataset 'drift'"),
        ({"at": 10_000}, "`at` must be less than `n_train`"),
        ({"width": 300, "every": 300}, "`every` must be more than `width`"),
        ({"at": 10, "width": 20}, "`width` must be less than twice `at`"),
        (
            {"from": LETTER | {"seed": "each"}},
            "letter is split once for all permutations here; give `seed` a",
        ),
        (
            {"from": LETTER | {"seed": 1}, "to": LETTER | {"seed": 2}},
            "what one split of letter tests, the other streams; give both the same `train` and `seed`",
        ),
        ({"n_train": 10**9}, "columns are more than 50,000,000 numbers; draw fewer"),
    ],
)
def test_a_drift_that_can_t_be_says_why(options: dict[str, object], says: str) -> None:
    with pytest.raises(ConfigError) as slip:
        named("drift", options)
    assert says in str(slip.value)


@pytest.mark.parametrize(
    ("second", "says"),
    [
        ("stagger", "stagger changes by itself"),
        ({"name": "stagger", "concepts": [1]}, "sea has 3 attributes, stagger 9; join two that fit"),
        ({"name": "disjunction", "n": 10**5, "n_test": 2000}, "sparse or not plain numbers"),
        ("letter", "sea has 3 attributes, letter 16"),
    ],
)
def test_two_sets_that_don_t_fit_say_why(second: Any, says: str) -> None:
    with pytest.raises((ConfigError, DataError), match=says):
        recipe(**{"from": SMALL, "to": second}).draw(1)


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("hyperplane", {"drifting": 11}, "`drifting` can't be more than `d`"),
        ("led", {"moved": 2}, "give both `blocks` and `moved`"),
        ("led", {"moved": 2, "blocks": 2, "irrelevant": 1}, "`moved` can't be more than `irrelevant`"),
        ("mixture", {"d": 10**7}, "11,000 rows × 10,000,000 columns are more than 50,000,000 numbers"),
        ("stagger", {"concepts": [4]}, "concepts"),
        ("sea", {"thresholds": []}, "thresholds"),
    ],
)
def test_a_stream_that_can_t_be_says_why(name: str, options: dict[str, object], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        named(name, options)


def test_a_config_may_write_a_drift_in_short() -> None:
    written = {"drift": {"from": SMALL, "to": LARGE, "at": 100, "n_train": 500}}
    config: dict[str, object] = {"dataset": written, "learners": {"PA": "pa"}}
    experiment = parse_config(config, name="x", where="x", folder=Path())
    assert experiment.datasets[0].label == "drift"
    again = parse_config(experiment.resolved(), name="x", where="x", folder=Path())
    assert again == experiment
    with pytest.raises(ConfigError, match="'drift' alone, with all options below it"):
        parse_config(config | {"dataset": {**written, "at": 5}}, name="x", where="x", folder=Path())
