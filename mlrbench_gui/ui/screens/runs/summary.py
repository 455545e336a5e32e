"""The side panel: the run that the table's keyboard is on, with gate, claims, gravest findings and what to do."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.audit import Finding
from mlrbench_gui.domain.calibration import Calibration
from mlrbench_gui.domain.first_failure import first_failure
from mlrbench_gui.domain.values import GATE_ORDER, Trust, Verdict
from mlrbench_gui.domain.veil import told_task
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import Glyph, TrustChip
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.glyphs import verdict_pixmap, verdict_word
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.kit.paint import draw_claims_bar
from mlrbench_gui.ui.screens.runs.listing import gap
from mlrbench_gui.ui.screens.runs.model import out_words

_SHOWN_FINDINGS = 5
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


class RunSummary(QWidget):
    """Shows a row at once; findings come when they were read."""

    open_wanted = Signal()
    report_wanted = Signal()
    audit_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="left")
        self.setAccessibleName("Summary of the run")
        self._name = ElidedLabel()
        self._name.setProperty("textSize", "sm")
        self._name.setProperty("weight", "semibold")
        self._agent = ElidedLabel()
        self._agent.setProperty("textSize", "sm")
        self._agent.setProperty("role", "text-2")
        self._body = QScrollArea()
        self._body.setWidgetResizable(True)
        self._body.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._findings = QVBoxLayout()
        self.calibration: Calibration | None = None
        self._lay_out()

    def show_row(self, row: RunRow | None, findings: Sequence[Finding] | None = None) -> None:
        """Show a run; None clears. `findings` None: not read yet."""
        self._name.setText(told_task(row.run) if row is not None else "")
        self._agent.setText(row.run.name.rpartition("/")[0] if row is not None else "")
        content = ground(QWidget(), "panel")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        if row is not None:
            self._fill(column, row, findings)
        column.addStretch()
        self._body.setWidget(content)

    def _fill(self, column: QVBoxLayout, row: RunRow, findings: Sequence[Finding] | None) -> None:
        if row.gate is None:
            column.addWidget(
                _section(
                    "Not audited yet", label("Audit it to see its gate and claims.", role="text-2", size="sm")
                )
            )
            column.addWidget(self._actions(audited=False))
            return
        out = _left_out_lines(row)
        if out:
            column.addWidget(_section("Left out of statistics", *out))
        column.addWidget(_gate_section(row))
        column.addWidget(_claims_section(row))
        if row.judge_means:
            column.addWidget(_judges_section(row, self.calibration))
        if sum(row.findings.values()):
            column.addWidget(_findings_section(row, findings))
        column.addWidget(self._actions(audited=True))

    def _actions(self, *, audited: bool) -> QWidget:
        box = QWidget()
        line = QHBoxLayout(box)
        line.setContentsMargins(12, 12, 12, 12)
        line.setSpacing(6)
        first = Button(
            "Open audit" if audited else "Audit", icon_name="" if audited else "audit", kind="primary"
        )
        first.setToolTip("Enter" if audited else "")
        first.clicked.connect(self.open_wanted if audited else self.audit_wanted)
        line.addWidget(first)
        if audited:
            report = Button("Report", icon_name="report", tip="Write a report  (Ctrl E)")
            report.clicked.connect(self.report_wanted)
            line.addWidget(report)
        line.addStretch()
        return box

    def _lay_out(self) -> None:
        head = QWidget()
        head.setFixedHeight(height("table-head"))
        line = QHBoxLayout(head)
        line.setContentsMargins(12, 0, 12, 0)
        line.setSpacing(8)
        line.addWidget(self._name)
        line.addWidget(self._agent, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(separator())
        column.addWidget(self._body, 1)


class ClaimsBar(QWidget):
    """Claims by verdict as a bar as wide as the widget."""

    def __init__(self, row: RunRow) -> None:
        super().__init__()
        self._counts = row.verdicts
        spoken = ", ".join(f"{count} {verdict_word(name)}" for name, count in row.verdicts.items() if count)
        self.setAccessibleName(f"claims: {spoken}")
        theme.theme_signals().changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, 10)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(40, 10)

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_claims_bar(QPainter(self), QRectF(0, 0, self.width(), 10), self._counts)


def _section(title: str, *parts: QWidget) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 10, 0, 0)
    column.setSpacing(0)
    inner = QVBoxLayout()
    inner.setContentsMargins(12, 0, 12, 10)
    inner.setSpacing(7)
    inner.addWidget(label(title, role="text-2", size="xs", weight="semibold"))
    for part in parts:
        inner.addWidget(part)
    column.addLayout(inner)
    column.addWidget(separator())
    return box


def _gate_section(row: RunRow) -> QWidget:
    assert row.gate is not None
    reached, claimed, far = row.gate.reached, row.gate.claimed, gap(row)
    parts: list[QWidget] = [_marked("check", "ok", f"reached <b>{reached}</b>")]
    if claimed is None:
        parts.append(label("No paper says how far it got.", role="text-2", size="sm"))
    elif far:
        words = f"{_NUMBERS[far]} state{'' if far == 1 else 's'} further"
        parts.append(_marked("flag", "danger", f"claims to be <b>{claimed}</b>, {words}"))
        failed = first_failure(row.gate.transitions)
        if failed is not None:
            parts.append(_marked("cross", "danger", f"failed first at <b>{failed.step}</b>"))
            parts.append(label(failed.why, role="text-2", size="sm", wrap=True))
    elif GATE_ORDER.index(reached) > GATE_ORDER.index(claimed):
        parts.append(label(f"claims only {claimed}", role="text-2", size="sm"))
    else:
        parts.append(label("claims no more than that", role="text-2", size="sm"))
    return _section("Gate", *parts)


def _left_out_lines(row: RunRow) -> list[QWidget]:
    """What of the run does not count, in words; X tells who left it out and why, and counts it again."""
    out = row.left_out
    lines = [f"the run: {out.why}"] if out.why else []
    parts = (("claim", out.claims), ("judge's review", out.judges), ("person's review", out.people))
    lines += [f"{count} {noun}{'' if count == 1 else 's'}" for noun, count in parts if count]
    return [label(line, role="warn", size="sm", wrap=True) for line in lines]


def _claims_section(row: RunRow) -> QWidget:
    verdicts = QWidget()
    line = QHBoxLayout(verdicts)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(4)
    for verdict in Verdict:
        count = row.verdicts.get(verdict, 0)
        if count:
            glyph = _verdict_glyph(verdict)
            glyph.setToolTip(verdict_word(verdict))
            line.addWidget(glyph)
            line.addWidget(label(str(count), size="sm"))
            line.addSpacing(8)
    line.addStretch()
    trusts = QWidget()
    chips = QGridLayout(trusts)  # two a line: three need more than the narrow panel has beside a scroll bar
    chips.setContentsMargins(0, 0, 0, 0)
    chips.setSpacing(6)
    chips.setColumnStretch(2, 1)
    told = [trust for trust in (Trust.DOUBTFUL, Trust.UNKNOWN, Trust.MEASURED) if row.trusts.get(trust, 0)]
    for at, trust in enumerate(told):
        chips.addWidget(TrustChip(trust, str(row.trusts[trust])), *divmod(at, 2), Qt.AlignmentFlag.AlignLeft)
    return _section(f"Claims, {row.claims}{out_words(row.left_out.claims)}", ClaimsBar(row), verdicts, trusts)


def _judges_section(row: RunRow, calibration: Calibration | None) -> QWidget:
    """The judges' means, and what scores of such judges are worth once that is known."""
    means = ", ".join(f"{mean:.1f}" for mean in row.judge_means) + out_words(row.left_out.judges)
    parts: list[QWidget] = [label(f"overall {means}", size="sm")]
    if calibration is not None:
        worth = calibration.caution(calibration.cards) or "These judges' ranks go with those of people."
        role = "warn" if calibration.caution(calibration.cards) else "text-2"
        parts.append(label(worth, role=role, size="xs", wrap=True))
    return _section("Judges", *parts)


def _verdict_glyph(verdict: Verdict) -> Glyph:
    return Glyph(lambda dpr: verdict_pixmap(verdict, 14, dpr))


def _findings_section(row: RunRow, findings: Sequence[Finding] | None) -> QWidget:
    if findings is None:
        words = ", ".join(f"{count} {name}" for name, count in row.findings.items() if count)
        return _section("Findings", label(words, role="text-2", size="sm"))
    rank = {"high": 0, "medium": 1, "low": 2}
    ordered = sorted(findings, key=lambda finding: rank[finding.severity])
    roles = {"high": "danger", "medium": "warn", "low": "text-3"}
    parts: list[QWidget] = [
        _marked("flag", roles[finding.severity], finding.message, rich=False)
        for finding in ordered[:_SHOWN_FINDINGS]
    ]
    if len(ordered) > _SHOWN_FINDINGS:
        parts.append(
            label(f"{len(ordered) - _SHOWN_FINDINGS} more on the audit screen", role="text-2", size="sm")
        )
    return _section("Findings, gravest first", *parts)


def _marked(icon_name: str, role: str, words: str, *, rich: bool = True) -> QWidget:
    def mark(dpr: float) -> QPixmap:
        return icon_pixmap(icon_name, theme.color(role), 14, dpr)

    box = QWidget()
    line = QHBoxLayout(box)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    line.addWidget(Glyph(mark), alignment=Qt.AlignmentFlag.AlignTop)
    line.addWidget(_rich(words, role="text") if rich else label(words, size="sm", wrap=True), 1)
    return box


def _rich(words: str, role: str = "text-2") -> QWidget:
    """Words of this program with a name in bold; never words of a run."""
    made = label(words, role=role, size="sm", wrap=True)
    made.setTextFormat(Qt.TextFormat.RichText)
    return made
