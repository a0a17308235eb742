"""Every shipped learner holds the invariants that `olrun check` asks of others' learners."""

import pytest

from onlinelearn.checks import Verdict, check_learner
from onlinelearn.learners import registry
from tests.interpreted import interpreted


@pytest.mark.parametrize("name", registry())
def test_a_shipped_learner_holds_every_invariant_that_applies(name: str) -> None:
    with interpreted():
        findings = check_learner(registry()[name])
    failed = {each.check: each.why for each in findings if each.verdict is Verdict.FAILS}
    assert failed == {}
    assert sum(each.verdict is Verdict.HOLDS for each in findings) >= 8
