"""Generated data: the margin is what it says, and every draw is the same everywhere."""

import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base import code_digest
from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.datasets import load, load_dataset
from onlinelearn.datasets.choice import NAMED, Generated, named
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated import GENERATORS
from onlinelearn.datasets.generated.orthonormal import Orthonormal
from onlinelearn.datasets.generated.separable import Separable
from onlinelearn.datasets.generated.sphere import directions
from onlinelearn.datasets.status import fetch

FROZEN = "ae957024cef96c1136338c4d616a5ea1c1d342a7fc70daac06dd00672f0c401b"


def exact_margins(X: Floats, y: Labels, u: Floats | None) -> list[Fraction]:
    """y u·x of every row without rounding: floats are fractions."""
    assert u is not None
    target = [Fraction(value) for value in u.tolist()]
    return [
        label * sum(Fraction(value) * part for value, part in zip(row, target, strict=True))
        for row, label in zip(X.tolist(), y.tolist(), strict=True)
    ]


@given(
    d=st.integers(2, 30),
    margin=st.floats(1e-6, 0.99),
    spread=st.sampled_from([0.0, 0.3, 1.0]),
    seed=st.integers(0, 2**64 - 1),
)
@settings(max_examples=40, deadline=None)
def test_no_example_is_nearer_than_the_margin(d: int, margin: float, spread: float, seed: int) -> None:
    data = Separable(d=d, margin=margin, spread=spread, n_train=20, n_test=10, seed=seed).draw(1)
    found = [
        *exact_margins(data.X_train, data.y_train, data.target),
        *exact_margins(data.X_test, data.y_test, data.target),
    ]
    assert min(found) >= Fraction(margin)
    assert float(max(found)) <= margin + spread * (1 - margin) + 1e-11
    assert data.target is not None
    rows = np.vstack([data.X_train, data.X_test, data.target])
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, rtol=0, atol=1e-14)


def test_margins_are_spread_evenly() -> None:
    data = Separable(d=3, margin=0.2, spread=0.5, n_train=4000).draw(1)
    margins = np.sort([float(margin) for margin in exact_margins(data.X_train, data.y_train, data.target)])
    assert abs(margins - np.linspace(0.2, 0.6, 4000)).max() < 0.4 * 1.95 / np.sqrt(4000)


def test_flips_turn_so_many_training_labels_and_nothing_else() -> None:
    clean, noisy = (Separable(d=5, n_train=50, flips=flips).draw(1) for flips in (0, 7))
    assert (clean.y_train != noisy.y_train).sum() == 7
    assert sum(margin < 0 for margin in exact_margins(noisy.X_train, noisy.y_train, noisy.target)) == 7
    np.testing.assert_array_equal(clean.X_train, noisy.X_train)
    np.testing.assert_array_equal(clean.y_test, noisy.y_test)


@pytest.mark.parametrize("n", [2, 3, 40, 41])
def test_half_of_the_examples_are_of_each_class(n: int) -> None:
    labels = Separable(n_train=n).draw(3).y_train
    assert sorted(np.unique(labels)) == [-1, 1]
    assert abs(labels.sum()) <= 1


@pytest.mark.parametrize("d", [2, 3, 8, 9])
def test_directions_are_uniform_on_the_sphere(d: int) -> None:
    """The moments of a uniform direction up to the fourth, within five standard errors."""
    n = 20_000
    X = directions((1, d), n, d)
    np.testing.assert_allclose((X * X).sum(axis=1), 1.0, rtol=1e-14)
    close = 5 / np.sqrt(n)
    assert abs(X.mean(axis=0)).max() < close / np.sqrt(d)
    assert abs(X.T @ X / n - np.eye(d) / d).max() < close * np.sqrt(3) / d
    fourth = (X**4).mean(axis=0)
    assert abs(fourth - 3 / (d * (d + 2))).max() < close * np.sqrt(105) / d**2


def test_each_draw_and_seed_has_data_of_its_own() -> None:
    draws = [Separable(seed=seed).draw(number) for seed in (0, 1) for number in (1, 2)]
    assert len({data.digest for data in draws}) == 4
    assert len({data.X_train[0, 0] for data in draws} | {data.X_test[0, 0] for data in draws}) == 8
    assert Separable().draw(2).digest == draws[1].digest


def test_settings_that_draw_the_same_things_are_paired() -> None:
    one, other = (Separable(margin=margin).draw(1) for margin in (0.1, 0.3))
    np.testing.assert_array_equal(one.target, other.target)
    np.testing.assert_array_equal(one.y_train, other.y_train)


@pytest.mark.parametrize("features", ["", "AVX2 FMA3"])
def test_no_cpu_changes_a_bit(features: str) -> None:
    """Frozen: a change of this digest is a change of every result on generated data."""
    code = (
        "from onlinelearn import load_dataset;"
        "print(load_dataset('separable', d=21, margin=0.05, spread=0.5, n_train=300, flips=5).digest)"
    )
    environment = {**os.environ, "NPY_DISABLE_CPU_FEATURES": features}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    assert done.stdout.strip() == FROZEN


def test_the_basis_comes_in_order_with_the_smallest_margin_there_is() -> None:
    data = Orthonormal(d=6, passes=2).draw(1)
    np.testing.assert_array_equal(data.X_train, np.vstack([np.eye(6)] * 2))
    np.testing.assert_array_equal(data.X_test, np.eye(6))
    margins = exact_margins(data.X_train, data.y_train, data.target)
    assert {float(margin) for margin in margins} == {1 / np.sqrt(6)}
    assert data.ordered
    assert not Separable().draw(1).ordered


def test_a_flip_ends_a_pass_with_the_target_itself_under_the_wrong_label() -> None:
    clean, noisy = Orthonormal(d=4).draw(2), Orthonormal(d=4, passes=3, flips=2).draw(2)
    assert clean.target is not None
    rows = np.vstack([np.eye(4), clean.target])
    np.testing.assert_array_equal(noisy.X_train, np.vstack([rows, rows, np.eye(4)]))
    labels = [*clean.y_train.tolist(), -1]
    assert noisy.y_train.tolist() == [*labels, *labels, *clean.y_train.tolist()]
    np.testing.assert_array_equal(noisy.y_test, clean.y_train)


def test_a_digest_covers_generator_options_and_code(monkeypatch: pytest.MonkeyPatch) -> None:
    recipes = [Separable(), Separable(d=21), Separable(seed=1), Orthonormal(), Orthonormal(passes=2)]
    assert len({recipe.digest for recipe in recipes}) == 5
    before = Separable().digest
    assert Separable(d=20).digest == before
    monkeypatch.setattr(code_digest, "digest", lambda *modules: f"other code in {modules}")
    assert Separable().digest != before


def test_a_generator_is_loaded_by_its_name() -> None:
    choice = named("separable", {"d": np.int64(2), "n_train": 12})
    assert choice == Generated("separable", Separable(d=2, n_train=12))
    assert load(choice, 3).digest == Separable(d=2, n_train=12).draw(3).digest
    assert load_dataset("separable", d=2, n_train=12).digest == load(choice, 1).digest


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("separabel", {}, "separable"),
        ("separable", {"margins": 0.1}, "margin"),
        ("separable", {"margin": 1.0}, "0.99"),
        ("separable", {"n_train": 10, "flips": 11}, "`flips` can't be more than `n_train`"),
        ("orthonormal", {"flips": 2}, "`flips` can't be more than `passes`"),
    ],
)
def test_a_slip_is_one_line_that_names_the_way_out(name: str, options: dict[str, object], says: str) -> None:
    with pytest.raises(ConfigError) as slip:
        load_dataset(name, **options)
    assert says in str(slip.value)
    assert "\n" not in str(slip.value)


@pytest.mark.parametrize("name", GENERATORS)
def test_every_generator_explains_itself_and_has_defaults(name: str) -> None:
    generator = GENERATORS[name]
    assert NAMED[name] is generator
    assert generator.title
    assert all(field.description for field in generator.options.model_fields.values())
    recipe = generator.options()
    assert type(recipe).model_validate_json(recipe.model_dump_json()) == recipe
    data = recipe.draw(1)
    assert data.name == name
    if data.target is not None:
        assert np.linalg.norm(data.target) == pytest.approx(1.0, abs=1e-14)
    found = fetch(generator)
    assert (found.state, found.examples) == ("drawn", len(data.y_train) + len(data.y_test))
    several = {"led": 10, "synsep": 9, "synnonsep": 9}
    n_classes = (
        data.y_train.shape[1]
        if data.y_train.ndim == 2
        else 0
        if data.y_train.dtype.kind == "f"
        else several.get(name, 2)
    )
    assert (found.attributes, found.classes, found.detail) == (data.X_train.shape[1], n_classes, "")


def test_a_target_must_fit_the_attributes() -> None:
    X, y = np.eye(2), np.array([0, 1])
    with pytest.raises(DataError, match="2 attributes, but a target of shape"):
        Dataset("made", X, y, X, y, target=np.ones(3))
