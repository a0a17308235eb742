"""The invariants, one small function each.

A function returns nothing where the invariant holds, and a sentence that says what is wrong where it
fails. It raises `InapplicableError`, with the reason, where the learner can't have the invariant.
"""

import inspect
import pickle
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from onlinelearn.base import parameters
from onlinelearn.base.arrays import Floats, Targets
from onlinelearn.checks.plain_python import error_in_python
from onlinelearn.checks.raised import described_error, why_not_compiled
from onlinelearn.checks.small_streams import ROUNDS, SmallStream
from onlinelearn.checks.trials import CompiledTrial, Subject, Trial

HALF = ROUNDS // 2
CHUNKS = (1, 7, ROUNDS)
SEEDS = (1, 2)


class InapplicableError(Exception):
    """The invariant says nothing of this learner; the message says why."""


def learnt(subject: Subject, stream: SmallStream, chunk: int = ROUNDS) -> Trial:
    """A model that has seen the whole stream, in chunks of this size."""
    trial = subject.begin(stream)
    for begin in range(0, ROUNDS, chunk):
        trial.learn(*stream.part(begin, begin + chunk))
    return trial


def parameters_are_declared(subject: Subject) -> str | None:
    """With valid defaults, stored as given; a compiled learner documents them."""
    cls = subject.cls
    arguments = inspect.signature(cls).parameters
    for name, argument in arguments.items():
        if argument.default is argument.empty and argument.kind not in (
            argument.VAR_KEYWORD,
            argument.VAR_POSITIONAL,
        ):
            return f"{name} has no default: {cls.__name__}() must make a learner"
    if not (subject.compiled or hasattr(cls, "get_params")):
        cls()
        return None
    for name in arguments:
        given = object()
        try:
            kept = getattr(cls(**{name: given}), name, None)
        except Exception as error:
            return f"__init__ must store {name} as given, and convert it later: {described_error(error)}"
        if kept is not given:
            return f"__init__ does not store {name} as given, in self.{name}"
    return _declaration(cls) if subject.compiled else None


def _declaration(cls: type) -> str | None:
    try:
        parameters.check(cls())
    except KeyError as error:
        return f"{error.args[0]} has no type in __init__"
    except ValueError as error:
        return f"a default is not valid: {error}"
    missing = [name for name in parameters.names(cls) if name not in parameters.documented(cls)]
    return f'the docstring\'s section "Parameters" lacks {", ".join(missing)}' if missing else None


def indices_are_within(subject: Subject) -> str | None:
    """As plain Python the step reads and writes no number that an array does not have."""
    if not subject.compiled:
        raise InapplicableError("a plain class is not compiled")
    error = error_in_python(subject)
    if isinstance(error, IndexError):
        return described_error(error)
    if error is not None:
        raise InapplicableError(f"as plain Python it raises {described_error(error)}")
    return None


def step_compiles(subject: Subject) -> str | None:
    """Numba compiles the step without memory management."""
    import numba

    if not subject.compiled:
        raise InapplicableError("a plain class is not compiled")
    settings: Any = numba.config
    if settings.DISABLE_JIT:
        raise InapplicableError("Numba is switched off")
    for stream in subject.streams():
        try:
            learnt(subject, stream)
        except (numba.core.errors.NumbaError, NotImplementedError) as error:
            why = why_not_compiled(error, error_in_python(subject))
            return f"the step can't be compiled: {why}"
        except Exception:
            return None  # compiled, but it fails: the next check says so
    return None


def learns_and_predicts(subject: Subject) -> str | None:
    """It goes through a stream row by row, and gives a prediction for each row."""
    for stream in subject.streams():
        predicted = learnt(subject, stream, chunk=1).predict(stream.X)
        if predicted.shape[:1] != (ROUNDS,):
            return f"predict gives an array of shape {predicted.shape} for {ROUNDS} rows ({stream.name})"
    return None


def learns_several_classes(subject: Subject) -> str | None:
    """It takes three classes; one that refuses them is not wrong, but should be known for it."""
    _, *more = subject.every_stream()
    if not more:
        raise InapplicableError(f"there are no several classes ({subject.kind})")
    refusal = subject.refusal(more[0])
    if refusal is not None:
        raise InapplicableError(f"it refuses three classes: {described_error(refusal)}")
    return None


def predictions_are_known(subject: Subject) -> str | None:
    """Classes that were in the stream, or finite numbers."""
    for stream in subject.streams():
        predicted = learnt(subject, stream).predict(stream.X)
        if stream.n_classes == 0:
            if not np.isfinite(predicted.astype(np.float64)).all():
                return "a prediction is not a finite number"
            continue
        strange = set(predicted.ravel().tolist()) - set(range(stream.n_classes))
        if strange:
            return f"predict gives {strange.pop()!r}; the classes are 0 to {stream.n_classes - 1}"
    return None


def same_stream_twice(subject: Subject) -> str | None:
    """The same model each time, whatever the state of global random generators."""
    for stream in subject.streams():
        made = []
        for seed in SEEDS:
            with _global_seeds(seed):
                made.append(learnt(subject, stream).bits(stream.X))
        if made[0] != made[1]:
            return (
                f"two runs over the same {stream.name} give two models: draw from a generator with a seed "
                "of your own, not from a global one"
            )
    return None


@contextmanager
def _global_seeds(seed: int) -> Iterator[None]:
    """The global generators of NumPy and Python seeded for a while; then they are as they were."""
    numpys, pythons = np.random.get_state(), random.getstate()
    np.random.seed(seed)
    random.seed(seed)
    try:
        yield
    finally:
        np.random.set_state(numpys)
        random.setstate(pythons)


def any_chunks(subject: Subject) -> str | None:
    """Row by row, in sevens, or all at once: the same model."""
    for stream in subject.streams():
        first, *others = (learnt(subject, stream, chunk).bits(stream.X) for chunk in CHUNKS)
        for chunk, other in zip(CHUNKS[1:], others, strict=True):
            if other != first:
                return f"{stream.name} in chunks of {chunk} give another model than row by row"
    return None


def can_be_pickled(subject: Subject) -> str | None:
    """Pickled and unpickled after half of a stream, it predicts the same."""
    for stream in subject.streams():
        trial = subject.begin(stream)
        trial.learn(*stream.part(0, HALF))
        try:
            copy = trial.pickled()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            return f"it can't be pickled: {described_error(error)}"
        if copy.bits(stream.X) != trial.bits(stream.X):
            return f"pickled and unpickled, it predicts otherwise ({stream.name})"
    return None


def resumes(subject: Subject) -> str | None:
    """Pickled in the middle of the stream, it goes on as if straight through."""
    if can_be_pickled(subject) is not None:
        raise InapplicableError("it can't be pickled")
    for stream in subject.streams():
        trial = subject.begin(stream)
        trial.learn(*stream.part(0, HALF))
        copy = trial.pickled()
        copy.learn(*stream.part(HALF, ROUNDS))
        if copy.bits(stream.X) != learnt(subject, stream, HALF).bits(stream.X):
            return f"pickled after half of the {stream.name}, it goes on otherwise than without a break"
    return None


def sparse_as_dense(subject: Subject) -> str | None:
    """Rows in compressed sparse form give the model of dense rows."""
    from scipy.sparse import csr_array

    if subject.compiled and not subject.declared("sparse", False):
        raise InapplicableError("it declares no sparse rows (sparse = False)")
    if not subject.compiled and not hasattr(subject.cls, "partial_fit"):
        raise InapplicableError("it learns from one example at a time")
    for stream in subject.streams():
        trial, rows = subject.begin(stream), csr_array(stream.X)
        try:
            trial.learn(rows, stream.y.copy())
            from_sparse = trial.predict(rows)
        except Exception as error:
            if subject.compiled:
                raise
            raise InapplicableError("it does not take sparse rows") from error
        dense = learnt(subject, stream)
        same = trial.bits(stream.X) == dense.bits(stream.X) if subject.compiled else True
        if not (same and np.array_equal(from_sparse, dense.predict(stream.X))):
            return f"sparse rows give another model than the same rows dense ({stream.name})"
    return None


def classes_can_be_exchanged(subject: Subject) -> str | None:
    """With the two classes exchanged, the predictions are exchanged."""
    if subject.kind != "classification":
        raise InapplicableError(f"it has no classes to exchange ({subject.kind})")
    if not subject.declared("label_symmetric", True):
        raise InapplicableError("it declares label_symmetric = False")
    stream = subject.streams()[0]
    swapped = SmallStream(stream.name, stream.X, 1 - stream.y, stream.n_classes)
    one, other = learnt(subject, stream), learnt(subject, swapped)
    decided = np.ones(ROUNDS, np.bool_)
    if isinstance(one, CompiledTrial):
        decided = one.model.scores(stream.X)[:, 0] != 0.0  # a tie always goes to the first class
    unlike = (one.predict(stream.X) != 1 - other.predict(stream.X)) & decided
    if unlike.any():
        return (
            f"with classes 0 and 1 exchanged, {unlike.sum()} of {ROUNDS} predictions are not (a tie that "
            "always goes to one class is enough); if that is meant, declare label_symmetric = False"
        )
    return None


def predict_is_pure(subject: Subject) -> str | None:
    """Predictions in between change nothing."""
    for stream in subject.streams():
        quiet, asked = subject.begin(stream), subject.begin(stream)
        for begin, end in ((0, HALF), (HALF, ROUNDS)):
            quiet.learn(*stream.part(begin, end))
            asked.learn(*stream.part(begin, end))
            first, again = asked.predict(stream.X.copy()), asked.predict(stream.X.copy())
            if not np.array_equal(first, again):
                return f"predict called twice gives two answers ({stream.name})"
        if quiet.bits(stream.X) != asked.bits(stream.X):
            return f"calls of predict in between change what is learnt ({stream.name})"
    return None


def inputs_are_kept(subject: Subject) -> str | None:
    """X and y are as before."""
    for stream in subject.streams():
        trial = subject.begin(stream)
        X, y = stream.part(0, ROUNDS)
        trial.learn(X, y)
        trial.predict(X)
        for name, given, kept in (("X", stream.X, X), ("y", stream.y, y)):
            if not np.array_equal(given, kept):
                return f"it writes to {name}, which belongs to the caller"
    return None


def mistakes_are_true(subject: Subject) -> str | None:
    """A round is a mistake just where the prediction before it was wrong, or a tie."""
    for stream, trial in _rounds_of(subject):
        for i in range(ROUNDS):
            x, y = stream.part(i, i + 1)
            expected = _mistaken(trial, x, y)
            if trial.learn(x, y).mistakes != expected:
                said = "a mistake" if not expected else "no mistake"
                was = "wrong or a tie" if expected else "right"
                return f"round {i + 1} of the {stream.name}: the step says {said}, the prediction was {was}"
    return None


def updates_are_true(subject: Subject) -> str | None:
    """A round is an update just where some bit of the model changed."""
    for stream, trial in _rounds_of(subject):
        for i in range(ROUNDS):
            before = trial.model.fingerprint()
            updated = bool(trial.learn(*stream.part(i, i + 1)).updates)
            if updated != (trial.model.fingerprint() != before):
                said, did = ("an update", "did not change") if updated else ("no update", "changed")
                return f"round {i + 1} of the {stream.name}: the step says {said}, but the model {did}"
    return None


def _rounds_of(subject: Subject) -> Iterator[tuple[SmallStream, CompiledTrial]]:
    """Each stream with a compiled model, to be watched round by round."""
    if not subject.compiled:
        raise InapplicableError("a plain class does not say what happened in a round")
    if not subject.declared("predicts_online", True):
        raise InapplicableError("it declares predicts_online = False")
    for stream in subject.streams():
        trial = subject.begin(stream)
        assert isinstance(trial, CompiledTrial)
        yield stream, trial


def _mistaken(trial: CompiledTrial, x: Floats, y: Targets) -> bool:
    """Whether the model would be wrong, or undecided, on this example."""
    model = trial.model
    S = model.learner.scores(model.current_state, x)
    if model.multilabel or model.learner.kind != "classification":
        return bool(model.wrong(model.predict(x), y)[0])
    label, s = int(y[0]), S[0]
    margin = (s[0] if label == 1 else -s[0]) if len(s) == 1 else s[label] - np.delete(s, label).max()
    return bool(margin <= 0.0)
