"""The engine: pure functions from a run's files to an audit, usable as a library without a database or a window.

What a user of the library needs is found here and loaded when it is first asked for, so that a module of the engine
costs no more than itself.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlrbench_gui.audit.chance import ChanceMatch, chance_match, foreign_evidence, read_papers
    from mlrbench_gui.audit.run import ENGINE_VERSION, audit_run, audit_texts
    from mlrbench_gui.domain.artifacts import RunFiles
    from mlrbench_gui.domain.audit import Audit, Claim, Evidence, Finding, Gate
    from mlrbench_gui.domain.values import RelPath, RunName, Trust, Verdict

__all__ = [
    "ENGINE_VERSION",
    "Audit",
    "ChanceMatch",
    "Claim",
    "Evidence",
    "Finding",
    "Gate",
    "RelPath",
    "RunFiles",
    "RunName",
    "Trust",
    "Verdict",
    "audit_run",
    "audit_texts",
    "chance_match",
    "foreign_evidence",
    "read_papers",
]

_MODULES = {
    "mlrbench_gui.audit.chance": ("ChanceMatch", "chance_match", "foreign_evidence", "read_papers"),
    "mlrbench_gui.audit.run": ("ENGINE_VERSION", "audit_run", "audit_texts"),
    "mlrbench_gui.domain.artifacts": ("RunFiles",),
    "mlrbench_gui.domain.audit": ("Audit", "Claim", "Evidence", "Finding", "Gate"),
    "mlrbench_gui.domain.values": ("RelPath", "RunName", "Trust", "Verdict"),
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}

if not TYPE_CHECKING:  # a checker sees the names above, and no others

    def __getattr__(name: str) -> object:
        """A name of the library, from the module that has it."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
