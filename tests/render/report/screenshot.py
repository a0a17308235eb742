"""First screen of a report page, for the docs: python -m tests.render.report.screenshot PAGE PNG."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.render.report.chromium import ABSENT, FLAGS, chromium_path


def screenshot(page: Path, picture: Path) -> None:
    """Take it at the size of a small laptop's window."""
    path = chromium_path()
    if path is None:
        sys.exit(ABSENT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        opened = browser.new_page(viewport={"width": 1280, "height": 860})
        opened.goto(page.resolve().as_uri())
        opened.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    screenshot(Path(sys.argv[1]), Path(sys.argv[2]))
