"""A comparison in words and tables, as csv files and as JSON."""

import math
from collections.abc import Iterator

from onlinelearn.compare.many_datasets.datasets_comparison import DatasetsComparison, Outcome, PairComparison
from onlinelearn.compare.many_datasets.document import Document, Table
from onlinelearn.numerics.paired_tests import MOST_EXACT, least_wilcoxon_p
from onlinelearn.numerics.rank_tests import LEAST_CASES, alike_groups
from onlinelearn.numerics.signed_rank_posterior import SignedRankPosterior
from onlinelearn.render.report.formatting import p_value
from onlinelearn.render.tables.canonical import csv_text
from onlinelearn.render.tables.display import NONE, decimals, metric_label, scale

COUNTED: tuple[Outcome, ...] = ("win", "tie", "loss")
_TOO_FEW = f"too few for {{}} to mean much; have {LEAST_CASES} or more, better 10"
PAIR_HEADS = ("pair", "ranks apart", "T", "p", "p (Holm)", "wins", "ties", "losses")


def document(found: DatasetsComparison) -> Document:
    """The comparison in words, and its two tables."""
    label, n = metric_label(found.metric), len(found.cases)
    title = f"{len(found.learners)} learners on {n} data sets: {label}"
    tables = [_ranks_table(found), _pairs_table(found), *_posterior_table(found)]
    return Document(title, [*_sentences(found)], tables, found.notes)


def _sentences(found: DatasetsComparison) -> Iterator[str]:
    percent = f"{100 * found.alpha:g} %"
    yield f"Rank 1 is the lowest {metric_label(found.metric)}; {_after(found)}."
    test, (over, under) = found.friedman, found.friedman.degrees
    F = "∞" if math.isinf(test.F) else f"{test.F:.2f}"
    differ = "the learners differ" if test.p <= found.alpha else "no difference is shown"
    yield (
        f"Friedman: χ² = {test.chi_square:.2f}, F({over}, {under}) = {F}, p {_equals(test.p)}, "
        f"at {percent}: {differ}."
    )
    yield (
        f"Nemenyi: mean ranks that are more than {found.critical_difference:.2f} apart "
        f"differ at {percent}. {_groups(found)}"
    )
    yield from _warnings(found)


def _after(found: DatasetsComparison) -> str:
    epochs = sorted({case.epoch for case in found.cases})
    if len(epochs) == 1:
        return f"after epoch {epochs[0]}"
    named = ", ".join(f"{case.epoch} on {case.dataset}" for case in found.cases)
    return f"after the last epoch of each data set ({named})"


def _groups(found: DatasetsComparison) -> str:
    groups = alike_groups(list(found.mean_ranks.values()), found.critical_difference)
    if not groups:
        return "All pairs are told apart."
    if groups == [(0, len(found.learners) - 1)]:
        return "No pair is told apart."
    named = [" = ".join(found.learners[first : last + 1]) for first, last in groups]
    return f"Not told apart: {'; '.join(named)}."


def _warnings(found: DatasetsComparison) -> Iterator[str]:
    """Words on what so few data sets, or runs without spread, can't show."""
    n = len(found.cases)
    if n < LEAST_CASES:
        yield f"{n} data sets are {_TOO_FEW.format('ranks')}."
    least = least_wilcoxon_p(n)
    if least > found.alpha:
        yield f"With {n} data sets no Wilcoxon test can reach p ≤ {found.alpha:g}: the least p is {least:g}."
    untested = [
        case.dataset
        for i, case in enumerate(found.cases)
        if any(pair.outcomes[i] == "untested" for pair in found.pairs)
    ]
    if untested:
        where = "all data sets" if len(untested) == n else ", ".join(untested)
        yield (
            "A pair is not counted as a win, tie or loss where neither learner's value changes from one "
            f"permutation to the next: on {where}."
        )


def _ranks_table(found: DatasetsComparison) -> Table:
    factor = scale(found.metric)
    means = [factor * mean for case in found.cases for mean in case.means.values()]
    digits = decimals(found.metric, means)
    lines = []
    for case in found.cases:
        placed, values = found.case_ranks(case), case.means
        texts = [f"{factor * values[name]:,.{digits}f} ({placed[name]:g})" for name in found.learners]
        lines.append([case.dataset, *texts])
    lines.append(["mean rank", *(f"{rank:.3f}" for rank in found.mean_ranks.values())])
    caption = f"{metric_label(found.metric)}, mean over permutations, and in brackets the rank."
    return Table("ranks", caption, ["data set", *found.learners], lines)


def _pairs_table(found: DatasetsComparison) -> Table:
    exact = "exact" if len(found.cases) <= MOST_EXACT else "approximate"
    caption = (
        "Pairs. T is the smaller sum of Wilcoxon's signed ranks over the data sets, "
        f"p {exact}, and by Holm for all pairs. "
        "Wins, ties and losses of the first: data sets on which a paired t test over permutations "
        f"(Holm for all pairs) tells the two apart at {100 * found.alpha:g} %."
    )
    return Table("pairs", caption, PAIR_HEADS, [_pair_line(pair) for pair in found.pairs])


def _pair_line(pair: PairComparison) -> list[str]:
    tested = pair.count("untested") < len(pair.outcomes)
    counts = [str(pair.count(each)) if tested else NONE for each in COUNTED]
    tests = [f"{pair.wilcoxon.smaller:g}", p_value(pair.wilcoxon.p), p_value(pair.holm_p)]
    return [_pair_name(pair), f"{pair.rank_difference:.3f}", *tests, *counts]


def _posterior_table(found: DatasetsComparison) -> Iterator[Table]:
    if found.rope is None:
        return
    factor = scale(found.metric)
    width = f"{factor * found.rope:g}" + " points" * (factor != 1.0)
    caption = (
        "Pairs. The Bayesian signed-rank test over the data sets (prior strength 1/2 at 0): how likely it is "
        f"that the first is better, that the two are alike (within ±{width}), and that the second is better."
    )
    if (n := len(found.cases)) < LEAST_CASES:
        caption += f" {n} data sets are {_TOO_FEW.format('these shares')}."
    lines = [
        [_pair_name(pair), *(f"{p:.3f}" for p in (each.above, each.inside, each.below))]
        for pair in found.pairs
        if (each := pair.posterior) is not None
    ]
    yield Table("posterior", caption, ("pair", "P(first)", "P(alike)", "P(second)"), lines)


def _pair_name(pair: PairComparison) -> str:
    return f"{pair.better} – {pair.other}"


def _equals(p: float) -> str:
    text = p_value(p)
    return text if text.startswith("<") else f"= {text}"


def ranks_csv(found: DatasetsComparison) -> str:
    """A line for each data set and learner, with mean and rank."""
    lines = [
        (
            case.dataset,
            name,
            case.epoch,
            len(case.values[name]),
            case.means[name],
            found.case_ranks(case)[name],
        )
        for case in found.cases
        for name in found.learners
    ]
    return csv_text(["dataset", "learner", "epoch", "permutations", found.metric, "rank"], lines)


def pairs_csv(found: DatasetsComparison) -> str:
    """A line for each pair of learners, with its tests."""
    records = [_pair_record(pair) for pair in found.pairs]
    return csv_text(list(records[0]), [tuple(record.values()) for record in records])


def _pair_record(pair: PairComparison) -> dict[str, str | int | float]:
    return {
        "better": pair.better,
        "other": pair.other,
        "rank_difference": pair.rank_difference,
        "wilcoxon_above": pair.wilcoxon.above,
        "wilcoxon_below": pair.wilcoxon.below,
        "z": pair.wilcoxon.z,
        "p": pair.wilcoxon.p,
        "holm_p": pair.holm_p,
        "wins": pair.count("win"),
        "ties": pair.count("tie"),
        "losses": pair.count("loss"),
        "untested": pair.count("untested"),
        **_posterior_record(pair.posterior),
    }


def _posterior_record(found: SignedRankPosterior | None) -> dict[str, float]:
    return {} if found is None else {"p_better": found.above, "p_alike": found.inside, "p_worse": found.below}


def as_json(found: DatasetsComparison) -> dict[str, object]:
    """The comparison in values that JSON has: an infinite F is null."""
    test = found.friedman
    return {
        "metric": found.metric,
        "alpha": found.alpha,
        "rope": found.rope,
        "mean_ranks": dict(found.mean_ranks),
        "friedman": {
            "chi_square": test.chi_square,
            "F": None if math.isinf(test.F) else test.F,
            "degrees": list(test.degrees),
            "p": test.p,
        },
        "critical_difference": found.critical_difference,
        "datasets": {
            case.dataset: {
                "epoch": case.epoch,
                "permutations": len(next(iter(case.values.values()))),
                "means": case.means,
                "ranks": found.case_ranks(case),
            }
            for case in found.cases
        },
        "pairs": [_pair_record(pair) for pair in found.pairs],
        "notes": [*_warnings(found), *found.notes],
    }
