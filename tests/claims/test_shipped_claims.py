"""Claims that several shipped configs test: which of them decides."""

from pathlib import Path

import pytest

from onlinelearn.claims import Claim
from onlinelearn.config import Experiment, load_config

CONFIGS = {file.stem: load_config(file) for file in sorted(Path("configs").glob("*.yaml"))}

HANDED_ON = [
    pytest.param(name, claim, id=f"{name}-{claim.id}")
    for name, experiment in CONFIGS.items()
    for claim in experiment.claims
    if claim.decided_by
]


def decider(claim: Claim) -> tuple[Experiment, Claim]:
    """The config that decides a claim, and the claim as it stands there."""
    experiment = CONFIGS[str(claim.decided_by)]
    (stated,) = [each for each in experiment.claims if each.id == claim.id]
    return experiment, stated


def permutations(experiment: Experiment, claim: Claim) -> int:
    """On the data set with the fewest, of those that the claim is about."""
    about = [
        each for each in experiment.written if not claim.datasets or each.dataset.label in claim.datasets
    ]
    return min(map(experiment.permutations, about))


@pytest.mark.parametrize(("name", "claim"), HANDED_ON)
def test_the_config_that_decides_a_claim_states_it_and_has_the_most_runs(name: str, claim: Claim) -> None:
    experiment, stated = decider(claim)
    assert stated.decided_by is None
    assert stated.metrics == claim.metrics
    # A bound that must hold in every run is tested by harder runs, not by more.
    assert stated.always or permutations(experiment, stated) >= permutations(CONFIGS[name], claim)


@pytest.mark.parametrize(("name", "claim"), HANDED_ON)
def test_a_run_that_was_added_to_decide_a_claim_has_its_share_of_the_level(name: str, claim: Claim) -> None:
    """The runs that left the claim open were looks at it, too."""
    experiment, stated = decider(claim)
    assert stated.looks > 1 or not experiment.name.endswith("_decided"), name
