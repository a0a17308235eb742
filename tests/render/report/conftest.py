"""A report page with all that a page can have, and the same in a tab."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from onlinelearn.render.figures import FigureData, render
from onlinelearn.render.figures.figure_options import CurvesOptions, FigureChoice, FigureOptions
from onlinelearn.render.report import write_report
from tests.render.report.chromium import Opened
from tests.render.report.made import claim, comparison, gif, result
from tests.render.tables.made import points, rows

LEARNERS = ("IELLIP", "PA", "MIRA")


def draw(folder: Path) -> None:
    """Draw bars and curves of made-up results, as a run would."""
    sizes = {"usps": 1000, "letter": 2000}
    data = FigureData(
        title="Three learners",
        rows=rows(sizes, LEARNERS),
        points=list(points(sizes, LEARNERS)),
        metrics=("test_error", "updates"),
    )
    for choice in (FigureChoice("epochs", FigureOptions()), FigureChoice("curves", CurvesOptions())):
        for name, content in render(choice, data).items():
            (folder / "figures" / name).write_bytes(content)


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with all that a page can have, and long names."""
    results = tmp_path_factory.mktemp("results")
    verdicts = {None: "undecided", 0.5: "undecided", -2.0: "not reproduced"}
    cells = [comparison(verdict=verdict, effect=effect) for effect, verdict in verdicts.items()]
    claims = [claim(), claim(id="a-claim-with-a-long-name" * 3, verdict="undecided", cells=cells)]
    config = {"seed": "x" * 300, "figures": ["epochs", "curves"]}
    folder = result(results / "usps_iellip", claims=claims, notes=["A finding."], config=config)
    draw(folder)
    (folder / "figures/epochs.gif").write_bytes(gif())
    result(
        results / "other",
        learners=("PA", "A learner with a long name, b=0.3", "MIRA"),
        datasets=("usps", "letter"),
        claims=[claim(id="own-updates", says="MIRA updates less often than PA")],
        config={"title": "Unbroken" * 20, "paper": None},
        complete=False,
        failures={"isolet": "DataError: isolet is missing"},
        git={"commit": "34" * 20, "changed": True},
        permutations=5,  # enough for daggers
    )
    (results / "broken").mkdir()
    (results / "broken/manifest.json").write_text("{")
    return write_report(results, results / "report.html")


@pytest.fixture
def opened(browser: Browser, report: Path) -> Iterator[Opened]:
    """The page at a desk; every test must leave it without a request or a complaint."""
    tab = browser.new_page(viewport={"width": 1360, "height": 900})
    found = Opened(tab)
    tab.on("request", lambda request: found.requests.append(request.url))
    tab.on("console", lambda message: found.complaints.append(message.text))
    tab.on("pageerror", lambda error: found.complaints.append(str(error)))
    tab.goto(report.as_uri())
    yield found
    assert [url for url in found.requests if not url.startswith(("data:", report.as_uri()))] == []
    assert found.complaints == []
    tab.close()
