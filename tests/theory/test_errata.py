"""Every erratum names a test that is there, and docs/errata.md says what the list says."""

from importlib import import_module

import pytest

from onlinelearn.claims.errata import ERRATA, Erratum
from onlinelearn.claims.errata.__main__ import FILE, document
from onlinelearn.claims.papers import PAPERS


def test_the_shipped_page_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == document(), "run: python -m onlinelearn.claims.errata"


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda each: f"{each.paper}: {each.where}")
def test_an_erratum_has_a_source_and_a_test(erratum: Erratum) -> None:
    assert erratum.paper in PAPERS
    file, _, name = erratum.test.partition("::")
    module = import_module(file.removesuffix(".py").replace("/", "."))
    assert callable(getattr(module, name))


def test_no_slip_is_listed_twice_and_none_is_shown_by_anothers_test() -> None:
    assert len({(each.paper, each.where) for each in ERRATA}) == len(ERRATA)
    assert len({each.test for each in ERRATA}) == len(ERRATA)
