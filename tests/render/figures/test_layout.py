"""The lines of titles and notes."""

from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.render.figures._layout import even_lines


def test_a_line_is_not_one_word_where_the_others_are_full() -> None:
    assert even_lines("Will a flight be late? 2.4 million flights in order of time", 55) == [
        "Will a flight be late? 2.4",
        "million flights in order of time",
    ]


def test_a_number_is_not_parted_from_its_percent_sign() -> None:
    assert even_lines("spirals that turn, 5 % labeled", 20) == ["spirals that", "turn, 5 % labeled"]


WORDS = st.lists(st.text("abc%1", min_size=1, max_size=12), max_size=20).map(" ".join)


@given(WORDS, st.integers(20, 60))
def test_lines_have_all_words_and_none_is_too_long(text: str, most: int) -> None:
    lines = even_lines(text, most)
    assert " ".join(lines) == text
    assert all(len(line) <= most for line in lines)
