"""The table of checks, and what they find of a learner."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from onlinelearn.checks import invariants
from onlinelearn.checks.invariants import InapplicableError
from onlinelearn.checks.raised import described_error
from onlinelearn.checks.trials import Subject, subject_of


class CheckResult(StrEnum):
    """What a check says."""

    HOLDS = "holds"
    FAILS = "fails"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True)
class Check:
    """An invariant by its name, with a sentence that says it.

    Where an essential one fails, the others say nothing of their own, and are not run.
    """

    name: str
    sentence: str
    find: Callable[[Subject], str | None]
    essential: bool = False


@dataclass(frozen=True)
class Finding:
    """The verdict of a check; `why` says what fails, or why it does not apply."""

    check: str
    sentence: str
    verdict: CheckResult
    why: str = ""


CHECKS = (
    Check("parameters", "Parameters have defaults, are stored as given and, if compiled, documented.",
          invariants.parameters_are_declared),
    Check("indices", "Run as plain Python, the step keeps within its arrays: compiled code does not look.",
          invariants.indices_are_within, essential=True),
    Check("compiles", "The step compiles without memory management: a round allocates nothing.",
          invariants.step_compiles, essential=True),
    Check("learns", "It learns from a stream and predicts each row, without an error.",
          invariants.learns_and_predicts, essential=True),
    Check("three classes", "It learns three classes as well as two.", invariants.learns_several_classes),
    Check("predictions", "Predictions are classes of the stream, or finite numbers.",
          invariants.predictions_are_known),
    Check("determinism", "The same stream gives the same model, whatever the global random state.",
          invariants.same_stream_twice, essential=True),
    Check("chunks", "Chunks of any size give the same model.", invariants.any_chunks),
    Check("pickling", "It can be pickled.", invariants.can_be_pickled),
    Check("resume", "Pickled in the middle of a stream, it goes on as if straight through.",
          invariants.resumes),
    Check("sparse rows", "Sparse rows give the model of the same rows dense.", invariants.sparse_as_dense),
    Check("label symmetry", "Exchanging the two classes exchanges the predictions.",
          invariants.classes_can_be_exchanged),
    Check("pure predict", "Predictions change nothing.", invariants.predict_is_pure),
    Check("inputs", "X and y are not written to.", invariants.inputs_are_kept),
    Check("mistakes", "A round is a mistake just where the prediction before it was wrong, or a tie.",
          invariants.mistakes_are_true),
    Check("updates", "A round is an update just where some bit of the model changed.",
          invariants.updates_are_true),
)  # fmt: skip


def check_learner(cls: type) -> list[Finding]:
    """What every check finds of this class, in the order of the table."""
    subject, findings, stopped_by = subject_of(cls), [], ""
    for check in CHECKS:
        if stopped_by:
            why = f"not run, since {stopped_by!r} fails"
            findings.append(Finding(check.name, check.sentence, CheckResult.NOT_APPLICABLE, why))
            continue
        verdict, why = _outcome(check, subject)
        findings.append(Finding(check.name, check.sentence, verdict, why))
        if check.essential and verdict is CheckResult.FAILS:
            stopped_by = check.name
    return findings


def _outcome(check: Check, subject: Subject) -> tuple[CheckResult, str]:
    try:
        wrong = check.find(subject)
    except InapplicableError as reason:
        return CheckResult.NOT_APPLICABLE, str(reason)
    except Exception as error:
        return CheckResult.FAILS, f"it raises {described_error(error)}"
    return (CheckResult.HOLDS, "") if wrong is None else (CheckResult.FAILS, wrong)
