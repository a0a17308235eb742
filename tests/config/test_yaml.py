"""YAML is read by the 1.2 core schema, safely, and every value knows its line."""

import math

import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.config.config_tree import Node, python_tree
from onlinelearn.config.yaml_reader import yaml_tree


def read(text: str) -> Node:
    return yaml_tree(text, "x.yaml")


def error_of(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        read(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("~", None),
        ("", None),
        ("'~'", "~"),
        ("true", True),
        ("FALSE", False),
        ("no", "no"),
        ("On", "On"),
        ("y", "y"),
        ("1", 1),
        ("-017", -17),
        ("0o17", 15),
        ("0xfF", 255),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("2009-06-14", "2009-06-14"),
        ("1e-3", 0.001),
        ("1.", 1.0),
        (".5", 0.5),
        ("+1.5E+2", 150.0),
        ("1e", "1e"),
        (".", "."),
        ("inf", "inf"),
        ("nan", "nan"),
        ("'1'", "1"),
        ("9" * 300, int("9" * 300)),
        ("١", "١"),
    ],
)
def test_scalars_follow_the_core_schema(text: str, value: object) -> None:
    assert read(f"- {text}").plain() == [value]
    assert type(read(f"- {text}").plain()[0]) is type(value)  # type: ignore[index]


@pytest.mark.parametrize("text", [".inf", "-.INF", ".nan", "1e400", "9" * 301, "9" * 100_000])
def test_a_number_that_json_cannot_hold_is_an_error(text: str) -> None:
    assert error_of(f"a: 1\nb: {text}") == "x.yaml, line 2: expected a finite number below 1e+300"


@pytest.mark.parametrize("number", [10**300, -(10**300), 1e300])
def test_the_first_number_too_large_for_yaml_is_too_large_for_python(number: float) -> None:
    message = "expected a finite number below 1e\\+300"
    with pytest.raises(ConfigError, match=message):
        read(f"b: {number}")
    with pytest.raises(ConfigError, match=message):
        python_tree({"b": number}, "x")
    assert python_tree({"b": 10**300 - 1}, "x").plain() == read(f"b: {10**300 - 1}").plain()


def test_every_value_knows_its_line() -> None:
    root = read("# comment\na:\n  b: 1\n  c:\n    - 2\n    -\n      d: 3\n")
    assert isinstance(root.value, dict)
    a = root.value["a"]
    assert isinstance(a.value, dict)
    c = a.value["c"]
    assert isinstance(c.value, tuple)
    assert [a.place, a.value["b"].place, c.place, c.value[0].place] == [2, 3, 4, 5]
    assert isinstance(c.value[1].value, dict)
    assert c.value[1].value["d"].place == 7


def test_an_alias_stands_where_it_is_used_and_its_inside_where_it_is_written() -> None:
    root = read("a: &it\n  x: 1\nb: *it\n")
    assert isinstance(root.value, dict)
    b = root.value["b"]
    assert isinstance(b.value, dict)
    assert (b.place, b.value["x"].place) == (3, 2)
    assert root.plain() == {"a": {"x": 1}, "b": {"x": 1}}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "x.yaml: empty"),
        ("# only a comment\n", "x.yaml: empty"),
        ("a: 1\nb: 2\na: 3\n", "x.yaml, line 3: the key 'a' stands here twice"),
        ("1: x\n'1': y\n", "x.yaml, line 2: the key '1' stands here twice"),
        ("a: 1\nb: !!python/name:os.system x\n", "x.yaml, line 2: the tag"),
        ("a: !!str x\n", "x.yaml, line 1: the tag"),
        ("a: !mine [1]\n", "x.yaml, line 1: the tag '!mine'"),
        ("a: ! x\n", "x.yaml, line 1: the tag '!'"),
        ("!!map {a: 1}\n", "x.yaml, line 1: the tag"),
        ("a: &r\n  - *r\n", "x.yaml, line 2: '*r' stands within"),
        ("a: *none\n", "x.yaml, line 1: '*none' stands for nothing"),
        ("a: &d {b: 1}\nc:\n  <<: *d\n", "x.yaml, line 3: merge keys ('<<') are not supported"),
        ("a: 1\n---\nb: 2\n", "x.yaml, line 2: a second document"),
        ("a: 1\n b: 2\n", "x.yaml, line 2: not YAML: mapping values are not allowed here"),
        ("a: [1\n", "x.yaml, line 2: not YAML: expected ',' or ']'"),
        ("a: 1\nb: 'x\n", "not YAML: found unexpected end of stream"),
        ("a: 1\n\tb: 2\n", "x.yaml, line 2: not YAML"),
        ("? [1]\n: 2\n", "x.yaml, line 1: expected a key"),
        ("&k a: 1\n", "x.yaml, line 1: expected a key"),
        ("a: 1\nb: \x00\n", "x.yaml, line 2: the character '\\x00' is not allowed"),
        ("a: \ud800\n", "x.yaml, line 1: the character '\\ud800' is not allowed"),
        ('a: "\\ud800"\n', "x.yaml, line 1: text with the character '\\ud800'"),
        ('a: "\\UFFFFFFFF"\n', "x.yaml, line 1: not YAML: a number out of range"),
        ("%YAML 1." + "1" * 5000 + "\n--- a\n", "x.yaml, line 1: not YAML: a number out of range"),
        ("a: |\n  two\n  lines\n", "x.yaml, line 1: text with the character '\\n'"),
        ('"a\\nb": 1\n', "x.yaml, line 1: text with the character '\\n'"),
        ("[" * 40 + "]" * 40, "x.yaml, line 1: nested more than 32 levels deep"),
        ("- " * 40, "x.yaml, line 1: nested more than 32 levels deep"),
    ],
)
def test_what_is_not_allowed_is_named_with_its_line(text: str, error: str) -> None:
    assert error in error_of(text)


def test_an_alias_bomb_is_defused_before_it_expands() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 30)]
    assert error_of("\n".join(lines)).startswith("x.yaml, line 5: more than 100,000 values")


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{a: " * 50_000, "- " * 100_000, "? " * 100_000, "[1," * 30_000]
)
def test_deep_nesting_is_an_error_and_no_crash(text: str) -> None:
    assert error_of(text) in {
        "x.yaml, line 1: nested more than 32 levels deep",
        "x.yaml, line 1: expected a key, as plain text without tag, anchor or alias",
    }


def test_a_float_is_read_to_the_last_bit() -> None:
    assert read("- 0.1000000000000000055511151231257827").plain() == [0.1]
    assert math.copysign(1, read("- -0.0").plain()[0]) == -1  # type: ignore[index, arg-type]
