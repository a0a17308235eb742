"""`olrun compare`: Demšar's worked example from folder to printed digit, and everything that it refuses."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from onlinelearn.base.errors import ConfigError, OlrunError
from onlinelearn.cli import olrun
from onlinelearn.compare.many_datasets import Question, compare_folders
from onlinelearn.compare.many_datasets.datasets_comparison import Case, compare
from onlinelearn.compare.many_datasets.described import as_json, document
from onlinelearn.compare.many_datasets.document import as_html, as_latex, as_markdown, as_text
from onlinelearn.numerics.paired_tests import paired_t
from tests.compare.made import demsar_folders, result_folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(olrun, ["compare", *map(str, arguments)])


def error_of(folders: list[Path], question: Question | None = None) -> str:
    with pytest.raises(OlrunError) as caught:
        compare_folders(folders, question or Question())
    return str(caught.value)


PA_MIRA = {"PA": [0.1, 0.12, 0.11], "MIRA": [0.2, 0.21, 0.23]}


@pytest.fixture(scope="module", name="demsar")
def demsar_results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    results = tmp_path_factory.mktemp("demsar")
    demsar_folders(results)
    return results


def test_demsars_example_to_the_last_printed_digit(demsar: Path) -> None:
    printed = run(demsar)
    assert printed.exit_code == 0, printed.output
    text = " ".join(printed.output.split())
    # The paper: Friedman 9.28, F_F = 3.69 with 3 and 39 degrees, Nemenyi's CD 1.25, mean ranks.
    assert "χ² = 9.28, F(3, 39) = 3.69," in text
    assert "more than 1.25 apart differ at 5 %. No pair is told apart." in text
    assert "mean rank 1.964 2.000 2.893 3.143" in text
    # Its Wilcoxon test is of C4.5+m against C4.5: T = 12.
    assert re.search(r"C4\.5\+m – C4\.5 1\.143 12 ", text)
    ten = " ".join(run(demsar, "--alpha", 0.1).output.split())
    assert "more than 1.12 apart differ at 10 %" in ten
    assert "Not told apart: C4.5+m+cf = C4.5+m = C4.5+cf; C4.5+cf = C4.5." in ten


def test_the_files_say_what_the_terminal_says(demsar: Path, tmp_path: Path) -> None:
    found = run(demsar, "--out", tmp_path)
    files = {path.name for path in tmp_path.iterdir()}
    drawn = {f"critical_difference.{ending}" for ending in ("svg", "png", "pdf")}
    assert files == {"compare.md", "compare.tex", "compare.html", "ranks.csv", "pairs.csv", *drawn}
    assert all(str(tmp_path / name) in found.output for name in files)
    for name in ("compare.md", "compare.tex", "compare.html"):
        text = (tmp_path / name).read_text()
        assert "9.28" in text
        assert "1.964" in text
    ranks = list(csv.DictReader((tmp_path / "ranks.csv").read_text().splitlines()))
    assert len(ranks) == 14 * 4
    assert {line["rank"] for line in ranks if line["dataset"] == "mushroom"} == {"2.5"}
    pairs = list(csv.DictReader((tmp_path / "pairs.csv").read_text().splitlines()))
    (pair,) = [line for line in pairs if (line["better"], line["other"]) == ("C4.5+m", "C4.5")]
    assert (pair["wilcoxon_above"], pair["wilcoxon_below"], f"{float(pair['z']):.2f}") == (
        *("93.0", "12.0", "-2.54"),
    )


def test_the_bayesian_test_states_its_rope_in_every_format(demsar: Path, tmp_path: Path) -> None:
    run(demsar, "--out", tmp_path, "--rope", 0.005)
    for name in ("compare.md", "compare.html", "compare.tex"):
        text = (tmp_path / name).read_text().replace("$\\pm$", "±")
        assert "P(alike)" in text
        assert "within ±0.5 points" in text
    for line in csv.DictReader((tmp_path / "pairs.csv").read_text().splitlines()):
        shares = [float(line[key]) for key in ("p_better", "p_alike", "p_worse")]
        assert sum(shares) == pytest.approx(1.0)
        if (line["better"], line["other"]) == ("C4.5+m", "C4.5"):
            assert shares[0] > 0.9
            assert shares[1] > shares[2]


def test_counts_have_a_rope_only_if_it_is_given(demsar: Path) -> None:
    found = json.loads(run(demsar, "--metric", "updates", "--json").output)
    assert (found["rope"], "p_alike" in found["pairs"][0]) == (None, False)
    assert "within ±10)" in run(demsar, "--metric", "updates", "--rope", 10).output
    refused = run(demsar, "--rope", -1)
    assert isinstance(refused.exception, ConfigError)
    assert "the rope must be 0 or above, got -1" in str(refused.exception)


def test_a_caption_in_latex_is_of_its_table_alone() -> None:
    found = document(compare([Case("a", 1, PA_MIRA), Case("b", 1, PA_MIRA)], "test_error", notes=["A note."]))
    text = as_latex(found)
    captions = re.findall(r"\\caption\{(.*)\}", text)
    assert len(captions) == 3
    assert not any("Friedman" in caption for caption in captions)
    assert text.index("Friedman") < text.index(r"\begin{table}")
    assert "\n% A note.\n" in text


def test_json_has_the_numbers_and_only_what_json_has(demsar: Path) -> None:
    found = json.loads(run(demsar, "--json").output)
    assert f"{found['friedman']['F']:.2f}" == "3.69"
    assert list(found["mean_ranks"]) == ["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"]
    agreeing = compare(
        [Case(f"d{i}", 1, {"a": [0.1], "b": [0.2], "c": [0.3]}) for i in range(6)], "test_error"
    )
    record = json.loads(json.dumps(as_json(agreeing), allow_nan=False))
    assert record["friedman"]["F"] is None
    assert "F(2, 10) = ∞, p < 0.001" in " ".join(document(agreeing).sentences)


def test_demsars_six_pairs_are_corrected_for_their_number(demsar: Path) -> None:
    pairs = sorted(compare_folders([demsar], Question()).pairs, key=lambda pair: pair.wilcoxon.p)
    assert len(pairs) == 6
    largest = 0.0
    for left, pair in zip((6, 5, 4, 3, 2, 1), pairs, strict=True):
        largest = max(largest, left * pair.wilcoxon.p)
        assert pair.holm_p == pytest.approx(min(1.0, largest))
    assert sum(pair.wilcoxon.p < 0.05 for pair in pairs) == 3
    assert sum(pair.holm_p < 0.05 for pair in pairs) == 1


def test_what_two_learners_alone_decide_three_may_not() -> None:
    """Each of three pairs is held to more than one pair is: p lies between α/3 and α."""
    base = [0.1 + 0.01 * i for i in range(8)]
    signs = [(-1) ** i for i in range(8)]
    values = {
        "x": base,
        "y": [b + 0.0102 + 0.01 * s for b, s in zip(base, signs, strict=True)],
        "z": [b + 0.005 + 0.02 * s for b, s in zip(base, sorted(signs), strict=True)],
    }
    p = paired_t(values["x"], values["y"])
    assert p is not None
    assert 0.05 / 3 < p < 0.05

    def outcomes(*names: str) -> dict[tuple[str, str], str]:
        cases = [Case(d, 1, {name: values[name] for name in names}) for d in ("a", "b")]
        found = compare(cases, "test_error").pairs
        return {(pair.better, pair.other): pair.outcomes[0] for pair in found}

    assert outcomes("x", "y") == {("x", "y"): "win"}
    assert set(outcomes("x", "y", "z").values()) == {"tie"}


def test_wins_ties_and_losses_are_of_paired_tests() -> None:
    shared = [0.01 * i for i in range(8)]
    wiggle = [0.0002 * (-1) ** i for i in range(8)]
    cases = [
        Case("a", 1, {"x": shared, "y": [s + 0.05 + w for s, w in zip(shared, wiggle, strict=True)]}),
        Case("b", 1, {"x": shared, "y": [s + w for s, w in zip(shared, wiggle, strict=True)]}),
        Case("c", 1, {"x": [s + 0.05 + w for s, w in zip(shared, wiggle, strict=True)], "y": shared}),
        Case("d", 1, {"x": [0.1] * 8, "y": [0.2] * 8}),
    ]
    (pair,) = compare(cases, "test_error").pairs
    assert (pair.better, pair.outcomes) == ("x", ("win", "tie", "loss", "untested"))
    text = as_text(document(compare(cases, "test_error")))
    assert "neither learner's value changes from one permutation to the next: on d." in " ".join(text.split())


def test_equal_means_are_tied_in_every_test_also_where_rounding_parts_them() -> None:
    found = compare([Case(f"d{i}", 1, {"x": [0.1, 0.2], "y": [0.3, 0.0]}) for i in range(3)], "test_error")
    assert dict(found.mean_ranks) == {"x": 1.5, "y": 1.5}
    assert [found.case_ranks(case) for case in found.cases] == [{"x": 1.5, "y": 1.5}] * 3
    assert (found.friedman.F, found.pairs[0].wilcoxon.p) == (0.0, 1.0)


def test_few_data_sets_are_said_in_words() -> None:
    cases = [Case(f"d{i}", 1, {"a": [0.1], "b": [0.2]}) for i in range(3)]
    text = " ".join(document(compare(cases, "test_error")).sentences)
    assert "3 data sets are too few for ranks to mean much" in text
    assert "With 3 data sets no Wilcoxon test can reach p ≤ 0.05: the least p is 0.25." in text


@pytest.mark.parametrize("alpha", ["nan", "0", "1", "-0.1"])
def test_an_alpha_that_is_no_level_is_refused(demsar: Path, alpha: str) -> None:
    found = run(demsar, "--alpha", alpha)
    assert isinstance(found.exception, ConfigError)
    assert "alpha must lie between 0 and 1" in str(found.exception)


def test_one_label_with_other_parameters_is_two_learners(tmp_path: Path) -> None:
    """Results of several configs, of which one has another learner under the same label."""
    three = PA_MIRA | {"Perceptron": [0.4, 0.41, 0.42]}
    for name, C in (("usps", 1.0), ("letter", 1.0), ("isolet", 0.1)):
        result_folder(tmp_path / name, {name: three}, parameters={"PA": {"C": C, "margin": 0.1}})
    found = compare_folders([tmp_path], Question())
    assert found.learners == ("MIRA", "Perceptron")
    assert (
        "Left out, 2 learners for lack of a result on one of these data sets: PA (C=0.1), PA (C=1.0)."
        in (found.notes[0])
    )
    asked = Question(learners=("PA (C=1.0)", "MIRA"))
    assert compare_folders([tmp_path], asked).learners == ("PA (C=1.0)", "MIRA")
    assert error_of([tmp_path], Question(learners=("PA", "MIRA"))) == (
        "'PA' stands for 2 learners: 'PA (C=0.1)', 'PA (C=1.0)'; name one of them"
    )


def test_learners_are_told_apart_by_the_fewest_words_that_do(tmp_path: Path) -> None:
    entries: list[dict[str, object]] = [
        {"learner": "kernel_pa", "C": 1.0, "kernel": "rbf"},
        {"C": 1.0, "average": False},
        {"C": 1.0, "average": True},
        {"average": False, "C": {"tune": [1.0, 10.0]}},
    ]
    for i, entry in enumerate(entries):
        result_folder(tmp_path / str(i), {f"d{i}": PA_MIRA}, parameters={"PA": entry})
    assert error_of([tmp_path], Question(learners=("PA", "MIRA"))) == (
        "'PA' stands for 4 learners: 'PA (kernel_pa)', 'PA (C=1.0, average=false)', 'PA (average=true)', "
        "'PA (C of 1.0,10.0)'; name one of them"
    )


def test_folders_that_share_no_learner_leave_those_that_do(tmp_path: Path) -> None:
    """As `results/*` has them: the two learners with the most data sets in common decide what is compared."""
    result_folder(tmp_path / "a", {"usps": PA_MIRA, "letter": PA_MIRA, "isolet": PA_MIRA})
    result_folder(tmp_path / "b", {"halfplane": {"voted": [0.1, 0.2], "averaged": [0.2, 0.3]}})
    found = compare_folders([tmp_path], Question())
    assert [case.dataset for case in found.cases] == ["usps", "letter", "isolet"]
    assert found.notes == (
        "Left out, 1 data set for lack of a learner: halfplane. --learner chooses.",
        "Left out, 2 learners for lack of a result on one of these data sets: voted, averaged. "
        "--learner chooses.",
    )


def test_folders_without_the_metric_are_named_and_do_not_stop_the_others(tmp_path: Path) -> None:
    result_folder(tmp_path / "a", {"usps": PA_MIRA, "letter": PA_MIRA})
    other = result_folder(tmp_path / "b", {"linear": PA_MIRA})
    text = (other / "runs.csv").read_text()
    (other / "runs.csv").write_text(text.replace("test_error", "test_rmse"))
    blank = result_folder(tmp_path / "c", {"stream": PA_MIRA})
    head, *lines = (blank / "runs.csv").read_text().splitlines()
    without = [",".join("" if i == 4 else x for i, x in enumerate(line.split(","))) for line in lines]
    (blank / "runs.csv").write_text("\n".join([head, *without]))
    assert compare_folders([tmp_path], Question()).notes == (f"No test_error in {other}, {blank}.",)
    assert "unknown metric 'test_error'; did you mean 'online_error'?" in error_of([other, blank])


def test_one_data_set_under_two_protocols_counts_once_by_its_mean(tmp_path: Path) -> None:
    one = result_folder(tmp_path / "one", {"usps": PA_MIRA, "letter": PA_MIRA}, seed=1)
    worse = {"PA": [0.3, 0.32], "MIRA": [0.4, 0.41]}
    other = result_folder(tmp_path / "other", {"usps": worse}, seed=2)
    found = compare_folders([one, other], Question())
    usps, letter = found.cases
    assert usps.values["PA"] == pytest.approx([0.2, 0.22])
    assert letter.values["PA"] == (0.1, 0.12, 0.11)
    assert found.notes == (
        f"usps counts once, by the mean of 2 variants: usps in {one}, usps in {other} "
        "(the first 2 permutations of each).",
    )


def test_variants_of_one_source_are_one_data_set(tmp_path: Path) -> None:
    """Eight points of a generator's grid are not eight data sets, however clear each of them is."""
    grid = {f"mixture spread={x}": "mixture" for x in range(30, 38)}
    folder = result_folder(tmp_path / "a", dict.fromkeys(grid, PA_MIRA), sources=grid)
    assert "1 data set (in 8 variants, which count once) has results of PA, MIRA" in error_of([folder])
    other = result_folder(tmp_path / "b", {"usps": PA_MIRA})
    found = compare_folders([folder, other], Question())
    assert [case.dataset for case in found.cases] == ["mixture", "usps"]
    (note,) = found.notes
    assert note.startswith("mixture counts once, by the mean of 8 variants: mixture spread=30, mixture")
    text = as_text(document(found))
    assert text.count("2 data sets are too few for") == 2
    assert "too few" in document(found).tables[-1].caption


def test_two_files_of_one_name_are_two_data_sets(tmp_path: Path) -> None:
    for name in ("a", "b"):
        folder = result_folder(tmp_path / name, {"mine": PA_MIRA}, sources={"mine": f"/{name}/my.csv"})
        manifest = (folder / "manifest.json").read_text()
        (folder / "manifest.json").write_text(manifest.replace("digest of mine", f"digest of {name}"))
    found = compare_folders([tmp_path], Question())
    assert [case.dataset for case in found.cases] == ["mine (/a/my.csv)", "mine (/b/my.csv)"]
    (tmp_path / "b" / "manifest.json").write_text((tmp_path / "a" / "manifest.json").read_text())
    assert "1 data set has results of PA, MIRA" in error_of([tmp_path])


def test_one_learner_with_two_results_is_refused(tmp_path: Path) -> None:
    one = result_folder(tmp_path / "one", {"usps": PA_MIRA})
    other = result_folder(tmp_path / "other", {"usps": PA_MIRA | {"PA": [0.3, 0.3, 0.3]}})
    assert "PA on usps has other results in" in error_of([one, other])


def test_all_folders_that_are_not_whole_are_named_at_once(tmp_path: Path) -> None:
    result_folder(tmp_path / "fine", {"usps": PA_MIRA})
    failed = result_folder(tmp_path / "failed", {"letter": PA_MIRA}, complete=False)
    killed = result_folder(tmp_path / "killed", {"isolet": PA_MIRA})
    (killed / "manifest.json").unlink()
    message = error_of([tmp_path])
    assert f"{failed} (1 failed)" in message
    assert f"{killed} (unfinished or damaged)" in message
    assert "fine" not in message


def test_learners_of_one_data_set_may_come_from_two_folders(tmp_path: Path) -> None:
    result_folder(tmp_path / "one", {"usps": {"PA": [0.1, 0.2]}, "letter": {"PA": [0.1, 0.2]}})
    result_folder(tmp_path / "two", {"usps": {"MIRA": [0.2, 0.3]}, "letter": {"MIRA": [0.2, 0.3, 0.4]}})
    found = compare_folders([tmp_path], Question())
    assert dict(found.mean_ranks) == {"PA": 1.0, "MIRA": 2.0}
    assert found.notes == ("letter: only the 2 permutations that all learners have.",)


def test_what_takes_no_part_is_named(tmp_path: Path) -> None:
    three = PA_MIRA | {"IELLIP": [0.3, 0.3, 0.31]}
    result_folder(tmp_path / "a", {"usps": three, "letter": PA_MIRA, "isolet": three})
    (tmp_path / "README.md").write_text("no results")
    (tmp_path / "reference").mkdir()
    folders = sorted(tmp_path.iterdir())
    found = compare_folders(folders, Question())
    assert set(found.learners) == {"PA", "MIRA"}
    assert found.notes[0] == f"No results in {tmp_path / 'README.md'}, {tmp_path / 'reference'}."
    assert found.notes[1] == (
        "Left out, 1 learner for lack of a result on one of these data sets: IELLIP. --learner chooses."
    )
    asked = compare_folders(folders, Question(learners=("PA", "IELLIP")))
    assert [case.dataset for case in asked.cases] == ["usps", "isolet"]
    assert asked.notes[1] == "Left out, 1 data set for lack of a learner: letter. --learner chooses."


def test_hindsight_never_takes_part_and_points_of_a_grid_only_if_asked(tmp_path: Path) -> None:
    errors = PA_MIRA | {"PA C=1": [0.01, 0.02, 0.03], "best": [0.0, 0.0, 0.01]}
    roles = {"PA C=1": "grid", "best": "hindsight"}
    result_folder(tmp_path / "a", {"usps": errors, "letter": errors}, roles=roles)
    assert set(compare_folders([tmp_path], Question()).learners) == {"PA", "MIRA"}
    asked = compare_folders([tmp_path], Question(learners=("PA C=1", "PA")))
    assert asked.learners == ("PA C=1", "PA")
    assert "unknown learner 'best'" in error_of([tmp_path], Question(learners=("best", "PA")))


@pytest.mark.parametrize("covers", ["splits and orders", "splits"])
def test_splits_of_the_same_examples_are_less_evidence_than_orders(tmp_path: Path, covers: str) -> None:
    near = {"PA": [0.10, 0.12, 0.11, 0.13], "MIRA": [0.115, 0.145, 0.114, 0.152]}
    for name, sizes in (("orders", None), ("splits", (60, 40))):
        result_folder(tmp_path / name, {"usps": near, "letter": near}, sizes=sizes, covers=covers)
    (orders,) = compare_folders([tmp_path / "orders"], Question()).pairs
    (splits,) = compare_folders([tmp_path / "splits"], Question()).pairs
    assert set(orders.outcomes) == {"win"}
    assert set(splits.outcomes) == {"tie"}
    (tmp_path / "splits" / "datasets.csv").unlink()
    assert "datasets.csv is missing or damaged" in error_of([tmp_path / "splits"])


def test_another_reading_of_a_config_is_no_further_data_set(tmp_path: Path) -> None:
    errors = dict.fromkeys(("usps", "letter", "usps | raw", "letter | raw"), PA_MIRA)
    result_folder(tmp_path / "a", errors, readings={"raw": {"preprocess": []}})
    assert [case.dataset for case in compare_folders([tmp_path], Question()).cases] == ["usps", "letter"]


@pytest.mark.parametrize(
    ("question", "error"),
    [
        (Question("test_eror"), "unknown metric 'test_eror'; did you mean 'test_error'?"),
        (Question(learners=("PAA", "PA")), "unknown learner 'PAA'; did you mean 'PA'?"),
        (Question(learners=("PA",)), "ranks need two learners or more, and PA is alone"),
        (Question(epoch=4), "usps has no results of all learners after epoch 4"),
    ],
)
def test_a_question_that_the_results_do_not_answer(tmp_path: Path, question: Question, error: str) -> None:
    result_folder(tmp_path / "a", {"usps": PA_MIRA, "letter": PA_MIRA})
    assert error in error_of([tmp_path], question)


def test_one_data_set_and_no_folder_are_refused(tmp_path: Path) -> None:
    folder = result_folder(tmp_path / "a", {"usps": PA_MIRA})
    assert "ranks need two or more" in error_of([folder])
    assert "there is no folder" in error_of([tmp_path / "b"])
    (tmp_path / "empty").mkdir()
    assert "there are no results in" in error_of([tmp_path / "empty"])


def test_no_name_breaks_a_page() -> None:
    odd = {"<b>&_|": [0.1], "$x$ #~^\\": [0.2]}
    found = document(compare([Case("a|b <i>", 1, odd), Case("c", 1, odd)], "test_error"))
    assert r"a\|b \<i\>" in as_markdown(found)
    assert r"\$x\$ \#\textasciitilde{}" in as_latex(found)
    page = as_html(found, b"<svg/>")
    tags: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, _: tags.append(tag)  # type: ignore[method-assign, assignment]
    parser.feed(page)
    assert "b" not in tags
    assert "i" not in tags
