"""What `olrun check` says of broken learners, and of files that have none."""

import json
from pathlib import Path

import pytest
from numba.core.errors import NumbaError

from onlinelearn.checks import CheckResult, check_learner, invariants, load_learner
from onlinelearn.checks.raised import described_error
from onlinelearn.checks.trials import subject_of
from tests.in_process import olrun
from tests.interpreted import interpreted

BROKEN = Path(__file__).with_name("broken_learners.py")


def failures(name: str) -> dict[str, str]:
    findings = check_learner(load_learner(f"{BROKEN}:{name}"))
    return {each.check: each.why for each in findings if each.verdict is CheckResult.FAILS}


TWO = """\
class A:
    def partial_fit(self): ...
    def predict(self): ...
class B(A): ...
"""


@pytest.mark.parametrize("name", ["Sound", "Compiled", "OneByOne", "TwoClasses", "Regressor"])
def test_what_the_broken_ones_are_made_from_is_sound(name: str) -> None:
    with interpreted():
        assert failures(name) == {}


@pytest.mark.parametrize(
    ("name", "check", "word"),
    [
        ("Random", "determinism", "global"),
        ("Batch", "chunks", "chunks of 7"),
        ("Locked", "pickling", "lock"),
        ("Forgetful", "resume", "without a break"),
        ("IgnoringZeros", "sparse rows", "sparse rows"),
        ("Partial", "label symmetry", "label_symmetric = False"),
        ("Curious", "pure predict", "predict"),
        ("Scaling", "inputs", "writes to X"),
        ("Shifted", "predictions", "the classes are 0 to 1"),
        ("Raising", "learns", "ZeroDivisionError: no idea (broken_learners.py, line"),
        ("Asking", "learns", "missing 1 required positional argument: 'classes'"),
        ("Boasting", "mistakes", "says no mistake, the prediction was wrong"),
        ("Restless", "updates", "says an update, but the model did not change"),
        ("Converting", "parameters", "rate as given"),
        ("Undocumented", "parameters", "lacks speed"),
    ],
)
def test_a_broken_learner_fails_by_the_name_of_what_it_breaks(name: str, check: str, word: str) -> None:
    with interpreted():
        failed = failures(name)
    assert check in failed
    assert word in failed[check]
    assert set(failed) <= {check, *ALSO.get(name, ())}


ALSO = {
    "Curious": {"chunks", "determinism"},
    "Shifted": {"label symmetry"},
    "Forgetful": {"pickling"},
}
"""What else breaks with it."""


def test_a_learner_that_refuses_three_classes_is_known_for_it() -> None:
    findings = {each.check: each for each in check_learner(load_learner(f"{BROKEN}:TwoClasses"))}
    assert findings["three classes"].verdict is CheckResult.NOT_APPLICABLE
    assert "it refuses three classes: ValueError: two classes only" in findings["three classes"].why
    assert findings["chunks"].verdict is CheckResult.HOLDS


@pytest.mark.parametrize(
    ("name", "word", "code"),
    [
        ("Allocating", "it allocates memory", "doubled = np.zeros(3)"),
        ("Decaying", "write a loop that changes the numbers of the array", "state.W *= 0.5"),
        ("Misnaming", "Unknown attribute 'speed' of type Constants", "constants.speed, x)"),
        ("Generating", "The use of yield in a closure", "sum(value for value in x)"),
    ],
)
def test_a_step_that_does_not_compile_is_told_why_and_where_and_nothing_else_is_run(
    name: str, word: str, code: str
) -> None:
    findings = {each.check: each for each in check_learner(load_learner(f"{BROKEN}:{name}"))}
    said = findings["compiles"]
    assert said.verdict is CheckResult.FAILS
    assert word in said.why
    assert said.why.endswith(f" (broken_learners.py, line {line_of(code)})")
    assert findings["chunks"].why == "not run, since 'compiles' fails"


def test_a_step_that_takes_x_for_an_array_is_told_so_by_the_check_of_sparse_rows() -> None:
    with pytest.raises(NumbaError) as raised:  # the check alone: each of the others would compile, too
        invariants.sparse_as_dense(subject_of(load_learner(f"{BROKEN}:Indexing")))
    why = described_error(raised.value)
    assert "TypingError: it takes x for an array, which a sparse row is not" in why
    assert why.endswith(f" (broken_learners.py, line {line_of('state.tau[0] += x[j]')})")


def line_of(code: str) -> int:
    """The number of the only line of the broken learners that ends so."""
    (number,) = [i for i, line in enumerate(BROKEN.read_text().splitlines(), 1) if line.endswith(code)]
    return number


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("BeyondTheEnd", "index 5 is out of bounds for axis 0 with size 5 (broken_learners.py, line"),
        ("NoSuchColumn", "there is no column -1; with two classes r or q is -1"),
        ("NoSuchScore", "there is no column -1; with two classes r or q is -1"),
    ],
)
def test_a_step_that_leaves_its_arrays_is_told_so_and_is_not_compiled(name: str, word: str) -> None:
    findings = {each.check: each for each in check_learner(load_learner(f"{BROKEN}:{name}"))}
    assert findings["indices"].verdict is CheckResult.FAILS
    assert f"IndexError: {word}" in findings["indices"].why
    assert findings["compiles"].why == "not run, since 'indices' fails"


def test_the_command_names_what_fails_and_exits_with_one() -> None:
    done = olrun("check", f"{BROKEN}:Scaling")
    assert (done.returncode, done.stderr) == (1, "")
    (line,) = [line for line in done.stdout.splitlines() if " fails " in line]
    assert line.split()[0] == "inputs"
    assert done.stdout.splitlines()[-1] == "Scaling: 10 hold, 1 fails, 5 not applicable"


def test_a_sound_learner_exits_with_zero_also_as_json() -> None:
    done = olrun("check", f"{BROKEN}:Sound", "--json")
    assert done.returncode == 0
    said = json.loads(done.stdout)
    assert said["learner"] == "Sound"
    assert {each["verdict"] for each in said["findings"]} == {"holds", "not applicable"}


@pytest.mark.parametrize(
    ("text", "content", "word"),
    [
        ("absent.py", None, "absent.py: no such file"),
        ("data.csv", "1,2\n", "data.csv is no Python file; expected FILE.py"),
        ("empty.py", "x = 1\n", "has no learner"),
        ("bad.py", "import nowhere_at_all\n", "can't be imported: ModuleNotFoundError"),
        ("two.py", TWO, "has several learners: A, B; name one"),
        ("two.py:C", TWO, "unknown learner of two.py 'C'"),
    ],
)  # fmt: skip
def test_bad_usage_is_a_line_and_exit_code_two(
    tmp_path: Path, text: str, content: str | None, word: str
) -> None:
    if content is not None:
        (tmp_path / text.partition(":")[0]).write_text(content)
    done = olrun("check", text, cwd=tmp_path)
    assert done.returncode == 2
    assert word in done.stderr
    assert done.stderr.count("\n") == 1
