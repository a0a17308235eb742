"""The page of speeds: a part that is measured again replaces itself, and README has its numbers."""

from pathlib import Path

import pytest

from tests.bench import cluster
from tests.bench.__main__ import PAGE
from tests.bench._goal import Goal
from tests.bench._page import HEAD, updated
from tests.bench._readme import README, speed_line, with_speed_line
from tests.bench._table import Table

CLUSTERS = Path(__file__).parents[1] / "docs" / "howto" / "cluster.md"


def test_a_part_replaces_itself_alone() -> None:
    page = updated("", "sparse", "a machine.\n", "| old |\n")
    page = updated(page, "dense", "a machine.\n", "| kept |\n")
    page = updated(page, "sparse", "a new machine.\n", "| new |\n")
    assert page.startswith(HEAD)
    assert "| old |" not in page
    assert page.index("| kept |") < page.index("a new machine") < page.index("| new |")
    assert updated(page, "sparse", "a new machine.\n", "| new |\n") == page


def test_a_table_is_markdown() -> None:
    text = Table("Speed", ("data", "river"), [("usps", "500 ×"), ("a", "9.1 ×")], "A remark.").text()
    assert text.splitlines() == [
        "## Speed",
        "",
        "| data | river |",
        "| ---- | ----: |",
        "| usps | 500 × |",
        "| a    | 9.1 × |",
        "",
        "A remark.",
    ]


def test_every_column_of_a_table_has_a_name() -> None:
    with pytest.raises(AssertionError, match="without a name"):
        Table("Speed", ("", "river"), [("usps", "500 ×")])


def test_a_goal_that_is_not_reached_says_why() -> None:
    missed = Goal("scikit-learn beside ours", 1.24, least=1.5, reason="Memory.")
    assert missed.text() == (
        "- scikit-learn beside ours: 1.2 ×, and the goal is at least 1.5: **not reached**. Memory."
    )
    reached = Goal("one example", 4.96, most=5, unit="µs", reason="Python.")
    assert reached.text() == "- one example: 5.0 µs, and the goal is at most 5: reached."
    assert Table("Speed", ("data",), [("a",)], goals=[missed]).text().endswith(f"\n\n{missed.text()}\n")


def test_readme_has_the_numbers_of_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    assert speed_line(page) in README.read_text(encoding="utf-8").splitlines(), (
        "run python -m tests.bench --docs"
    )


def test_the_line_of_readme_follows_the_table_of_dense_rows() -> None:
    heads = ("data set", "scikit-learn", "river", "Vowpal Wabbit", "bare product", "ours, an example")
    rows = [("letter", *["1 ×"] * 4, "9 µs"), ("usps", "6.1 ×", "500 ×", "15 ×", "0.5 ×", "1.20 µs")]
    page = updated(
        "", "dense", "a machine.\n", Table("Dense: PA-I, one pass", heads, rows, "A remark.").text()
    )
    before = "# olrun\n\n- **Fast.** Of old.\n- **Paired.** As it was.\n"
    head, _, fast, paired = with_speed_line(before, page).splitlines()
    assert (head, paired) == ("# olrun", "- **Paired.** As it was.")
    assert "Our PA-I takes 1.20 µs" in fast
    assert "scikit-learn takes 6.1 times as long, river 500 times" in fast
    assert "Vowpal Wabbit 15 times" in fast


def test_the_howto_has_the_simulated_times_of_clusters() -> None:
    (table,) = cluster.tables()
    lines = [line for line in table.text().splitlines() if line.startswith("|")]
    assert "\n".join(lines) in CLUSTERS.read_text(encoding="utf-8"), "run python -m tests.bench cluster"


def test_a_cluster_takes_as_long_as_what_limits_it() -> None:
    """The cores where they are few, the run where they are many, and one core as long as all cells."""
    few, many = cluster.simulated(0.05, 8, own=4e-4), cluster.simulated(0.005, 1000, own=4e-4)
    assert (few.limit, many.limit) == ("the cores", "the run")
    assert 0.99 < few.cores_busy <= 1.0
    assert 0.99 < many.run_busy <= 1.0
    assert cluster.simulated(1.0, 1, own=0.0, cells=100).seconds == pytest.approx(100, rel=1e-3)
