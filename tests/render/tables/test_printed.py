"""The summary as Markdown, LaTeX and on a terminal."""

import re
from dataclasses import replace

import pytest
from hypothesis import given

from onlinelearn.base.repetitions import DRAWS, ONE_ORDER, ORDERS, splits
from onlinelearn.base.roles import Role
from onlinelearn.render.tables import Summary, summarize, summary_md, summary_tex, summary_text
from onlinelearn.render.tables.summary_latex import MOST_LINES
from onlinelearn.render.tables.table_options import TableOptions
from tests.render.tables.made import NAMES, row, rows

METRICS = ["test_error", "updates"]
SIZES = {"usps": 7291, "letter": 15998}


def made(**keys: int) -> list[Summary]:
    return summarize(rows(SIZES, ["IELLIP", "PA", "SGD"], foreign="SGD", **keys), METRICS)


def cells(line: str) -> list[str]:
    """The cells of a Markdown line: a pipe behind a backslash does not part two."""
    return [cell.strip() for cell in re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1]]


def unescaped(line: str) -> str:
    """What is left of LaTeX text without its commands for single characters."""
    return re.sub(r"(?<!\\)\$\^?\\?[a-z2]+\$|\\(text[a-z]+{}|[{}&%$#_\\])", "", line)


def test_the_terminal_shows_the_last_epoch_in_percent_and_thousands() -> None:
    lines = summary_text(
        summarize([row(0.11, 1000, epoch=1), row(0.1132, 12345, epoch=2)], METRICS)
    ).splitlines()
    assert lines[0].split() == ["data", "set", "learner", "test", "error", "(%)", "updates"]
    assert lines[2].split() == ["usps", "PA", "11.32", "12,345"]
    assert lines[3].startswith("After epoch 2.")


def test_the_terminal_has_a_line_for_each_data_set_and_learner_with_the_signs_aligned() -> None:
    lines = summary_text(made()).splitlines()[2:-3]
    assert len(lines) == 6
    assert len({line.index("±") for line in lines}) == 1
    assert [line.split()[-1] for line in lines if "SGD" in line] == ["–", "–"]


def test_what_stands_after_the_sign_is_half_the_interval() -> None:
    values = [row(0.10, 10, permutation=0), row(0.12, 10, permutation=1)]
    # t(1) = 12.706, standard deviation 0.01414, so 12.706 * 0.01414 / sqrt(2) = 0.12706
    text = summary_text(summarize(values, ["test_error"]))
    assert "11.00 ± 12.71" in text
    assert text.endswith("95 % t interval over 2 permutations. The interval covers orders.")


def test_with_one_permutation_no_uncertainty_is_shown() -> None:
    for text in (summary_text(made(permutations=1)), summary_md("T", made(permutations=1))):
        assert "±" not in text
        assert "One permutation" in text


def test_the_lowest_error_of_each_data_set_and_epoch_is_bold_and_some_may_tie() -> None:
    results = [
        *(row(0.2, dataset="a", learner="x"), row(0.1, dataset="a", learner="y")),
        *(row(0.3, dataset="b", learner="x"), row(0.300001, dataset="b", learner="y")),
        row(0.4, dataset="b", learner="z"),
    ]
    text = summary_md("T", summarize(results, METRICS))
    assert re.findall(r"\*\*(.*?)\*\*", text) == ["10.00", "30.00", "30.00"]
    assert re.findall(r"\\textbf{(.*?)}", summary_tex("T", summarize(results, METRICS))) == [
        *("10.00", "30.00", "30.00")
    ]


def test_nothing_is_best_without_a_rival() -> None:
    assert "**" not in summary_md("T", summarize([row()], METRICS))


def test_markdown_has_a_column_for_each_metric_and_epoch() -> None:
    lines = [cells(line) for line in summary_md("T", made()).splitlines() if line.startswith("|")]
    heads = [f"{metric}, epoch {epoch}" for metric in ("test error (%)", "updates") for epoch in (1, 2, 3)]
    assert lines[0] == ["data set", "learner", *heads]
    assert [line[:2] for line in lines[2:]] == [[d, n] for d in SIZES for n in ("IELLIP", "PA", "SGD")]
    assert {len(line) for line in lines} == {8}


@given(NAMES, NAMES)
def test_no_name_breaks_a_markdown_table(dataset: str, learner: str) -> None:
    text = summary_md(dataset, summarize([row(dataset=dataset, learner=learner)], METRICS))
    lines = [line for line in text.split("\n") if line.startswith("|")]
    assert [len(cells(line)) for line in lines] == [4, 4, 4]


@given(NAMES, NAMES)
def test_no_name_breaks_a_latex_table(dataset: str, learner: str) -> None:
    text = summary_tex(learner, summarize([row(dataset=dataset, learner=learner)], METRICS))
    (line,) = [line for line in text.split("\n") if line.endswith(r"100 \\")]
    bare = unescaped(line)
    assert bare.count("&") == 3
    assert not set("%$#_~^\\<>|") & set(bare)
    assert bare.count("{") == bare.count("}")
    (caption,) = [line for line in text.split("\n") if line.startswith(r"\caption")]
    assert not set("&%$#_~^") & set(unescaped(caption))


def test_latex_says_what_the_sign_means_and_which_package_it_needs() -> None:
    text = summary_tex("A & B", made())
    assert text.startswith("% \\usepackage{booktabs}\n\\begin{table}\n")
    assert r"\caption{A \& B. Mean $\pm$ half the width of the 95 \% t interval over 3 permutations." in text


@pytest.mark.parametrize("n_learners", [3, 30, 100])
def test_each_latex_table_fits_on_a_page_and_together_they_have_every_line(n_learners: int) -> None:
    learners = [f"L{i}" for i in range(n_learners)]
    summaries = summarize(rows({"a": 900, "b": 900, "c": 900}, learners, epochs=1), METRICS)
    tables = summary_tex("T", summaries).split(r"\begin{table}")[1:]
    found = [re.findall(r"^(?:\w*) & (L\d+) &", table, re.M) for table in tables]
    assert all(0 < len(lines) <= MOST_LINES for lines in found)
    assert [learner for lines in found for learner in lines] == learners * 3


def test_many_metrics_become_several_tables_that_part_no_metric() -> None:
    metrics = ["test_error", "updates", "mistakes", "online_error", "support"]
    text = summary_md("T", summarize(rows(SIZES, ["x", "y"]), metrics))
    heads = [cells(line)[2:] for line in text.splitlines() if line.startswith("| data set")]
    assert [len(head) for head in heads] == [6, 6, 3]


def test_of_many_epochs_the_first_the_last_and_some_between_are_shown() -> None:
    text = summary_md("T", summarize(rows(SIZES, ["x", "y"], epochs=10), ["test_error"]))
    assert re.findall(r"epoch (\d+)", text) == ["1", "4", "7", "10"]
    assert "The epochs between are in summary.csv." in text


def test_a_line_end_in_a_title_stays_on_the_line() -> None:
    text = summary_md("one\ntwo\x1b[31m", made())
    assert text.startswith("# one\\\\x0atwo\\\\x1b\\[31m\n\n|")


def test_without_results_the_tables_say_so() -> None:
    assert summary_text([]) == ""
    assert summary_md("T", []) == "# T\n\nNo results.\n"
    assert summary_tex("T", []) == "% T: no results.\n"


def test_numbers_beyond_all_counts_have_a_power_of_ten() -> None:
    diverged = [
        row(dataset=name, permutation=p, extra={"least_squares_distance": value * (1 + p)})
        for name, value in (("a", 2e30), ("b", 3e5))
        for p in (0, 1)
    ]
    text = summary_text(summarize(diverged, ["least_squares_distance"]))
    assert "3.00e+30 ± 1.27e+31" in text
    assert "450,000 ± 1,905,931" in text


def test_an_unfinished_learner_is_named_and_no_other_of_its_data_set_is_the_best() -> None:
    results = [
        *(row(0.2, dataset="a", learner="x"), row(0.1, dataset="a", learner="y")),
        *(row(0.3, dataset="b", learner="x"), row(0.4, dataset="b", learner="y")),
    ]
    failed = {("a", "mine"): "failed", ("c", ""): "no data"}
    summaries = summarize(results, METRICS, failed)
    markdown = summary_md("T", summaries, failed)
    assert re.findall(r"\*\*(.*?)\*\*", markdown) == ["30.00"]
    assert "This run is not whole" in markdown
    lines = [cells(line)[:3] for line in markdown.splitlines() if line.startswith("|")]
    assert lines[4] == ["a", "mine (failed)", "–"]
    assert lines[-1] == ["c", "(no data)", "–"]
    assert "mine (failed)" in summary_tex("T", summaries, failed)
    assert "mine (failed)" in summary_text(summaries, failed)


def roles_table(metric: str = "test_error") -> str:
    errors = {
        "given": (0.30, Role.GIVEN),
        "other": (0.35, Role.GIVEN),
        "grid 1": (0.10, Role.GRID),
        "grid 2": (0.20, Role.GRID),
        "T": (0.25, Role.TUNED),
        "T (default)": (0.40, Role.DEFAULT),
        "T (hindsight)": (0.05, Role.HINDSIGHT),
    }
    results = [
        row(error, learner=name, online_error=error, role=role) for name, (error, role) in errors.items()
    ]
    return summary_md("T", summarize(results, [metric]))


def test_neither_a_point_of_a_grid_nor_hindsight_is_ever_bold() -> None:
    text = roles_table()
    assert re.findall(r"\*\*(.*?)\*\*", text) == ["25.00"]  # the tuned one, above three lower errors
    assert "Points of a grid are not tested and get no mark: the test part would have chosen them." in text
    assert "Hindsight: the least test error after the last epoch, of each permutation; never marked." in text
    assert "Tuned: chosen in each permutation on the training part. " in text
    online = roles_table("online_error")
    assert "on the training part; its errors there are never marked. " in online
    assert re.findall(r"\*\*(.*?)\*\*", online) == ["30.00"]


def test_the_terminal_says_of_grids_and_hindsight_what_the_page_says() -> None:
    results = [
        row(0.1, learner="grid", role=Role.GRID),
        row(0.2, learner="hindsight", role=Role.HINDSIGHT),
        row(0.3, learner="plain"),
    ]
    summaries = summarize(results, ["test_error"])
    text, page = summary_text(summaries), summary_md("T", summaries)
    for sentence in (
        "Points of a grid are not tested and get no mark",
        "Tuned: chosen in each permutation",
        "Hindsight: the least test error after the last epoch",
    ):
        assert sentence in text
        assert sentence in page


def test_a_dash_and_a_margin_of_zero_are_explained_where_they_stand() -> None:
    assert "–: not known of this learner." in summary_text(made())
    alike = [row(0.1, permutation=p, updates=320) for p in (1, 2)]
    plain = summary_text(summarize(alike, ["updates"]))
    assert "± 0: the same in every permutation." in plain
    assert "not known" not in plain
    assert "± 0" not in summary_text(summarize([row(0.1)], ["updates"]))


def test_a_dash_for_what_never_came_says_so() -> None:
    """A learner that didn't recover has a blank: it is known, and no gap."""
    times = {"PA": (10.0, 20.0), "SOP": (10.0, None)}
    results = [
        row(learner=name, permutation=p, extra={"recovery_time": time})
        for name, each in times.items()
        for p, time in enumerate(each)
    ]
    text = summary_text(summarize(results, ["test_error", "recovery_time"]))
    never = "in some permutation it never came, and a mean of the others would be too good."
    never = f"– in recovery time: {never}"
    assert never in " ".join(text.split())
    assert "not known" not in text
    foreign = [replace(each, updates=None if each.learner == "SOP" else 7) for each in results]
    both = " ".join(summary_text(summarize(foreign, ["test_error", "updates", "recovery_time"])).split())
    assert f"{never} – elsewhere: not known of this learner." in both


def test_a_metric_without_any_value_keeps_its_column() -> None:
    """It was asked for: that nobody recovered, or that no learner knows it, is a result, too."""
    results = [row(permutation=p, extra={"recovery_time": time}) for p, time in enumerate((10.0, None))]
    metrics = ["recovery_time", "test_error", "radius", "curves"]
    summaries = summarize(results, metrics)
    text = summary_text(summaries, metrics=metrics)
    assert " ".join(text.splitlines()[0].split()) == "data set learner recovery time test error (%) radius"
    assert re.split(r"  +", text.splitlines()[2].strip())[2:] == ["–", "10.00 ± 0", "–"]
    assert "– in recovery time: in some permutation it never came" in " ".join(text.split())
    page = [
        cells(line) for line in summary_md("T", summaries, metrics=metrics).splitlines() if line[:1] == "|"
    ]
    assert page[0][2:] == ["recovery time", "test error (%)", "radius"]
    assert page[2][2:] == ["–", "10.00 ± 0", "–"]
    assert "-- & 10.00" in summary_tex("T", summaries, metrics=metrics)


def test_a_colon_is_escaped_only_where_it_means_something() -> None:
    results = [row(0.1, learner=name) for name in ("sklearn:SGD", "a :smile: b", "https://x.org")]
    page = summary_md("T: U", summarize(results, ["test_error"]))
    assert page.startswith("# T: U\n")
    for text in ("| sklearn:SGD |", r"| a \:smile: b |", r"| https\://x.org |"):
        assert text in page


def test_a_tuned_learner_is_not_bold_by_the_error_that_chose_it() -> None:
    assert re.findall(r"\*\*(.*?)\*\*", roles_table("online_error")) == ["30.00"]


def test_points_of_a_grid_alone_leave_a_table_without_bold() -> None:
    results = [row(0.1 * k, learner=f"grid {k}", role=Role.GRID) for k in (1, 2, 3)]
    assert "**" not in summary_md("T", summarize(results, ["test_error"]))


def test_tables_say_what_each_data_sets_interval_covers() -> None:
    repeated = {"a": ORDERS, "b": splits(80, 20), "c": DRAWS, "d": ONE_ORDER}
    results = [
        row(0.1 if name == "d" else 0.1 * p, dataset=name, permutation=p, repetition=repetition)
        for name, repetition in repeated.items()
        for p in (1, 2)
    ]
    summaries = summarize(results, ["test_error"])
    covers = (
        "The interval covers orders (a), and splits and orders (b), and draws and orders (c); "
        "it is corrected for splits that overlap (Nadeau and Bengio). "
        "Of d there is one order and so no interval."
    )
    for text in (summary_text(summaries), summary_md("T", summaries)):
        assert covers in text
    assert [s.covers for s in summaries] == ["orders", "splits and orders", "draws and orders", "one order"]
    assert summaries[-1].high is None


def test_a_learner_that_draws_has_an_interval_in_one_order_too() -> None:
    results = [row(0.1 * p, permutation=p, repetition=ONE_ORDER) for p in (1, 2)]
    (summary,) = summarize(results, ["test_error"])
    assert summary.covers == "the learner's own draws"
    assert summary.high is not None


def test_latex_tables_have_labels_of_their_own_that_any_config_name_makes() -> None:
    metrics = ["test_error", "updates", "mistakes"]
    text = summary_tex("T", summarize(rows(SIZES, ["x", "y"]), metrics), name="my first_config")
    assert re.findall(r"\\label{(.*?)}", text) == ["tab:my-first_config", "tab:my-first_config-2"]
    given = TableOptions(label="tab:main")
    assert r"\label{tab:main}" in summary_tex("T", made(), options=given)


def test_a_latex_table_may_have_the_width_of_a_column_or_of_the_text() -> None:
    column = summary_tex("T", made(), options=TableOptions(width="column"))
    assert r"\begin{tabular*}{\columnwidth}{@{\extracolsep{\fill}}ll" in column
    assert column.count(r"\begin{table}") == column.count(r"\end{table}") == 2, "errors and updates"
    text = summary_tex("T", made(), options=TableOptions(width="text"))
    assert r"\begin{table*}" in text
    assert r"\begin{tabular*}{\textwidth}" in text


def test_siunitx_gets_plain_numbers_and_their_margins() -> None:
    text = summary_tex("T", made(), options=TableOptions(siunitx=True))
    assert r"% \usepackage{siunitx}" in text
    assert re.search(r"\\textbf{\\num{5\.20 \\pm 0\.50}}", text)
    assert re.search(r"\\num{1438 \\pm \d+}", text)


def test_a_column_without_any_value_has_a_place_in_the_latex_table() -> None:
    summaries = summarize(rows({"a": 900}, ["x", "y"]), ["updates", "test_error"])
    partly = [each for each in summaries if each.metric == "updates" or each.epoch == 2]
    assert summary_tex("T", partly).count(" -- ") == 4
