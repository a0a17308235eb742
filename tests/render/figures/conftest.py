"""The fixture that all tests of figures' contents name."""

from collections.abc import Iterator

import pytest

from onlinelearn.render.figures._style import figure_settings


@pytest.fixture(name="_settings")
def settings() -> Iterator[None]:
    """matplotlib as the figures set it."""
    with figure_settings():
        yield
