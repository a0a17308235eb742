"""The table of metrics that a config may name: what each is, where it is measured, how it is shown.

A new metric is an entry here and a function in `experiment/measures`. The order is that of the columns
of runs.csv.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from onlinelearn.base.metric_options import Excess, Fading, Recovery, Window
from onlinelearn.base.parameters import Parameters

if TYPE_CHECKING:
    from onlinelearn.base.arrays import Kind

Place = Literal["standard", "test part", "stream", "rounds", "changes", "clock", "tuning", "file"]
"""Where a metric is measured.

`standard`: always, and always a column. `test part`: after each epoch. `stream`: by what the learner and
theory know at any round. `rounds`: by which of the rounds so far were mistakes. `changes`: by the rounds
around each change of the data, where these are known. `clock`: by the time that rounds take. `tuning`: by
the choice of a tuned learner's parameters. `file`: it stands for a file of its own.
"""


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric; blank in a row where it doesn't apply."""

    name: str
    meaning: str
    place: Place
    percent: bool = False
    """A share, which is shown in percent."""
    lower_is_better: bool | None = None
    """None where neither end is better."""
    signed: bool = False
    """Negative values belong on its axis."""
    timed: bool = False
    """It differs from run to run: reported, and never part of a digest or a gate."""
    on_every_curve: bool = False
    """A column of curves.csv whatever the config names."""
    per_round_loss: bool = False
    """It adds up what a learner loses at each round, which takes a label at every round."""
    of_training_rows: bool = False
    """It says how well the rows are predicted that are learnt from."""
    options: type[Parameters] | None = None
    """The options that a config may give it, if it has any."""
    kinds: "frozenset[Kind] | None" = None
    """The kinds of data that have it; None for all, and where the learner alone decides."""
    may_never_come: bool = False
    """A blank says that the event didn't come: a mean over the rest would be too good."""


_SETS: "frozenset[Kind]" = frozenset({"multilabel"})
_REAL_TARGETS: "frozenset[Kind]" = frozenset({"regression"})
# The test part of points without labels has two classes: inside and outliers.
_CLASSES: "frozenset[Kind]" = frozenset({"classification", "uniclass"})
_CLASSES_OR_SETS: "frozenset[Kind]" = frozenset({"classification", "multilabel"})
_ONE_TARGET: "frozenset[Kind]" = frozenset({"classification", "regression", "uniclass"})

_TABLE = (
    Metric(
        "test_error",
        "share of the test part that the frozen model gets wrong, after each epoch",
        "standard",
        percent=True,
        lower_is_better=True,
    ),
    Metric(
        "online_error",
        "mistakes / rounds so far",
        "standard",
        percent=True,
        lower_is_better=True,
        on_every_curve=True,
        of_training_rows=True,
    ),
    Metric(
        "mistakes",
        "rounds with margin <= 0, since the first epoch",
        "standard",
        lower_is_better=True,
        on_every_curve=True,
        of_training_rows=True,
    ),
    Metric(
        "updates",
        "rounds that changed the model, since the first epoch",
        "standard",
        on_every_curve=True,
    ),
    Metric("support", "distinct training examples that ever caused an update", "standard"),
    Metric(
        "seconds",
        "time spent learning, since the first epoch (reported, never part of a digest)",
        "standard",
        lower_is_better=True,
        timed=True,
    ),
    Metric(
        "balanced_error",
        "mean over the classes of the test error within the class",
        "test part",
        percent=True,
        lower_is_better=True,
        kinds=_CLASSES,
    ),
    Metric(
        "test_rmse",
        "root of the mean squared error on the test part (real targets)",
        "test part",
        lower_is_better=True,
        kinds=_REAL_TARGETS,
    ),
    Metric(
        "one_error",
        "share of the test part whose best label is not of the set (sets of labels)",
        "test part",
        percent=True,
        lower_is_better=True,
        kinds=_SETS,
    ),
    Metric(
        "ranking_loss",
        "share of pairs on the test part, one label of the set and one not, in the wrong order",
        "test part",
        lower_is_better=True,
        kinds=_SETS,
    ),
    Metric(
        "average_loss",
        "mean of the hinge loss max(0, 1 - margin) before each update",
        "stream",
        lower_is_better=True,
        per_round_loss=True,
        kinds=_CLASSES_OR_SETS,
    ),
    Metric(
        "squared_loss",
        "sum of the squares of the hinge loss before each update, since the first epoch",
        "stream",
        lower_is_better=True,
        per_round_loss=True,
        kinds=_CLASSES_OR_SETS,
    ),
    Metric(
        "labels",
        "labels seen so far: fewer than rounds where a learner has `ask`, the protocol a `label_rate`",
        "stream",
    ),
    Metric(
        "wrong_plays",
        "rounds in which what it played, exploring or not, was wrong (Banditron)",
        "stream",
        of_training_rows=True,
    ),
    Metric(
        "play_error",
        "wrong plays / rounds so far (Banditron)",
        "stream",
        percent=True,
        lower_is_better=True,
        of_training_rows=True,
    ),
    Metric("infeasible", "rounds skipped because no classifier with the margin was left (CELLIP)", "stream"),
    Metric(
        "log_volume",
        "logarithm of the volume of the ellipsoid (second-order learners)",
        "stream",
        signed=True,
    ),
    Metric(
        "model_size",
        "numbers that the learner keeps from one round to the next, with all that it works with (ours)",
        "stream",
        lower_is_better=True,
    ),
    Metric("support_size", "examples that a kernel learner holds now: at most its budget", "stream"),
    Metric("mistake_bound", "what theory allows in mistakes, where the target is known", "stream"),
    Metric("printed_bound", "mistake_bound as the paper prints it, slips included", "stream"),
    Metric("loss_bound", "what theory allows in squared_loss, where the target is known (pa)", "stream"),
    Metric(
        "optimal_error",
        "error of the best fixed linear classifier on the training part (binary, two features)",
        "stream",
        percent=True,
        lower_is_better=True,
        kinds=_CLASSES,
    ),
    Metric(
        "least_squares_distance",
        "distance of the weights from the least-squares solution, over its norm",
        "stream",
        lower_is_better=True,
        kinds=_ONE_TARGET,
    ),
    Metric(
        "rate_limit",
        "2/λ for the largest eigenvalue λ of the mean of xxᵀ: LMS with a larger rate diverges",
        "stream",
        kinds=_ONE_TARGET,
    ),
    Metric(
        "step_limit",
        "2/‖x‖² for the longest example: with a larger rate LMS makes the error there larger",
        "stream",
        kinds=_ONE_TARGET,
    ),
    Metric("radius", "radius of the ball (uniclass, running_mean)", "stream"),
    Metric(
        "volume_gap", "log det P by the matrix itself, against what (9) makes of the cuts (CELLIP)", "stream"
    ),
    Metric(
        "period",
        "epochs since the model was the same to the bit (data that come in order each time)",
        "stream",
    ),
    Metric(
        "target_distance",
        "(u - w)ᵀP⁻¹(u - w) for the target u: at most 1 while the ellipsoid holds it",
        "stream",
        lower_is_better=True,
    ),
    Metric(
        "risk",
        "mean of the instantaneous risks J_t(f_t) so far (online_mr, tree_mr)",
        "stream",
        lower_is_better=True,
        of_training_rows=True,
    ),
    Metric(
        "batch_risk",
        "the least risk J(f*) that any f has on the examples so far (online_mr, tree_mr)",
        "stream",
    ),
    Metric("regret", "risk - batch_risk", "stream", lower_is_better=True, of_training_rows=True),
    Metric(
        "operations",
        "multiplications per example since the checkpoint before (online_mr, tree_mr)",
        "stream",
        lower_is_better=True,
    ),
    Metric(
        "windowed_error",
        "mistakes / rounds of the last rounds, each predicted before it is learnt from",
        "rounds",
        percent=True,
        lower_is_better=True,
        options=Window,
    ),
    Metric(
        "fading_error",
        "mistakes / rounds over all rounds, where a round counts less the longer ago it is",
        "rounds",
        percent=True,
        lower_is_better=True,
        options=Fading,
    ),
    Metric(
        "excess_error",
        "windowed error right after a change of the data minus that right before it, mean over the changes",
        "changes",
        percent=True,
        signed=True,
        options=Excess,
    ),
    Metric(
        "recovery_time",
        "rounds from a change until a window has the error from before again, mean over the changes; blank "
        "if it doesn't come back before the next change or the end",
        "changes",
        lower_is_better=True,
        options=Recovery,
        may_never_come=True,
    ),
    Metric(
        "recovered",
        "share of the changes after which the error comes back, as recovery_time has it",
        "changes",
        percent=True,
        lower_is_better=False,
        options=Recovery,
    ),
    Metric(
        "microseconds",
        "time per example since the checkpoint before (never part of a digest)",
        "clock",
        lower_is_better=True,
        timed=True,
    ),
    Metric(
        "microseconds_per_update",
        "time spent learning, in all rounds, for each update (never part of a digest)",
        "clock",
        lower_is_better=True,
        timed=True,
    ),
    Metric(
        "tuning_rounds",
        "rounds that all candidates together took for the choice of parameters (tuned learners)",
        "tuning",
        lower_is_better=True,
    ),
    Metric(
        "curves",
        "mistakes, updates and what a learner knows at log-spaced rounds, written to curves.csv",
        "file",
    ),
)

METRICS: Mapping[str, Metric] = {metric.name: metric for metric in _TABLE}
"""Every metric by the name that configs use."""


def _at(*places: Place) -> dict[str, Metric]:
    return {name: metric for name, metric in METRICS.items() if metric.place in places}


STANDARD = _at("standard")
"""Always measured, and always columns of runs.csv, in this order."""

OF_TEST = _at("test part")
"""Measured on the test part, after each epoch."""

ON_TEST = frozenset({"test_error", *OF_TEST})
"""What needs a test part."""

ON_TRAINING_ROWS = frozenset(
    name
    for name, metric in METRICS.items()
    if metric.of_training_rows or metric.per_round_loss or metric.place in ("rounds", "changes")
)
"""What is too good of a learner whose parameters were chosen by the rows that it learns from."""

OF_LEARNER = _at("stream")
"""Known of a learner at any round, by itself or by theory."""

OF_ROUNDS = _at("rounds")
"""Known by which of the rounds so far were mistakes."""

OF_CHANGES = _at("changes")
"""Known where the changes of the data are."""

ON_CURVES = _at("stream", "rounds", "clock")
"""Columns of curves.csv when the config names them."""

EXTRA = _at("test part", "stream", "rounds", "changes", "clock", "tuning")
"""Measured when the config names them: further columns of runs.csv."""

LOSSES = {name: metric for name, metric in METRICS.items() if metric.per_round_loss}
"""Blank where a learner doesn't ask for every label."""

EVERY_CURVE = tuple(name for name, metric in METRICS.items() if metric.on_every_curve)
"""Columns of curves.csv whatever the config names."""

TIMED = frozenset(name for name, metric in METRICS.items() if metric.timed)
"""Metrics that differ from run to run."""
