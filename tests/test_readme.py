"""README is a short front door, and what is shipped beside it is whole."""

import re
import subprocess
import sys
from pathlib import Path

from onlinelearn.claims import Verdict
from onlinelearn.config import load_config
from onlinelearn.learners.plugins import learner_name
from tests import verdict_table
from tests.documentation.blocks import blocks

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_is_short_and_begins_with_the_two_commands() -> None:
    assert len(README.encode()) <= 8000
    first = next(blocks(README))
    assert [line.partition(" #")[0].rstrip() for line in first.text.splitlines()] == ["make run", "make test"]


def test_a_class_has_the_name_in_yaml_that_readme_says() -> None:
    (shown,) = re.findall(r"`(\w+)` is `(\w+)`", README)
    assert learner_name(type(shown[0], (), {})) == shown[1]


def test_the_learner_shown_is_found_and_runs_in_the_package(tmp_path: Path) -> None:
    """The file of the how-to, put where the package looks, is a learner without touching another file."""
    page = (ROOT / "docs/howto/own-learner.md").read_text(encoding="utf-8")
    (source,) = [block.text for block in blocks(page) if block.title == "margin_perceptron.py"]
    (tmp_path / "margin_perceptron.py").write_text(source)
    program = f"""
import onlinelearn.learners.algorithms
onlinelearn.learners.algorithms.__path__.append({str(tmp_path)!r})
from onlinelearn import MarginPerceptron
model = MarginPerceptron(margin=0.5).fit([[1.0, 0.0], [0.0, 1.0], [1.0, 0.1]], ["a", "b", "a"])
print(model.predict([[2.0, 0.0]])[0], model.n_updates_, onlinelearn.learners.registry()["margin_perceptron"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("a "), done.stderr


def test_every_shipped_config_loads() -> None:
    configs = sorted((ROOT / "configs").glob("**/*.yaml"))
    assert {"usps_iellip", "letter_iellip", "isolet_iellip", "shuttle_iellip"} <= {
        path.stem for path in configs
    }
    for path in configs:
        assert load_config(path).name == path.stem


def test_every_shipped_config_has_a_reference() -> None:
    configs = {path.stem for path in (ROOT / "configs").glob("*.yaml")}
    assert configs == {path.stem for path in (ROOT / "results/reference").glob("*.json")}


def test_every_verdict_shown_is_the_one_held_by_verify() -> None:
    assert verdict_table.FILE.read_text(encoding="utf-8") == verdict_table.document(), (
        "run python -m tests.verdict_table"
    )


def test_what_is_left_undecided_says_why() -> None:
    unexplained = [
        each.claim.id
        for each in verdict_table.judged_claims()
        if each.decider == each.config and each.verdict is Verdict.UNDECIDED and not each.claim.note
    ]
    assert not unexplained
