"""The keys `figure_style` and `tables`: what they mean, what they refuse, and how a config gets them back."""

from pathlib import Path

import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.config import Experiment
from onlinelearn.config.parse import parse_config
from onlinelearn.render.figures.figure_style import DEFAULT


def parsed(**keys: object) -> Experiment:
    config = {"dataset": "usps", "learners": {"PA": {"learner": "pa"}}, **keys}
    return parse_config(config, name="x", where="x.yaml", folder=Path())


def test_a_config_gets_back_its_styles() -> None:
    made = parsed(
        figure_style={"style": "one_column", "width": "8cm"},
        figures=[{"figure": "epochs", "width": 3.3, "format": "pdf"}],
        tables={"siunitx": True, "label": "tab:usps"},
    )
    assert parse_config(made.resolved(), name="x", where="x", folder=Path()) == made
    run = made.figure_style.applied_to(DEFAULT)
    assert run.width == pytest.approx(8 / 2.54)
    assert not run.title
    assert made.figures[0].endings(DEFAULT) == ("svg", "png", "pdf", "txt")


def test_a_config_without_styles_says_nothing_of_them() -> None:
    assert not {"figure_style", "tables"} & parsed().resolved().keys()


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        (
            {"figure_style": {"width": "8 miles"}},
            "figure_style.width: expected a number >= 0.5 and <= 50 or a length, such as 8cm",
        ),
        ({"figure_style": {"format": "jpeg"}}, "figure_style.format: expected one of 'svg', 'png', 'pdf'"),
        ({"figure_style": {"font": 7}}, "figure_style.font: unknown key 'font'; did you mean 'fontsize'?"),
        ({"figure_style": 3}, "figure_style: expected a mapping with style, width, height"),
        ({"figures": [{"figure": "epochs", "width": -1}]}, "figures.0.width: expected a number >= 0.5"),
        (
            {"tables": {"label": "a b"}},
            "tables.label: expected letters, digits and the signs : . _ -, such as tab:main",
        ),
        ({"tables": {"width": "page"}}, "tables.width: expected one of 'natural', 'column', 'text'"),
    ],
)
def test_a_wrong_style_is_one_line(keys: dict[str, object], error: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parsed(**keys)
    assert error in str(caught.value)
