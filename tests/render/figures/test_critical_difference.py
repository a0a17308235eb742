"""The figure `critical_difference`: who is ranked, and where."""

from dataclasses import replace

import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import Row
from onlinelearn.base.roles import Role
from onlinelearn.claims import DatasetFamily
from onlinelearn.render.figures import FigureData, critical_difference
from onlinelearn.render.figures.figure_options import CriticalDifferenceOptions
from tests.render.figures.made import check_texts
from tests.render.tables.made import row

pytestmark = pytest.mark.usefixtures("_settings")

ALL = CriticalDifferenceOptions()
ERRORS = {"AROW": (0.1, 0.2, 0.1), "PA": (0.2, 0.1, 0.2), "Perceptron": (0.3, 0.3, 0.3)}


def data(*more: Row) -> FigureData:
    """Three data sets, on each two permutations whose mean decides."""
    rows = [
        row(error + (0.5 if p else -0.05), dataset=f"set {i}", learner=name, permutation=p)
        for name, errors in ERRORS.items()
        for i, error in enumerate(errors)
        for p in range(2)
    ]
    return FigureData("T", [*rows, *more], [], ["test_error"])


def texts(made: FigureData, options: CriticalDifferenceOptions = ALL) -> list[str]:
    (panel,) = critical_difference.figure(made, options).axes
    return [text.get_text() for text in panel.texts if "(" in text.get_text()]


def test_learners_stand_in_the_order_of_their_mean_ranks() -> None:
    assert texts(data()) == ["AROW (1.33)", "PA (1.67)", "Perceptron (3.00)"]


def test_variants_of_one_source_count_once_by_their_mean() -> None:
    """Without variants AROW is first, by two sets to one: now it is one to one."""
    families = {
        f"set {i}": DatasetFamily("set", {}, f"set {i}", source="a" if i == 1 else "b") for i in range(3)
    }
    assert texts(replace(data(), datasets=families)) == ["AROW (1.50)", "PA (1.50)", "Perceptron (3.00)"]
    one = {name: replace(family, source="a") for name, family in families.items()}
    with pytest.raises(ConfigError, match="variants of one"):
        texts(replace(data(), datasets=one))


def test_only_those_named_are_ranked() -> None:
    chosen = CriticalDifferenceOptions(learners=("Perceptron", "PA", "PA"))
    assert texts(data(), chosen) == ["PA (1.00)", "Perceptron (2.00)"]


@pytest.mark.parametrize("role", [Role.DEFAULT, Role.HINDSIGHT, Role.GRID])
def test_what_only_stands_beside_another_is_not_ranked(role: Role) -> None:
    beside = [row(0.0, dataset=f"set {i}", learner="beside", role=role) for i in range(3)]
    assert texts(data(*beside)) == texts(data())


def test_equal_means_share_their_rank_also_where_rounding_parts_them() -> None:
    rows = [
        row(error, dataset=f"set {i}", learner=name, permutation=p)
        for name, errors in {"x": (0.1, 0.2), "y": (0.3, 0.0)}.items()
        for p, error in enumerate(errors)
        for i in range(3)
    ]
    assert texts(FigureData("T", rows, [], ["test_error"])) == ["x (1.50)", "y (1.50)"]


def test_another_reading_is_no_further_data_set() -> None:
    other = [row(0.0, dataset="set 0", learner="Perceptron", reading="other")]
    assert texts(data(*other)) == texts(data())


def test_a_learner_without_a_result_is_named_in_the_note(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = critical_difference.figure(data(row(0.0, dataset="set 1", learner="late")), ALL)
    assert any("without late, for lack of a result" in t.get_text().replace("\n", " ") for t in figure.texts)
    check_texts(figure, monkeypatch, least=5)


def test_one_data_set_has_no_ranks() -> None:
    made = FigureData("T", [row(0.1), row(0.2, learner="MIRA")], [], ["test_error"])
    with pytest.raises(ConfigError, match="two learners with results on two data sets"):
        critical_difference.figure(made, ALL)


def test_many_learners_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row(0.01 * i, dataset=d, learner=f"learner {i}") for d in ("a", "b") for i in range(30)]
    figure = critical_difference.figure(FigureData("T", rows, [], ["test_error"]), ALL)
    check_texts(figure, monkeypatch, least=38)
