"""The table of the data sets: Table 1 of the ellipsoid paper, from the data themselves."""

from pathlib import Path

import pytest

from onlinelearn.base.errors import MissingDataError
from onlinelearn.config import load_config
from onlinelearn.datasets import load
from onlinelearn.render.tables import Sizes, datasets_csv, datasets_md, datasets_tex

PUBLISHED = {
    "usps": (7291, 2007, 10, 256),
    "letter": (15998, 4002, 26, 16),
    "isolet": (800, 200, 10, 200),
    "shuttle": (43500, 14500, 7, 9),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_data_sets_of_fig_1_have_the_sizes_of_table_1(name: str) -> None:
    (chosen,) = [each for each in load_config(Path("configs/fig1.yaml")).datasets if each.label == name]
    try:
        data = load(chosen.choice)
    except MissingDataError as error:
        pytest.skip(str(error))
    assert (len(data.y_train), len(data.y_test), len(data.classes), data.X_train.shape[1]) == PUBLISHED[name]


def test_the_three_forms_say_the_same() -> None:
    sizes = [Sizes("a_b", 1200, 30, 4, 5)]
    assert datasets_csv(sizes).splitlines()[1] == "a_b,1200,30,4,5"
    assert datasets_md(sizes).splitlines()[2] == r"| a\_b | 1,200 | 30 | 4 | 5 |"
    assert r"a\_b & 1,200 & 30 & 4 & 5 \\" in datasets_tex("Title", sizes)
