"""Pages as HTML, made from the templates; every name in them is escaped."""

import base64
import hashlib
import re
from pathlib import Path

from onlinelearn.claims.verdict import Verdict
from onlinelearn.render.report import formatting
from onlinelearn.render.report.embedded_images import svg_uri
from onlinelearn.render.report.page import Page
from onlinelearn.render.report.side_by_side import SideBySide

TEMPLATES = Path(__file__).parent / "templates"

STYLES = ("style.css", "claims.css", "tables.css", "figures.css", "print.css")
SCRIPTS = ("tables.js", "copied_tables.js", "claims.js", "figures.js")
"""In this order they are one style and one script."""


ENDS_LEFT_OUT = re.compile(r"</t[dh]>(?=<t[dh]|</tr>)|</tr>(?=\s*(?:<tr|</thead>|</tbody>))")
"""The ends of cells and rows that HTML doesn't need: of thousands of cells they are a tenth of a megabyte."""


def page_html(page: Page) -> str:
    """The report page as the text of one file."""
    return template_page("page.html", page=page)


def side_by_side_html(sides: SideBySide) -> str:
    """The page on two runs as the text of one file."""
    return template_page("side_by_side.html", sides=sides)


def template_page(template: str, **contents: object) -> str:
    """A page made from a template; its security policy admits nothing from outside of the file."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    functions = (
        formatting.number,
        formatting.exact,
        formatting.interval,
        formatting.p_value,
        formatting.tally,
        formatting.utc_time,
        formatting.percent,
        formatting.formula,
        svg_uri,
    )
    environment.filters |= {function.__name__: function for function in functions}
    style, script = ("".join(map(_text, names)) for names in (STYLES, SCRIPTS))
    page = environment.get_template(template).render(
        **contents,
        symbols=formatting.SYMBOLS,
        reproduced=Verdict.REPRODUCED,
        not_reproduced=Verdict.NOT_REPRODUCED,
        style=Markup(style),  # a file of ours # nosec B704
        script=Markup(script),  # likewise # nosec B704
        policy=_policy(style, script),
    )
    return ENDS_LEFT_OUT.sub("", page)


def _text(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """The security policy: no network, frames or forms; this style, this script, and images as data URIs."""
    return "; ".join(
        [
            "default-src 'none'",
            "img-src data:",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
