"""The report as one HTML file: opens offline, asks nothing of any network, and runs only its own two blocks.

Foreign text is escaped by the template engine; a content policy names the style and the script by hash, so that
text that slipped through still could not run, load or send anything.
"""

import base64
import hashlib
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import GATE_ORDER, HELD_TITLES, GateState, Trust, Verdict
from mlrbench_gui.infra.export import words
from mlrbench_gui.infra.export.colours import css_variables, themes
from mlrbench_gui.services.reporting.data import ReportClaim, ReportData, ReportGate
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers

if TYPE_CHECKING:
    from jinja2 import Template

_HERE = Path(__file__).parent
_PLAIN_STYLE = (
    "\nmain{padding-top:28px;padding-bottom:40px}table{background:var(--panel);border:1px solid var(--line)}"
    '\ntd[style="text-align:right"],th[style="text-align:right"]{text-align:right}'
    "\n@media print{body{background:#fff}}\n"
)
_SVG_HEAD = re.compile(r"<svg [^>]*?viewBox=\"0 0 16 16\"")


def write_html(report: ReportData, _papers: ReportPapers) -> Iterator[ReportFile]:
    """One file."""
    yield ReportFile(".html", html(report).encode("utf-8"))


def html(report: ReportData) -> str:
    """The whole document."""
    style, script = _style(), (_HERE / "report.js").read_text(encoding="utf-8")
    text = _template().render(
        report=report,
        style=style,
        script=script,
        policy=_policy(style, script),
        words=words,
        held_titles=HELD_TITLES,
        verdicts=tuple(Verdict),
        trusts=tuple(Trust),
        states=GATE_ORDER[1:],
        sections=_sections(report),
        icon=_icon,
        cell=_cell,
    )
    return words.printable(text)


def _style() -> str:
    """The style sheet with both themes' colours as variables."""
    both = themes()
    return (
        f":root{{color-scheme:light dark;{css_variables(both.light)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{css_variables(both.dark)}}}}}\n"
        + (_HERE / "report.css").read_text(encoding="utf-8")
    )


def _policy(style: str, script: str) -> str:
    """Nothing may be loaded, sent or framed; only the two blocks of this file count."""
    return (
        f"default-src 'none'; style-src 'sha256-{_digest(style)}'; script-src 'sha256-{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _sections(report: ReportData) -> list[tuple[str, str, list[ReportClaim]]]:
    """Claims in their order, by paper and section."""
    groups = groupby(report.claims, key=lambda claim: (claim.paper, claim.section))
    return [(paper, section, list(claims)) for (paper, section), claims in groups]


def _cell(gate: ReportGate, state: GateState) -> str:
    """How a state stands on the track: `stands`, `claimed` beyond what stands, or `beyond` both."""
    place = GATE_ORDER.index(state)
    if place <= GATE_ORDER.index(gate.stands):
        return "stands"
    if gate.claimed is not None and place <= GATE_ORDER.index(gate.claimed):
        return "claimed"
    return "beyond"


@cache
def _icon(name: str) -> str:
    """One of the program's own icons, hidden from screen readers: a word always stands beside it."""
    svg = resource("icons", f"{name}.svg").read_text(encoding="utf-8").strip()
    svg = svg.replace('stroke="groundColor"', 'class="ground"').replace(
        'fill="groundColor"', 'class="ground-fill"'
    )
    return _SVG_HEAD.sub('<svg class="icon" aria-hidden="true" viewBox="0 0 16 16"', svg, count=1)


@cache
def _template() -> "Template":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["capitalize_first"] = lambda text: text[:1].upper() + text[1:]
    return environment.get_template("report.html.jinja")


def plain_page(title: str, body: str) -> str:
    """A document without script around a body that is HTML already, in the reports' style. `title` is our own."""
    style = _style() + _PLAIN_STYLE
    policy = f"default-src 'none'; style-src 'sha256-{_digest(style)}'; base-uri 'none'; form-action 'none'"
    return words.printable(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{style}</style></head>\n<body><main>\n{body}</main></body></html>\n"
    )
