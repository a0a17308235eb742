"""The page of speeds: a part that is measured again replaces itself and nothing else."""

from tests.bench._goal import Goal
from tests.bench._page import HEAD, updated
from tests.bench._table import Table


def test_a_part_replaces_itself_alone() -> None:
    page = updated("", "sparse", "a machine.\n", "| old |\n")
    page = updated(page, "dense", "a machine.\n", "| kept |\n")
    page = updated(page, "sparse", "a new machine.\n", "| new |\n")
    assert page.startswith(HEAD)
    assert "old" not in page
    assert page.index("| kept |") < page.index("a new machine") < page.index("| new |")
    assert updated(page, "sparse", "a new machine.\n", "| new |\n") == page


def test_a_table_is_markdown() -> None:
    text = Table("Speed", ("", "river"), [("usps", "500 ×"), ("a", "9.1 ×")], "A remark.").text()
    assert text.splitlines() == [
        "## Speed",
        "",
        "|      | river |",
        "| ---- | ----: |",
        "| usps | 500 × |",
        "| a    | 9.1 × |",
        "",
        "A remark.",
    ]


def test_a_goal_that_is_not_reached_says_why() -> None:
    missed = Goal("scikit-learn beside ours", 1.24, least=1.5, reason="Memory.")
    assert missed.text() == (
        "- scikit-learn beside ours: 1.2 ×, and the goal is at least 1.5: **not reached**. Memory."
    )
    reached = Goal("one example", 4.96, most=5, unit="µs", reason="Python.")
    assert reached.text() == "- one example: 5.0 µs, and the goal is at most 5: reached."
    assert Table("Speed", ("",), [("a",)], goals=[missed]).text().endswith(f"\n\n{missed.text()}\n")
