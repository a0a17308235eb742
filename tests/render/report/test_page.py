"""What the page says, read without a browser."""

import base64
import hashlib
import io
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from onlinelearn import run
from onlinelearn.base.roles import Role
from onlinelearn.claims.errata import ERRATA
from onlinelearn.claims.papers import PAPERS
from onlinelearn.render.figures import describe
from onlinelearn.render.report import read_page, write_report
from onlinelearn.render.report.embedded_images import MOST_FRAMES, ImageKind
from onlinelearn.render.report.formatting import formula
from onlinelearn.render.report.page import MOST_COMPARISONS
from onlinelearn.render.report.summary_table import MOST_LINES
from onlinelearn.render.tables import summarize, summary_csv
from tests.render.report.made import SVG, Page, claim, comparison, gif, png, result
from tests.render.tables import made as measured
from tests.render.tables.made import row

HOSTILE = "<script>alert(1)</script> \"'&amp;</style></pre>--> \x00\u202e"
SPELLED = "<script>alert(1)</script> \"'&amp;</style></pre>--> \\x00\\x202e"
BARS = describe("epochs").partition(": ")[2]


def page(results: Path) -> Page:
    return Page(write_report(results, results / "report.html").read_text(encoding="utf-8"))


def test_a_run_of_ours_is_reported(tiny: Path) -> None:
    results = tiny.parent / "results"
    digest = run(tiny, out=results, jobs=1).digest
    made = page(results)
    assert "PA, IELLIP on tiny (tiny)" in made.texts("h3")
    assert digest in made.texts("code")
    assert f"olrun {tiny}" in made.texts("code")
    assert len(made.texts("figure")) == 2
    assert not made.texts("section", id="problems")


def rows(made: Page) -> list[str]:
    """The rows of the claims, as they are read before one is unfolded."""
    return [text for text in made.texts("summary") if text[0] in "✓✗≈?"]


def test_every_claim_is_a_row_and_a_square_of_the_picture(tmp_path: Path) -> None:
    result(tmp_path / "a", claims=[claim(id="one"), claim(id="two", verdict="undecided")])
    result(tmp_path / "b", claims=[claim(id="three", verdict="not reproduced")])
    made = page(tmp_path)
    assert rows(made) == [
        "✓ reproduced IELLIP needs fewer updates than PA one",
        "? undecided IELLIP needs fewer updates than PA two",
        "✗ not reproduced IELLIP needs fewer updates than PA three",
    ]
    assert "1 of 3 claims hold" in made.texts("p")
    assert made.texts("title")[1:] == ["one: reproduced", "three: not reproduced", "two: undecided"]
    assert made.attributes("aria-label")[0] == "1 reproduced, 1 not reproduced, 1 undecided"
    ids = made.attributes("id")
    links = [href.removeprefix("#") for href in made.attributes("href")]
    assert len(ids) == len(set(ids))
    assert set(links) <= set(ids)
    assert {"run-a-claim-1", "run-a-claim-2", "run-b-claim-1"} <= set(links)


def test_a_claim_that_another_experiment_decides_has_one_row_and_counts_once(tmp_path: Path) -> None:
    result(tmp_path / "many", claims=[claim(verdict="on the border", margin="within ±0.2 points")])
    result(tmp_path / "few", claims=[claim(verdict="undecided", decided_by="many")])
    result(tmp_path / "alone", claims=[claim(id="other", decided_by="not on this page")])
    made = page(tmp_path)
    says = "IELLIP needs fewer updates than PA"
    assert rows(made) == [f"✓ reproduced {says} other", f"≈ on the border {says} icml09-updates"]
    assert "1 of 2 claims hold" in made.texts("p")
    assert any("1 reproduced (within ±0.2 points)." in text for text in made.texts("p"))
    (also,) = made.texts("div", **{"class": "also"})
    assert also.startswith("Also tested ? undecided")
    assert "many decides." in also


@pytest.mark.parametrize(
    ("verdicts", "together", "holding"),
    [
        (("reproduced", "reproduced"), "✓ reproduced", 1),
        (("reproduced", "undecided"), "? undecided", 0),
        (("undecided", "not reproduced"), "✗ not reproduced", 0),
    ],
)
def test_a_claim_of_two_experiments_is_one_row_with_both_and_counts_once(
    tmp_path: Path, verdicts: tuple[str, str], together: str, holding: int
) -> None:
    """None of them decides: the config that does was not run."""
    for name, verdict in zip("ab", verdicts, strict=True):
        result(tmp_path / name, claims=[claim(verdict=verdict, decided_by="not on this page")])
    made = page(tmp_path)
    assert rows(made) == [f"{together} IELLIP needs fewer updates than PA icml09-updates"]
    assert f"{holding} of 1 claims hold" in made.texts("p")
    assert made.texts("title")[1:] == [f"icml09-updates: {together[2:]}"]
    tested = [text.split(maxsplit=2)[2] for text in made.texts("p") if text.startswith("Tested ")]
    assert tested == list(verdicts)
    disagree = any(text.startswith("The experiments disagree.") for text in made.texts("p"))
    assert disagree == (len(set(verdicts)) > 1)
    assert {"run-a-claim-1", "run-b-claim-1"} <= set(made.attributes("id"))


def test_claims_with_one_name_that_say_different_things_are_two(tmp_path: Path) -> None:
    result(tmp_path / "a", claims=[claim()])
    result(tmp_path / "b", claims=[claim(says="PA needs fewer updates than MIRA")])
    assert len(rows(page(tmp_path))) == 2


def test_a_claim_shows_the_test_behind_it(tmp_path: Path) -> None:
    blank = comparison(
        statement="PA.updates < 9", **dict.fromkeys(("epoch", "effect", "low", "n", "p", "test"))
    )
    result(tmp_path / "a", claims=[claim(cells=[comparison(), blank], note="A note.", gate=False)])
    made = page(tmp_path)
    lines = made.texts("tr")
    assert "1usps3✓ reproduced−4,350−4,400 to −4,300< 0.0013paired t" in lines
    assert "2usps–✓ reproduced–––––" in lines
    told = "sec. 3.3. Tested by Three learners: 2 comparisons: 2 reproduced."
    assert f"{told} A claim about time: reported, never a gate." in made.texts("p")
    assert "A note." in made.texts("p")


def test_other_readings_are_no_further_data_sets(tmp_path: Path) -> None:
    """They have lines in the table, and are neither counted nor ranked."""
    labels = {"usps": 12_000, "letter": 1_000, "usps | C=1": 9_000}
    folder = result(tmp_path / "a", config={"readings": {"named": {"C=1": {}}}})
    summaries = summarize(measured.rows(labels, ("IELLIP", "PA", "MIRA")), ("test_error",))
    (folder / "summary.csv").write_text(summary_csv(summaries))
    made = page(tmp_path)
    assert "2 data sets" in " ".join(made.texts("span"))
    assert made.texts("td").count("usps | C=1") == 3
    assert "usps | C=1" not in made.texts("th")
    assert "letter" in made.texts("th")


def test_what_stands_beside_a_tuned_learner_is_no_further_learner(tmp_path: Path) -> None:
    """The best in hindsight would be the first of the ranks; `olrun compare` leaves it out, too."""
    roles = {
        "PA (hindsight)": Role.HINDSIGHT,
        "PA (default)": Role.DEFAULT,
        "PA": Role.TUNED,
        "MIRA": Role.GIVEN,
    }
    folder = result(tmp_path / "a")
    made = measured.rows({"usps": 12_000, "letter": 1_000}, tuple(roles))
    summaries = summarize([replace(row, role=roles[row.learner]) for row in made], ("test_error",))
    (folder / "summary.csv").write_text(summary_csv(summaries))
    (experiment,) = read_page(tmp_path).experiments
    assert experiment.learners == ("PA", "MIRA")
    assert experiment.ranks is not None
    assert [name for name, *_ in experiment.ranks.lines] == ["PA", "MIRA"]
    made_page = page(tmp_path)
    assert "2 learners" in " ".join(made_page.texts("span"))
    assert made_page.texts("figcaption") == [f"Test error by epoch: {BARS}"]


def test_data_that_other_readings_share_are_listed_once(tmp_path: Path) -> None:
    digests = {"usps": "12" * 32, "usps | C=1": "12" * 32, "usps | raw": "34" * 32}
    result(tmp_path / "a", data_digests=digests)
    names = [text for text in page(tmp_path).texts("dt") if text.startswith("data: ")]
    assert names == ["data: usps", "data: usps | raw"]


def test_papers_come_in_their_order_and_the_rest_last(tmp_path: Path) -> None:
    for name, paper in (("a", None), ("b", "unheard-of"), ("c", "pa2006"), ("d", "icml09")):
        result(tmp_path / name, config={"paper": paper, "title": f"Experiment {name}"})
    made = page(tmp_path)
    titles = [PAPERS["icml09"].title, PAPERS["pa2006"].title, "Other experiments"]
    assert made.texts("h2") == ["Contents", *titles, "Errata"]
    assert made.texts("h3") == [*(f"Experiment {name}" for name in "dcab"), *titles[:2]]
    assert f"What was published. {PAPERS['icml09'].published}" in made.texts("p")


def test_an_experiment_without_a_title_is_called_by_what_was_run(tmp_path: Path) -> None:
    result(tmp_path / "mine", config={"title": "mine", "paper": None})
    result(tmp_path / "titled", config={"title": "A title", "paper": None})
    assert page(tmp_path).texts("h3") == ["IELLIP, PA, MIRA on usps (mine)", "A title"]


def test_the_table_has_means_with_their_uncertainty_and_sorts_by_the_exact_value(tmp_path: Path) -> None:
    result(tmp_path / "a")
    made = page(tmp_path)
    # Errors of 5.0, 5.2 and 5.4 %: the half-width is 4.303 · 0.2 / √3 = 0.50.
    assert next(text for text in made.texts("td") if "±" in text) == "5.20 ± 0.50"
    assert made.attributes("data-value") == [], "what is shown sorts rightly"
    assert "Mean ± half the width of the 95 % t interval over 3 permutations." in made.texts("caption")[0]


def test_a_metric_that_was_asked_for_and_has_no_value_has_a_column(tmp_path: Path) -> None:
    asked = ["test_error", {"recovery_time": {"window": 50}}, "updates", "curves", "of_a_later_version"]
    result(tmp_path / "tiny", config={"metrics": asked})
    made = page(tmp_path)
    assert [text for text in made.texts("th") if text in ("test error (%)", "recovery time", "updates")] == [
        *("test error (%)", "recovery time", "updates")
    ]
    assert "–" in made.texts("td")


def test_numbers_that_look_alike_say_by_what_they_are_sorted(tmp_path: Path) -> None:
    folder = result(tmp_path / "a")
    errors = {"low": 0.050001, "high": 0.050004, "other": 0.2}
    lines = [row(error, learner=name) for name, error in errors.items()]
    (folder / "summary.csv").write_text(summary_csv(summarize(lines, ["test_error"])))
    made = page(tmp_path)
    assert [text for text in made.texts("td") if text.startswith("5.00")] == ["5.00", "5.00"]
    assert made.attributes("data-value") == ["5.0001", "5.0004"]


def test_a_page_of_many_readings_has_the_first_lines_and_says_where_the_others_are(tmp_path: Path) -> None:
    cells = [comparison(dataset=f"d{i}") for i in range(MOST_COMPARISONS + 5)]
    folder = result(tmp_path / "a", claims=[claim(cells=cells)])
    lines = [row(0.001 * i, dataset=f"d{i}") for i in range(MOST_LINES + 7)]
    (folder / "summary.csv").write_text(summary_csv(summarize(lines, ["test_error"])))
    made = page(tmp_path)
    assert any(text.startswith(f"Shown are the first {MOST_COMPARISONS},") for text in made.texts("p"))
    assert f"{MOST_COMPARISONS + 5} comparisons" in " ".join(made.texts("p")), "the tally counts all"
    assert any(text.endswith("The last 7 lines are in summary.csv.") for text in made.texts("caption"))
    names = [[text for text in made.texts(tag) if re.fullmatch(r"d\d+", text)] for tag in ("th", "td")]
    assert [len(shown) for shown in names] == [MOST_COMPARISONS, MOST_LINES]


def test_a_long_animation_is_shown_with_fewer_frames_and_lasts_as_long(tmp_path: Path) -> None:
    folder = result(tmp_path / "a")
    first, *rest = (Image.new("L", (60, 40), 10 * shade) for shade in range(24))
    first.save(folder / "figures/epochs.gif", save_all=True, append_images=rest, duration=300, loop=0)
    source = page(tmp_path).attributes("src")[0]
    with Image.open(io.BytesIO(base64.b64decode(source.partition(",")[2]))) as shown:
        shades, time = [], 0
        for number in range(getattr(shown, "n_frames", 1)):
            shown.seek(number)
            shades.append(shown.convert("L").getpixel((0, 0)))
            time += shown.info["duration"]
    assert len(shades) == MOST_FRAMES
    assert time == pytest.approx(24 * 300, rel=0.05)
    assert shades[-1] == pytest.approx(230, abs=8), "the end is kept"


def test_alt_texts_tell_the_numbers(tmp_path: Path) -> None:
    result(tmp_path / "few")
    result(tmp_path / "many", learners=tuple(f"L{i}" for i in range(30)))
    few, many = (has["aria-label"] for _, has, _ in page(tmp_path).elements if has.get("class") == "drawing")
    assert few.startswith("Three learners. Test error and updates by epoch: a column")
    assert "After epoch 3, test error (%): IELLIP 1.73 ± 0.17, PA 2.07 ± 0.17, MIRA 2.40 ± 0.17" in few
    assert "test error (%): from 1.73 ± 0.17 (L0 on usps) to 11.40 ± 0.17 (L29 on usps)" in many


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    everywhere = claim(
        id=HOSTILE, source=HOSTILE, says=HOSTILE, holds=[HOSTILE], note=HOSTILE,
        cells=[comparison(statement=HOSTILE, dataset=HOSTILE, test=HOSTILE)],
    )  # fmt: skip
    folder = result(
        tmp_path / "<b onclick='x'>",
        learners=(HOSTILE.replace("\x00", ""), "PA"),
        claims=[everywhere],
        notes=[HOSTILE],
        config={"title": HOSTILE, "learners": {HOSTILE: 1}},
        complete=False,
        failures={HOSTILE: HOSTILE},
        data_digests={HOSTILE: HOSTILE},
        versions={HOSTILE: HOSTILE},
        machine={HOSTILE: HOSTILE},
    )
    (folder / "figures/<script>.svg").write_bytes((folder / "figures/epochs.svg").read_bytes())
    made = page(tmp_path)
    assert len(made.texts("script")) == 1
    assert len(made.texts("style")) == 1
    assert not [name for _, has, _ in made.elements for name in has if name.startswith("on")]
    assert made.texts("h3") == [PAPERS["icml09"].title, SPELLED, PAPERS["icml09"].title]
    assert any(label.startswith(SPELLED) for label in made.attributes("aria-label"))
    assert any("<script>alert(1)" in text for text in made.texts("pre"))


def test_the_page_needs_and_may_load_nothing_else(tmp_path: Path) -> None:
    result(tmp_path / "a", claims=[claim()])
    made = page(tmp_path)
    assert all(src.startswith("data:") for src in made.attributes("src"))
    assert all(href.startswith("#") for href in made.attributes("href"))
    assert "url(" not in made.texts("style")[0]
    policy = next(has["content"] for _, has, _ in made.elements if "http-equiv" in has)
    assert "default-src 'none'; img-src data:;" in policy
    for tag in ("style", "script"):
        whole = next("".join(inside) for found, _, inside in made.elements if found == tag)
        digest = base64.b64encode(hashlib.sha256(whole.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_headings_are_in_order(tmp_path: Path) -> None:
    result(tmp_path / "a", claims=[claim()], notes=["A finding."])
    levels = [int(tag[1]) for tag, _, _ in page(tmp_path).elements if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


def test_the_same_results_are_the_same_bytes_and_the_time_is_theirs(tmp_path: Path) -> None:
    for folder, names in (("x", "ab"), ("y", "ba")):
        for name in names:
            result(tmp_path / folder / name, claims=[claim()])
    times = {"begun": "2026-02-02T01:00:00+02:00", "ended": "2026-02-02T01:30:00+02:00"}
    one, other = (write_report(tmp_path / folder, tmp_path / "out" / folder).read_bytes() for folder in "xy")
    assert one == other
    result(tmp_path / "x/c", times=times)
    assert page(tmp_path / "x").texts("time") == ["2026-02-01 23:30 UTC"]


@pytest.mark.parametrize("paper", [*PAPERS, None])
def test_the_errata_are_those_of_the_papers_that_are_shown(tmp_path: Path, paper: str | None) -> None:
    result(tmp_path / "a", config={"paper": paper})
    made = page(tmp_path)
    slips = [each for each in ERRATA if each.paper == paper]
    formulas = [text for each in slips for text in (each.printed, each.correct)]
    assert made.texts("dd", **{"class": "formula"}) == [formula(text).striptags() for text in formulas]
    others = {text for each in slips for text in (formula(each.why).striptags(), each.test)}
    assert others <= set(made.texts("dd"))
    assert ("errata" in made.attributes("id")) == ("#errata" in made.attributes("href")) == bool(slips)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("P_{t+1}⁻¹ = x_i x_iᵀ", "P<sub>t+1</sub>⁻¹ = x<sub>i</sub> x<sub>i</sub>ᵀ"),
        ("λ_max^{1/2} < Π_{j>i}", "λ<sub>max</sub><sup>1/2</sup> &lt; Π<sub>j&gt;i</sub>"),
        ("_<b> ^{<i>}", "_&lt;b&gt; <sup>&lt;i&gt;</sup>"),
    ],
)
def test_indices_and_powers_are_set_as_such(text: str, html: str) -> None:
    assert formula(text) == html


def test_a_figure_under_another_name_is_described_by_what_it_is(tmp_path: Path) -> None:
    entry = {"figure": "curves", "file": "by_round", "any": 1}
    folder = result(tmp_path / "a", config={"figures": ["epochs", entry]})
    for name in ("by_round", "extra_one"):
        (folder / f"figures/{name}.svg").write_text(SVG)
    made = page(tmp_path)
    of = "Learning curves: online error and updates of IELLIP, PA and MIRA against rounds"
    assert made.texts("figcaption") == [
        f"Test error and updates by epoch: {BARS}",
        f"{of}, a column for each data set.",
        "Extra one.",
    ]
    assert not made.texts("section", id="problems")


def test_figures_of_one_kind_are_told_apart_by_their_captions(tmp_path: Path) -> None:
    entries: list[dict[str, object]] = [
        {"figure": "growth", "file": "one", "over": "n", "metric": "mistakes"},
        {"figure": "growth", "file": "two", "over": "rate", "metric": "updates"},
        {"figure": "growth", "file": "unlike", "over": 3},
    ]
    learners = {"IELLIP": {"learner": "iellip"}, "PA": {"learner": "pa", "rate": 1}}
    folder = result(tmp_path / "a", config={"figures": entries, "learners": learners})
    for entry in entries:
        (folder / f"figures/{entry['file']}.svg").write_text(SVG)
    assert page(tmp_path).texts("figcaption")[:3] == [
        "Mistakes of IELLIP, PA and MIRA against n.",
        "Updates against rate, a line for each learner.",
        describe("growth"),
    ]


@pytest.mark.parametrize("images", ["svg", "png"])
def test_an_animation_follows_its_figure_and_starts_when_asked(tmp_path: Path, images: ImageKind) -> None:
    folder = result(tmp_path / "a")
    (folder / "figures/epochs.gif").write_bytes(gif())
    made = Page(write_report(tmp_path, tmp_path / "r.html", images).read_text())
    assert made.attributes("src")[0] == f"data:image/gif;base64,{base64.b64encode(gif()).decode()}"
    (moving,) = made.attributes("alt")
    (still,) = (has["aria-label"] for _, has, _ in made.elements if has.get("class") == "drawing")
    assert moving == still.replace("learners. ", "learners. Animation: ", 1)
    assert made.texts("summary")[0] == "Animation: Test error and updates by epoch: " + BARS
    assert not made.attributes("open")


def test_a_run_from_changed_code_says_so(tmp_path: Path) -> None:
    result(tmp_path / "clean")
    result(tmp_path / "dirty", git={"commit": "34" * 20, "changed": True})
    result(tmp_path / "installed", git=None)
    made = page(tmp_path)
    assert [("34" * 20 in text) for text in made.texts("p", **{"class": "warning"})] == [True]
    assert "not run from a checkout" in made.texts("dd")


def test_small_images_are_pictures_of_few_colours_at_the_same_size(tmp_path: Path) -> None:
    folder = result(tmp_path / "a")
    (folder / "figures/epochs.png").write_bytes(png())
    made = Page(write_report(tmp_path, tmp_path / "r.html", "png").read_text())
    (uri,) = made.attributes("src")
    content = base64.b64decode(uri.removeprefix("data:image/png;base64,"))
    with Image.open(io.BytesIO(content)) as image:
        assert image.width == 1000
        assert image.mode == "P"
    assert made.attributes("width") == ["960"]
    (drawn,) = (has for _, has, _ in page(tmp_path).elements if has.get("class") == "drawing")
    assert drawn["width"] == "96"
