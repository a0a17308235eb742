"""The page on reliability tells of every attack of the soak."""

import random
import re
from pathlib import Path

from tests.faults.__main__ import Share
from tests.faults.kills import Undisturbed
from tests.faults.reliability_page import BEGIN, END

PAGE = Path(__file__).parents[2] / "docs/reliability.md"


def test_the_page_has_a_row_for_each_attack() -> None:
    """make soak writes them: where one is missing, the page is older than the attack."""
    attacks = Share(1, 1, 0, 0, 1)._attacks(Undisturbed(Path(), "", 1.0, 1), random.Random(0))
    written = PAGE.read_text().partition(BEGIN)[2].partition(END)[0]
    rows = re.findall(r"^\| (.+?) \| [\d,]+ \|", written, re.MULTILINE)
    assert rows == [what for what, _ in attacks]
