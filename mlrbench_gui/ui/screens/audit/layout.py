"""How the audit screen is laid out at a window's size. Pure, after the table of widths in the look."""

from dataclasses import dataclass

WIDE = 1360
NORMAL = 1280
LOW = 760
PAPER_LEAST = 440
DRAWER_HEIGHT = 146


@dataclass(frozen=True, slots=True)
class ScreenPlan:
    """Widths of claims and evidence; whether they share one column; what the gate strip and the drawer show."""

    claims: int
    evidence: int
    shared_column: bool
    gate_facts: bool
    gate_low: bool
    drawer_open: bool


def plan_for(width: int, height: int) -> ScreenPlan:
    """The plan for a window of this size in logical pixels."""
    wide, low = width >= WIDE, height < LOW
    return ScreenPlan(
        claims=316 if wide else 310,
        evidence=428 if wide else 388,
        shared_column=width < NORMAL,
        gate_facts=width >= NORMAL,
        gate_low=low,
        drawer_open=wide and not low,
    )
