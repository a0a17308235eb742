"""Every shipped learner holds the invariants that `olrun check` asks of others' learners."""

import pytest

from onlinelearn.checks import CheckResult, check_learner
from onlinelearn.learners import registry
from tests.interpreted import interpreted


@pytest.mark.parametrize("name", registry())
def test_a_shipped_learner_holds_every_invariant_that_applies(name: str) -> None:
    with interpreted():
        findings = check_learner(registry()[name])
    failed = {each.check: each.why for each in findings if each.verdict is CheckResult.FAILS}
    assert failed == {}
    assert sum(each.verdict is CheckResult.HOLDS for each in findings) >= 8
