"""From held candidates to the contract's evidence, each with its trail back to where the value was made."""

import math
from collections.abc import Iterator

from mlrbench_gui.audit.ledger.values import LedgerValue, Place
from mlrbench_gui.audit.provenance.flow.steps import leaf_steps
from mlrbench_gui.audit.provenance.origin import Origins
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.trust.weighing import Weighing
from mlrbench_gui.audit.verdicts.decision import Held, shown
from mlrbench_gui.domain.audit import Evidence, TrailStep
from mlrbench_gui.domain.values import Provenance, RelPath, Strength, Trust


class Trails:
    """Makes evidence with trails; the steps behind a file are worked out once for each file."""

    def __init__(
        self, origins: Origins, runs: ScriptRuns, weighing: Weighing, transcript: Transcript | None
    ) -> None:
        self._origins = origins
        self._runs = runs
        self._weighing = weighing
        self._transcript = transcript
        self._behind: dict[RelPath, tuple[TrailStep, ...]] = {}

    def evidence(self, held: Held) -> Evidence:
        """The contract's form of a held candidate."""
        value = held.candidate.value
        locator = value.place.locator()
        textual = value.place.form == "whole" or (
            value.value == 0.0
            and bool(value.text)
            and (value.aspect == "name" or not any(c.isdigit() for c in value.text))
        )
        carried: float | str | None = (value.text or None) if textual else value.value
        if held.value is not None:
            carried = held.value
        if isinstance(carried, float) and math.isnan(carried):
            carried = "NaN"
        first = TrailStep(
            kind="value",
            title=shown(value.value) if not textual else value.text,
            detail=value.name.title(),
            path=value.path,
            locator=locator,
            provenance=self._origins.of(value.path).provenance,
        )
        return Evidence(
            path=value.path,
            locator=locator,
            value=carried,
            strength=Strength.PRIMARY if held.primary else Strength.SECONDARY,
            provenance=self._origins.of(value.path).provenance,
            formula=held.formula or value.formula,
            name=value.name.title(),
            score=held.candidate.score,
            agrees=held.agrees,
            trail=(first, *self._drawn_from(value), *self._made(value)),
        )

    def _made(self, value: LedgerValue) -> tuple[TrailStep, ...]:
        """The steps behind the value's file, with the way of this value through the script that wrote it.

        Where that ends at a literal of its own, it stands in place of the script's first one.
        """
        behind, root = self.behind(value.path), self._origins.root(value.path)
        reading = self._runs.readings.get(root.script) if root.script is not None else None
        if reading is None or not value.name.parts:
            return behind
        name = value.name.parts[-1]
        own = leaf_steps(reading.leaves, name, decides=False)
        if own and own[-1].kind == "literal":
            others = tuple(step for step in behind if step.kind != "literal")
            decided = any(step.decides_trust for step in others)
            decides = not decided and (others != behind or reading.makes_up(name))
            return (*others, *leaf_steps(reading.leaves, name, decides=decides))
        return (*behind, *own)

    def _drawn_from(self, value: LedgerValue) -> Iterator[TrailStep]:
        """Of a drawn value the picture, and the place from which the drawing code had the number."""
        if value.picture is not None:
            whole = Place("whole").locator()
            provenance = self._origins.of(value.picture).provenance
            yield TrailStep(
                kind="file",
                title=value.picture,
                detail="drawn into it",
                path=value.picture,
                locator=whole,
                provenance=provenance,
            )
        if value.origin is not None:
            yield TrailStep(
                kind="literal" if value.origin.is_literal else "value",
                title=f"{value.origin.path}, {value.origin.place.words()}",
                detail="where the drawing code has the number from",
                path=value.origin.path,
                locator=value.origin.place.locator(),
                provenance=self._origins.of(value.origin.path).provenance,
            )

    def behind(self, path: RelPath) -> tuple[TrailStep, ...]:
        """File, copies, command and script that lead to the file; the step that decides trust is marked."""
        if path not in self._behind:
            self._behind[path] = tuple(self._steps(path))
        return self._behind[path]

    def _steps(self, path: RelPath) -> list[TrailStep]:
        whole = Place("whole").locator()
        doubtful = self._weighing.of_file(path) is Trust.DOUBTFUL
        steps: list[TrailStep] = []
        origin = self._origins.of(path)
        steps.append(
            TrailStep(
                kind="file",
                title=path,
                detail=origin.reason,
                path=path,
                locator=whole,
                provenance=origin.provenance,
            )
        )
        root = self._origins.root(path)
        if root is not origin:
            steps.append(
                TrailStep(
                    kind="file",
                    title=root.path,
                    detail=root.reason,
                    path=root.path,
                    locator=whole,
                    provenance=root.provenance,
                )
            )
        if root.action is not None and root.action >= 0 and self._transcript is not None:
            kind = "typed" if root.is_typed else "command"
            action = (
                self._transcript.actions[root.action] if root.action < len(self._transcript.actions) else None
            )
            steps.append(
                TrailStep(
                    kind=kind,
                    title=(action.argument[:120] if action else "") or root.reason,
                    detail=root.reason,
                    path=self._transcript.path,
                    locator=Place("action", "", root.action).locator(),
                    provenance=root.provenance,
                    decides_trust=doubtful and root.is_typed,
                )
            )
        reading = self._runs.readings.get(root.script) if root.script is not None else None
        if reading is not None:
            is_made_up = reading.fabricates or reading.computes_nothing
            steps.append(
                TrailStep(
                    kind="script",
                    title=reading.path,
                    detail=f"{len(reading.made_up)} made-up numbers" if is_made_up else "",
                    path=reading.path,
                    locator=whole,
                    provenance=self._origins.of(reading.path).provenance,
                )
            )
            if root.provenance is Provenance.LITERAL_SCRIPT and is_made_up:
                first = reading.first_invented
                title = f"{first.name}: {'random draw' if first.random else 'literal'}"
                steps.append(
                    TrailStep(
                        kind="literal",
                        title=title,
                        detail=reading.told_of.strip(),
                        path=first.script or reading.path,
                        locator=whole
                        if reading.as_of is not None
                        else Place("line", "", first.line).locator(),
                        provenance=root.provenance,
                        decides_trust=doubtful,
                    )
                )
        broken = self._weighing.broken_for(path)
        if broken is not None and doubtful:
            steps.append(
                TrailStep(
                    kind="script",
                    title=broken.message,
                    path=broken.path,
                    locator=broken.place.locator(),
                    decides_trust=not any(s.decides_trust for s in steps),
                )
            )
        if len(steps) == 1 and origin.provenance is Provenance.UNKNOWN:
            steps.append(
                TrailStep(kind="unknown", title="Who made this file is not known.", detail=origin.reason)
            )
        return steps
