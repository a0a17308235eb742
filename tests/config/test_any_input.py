"""Whatever the input is, the outcome is a valid experiment or an error in one line."""

import copy
import json
import math
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.errors import ConfigError
from onlinelearn.config import load_config
from tests.config.outcomes import CONFIGS, outcome

Json = Any

WORDS = [
    *("title", "dataset", "datasets", "preprocess", "learners", "protocol", "metrics", "figures"),
    *("paper", "claims", "says", "holds", "source", "always", "icml09", "family", "M", "P C=1"),
    *(
        "M.updates < 3",
        "P.updates grows with C at rate ~ 1",
        "updates matches 'x.csv' within 1 + 3 se",
        "M.²",
    ),
    *("learner", "name", "path", "label", "test", "split", "train", "seed", "grid", "classes", "attributes"),
    *("usps", "isolet", "pa", "iellip", "mira", "ours", "C", "b", "margin", "variant", "PA-I", "epochs"),
    *(
        "test_error",
        "curves",
        "unit_norm",
        "pca",
        "my.csv",
        "a/b\\c",
        "",
        " ",
        "a\nb",
        "\u2028",
        "\x00",
        "<<",
    ),
    *("readings", "choices", "key", "values", "sample", "named", "learners.M.margin", "preprocess=", "ask"),
    *(
        "option",
        "rule",
        "random",
        "rate",
        "ellipsoid",
        "figure",
        "tradeoff",
        "growth",
        "over",
        "file",
        "separable",
    ),
    *("x" * 1000, "é\u0301", "\ud800", "0", "-1", "1_000", ".inf", "null", "~", "=", "{grid: [1]}"),
]
NUMBERS = [
    0,
    1,
    -1,
    2**63,
    2**64,
    10**299,
    10**300,
    10**4000,
    1e308,
    5e-324,
    -0.0,
    float("inf"),
    float("nan"),
]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(NUMBERS),
    st.integers(),
    st.floats(),
    st.sampled_from(WORDS),
    st.text(max_size=20),
)
keys = st.sampled_from(WORDS) | st.text(max_size=20)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)

VALID: list[Json] = [
    {
        "title": "All of it",
        "datasets": [
            "usps",
            {"name": "isolet", "attributes": "first", "classes": ["A", "B"]},
            {"name": "isolet", "seed": 3},
            {"path": "my.csv", "label": "class", "split": {"train": 0.5, "seed": 1}, "name": "mine"},
            {"path": "other.npz", "test": "test.npz"},
        ],
        "preprocess": ["unit_norm", {"name": "bias", "value": 2}],
        "learners": {
            "PA": "pa",
            "I": {"learner": "iellip", "b": {"grid": [0.1, 0.2]}, "c": {"grid": [0, 0.5]}, "decay": "round"},
            "Own": {"learner": "ours", "anything": [1, "a", None], "k": {"grid": [1, 2]}},
        },
        "protocol": {"epochs": 2, "permutations": 3, "seed": 4},
        "metrics": ["test_error", "curves"],
        "figures": ["epochs", "curves"],
    },
    {"dataset": "letter", "learners": {"M": {"learner": "mira", "margin": 0.1}}},
    {
        "dataset": "letter",
        "learners": {"M": "mira", "P": {"learner": "pa", "C": {"grid": [0.1, 1]}}},
        "protocol": {"epochs": 2},
        "metrics": ["test_error", "curves"],
        "paper": "icml09",
        "claims": {
            "best": {
                "says": "M is better than the worst of the grid, and no worse than the best",
                "source": "sec. 3",
                "holds": [
                    "M.test_error < 'P C=0.1'.test_error",
                    "M.updates <= min('P C=0.1', 'P C=1') within 5 %",
                ],
                "datasets": ["letter"],
                "epochs": [1, 2],
            },
            "trend": {"says": "C matters", "holds": "P.updates decreases with C"},
            "bound": {"says": "never many", "holds": "M.mistakes@100 < 1e3 in epoch 2", "always": True},
        },
    },
    {
        "datasets": ["letter", {"name": "separable", "margin": {"grid": [0.2, 0.1]}, "d": 3}],
        "learners": {
            "M": {"learner": "mira", "margin": 0.1},
            "A": {"learner": "iellip", "ask": {"rule": "random", "rate": {"grid": [0.1, 1]}}, "b": 0.2},
            "E": {"learner": "iellip", "ask": "ellipsoid", "seed": {"option": "seed"}},
        },
        "readings": {
            "choices": {
                "c": {"key": "learners.A.c", "values": [0.1, 0.5]},
                "scaling": {"key": "preprocess", "values": [[], ["standardize"]]},
                "letter": {"key": "datasets.0.train", "values": {"half": 0.5}},
            },
            "sample": 2,
            "seed": 1,
            "named": {"both": {"learners.M": "mira", "preprocess": ["minmax", {"name": "bias", "value": 2}]}},
        },
        "metrics": ["test_error", "labels"],
        "figures": ["epochs", {"figure": "tradeoff", "x": "labels", "relative_to": "M", "file": "asked"}],
        "claims": {
            "few": {"says": "it", "holds": "M.updates < E.updates", "datasets": ["letter"]},
            "more": {"says": "it", "holds": "A.updates increases with rate"},
            "wide": {"says": "it", "holds": "M.mistakes decreases with margin"},
        },
    },
]


def as_yaml(tree: Json) -> str:
    """The tree as YAML: JSON, but for what the two read differently."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{as_yaml(key)}: {as_yaml(child)}" for key, child in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(as_yaml(child) for child in tree) + "]"
    if isinstance(tree, float) and not math.isfinite(tree):
        return f".{tree}".replace(".-", "-.")
    text = json.dumps(tree, ensure_ascii=False)
    return "".join(f"\\u{ord(c):04x}" if c in "\x85\u2028\u2029" else c for c in text)


def paths(tree: Json) -> list[tuple[str | int, ...]]:
    """Every place in the tree."""
    children = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [(), *((key, *rest) for key, child in children for rest in paths(child))]


@st.composite
def mutated(draw: st.DrawFn) -> Json:
    """A valid config with a few values replaced, deleted, inserted or moved."""
    tree: Json = {"": copy.deepcopy(draw(st.sampled_from(VALID)))}
    for _ in range(draw(st.integers(0, 3))):
        places = paths(tree)[1:]
        if not places:
            break
        *above, last = draw(st.sampled_from(places))
        holder = tree
        for part in above:
            holder = holder[part]
        match draw(st.sampled_from(["replace", "delete", "insert", "move"])):
            case "replace":
                holder[last] = draw(values)
            case "delete":
                del holder[last]
            case "insert" if isinstance(holder, dict):
                holder[draw(keys)] = draw(values)
            case "insert":
                holder.insert(last, draw(values))
            case "move":
                holder[last] = copy.deepcopy(draw(st.sampled_from([*VALID, holder[last]])))
    return tree.get("")


@pytest.mark.parametrize("tree", VALID)
def test_the_seeds_of_the_mutations_are_valid(tree: Json) -> None:
    assert outcome(tree) is not None
    assert outcome(as_yaml(tree)) == outcome(tree)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    outcome(text)


MARKS = [
    ": ",
    "- ",
    ", ",
    "[",
    "]",
    "{",
    "}",
    "\n",
    "\n  ",
    "&a ",
    "*a",
    "!!x ",
    "!",
    "'",
    '"',
    "#",
    "%",
    "@",
    "`",
]
TOKENS = [*WORDS, *MARKS, "? ", "---\n", "...\n", ">", "|", "\t", "\r", "\\", "\x85", "<<: ", "\ufeff"]


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(TOKENS) | st.text(max_size=3), max_size=40).map("".join))
def test_any_text_made_of_yaml_tokens(text: str) -> None:
    outcome(text)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(CONFIGS), st.data())
def test_a_shipped_config_with_its_text_damaged(config: Path, data: st.DataObject) -> None:
    text = config.read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        text = text[:start] + data.draw(st.sampled_from(TOKENS) | st.text(max_size=5)) + text[end:]
    outcome(text)


@settings(max_examples=200, deadline=None)
@given(
    content=st.binary(max_size=200) | st.text(max_size=100).map(lambda t: t.encode("utf-16", "surrogatepass"))
)
def test_any_bytes_in_a_file(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "any_bytes.yaml"
    file.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    assert str(caught.value).isprintable()
    assert str(file) in str(caught.value)


@settings(max_examples=300, deadline=None)
@given(values)
def test_any_values(value: Json) -> None:
    if isinstance(value, dict):
        outcome(value)
    outcome(yaml.safe_dump(value))


@settings(max_examples=600, deadline=None)
@given(mutated())
def test_a_valid_config_mutated(tree: Json) -> None:
    if isinstance(tree, dict):
        assert outcome(as_yaml(tree)) == outcome(tree)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(VALID), st.data())
def test_any_override(tree: Json, data: st.DataObject) -> None:
    place = data.draw(st.sampled_from(paths(tree)[1:]))
    key = ".".join(str(part) for part in place) + data.draw(st.sampled_from(["", ".", ".new", ".0", ".1.2"]))
    value = data.draw(values.map(as_yaml) | st.sampled_from(TOKENS) | st.text(max_size=10))
    outcome(tree, [data.draw(st.sampled_from([f"{key}={value}", key, value, f"={value}"]))])
