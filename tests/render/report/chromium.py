"""The browser that the tests of the page use: Chromium, headless, and the page in a tab of it."""

import shutil
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Containers give no sandbox; the rest keeps the browser itself off the network.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ABSENT = f"no browser: none of {', '.join(NAMES)} is installed"


def chromium_path() -> str | None:
    """The program, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@dataclass
class Opened:
    """The page in a tab, what it asked the network for, and what it complained of."""

    tab: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def column(self, table: int, column: int) -> list[str]:
        cells = self.tab.locator("table.sortable").nth(table).locator(f"tbody tr > :nth-child({column})")
        return cells.all_inner_texts()


def first_table(tab: Page) -> tuple[Locator, Locator]:
    """The first table of measurements on a page, and the tools above it."""
    table = tab.locator("table.measures").first
    return table, tools_of(table)


def tools_of(table: Locator) -> Locator:
    """The tools above a table."""
    return table.locator("xpath=ancestor::div[contains(@class, 'scroll')]/preceding-sibling::div[1]")
