"""The invariants that our learners are tested by, for a learner of one's own."""

from onlinelearn.checks.findings import CheckResult, Finding, check_learner
from onlinelearn.checks.own_file import load_learner

__all__ = ["CheckResult", "Finding", "check_learner", "load_learner"]
