"""`--permutations auto`: after how many permutations it looks, and when it stops, by verdicts made up."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.claims.inference import Evidence, Reach
from onlinelearn.claims.verdict import CellVerdict, ClaimVerdict, Levels, Verdict
from onlinelearn.config import Experiment
from onlinelearn.experiment import run
from onlinelearn.experiment.run_options import RunOptions
from tests.config.outcomes import parsed

CLAIM = {"says": "PA errs less", "holds": "PA.test_error < MIRA"}
CONFIG: dict[str, object] = {
    "dataset": "usps",
    "learners": {"PA": "pa", "MIRA": "mira"},
    "claims": {"c": CLAIM},
}

Script = Callable[[int], dict[str, tuple[Verdict, int]]]
"""After so many permutations: the verdict on each cell, by its data set, and the runs that it rests on."""

OPEN = Verdict.UNDECIDED
MADE_UP = Evidence(0.0, None, None, 1, None, None, "t")
IN_REACH = MADE_UP.reach


class Looks:
    """Stands in for `run_experiment`: notes each look, and answers by the script."""

    def __init__(self, script: Script, monkeypatch: pytest.MonkeyPatch, reach: Reach = IN_REACH) -> None:
        self.script = script
        self.reach = reach
        self.taken: list[int] = []
        self.fresh: list[bool] = []
        monkeypatch.setattr(run, "run_experiment", self)

    def __call__(self, experiment: Experiment, options: RunOptions, levels: Levels) -> SimpleNamespace:
        assert levels.looks == 5
        n = experiment.protocol.permutations
        assert isinstance(n, int)
        self.taken.append(n)
        self.fresh.append(options.fresh)
        cells = tuple(
            CellVerdict("s", dataset, 1, replace(MADE_UP, n=runs, reach=self.reach), verdict)
            for dataset, (verdict, runs) in self.script(n).items()
        )
        (claim,) = experiment.claims
        whole = OPEN if any(cell.verdict is OPEN for cell in cells) else Verdict.REPRODUCED
        return SimpleNamespace(verdicts=(ClaimVerdict(claim, whole, cells),), permutations=n)


@pytest.mark.parametrize(
    ("script", "taken"),
    [
        (lambda n: {"usps": (Verdict.REPRODUCED, n)}, [20]),
        (lambda n: {"usps": (Verdict.ON_THE_BORDER if n >= 80 else OPEN, n)}, [20, 40, 80]),
        (lambda n: {"usps": (OPEN, n)}, [20, 40, 80, 160, 320]),
        # Copies of one run, or data sets: more permutations add nothing.
        (lambda _: {"usps": (OPEN, 1)}, [20, 40]),
        (lambda n: {"usps": (OPEN, min(n, 48))}, [20, 40, 80, 160]),
        # One cell can't be decided, another is at the fourth look.
        (
            lambda n: {"usps": (OPEN, 1), "letter": (Verdict.REPRODUCED if n >= 160 else OPEN, n)},
            [20, 40, 80, 160],
        ),
        # What was decided before is open again.
        (lambda n: {"usps": (OPEN, 1), "letter": (OPEN if n == 40 else Verdict.REPRODUCED, n)}, [20, 40, 80]),
    ],
    ids=["at once", "third look", "never", "copies", "no more", "one of two", "again"],
)
def test_it_looks_until_nothing_is_open_that_more_permutations_could_decide(
    script: Script, taken: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = Looks(script, monkeypatch)
    result = run.run_until_decided(parsed(CONFIG), RunOptions(fresh=True))
    assert looks.taken == taken
    assert vars(result)["permutations"] == taken[-1], "the verdicts are those of the last look"
    assert looks.fresh == [True, *[False] * (len(taken) - 1)], "only the first look learns all anew"


def test_claims_about_time_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    timed = CONFIG | {"claims": {"c": CLAIM | {"holds": "PA.seconds < MIRA"}}}
    looks = Looks(lambda n: {"usps": (OPEN, n)}, monkeypatch)
    run.run_until_decided(parsed(timed), RunOptions())
    assert looks.taken == [20]


def test_what_no_number_of_permutations_decides_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(lambda n: {"usps": (OPEN, n)}, monkeypatch, Reach(holds=False, fails=False))
    run.run_until_decided(parsed(CONFIG), RunOptions())
    assert looks.taken == [20]


def test_without_claims_nothing_can_be_decided() -> None:
    with pytest.raises(ConfigError, match="makes no claims; say how many permutations to run"):
        run.run_until_decided(parsed({k: v for k, v in CONFIG.items() if k != "claims"}), RunOptions())
