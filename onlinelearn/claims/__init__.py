"""What papers claim, as statements that a run can test, and the verdicts on them."""

from onlinelearn.claims.claim import Claim
from onlinelearn.claims.judge import judge
from onlinelearn.claims.judged import Family, Judged
from onlinelearn.claims.verdict import Verdict, as_json

__all__ = ["Claim", "Family", "Judged", "Verdict", "as_json", "judge"]
