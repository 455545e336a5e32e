"""The verdict on a thing that a paper says was used: by name, against what the code that ran, logs and results name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from mlrbench_gui.audit.ledger.values import LedgerValue, NameTable, Place, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.naming.known import Mention, NamesKnown
from mlrbench_gui.audit.naming.loading import Load
from mlrbench_gui.audit.naming.machines import MACHINE, traces_of
from mlrbench_gui.audit.naming.thing import Thing, ThingRole
from mlrbench_gui.audit.naming.vocabulary import things_in
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.provenance.drawn_data import DrawnData
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.domain.values import Verdict

_SHOWN = 5
_IMITATED_BEFORE = 80
_IMITATED = re.compile(
    r"\b(?:synthetic|mimic\w*|emulat\w*|imitat\w*|resembl\w*|modell?ed (?:on|after)|in the style of)\b",
    re.IGNORECASE,
)
_SCORE = 0.7


@dataclass
class NameJudge:
    """Decides on things by name; what a paper names at all is worked out once for each text.

    `gap` tells why more may have been used than is seen: then that nothing names a thing denies it not.
    """

    known: NamesKnown
    drawn: DrawnData | None = None
    gap: str = ""
    _told: dict[str, tuple[Thing, ...]] = field(default_factory=dict, repr=False)

    def decide(self, thing: Thing, text: str) -> Decision:
        """Supported where the run names it; contradicted where what ran names another, of which the paper is silent.

        So is a known data set in whose place code that ran draws data of its own.
        """
        is_machine = thing.role in MACHINE
        found, instead = traces_of(thing, self.known) if is_machine else (self.known.naming(thing), [])
        denied = self.denied_by_loading(thing)
        if denied is not None:
            return denied
        if found:
            return _supported(thing, found)
        other = instead or self._instead(thing, text)
        if other and not self.gap:
            return _contradicted(thing, other)
        if self.drawn is not None and not self.gap and is_taken_for_real(thing, text):
            return _drawn_instead(thing, self.drawn)
        prose = self.known.in_prose(thing)
        if prose is None:
            more = f"; more may have been: {self.gap}" if self.gap else ""
            reason = f"No code, log or result of the run names {thing.text}{more}."
            return Decision(Verdict.UNSUPPORTED, 0.5, reason)
        reason = (
            f"{thing.text} is named only in {prose.path}, line {prose.line}; no code, log or result names it."
        )
        return Decision(Verdict.UNSUPPORTED, 0.55, reason, (_held(prose, agrees=True, primary=False),))

    def denied_by_loading(self, thing: Thing) -> Decision | None:
        """The decision on a data set that the run names and never loads while it loads others; None if it is not so."""
        loads = self.known.loaded_instead(thing)
        named = self.known.naming(thing) if loads else []
        return _loaded_instead(thing, loads, named) if named else None

    def _instead(self, thing: Thing, text: str) -> Sequence[Mention]:
        """What ran in its place: a variant of the family, or things of its role that the paper tells nothing of."""
        if thing.role is ThingRole.LIBRARY or thing.role in MACHINE:
            return ()
        told = self._told_in(text)
        others = self.known.others(thing)
        unspoken = [m for m in others if not any(t.is_named_by(m.thing) for t in told)]
        if thing.role is ThingRole.OPTIMIZER and not others:
            return self.known.steps_by_hand()
        variants = [m for m in unspoken if thing.family and m.thing.family == thing.family]
        if variants:
            return variants
        return unspoken if len(unspoken) == len(others) else ()

    @staticmethod
    def holding(mentions: Sequence[Mention], *, agrees: bool) -> tuple[Held, ...]:
        """Mentions as evidence, the first one of each name."""
        first = {m.thing.key: m for m in reversed(mentions)}
        shown = list(reversed(first.values()))[:_SHOWN]
        return tuple(_held(m, agrees=agrees, primary=i == 0) for i, m in enumerate(shown))

    def _told_in(self, text: str) -> tuple[Thing, ...]:
        if text not in self._told:
            self._told[text] = tuple(things_in(text))
        return self._told[text]


def is_taken_for_real(thing: Thing, text: str) -> bool:
    """Whether it is a widely known data set, and the words before it do not say that it is only imitated."""
    before = text[max(0, thing.start - _IMITATED_BEFORE) : thing.start]
    return thing.role is ThingRole.DATASET and bool(thing.family) and _IMITATED.search(before) is None


def _loaded_instead(thing: Thing, loads: Sequence[Load], named: Sequence[Mention]) -> Decision:
    """A known data set that is but a name in the run, while the code that ran loads others."""
    first = loads[0]
    others = ", ".join(dict.fromkeys(load.name for load in loads))
    only = f"{named[0].path}, line {named[0].line}"
    where = f"{first.path}, line {first.line}"
    reason = f"{thing.text} is only named in {only}; the code that ran loads {others} ({where})."
    made = Thing(first.name, ThingRole.DATASET, "", (), 0, 0)
    held = [_held(Mention(made, first.path, first.line), agrees=False, primary=True)]
    held += [_held(m, agrees=None, primary=False) for m in named[:1]]
    return Decision(Verdict.CONTRADICTED, 0.6, reason, tuple(held))


def _drawn_instead(thing: Thing, drawn: DrawnData) -> Decision:
    """A known data set that code which ran does not load, as it takes no data in and draws or composes its own.

    Code beside it that did not run may well load it.
    """
    where = f"{drawn.path}, line {drawn.line}"
    reason = f"No code that ran loads {thing.text} or other data; it makes its own: {drawn.name} ({where})."
    made = Thing(drawn.name, ThingRole.DATASET, "", (), 0, 0)
    held = _held(Mention(made, drawn.path, drawn.line), agrees=False, primary=True)
    return Decision(Verdict.CONTRADICTED, 0.6, reason, (held,))


def _supported(thing: Thing, found: Sequence[Mention]) -> Decision:
    first = found[0]
    closer = f" as {first.thing.text}" if first.thing.text.lower() != thing.text.lower() else ""
    idle = "" if first.ran else ", which is not known to have run"
    reason = f"{thing.text} is named{closer} in {first.path}, line {first.line}{idle}."
    held = tuple(_held(m, agrees=True, primary=i == 0) for i, m in enumerate(found[:_SHOWN]))
    return Decision(Verdict.SUPPORTED, 0.7 if first.ran else 0.45, reason, held)


def _contradicted(thing: Thing, other: Sequence[Mention]) -> Decision:
    first = {m.thing.key: m for m in reversed(other)}
    shown = list(reversed(first.values()))[:_SHOWN]
    named = ", ".join(dict.fromkeys(m.thing.text for m in shown))
    where = f"{shown[0].path}, line {shown[0].line}"
    is_off = thing.text.lower() in named.lower()  # a switch of that name, and none that is on
    absent = f"The code that ran does not use {thing.text}" if is_off else f"The run names no {thing.text}"
    reason = f"{absent}; the {thing.role} of the code that ran is {named} ({where})."
    held = tuple(_held(m, agrees=False, primary=i == 0) for i, m in enumerate(shown))
    return Decision(Verdict.CONTRADICTED, 0.6, reason, held)


def _held(mention: Mention, *, agrees: bool | None, primary: bool) -> Held:
    name = NameTable().name((str(mention.thing.role),))
    value = LedgerValue(
        mention.path,
        Place("line", "", mention.line),
        name,
        0.0,
        Source.CODE,
        aspect="name",
        text=mention.thing.text,
    )
    return Held(
        Candidate(value, _SCORE, Agreement(agrees=bool(agrees), factor=Decimal(1))),
        primary=primary,
        agrees=agrees,
    )
