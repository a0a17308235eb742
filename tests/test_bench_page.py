"""The page of speeds: a part that is measured again replaces itself and nothing else."""

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
