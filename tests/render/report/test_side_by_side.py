"""Two runs side by side: the page says what differs, and nothing else."""

from pathlib import Path

from onlinelearn.printing import sides as printed
from onlinelearn.render.report import read_side_by_side, write_side_by_side
from tests.render.report.made import SVG, Page, claim, result


def compared(first: Path, second: Path, out: Path) -> Page:
    write_side_by_side(read_side_by_side(first, second), out)
    return Page(out.read_text(encoding="utf-8"))


def test_runs_with_one_digest_are_the_same(tmp_path: Path) -> None:
    for side in "ab":
        result(tmp_path / side / "x", claims=[claim()])
    made = compared(tmp_path / "a", tmp_path / "b", tmp_path / "out.html")
    assert f"✓ the same results Both have the result digest {'ab' * 32}." in made.texts("p")
    assert "Their records differ in nothing but their times." in made.texts("p")
    assert not made.texts("table")
    assert printed(read_side_by_side(tmp_path / "a", tmp_path / "b")) == ["x  the same digest"]


def test_what_differs_is_named_with_both_values(tmp_path: Path) -> None:
    result(tmp_path / "a/x", claims=[claim()], config={"protocol": {"seed": 1}}, versions={"numpy": "1"})
    other = result(
        tmp_path / "b/x",
        claims=[claim(verdict="undecided")],
        config={"protocol": {"seed": 2}},
        versions={"numpy": "2"},
        result_digest="cd" * 32,
    )
    summary = (other / "summary.csv").read_text().splitlines()
    changed = next(i for i, line in enumerate(summary) if line.startswith("usps,PA,3,updates"))
    summary[changed] = summary[changed].replace("1081.0", "1082.0", 1)
    (other / "summary.csv").write_text("\n".join(summary) + "\n")
    made = compared(tmp_path / "a", tmp_path / "b", tmp_path / "out.html")
    verdicts, numbers, records = made.texts("tbody")
    assert verdicts == "icml09-updatesreproducedundecided"
    assert numbers == "uspsPAupdates31,0811,0821"
    assert records == "config: protocol: seed12 version: numpy12"
    assert any("✗ other results 1 of 18 numbers differ." in text for text in made.texts("p"))
    found = read_side_by_side(tmp_path / "a", tmp_path / "b")
    assert printed(found) == ["x  another digest; 1 of 18 numbers differ"]


def test_the_drawings_of_the_two_keep_their_ids_apart(tmp_path: Path) -> None:
    shape = '<defs><path id="m" d="M 0 0 L {0} {0}"/></defs><use href="#m"/>'
    for size, side in enumerate("ab", 1):
        drawing = SVG.replace('<path d="M0 0h9v9z"/>', shape.format(size))
        (result(tmp_path / side / "x") / "figures/epochs.svg").write_text(drawing)
    made = compared(tmp_path / "a", tmp_path / "b", tmp_path / "out.html")
    ids = made.attributes("id")
    assert len(ids) == len(set(ids))
    assert [href.removeprefix("#") in ids for href in made.attributes("href")] == [True, True]
    assert len(set(made.attributes("href"))) == 2


def test_single_folders_are_a_pair_whatever_their_names(tmp_path: Path) -> None:
    result(tmp_path / "mine")
    result(tmp_path / "theirs")
    made = compared(tmp_path / "mine", tmp_path / "theirs", tmp_path / "out.html")
    assert made.texts("h2") == ["Three learners"]


def test_an_experiment_that_one_folder_lacks_is_named(tmp_path: Path) -> None:
    for name in ("a/x", "a/y", "b/x", "b/z"):
        result(tmp_path / name)
    made = compared(tmp_path / "a", tmp_path / "b", tmp_path / "out.html")
    assert made.texts("li")[:2] == [f"y: only in {tmp_path / 'a'}", f"z: only in {tmp_path / 'b'}"]
