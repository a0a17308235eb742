"""Claims of papers, as statements that a run can test, and the verdicts on them."""

from onlinelearn.claims.claim import Claim
from onlinelearn.claims.judge import judge
from onlinelearn.claims.results_view import DatasetFamily, Family, ResultsView
from onlinelearn.claims.verdict import Verdict, as_json

__all__ = ["Claim", "DatasetFamily", "Family", "ResultsView", "Verdict", "as_json", "judge"]
