"""What the README shows works as it says."""

import re
import subprocess
import sys
from pathlib import Path

import yaml

from onlinelearn.config import load_config
from tests import verdict_table

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.S)


def test_the_config_shown_is_the_one_shipped() -> None:
    (shown,) = blocks("yaml")
    shipped = yaml.safe_load((ROOT / "configs/usps_iellip.yaml").read_text(encoding="utf-8"))
    assert yaml.safe_load(shown) == {key: shipped[key] for key in shipped if key not in ("paper", "claims")}


def test_the_learner_shown_is_found_and_runs(tmp_path: Path) -> None:
    """The file of the README, put where the package looks, is a learner without touching another file."""
    (source,) = [block for block in blocks("python") if "MarginPerceptron" in block]
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
    assert verdict_table.shown() == verdict_table.table(), "run python -m tests.verdict_table"
