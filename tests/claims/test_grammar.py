"""Statements: what they say, and what is none."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.claims.forms import forms
from onlinelearn.claims.forms.comparison import Comparison
from onlinelearn.claims.forms.growth_rate import Growth
from onlinelearn.claims.forms.match import Match
from onlinelearn.claims.forms.rank import Rank
from onlinelearn.claims.forms.trend import Trend
from onlinelearn.claims.grammar import parse
from onlinelearn.claims.quantity import Quantity
from onlinelearn.claims.statement import Statement
from onlinelearn.claims.tokens import Tokens

A, B, C = (Quantity(name, "updates") for name in "ABC")


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("A.updates < B.updates", [Comparison(A, "<", B)]),
        ("A.updates <= min(B, C) within 0.01", [Comparison(A, "<=", B, 0.01), Comparison(A, "<=", C, 0.01)]),
        ("max(A, B).updates < C.updates", [Comparison(A, "<", C), Comparison(B, "<", C)]),
        ("min(A, B).updates > C", [Comparison(A, ">", C), Comparison(B, ">", C)]),
        ("A.updates < B < C", [Comparison(A, "<", B), Comparison(B, "<", C)]),
        ("A.updates ~ B.updates within 5 %", [Comparison(A, "~", B, 0.05, relative=True)]),
        ("3 > A.updates", [Comparison(A, "<", 3.0)]),
        ("A.updates >= 1e3", [Comparison(A, ">=", 1000.0)]),
        ("'a b=0.1'.updates@100 < B.updates", [Comparison(Quantity("a b=0.1", "updates", 100), "<", B)]),
        ("PA-I.updates < B.updates", [Comparison(Quantity("PA-I", "updates"), "<", B)]),
        ("A.updates@9 < B", [Comparison(Quantity("A", "updates", 9), "<", Quantity("B", "updates", 9))]),
        ("A.updates > -2.5", [Comparison(A, ">", -2.5)]),
        ("'O''Brien'.updates > 1", [Comparison(Quantity("O'Brien", "updates"), ">", 1.0)]),
        ("A.updates increases with b", [Trend(A, True, "b")]),
        ("A.updates decreases with b", [Trend(A, False, "b")]),
        ("A.updates grows with round at rate < 0.05", [Growth(A, "round", "<", 0.05)]),
        ("A.updates grows with round from 400 at rate < 0.05", [Growth(A, "round", "<", 0.05, 400.0)]),
        ("updates matches 'p/f.csv' within .1 + 3 se", [Match("updates", "p/f.csv", 0.1, 3.0)]),
        ("rank(A) < rank(B)", [Rank("A", "B")]),
        ("rank(A.updates) > rank('b c')", [Rank("b c", "A", "updates")]),
        ("rank.updates < B", [Comparison(Quantity("rank", "updates"), "<", B)]),
    ],
)
def test_a_text_says(text: str, statements: list[Statement]) -> None:
    assert list(parse(text).statements) == statements


def test_epochs_may_follow() -> None:
    assert parse("A.updates < B.updates in epochs 2, 3").epochs == (2, 3)
    assert parse("A.updates increases with b in epoch 1").epochs == (1,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "A < B",
        "A.updates",
        "A.updates < ",
        "A.updates < B.updates extra",
        "A.updates < max(B, C)",
        "max(A, B).updates > C",
        "A.updates ~ min(B, C) within 1",
        "A.updates ~ B.updates",
        "A.updates = B.updates",
        "1 < 2",
        "A.updates increases",
        "min(A, B).updates increases with b",
        "A.updates grows with b at rate 3",
        "updates matches file.csv within 1",
        "A.updates < B.updates in epoch 0",
        "A.updates < B.updates in 3",
        "A.updates@1.5 < 3",
        "''.updates < 3",
        "__import__('os').system('x')",
        "A.updates < B.updates within -1",
        "A.updates grows with b at rate ~ 0.9",
        "A.updates " * 100,
        "rank(A) < 3",
        "rank(A) <= rank(B)",
        "rank(A) < rank(A)",
        "rank(A.updates) < rank(B.mistakes)",
        "rank(A) < rank(B) < rank(C)",
    ],
)
def test_what_is_no_statement_is_told_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse(text)
    assert "\n" not in str(caught.value)


names = st.text("abcXYZ01 =.-_'", min_size=1, max_size=8).filter(lambda name: name == name.strip())
quantities = st.builds(Quantity, names, st.just("updates"), st.none() | st.integers(1, 10**6))
numbers = st.floats(0.001, 1e6).map(lambda x: float(f"{x:g}"))


@given(
    st.builds(Comparison, quantities, st.sampled_from(["<", "<=", ">", ">="]), quantities | numbers, numbers)
    | st.builds(Trend, quantities, st.booleans(), st.just("b"))
    | st.builds(Growth, quantities, st.just("b"), st.sampled_from(["<", ">"]), numbers)
    | st.builds(Rank, names, st.just("B"), st.sampled_from(["test_error", "updates"])).filter(
        lambda rank: rank.left != rank.right
    )
)
def test_a_statement_printed_says_the_same(statement: Statement) -> None:
    assert parse(str(statement)).statements == (statement,)


@given(st.text(max_size=60))
def test_any_text_is_a_statement_or_a_value_error(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert parse(text).statements


def test_every_module_of_the_folder_is_a_form() -> None:
    assert {form.__name__ for form in forms()} == {"Comparison", "Growth", "Match", "Rank", "Trend"}


TERMS = ["A", ".updates", "'a b'", "3", "min", "max", "(", ")", ",", "@5", "rank"]
MARKS = ["<", "~", "increases", "decreases", "grows", "matches", "with", "within"]


@given(st.lists(st.sampled_from([*TERMS, *MARKS]), max_size=8).map(" ".join))
def test_no_text_has_two_forms(text: str) -> None:
    tokens = Tokens(text)
    assert sum(form.begins(tokens) for form in forms()) <= 1
    assert tokens.next == 0
