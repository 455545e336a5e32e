"""What logs tell of the machine that a run was made on: its accelerator, and whether it computed in half precision."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.naming.known import Mention, NamesKnown
from mlrbench_gui.audit.naming.thing import Thing, ThingRole
from mlrbench_gui.audit.naming.vocabulary import things_in
from mlrbench_gui.domain.artifacts import ArtifactRole

_LARGEST = 2_000_000
_ACCELERATOR = re.compile(r"gpu|nvidia|geforce|tesla|cuda|device", re.IGNORECASE)
_SWITCH = re.compile(
    r"\b(?:use_)?(?P<format>fp16|bf16)\b[\"']?\s*[:=]\s*(?P<on>true|false|1|0|none|null)\b", re.IGNORECASE
)
_HALF = frozenset({"autocast", "GradScaler", "half", "float16", "bfloat16"})
_ON = ("true", "1")
MACHINE = (ThingRole.ACCELERATOR, ThingRole.PRECISION)


def traces_of(thing: Thing, known: NamesKnown) -> tuple[list[Mention], list[Mention]]:
    """Where the run tells of this accelerator or number format, and where only of another."""
    if thing.role is ThingRole.ACCELERATOR:
        named = list(_accelerators(known))
        same = [m for m in named if m.thing.family == thing.family]
        return same, [] if same else named
    switches = list(_switches(known))
    on = [mention for mention, is_on in switches if is_on]
    if switches:
        return on, [] if on else [mention for mention, _ in switches]
    called = known.calling(_HALF)
    return ([] if called is None else [called]), []


def _accelerators(known: NamesKnown) -> Iterator[Mention]:
    """The accelerators that lines of logs and results name, each once in a file."""
    for path in known.files.of_role(ArtifactRole.LOG, ArtifactRole.JSON):
        if known.files.size_of(path) > _LARGEST:
            continue
        seen: set[str] = set()
        for number, line in enumerate(known.files.text(path).split("\n"), 1):
            if len(line) > 1000 or _ACCELERATOR.search(line) is None:
                continue
            for thing in things_in(line):
                if thing.role is ThingRole.ACCELERATOR and thing.family not in seen:
                    seen.add(thing.family)
                    yield Mention(thing, path, number)


def _switches(known: NamesKnown) -> Iterator[tuple[Mention, bool]]:
    """Lines of logs and configurations that tell whether half precision was on."""
    for path in known.files.of_role(ArtifactRole.LOG, ArtifactRole.JSON):
        if known.files.size_of(path) > _LARGEST:
            continue
        text = known.files.text(path)
        for hit in _SWITCH.finditer(text):
            told = Thing(hit.group(), ThingRole.PRECISION, "", (), 0, 0)
            is_on = hit.group("on").lower() in _ON
            yield Mention(told, path, text.count("\n", 0, hit.start()) + 1), is_on
