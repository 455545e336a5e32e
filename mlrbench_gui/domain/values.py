"""The words of the product as enums and ids; nothing heavy is loaded for them."""

from enum import StrEnum
from typing import NewType

RunName = NewType("RunName", str)
"""A run's path in a checkout without ``agent_results/``: ``end2end_<agent>/<task>``."""

RelPath = NewType("RelPath", str)
"""A POSIX path relative to a run's folder, NFC, without ``.`` or ``..`` parts."""

Sha256 = NewType("Sha256", str)
"""64 lower-case hexadecimal digits."""


class Verdict(StrEnum):
    """How the evidence agrees with a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NARRATIVE_ONLY = "narrative_only"
    UNSUPPORTED = "unsupported"
    UNVERIFIABLE = "unverifiable"


class Trust(StrEnum):
    """What the evidence of a claim rests on."""

    MEASURED = "measured"
    DOUBTFUL = "doubtful"
    UNKNOWN = "unknown"


class ClaimKind(StrEnum):
    """What sort of statement a claim is."""

    VALUE = "value"
    DELTA = "delta"
    RATIO = "ratio"
    RANKING = "ranking"
    SETUP = "setup"
    FIGURE = "figure"
    CITATION = "citation"
    QUALITATIVE = "qualitative"


class Strength(StrEnum):
    """Whether evidence carries a verdict alone or only goes along with it."""

    PRIMARY = "primary"
    SECONDARY = "secondary"


HELD_TITLES = {
    Verdict.SUPPORTED: "Evidence holds",
    Verdict.CONTRADICTED: "Evidence holds",
    Verdict.NARRATIVE_ONLY: "Only prose says",
    Verdict.UNSUPPORTED: "Closest by name",
    Verdict.UNVERIFIABLE: "Closest by name",
}
"""What the first candidate of a claim is to its verdict: only where names fit is it the evidence."""


class Severity(StrEnum):
    """How much a finding weighs."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


SEVERITY_RANK = {Severity.LOW: 0, Severity.MEDIUM: 1, Severity.HIGH: 2}


class Stage(StrEnum):
    """The stages of the benchmark, in their order."""

    IDEA = "idea"
    LITERATURE = "literature"
    PROPOSAL = "proposal"
    EXPERIMENT = "experiment"
    PAPER = "paper"


class Mode(StrEnum):
    """How a run was made and is judged."""

    STEPWISE = "stepwise"
    END_TO_END = "end_to_end"


class GateState(StrEnum):
    """The states of the execution gate, in their order."""

    EMPTY = "empty"
    IDEA = "idea"
    PROPOSAL = "proposal"
    ATTEMPTED = "attempted"
    EXECUTED = "executed"
    MEASURED = "measured"
    REPORTED = "reported"


GATE_ORDER = tuple(GateState)


class FindingKind(StrEnum):
    """The faults that a run as a whole can have."""

    SYNTHETIC_DATA = "synthetic_data"
    SIMULATED_RESULTS = "simulated_results"
    HARD_CODED_NUMBERS = "hard_coded_numbers"
    TYPED_RESULTS = "typed_results"
    EXPERIMENT_FAILED = "experiment_failed"
    LOG_MISSING = "log_missing"
    TYPED_LOG = "typed_log"
    FIGURE_MISSING = "figure_missing"
    FIGURE_NOT_PRODUCED_BY_CODE = "figure_not_produced_by_code"
    TABLE_MISMATCH = "table_mismatch"
    METHOD_MISMATCH = "method_mismatch"
    INVENTED_CITATION = "invented_citation"
    OTHER = "other"


class Provenance(StrEnum):
    """How an evidence file came to be."""

    EXECUTED_OUTPUT = "executed_output"
    EXECUTED_SCRIPT = "executed_script"
    LITERAL_SCRIPT = "literal_script"
    TYPED_BY_EDITOR = "typed_by_editor"
    TYPED_IN_SHELL = "typed_in_shell"
    COPIED = "copied"
    HARNESS_SNAPSHOT = "harness_snapshot"
    EDITED_AFTER_TRANSCRIPT = "edited_after_transcript"
    UNKNOWN = "unknown"
