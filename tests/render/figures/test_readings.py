"""The ambiguity map: its rows and columns, and a symbol for each verdict."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from matplotlib.axes import Axes

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import ReadingKind
from onlinelearn.claims import Claim, DatasetFamily, Verdict
from onlinelearn.claims.inference import no_evidence
from onlinelearn.claims.reading_cells import counts
from onlinelearn.claims.verdict import CellVerdict, ClaimVerdict
from onlinelearn.render.figures import FigureData, readings
from onlinelearn.render.figures._verdict_map import ClaimColumn, verdict_map
from onlinelearn.render.figures.figure_options import FigureOptions
from tests.render.figures.made import check_texts

pytestmark = pytest.mark.usefixtures("_settings")


def cell(dataset: str, _: str, reading: str, verdict: Verdict) -> CellVerdict:
    return CellVerdict("s", dataset, 1, no_evidence(""), verdict, reading)


YES, NO, OPEN = Verdict.REPRODUCED, Verdict.NOT_REPRODUCED, Verdict.UNDECIDED


def claim(name: str, *cells: tuple[str, Verdict]) -> ClaimVerdict:
    made = tuple(cell(*condition.partition(" | "), verdict) for condition, verdict in cells)
    return ClaimVerdict(Claim(name, "", "", (), ()), OPEN, made)


ERROR = claim(
    "error",
    ("usps", YES),
    ("letter", NO),
    ("usps | c=0.5", YES),
    ("usps | c=0.5", OPEN),
    ("letter | c=0.5", YES),
    ("usps | c=0.5, decay=round", NO),
)
UPDATES = claim(
    "updates", ("letter", YES), ("letter | decay=round", YES), ("letter | c=0.5, decay=round", OPEN)
)


KINDS: dict[str, ReadingKind] = {
    "": "written",
    "c=0.5": "single",
    "decay=round": "single",
    "c=0.5, decay=round": "combination",
}


def families(kinds: dict[str, ReadingKind]) -> dict[str, DatasetFamily]:
    return {name: DatasetFamily("usps", {}, "usps", name, kind) for name, kind in kinds.items()}


DATASETS = families(KINDS).values()


def test_a_cell_is_reproduced_only_if_all_statements_and_epochs_are() -> None:
    found = verdict_map([ERROR, UPDATES], DATASETS)
    assert found.columns == (
        ClaimColumn("error", "usps"),
        ClaimColumn("error", "letter"),
        ClaimColumn("updates", "letter"),
    )
    assert found.verdicts["", ClaimColumn("error", "letter")] is NO
    assert found.verdicts["c=0.5", ClaimColumn("error", "usps")] is OPEN
    assert ("decay=round", ClaimColumn("error", "usps")) not in found.verdicts


def test_readings_are_sorted_by_how_much_they_change() -> None:
    assert verdict_map([ERROR, UPDATES], DATASETS).sections == {
        "as written": ("",),
        "one choice changed": ("c=0.5", "decay=round"),
        "combinations": ("c=0.5, decay=round",),
    }


def test_the_kind_of_a_reading_is_not_guessed_from_its_name() -> None:
    named: dict[str, ReadingKind] = {"a=1, b=2": "single", "c=0.5": "combination"}
    found = verdict_map(
        [claim("error", *((f"usps | {name}", YES) for name in named))], families(named).values()
    )
    assert found.sections == {"one choice changed": ("a=1, b=2",), "combinations": ("c=0.5",)}


def test_a_reading_that_changes_nothing_the_claim_names_repeats_the_run_as_written() -> None:
    """Of two statements one may be changed: then the cell has a verdict."""
    same, other = (
        replace(cell("usps", "", "c=0.5", verdict), same_as_written=verdict is YES) for verdict in (YES, NO)
    )
    written = cell("usps", "", "", YES)
    made = Claim("error", "", "", (), ())
    column = ClaimColumn("error", "usps")
    repeated = ClaimVerdict(made, YES, (written, same))
    found = verdict_map([repeated], DATASETS)
    assert found.verdicts == {("", column): YES}
    assert [found.row_share(""), found.row_share("c=0.5"), found.column_share(column)] == ["1/1", "", "1/1"]
    partly = ClaimVerdict(made, YES, (written, same, other))
    assert verdict_map([partly], DATASETS).verdicts["c=0.5", column] is NO
    figure = readings.figure(
        FigureData("T", [], [], [], [repeated], datasets=families(KINDS)), FigureOptions()
    )
    yes, *_, equal = marks(figure.axes[0])
    assert [len(yes), len(equal)] == [1, 1]


def test_cells_are_counted_by_their_verdicts_and_those_as_written_apart() -> None:
    same = ClaimVerdict(
        Claim("b", "", "", (), ()), YES, (replace(cell("usps", "", "c=0.5", YES), same_as_written=True),)
    )
    found = counts([ERROR, UPDATES, same])
    # Four readings by four columns; error's cell on usps under c=0.5 has two statements.
    assert found == {
        "cells": 8,
        "reproduced": 4,
        "not reproduced": 2,
        "on the border": 0,
        "undecided": 2,
        "same as written": 8,
    }


def test_shares_count_the_reproduced() -> None:
    found = verdict_map([ERROR, UPDATES], DATASETS)
    assert [found.row_share(name) for name in ("", "c=0.5", "decay=round")] == ["2/3", "1/2", "1/1"]
    assert [found.column_share(column) for column in found.columns] == ["1/3", "1/2", "2/3"]


def marks(panel: Axes) -> list[set[tuple[float, float]]]:
    """Where each symbol stands: reproduced, not reproduced, on the border, undecided, as written."""
    return [{(x, y) for x, y in np.asarray(line.get_xydata()).tolist()} for line in panel.lines]


def test_every_cell_has_one_symbol_and_those_that_are_as_written_another() -> None:
    data = FigureData("T", [], [], [], [ERROR, UPDATES], datasets=families(KINDS))
    (panel,) = readings.figure(data, FigureOptions()).axes
    yes, no, near, undecided, same = marks(panel)
    assert [len(yes), len(no), len(near), len(undecided), len(same)] == [4, 2, 0, 2, 4]
    x, y = sorted({x for x, _ in yes | no}), sorted({y for _, y in yes | no | undecided})
    assert len(yes | no | undecided | same) == len(x) * len(y) == 3 * 4
    assert {(x[0], y[0]), (x[2], y[0]), (x[1], y[1]), (x[2], y[2])} == yes
    assert {(x[1], y[0]), (x[0], y[3])} == no
    shown = {text.get_text(): text.get_position()[1] for text in panel.texts}
    assert [shown[name] for name in ("as written", "c=0.5", "decay=round", "c=0.5, decay=round")] == y


def test_a_name_that_was_cut_ends_with_a_whole_choice() -> None:
    cut = "sample 4: c=0.9, when=margin, PA=PA-I C=0.…"
    every: dict[str, ReadingKind] = {"": "written", cut: "combination"}
    made = [claim("error", ("usps", YES), (f"usps | {cut}", YES))]
    (panel,) = readings.figure(
        FigureData("T", [], [], [], made, datasets=families(every)), FigureOptions()
    ).axes
    assert "sample 4: c=0.9, when=margin, …" in [text.get_text() for text in panel.texts]


def test_there_must_be_claims() -> None:
    with pytest.raises(ConfigError, match="state 'claims'"):
        readings.figure(FigureData("T", [], [], []), FigureOptions())


def test_forty_readings_by_twenty_columns_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    every: dict[str, ReadingKind] = {
        "": "written",
        **{f"choice {i}={v}": "single" for i, v in product("abcdef", range(4))},
        **{f"sample {i}: a": "combination" for i in range(15)},
    }
    labels = [
        f"{d} | {name}" if name else d for name in every for d in ("usps", "letter", "isolet", "shuttle")
    ]
    made = [claim(f"icml09-{i}", *((label, YES) for label in labels)) for i in range(5)]
    data = FigureData("T", [], [], [], made, datasets=families(every))
    check_texts(readings.figure(data, FigureOptions()), monkeypatch, least=120)
