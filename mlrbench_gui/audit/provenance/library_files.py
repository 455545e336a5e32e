"""Files that training libraries write under names of their own, which no script has to spell.

Names as documented by transformers (`Trainer.save_state`, `Trainer.save_metrics`), Lightning (`CSVLogger`) and
Stable-Baselines3 (`Monitor`, its CSV logger).
"""

import re
from pathlib import PurePosixPath

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.domain.values import RelPath

_WRITERS = (
    (re.compile(r"trainer_state\.json"), re.compile(r"\b\w*Trainer\(")),
    (re.compile(r"(?:all|train|eval|test|predict)_results\.json"), re.compile(r"\.(?:save|log)_metrics\(")),
    (re.compile(r"metrics\.csv"), re.compile(r"\bCSVLogger\(")),
    (re.compile(r"(?:[\w.-]*\.)?monitor\.csv"), re.compile(r"\bMonitor\(")),
    (re.compile(r"progress\.csv"), re.compile(r"\bstable_baselines3\b")),
)
"""The name of a file, and what the script must call whose library writes it."""


def library_writer(files: EvidenceFiles, path: RelPath, runs: ScriptRuns) -> RelPath | None:
    """The script that ran last of those whose library writes a file of this name; None where there is none."""
    name = PurePosixPath(path).name
    calls = [call for pattern, call in _WRITERS if pattern.fullmatch(name)]
    if not calls:
        return None
    able = [p for p in runs.readings if p in runs.ran and any(c.search(files.text(p)) for c in calls)]
    return max(able, key=lambda p: (runs.ran[p], p)) if able else None
