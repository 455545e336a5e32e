"""Trust: what the evidence that carries a verdict rests on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from mlrbench_gui.audit.ledger.values import LedgerValue, Source
from mlrbench_gui.audit.notebooks.reading import SUFFIX
from mlrbench_gui.audit.provenance.origin import FileOrigin, Origins
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.text.measures import is_set_under
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.verdicts.decision import Held
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import Provenance, RelPath, Trust

MADE_UP = frozenset({Provenance.TYPED_BY_EDITOR, Provenance.TYPED_IN_SHELL, Provenance.LITERAL_SCRIPT})
_NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:[eE][-+]?\d+)?(?![\w.])")
_CONFIG = frozenset({"config", "args", "arguments", "hyperparameters", "hparams", "settings"})
"""Parts of result files that only repeat what the run was set to."""
_EXECUTED = frozenset({Provenance.EXECUTED_OUTPUT, Provenance.EXECUTED_SCRIPT})


@dataclass(frozen=True, slots=True)
class Weighing:
    """Decides trust for one run."""

    origins: Origins
    runs: ScriptRuns
    roles: dict[RelPath, ArtifactRole]
    broken: Sequence[Breakage]
    made_up_code: frozenset[RelPath] = frozenset()
    """Code that makes results up, or that only such code makes use of."""

    def trust(self, held: Sequence[Held], *, is_setup: bool = False) -> Trust:
        """The trust of a claim with this evidence; unknown without any.

        A broken measurement makes results doubtful, not what was set up.
        """
        primary = [h for h in held if h.primary]
        if not primary:
            return Trust.UNKNOWN
        if any(h.candidate.is_drawn for h in primary) and not is_setup:
            return Trust.DOUBTFUL
        answers = [self._of_value(h.candidate.value, is_setup=is_setup) for h in primary]
        if Trust.DOUBTFUL in answers:
            return Trust.DOUBTFUL
        return Trust.MEASURED if all(a is Trust.MEASURED for a in answers) else Trust.UNKNOWN

    def _of_value(self, value: LedgerValue, *, is_setup: bool) -> Trust:
        """What a value rests on; one in a transcript rests on the script whose run printed it or was given it."""
        if value.source is Source.CONFIG:  # it is typed to be read by code, as code is
            return self._of_config(value.path)
        if value.place.form == "action":
            return self._of_action(value, is_setup=is_setup)
        if value.source is Source.CODE and value.path.endswith(SUFFIX):
            return self.of_file(value.path, is_setup=True)  # its outputs are no part of its code
        is_setup = is_setup or any(part.lower() in _CONFIG for part in value.name.parts[:-1])
        if value.aspect == "name" and self._was_missing(value):
            return Trust.DOUBTFUL
        is_doubtful = not is_setup and (self.is_made_up(value) or self._own_breakage(value) is not None)
        return Trust.DOUBTFUL if is_doubtful else self.of_file(value.path, is_setup=is_setup)

    def _of_config(self, path: RelPath) -> Trust:
        """What a configuration rests on: code that reads it and came to its end, any where none names the file."""
        name = PurePosixPath(path).name
        readings = self.runs.readings.items()
        readers = {script for script, r in readings if name in r.reads_files or r.names(name)}
        ended = self.runs.ended & readers if readers else self.runs.ended
        if ended and ended <= self.made_up_code:
            return Trust.DOUBTFUL
        return Trust.MEASURED if ended else Trust.UNKNOWN

    def _of_action(self, value: LedgerValue, *, is_setup: bool) -> Trust:
        if value.source is Source.OPTION:
            given = [r.script for r in self.runs.recorded if r.action == value.place.first]
            never_ended = bool(given) and not any(script in self.runs.ended for script in given)
            return Trust.UNKNOWN if never_ended else Trust.MEASURED
        run = next((r for r in self.runs.recorded if r.action == value.place.first), None)
        reading = self.runs.readings.get(run.script) if run is not None else None
        if reading is None:
            inline = [i.reading for i in self.runs.inline if i.action == value.place.first]
            return Trust.DOUBTFUL if any(i.tells_typed_numbers for i in inline) else Trust.UNKNOWN
        is_made_up = reading.fabricates or (not is_setup and reading.tells_typed_numbers)
        if is_made_up or (not is_setup and self.broken_for(value.path) is not None):
            return Trust.DOUBTFUL
        return Trust.MEASURED if reading.measures or reading.measured else Trust.UNKNOWN

    def is_made_up(self, value: LedgerValue) -> bool:
        """Whether the value was typed into its file, or its script leaves nothing but literals and draws there."""
        if self._was_typed(value):
            return True
        if value.place.form == "action" and value.source is not Source.OPTION:
            return self._prints_made_up(value.place.first)
        script = self.origins.root(value.path).script
        reading = self.runs.readings.get(script) if script is not None and script in self.runs.ran else None
        if reading is None or value.source is Source.CODE:
            return False
        label = value.name.parts[-1] if value.name.parts else ""
        if is_set_under(value.name.parts) and not reading.draws_under(label):
            return False
        return reading.makes_up(label) or reading.computes_nothing

    def _was_missing(self, value: LedgerValue) -> bool:
        """Whether a thing that was named is data which could not be loaded, so that others were made up for it."""
        words = set(name_words(value.text))
        return bool(words) and any(words <= b.missing for b in self.broken)

    def _prints_made_up(self, action: int) -> bool:
        """Whether all that the programs of a command print is made up."""
        scripts = [run.script for run in self.runs.recorded if run.action == action]
        readings = [self.runs.readings[path] for path in scripts if path in self.runs.readings]
        readings += [run.reading for run in self.runs.inline if run.action == action]
        return bool(readings) and all(r.fabricates or r.tells_typed_numbers for r in readings)

    def _was_typed(self, value: LedgerValue) -> bool:
        """Whether an edit put this number into a file that a program had made."""
        lines = self.origins.typed.get(value.path, ())
        return any(value.value == float(number) for line in lines for number in _NUMBER.findall(line))

    def breakage_of(self, value: LedgerValue) -> Breakage | None:
        """The broken measurement behind a value: that of its file, or one of its own."""
        return self.broken_for(value.path) or self._own_breakage(value)

    def _own_breakage(self, value: LedgerValue) -> Breakage | None:
        return next((b for b in self.broken if b.touches_value(value)), None)

    def of_file(self, path: RelPath, *, is_setup: bool = False) -> Trust:
        """What a file rests on."""
        origin = self.origins.root(path)
        role = self.roles.get(path, ArtifactRole.OTHER)
        if role is ArtifactRole.CODE and (is_setup or not origin.has_outputs):
            return self._of_code(origin.path)
        if role in (
            ArtifactRole.PROPOSAL,
            ArtifactRole.IDEA,
            ArtifactRole.LITERATURE,
            ArtifactRole.TASK,
            ArtifactRole.PAPER,
        ):
            return Trust.UNKNOWN
        if origin.provenance in MADE_UP or origin.script in self.made_up_code:
            return Trust.DOUBTFUL
        if not is_setup and self.broken_for(path) is not None:
            return Trust.DOUBTFUL
        if origin.provenance in _EXECUTED and self._is_measured(origin):
            return Trust.MEASURED
        return Trust.UNKNOWN

    def _of_code(self, path: RelPath) -> Trust:
        if path in self.made_up_code:
            return Trust.DOUBTFUL
        return Trust.MEASURED if path in self.runs.ended else Trust.UNKNOWN

    def broken_for(self, path: RelPath) -> Breakage | None:
        """The broken measurement behind a file, if one is known."""
        return next((b for b in self.broken if b.touches(path)), None)

    def _is_measured(self, origin: FileOrigin) -> bool:
        if origin.script is None:
            return any(r.measures for p, r in self.runs.readings.items() if p in self.runs.ran)
        reading = self.runs.readings.get(origin.script)
        helpers = [self.runs.readings[p] for p in self.runs.ran if p in self.runs.readings]
        return (
            reading is not None
            and not reading.fabricates
            and (reading.measures or reading.measured > 0 or any(h.measures for h in helpers))
        )
