"""All that the code of a run sets, by the words of its names."""

import re
from collections import defaultdict
from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import LedgerValue, Source
from mlrbench_gui.audit.notebooks.reading import PYTHON
from mlrbench_gui.audit.settings.groups import Group, result_groups
from mlrbench_gui.audit.settings.procedures import procedures_of
from mlrbench_gui.audit.settings.reading import Call, calls_of, settings_of
from mlrbench_gui.audit.settings.setting import Rank, Setting
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_TESTS = re.compile(r"(?:^|/)(?:tests?/|test_[^/]*$|[^/]*_test\.py$|conftest\.py$)")
_MOST = 20_000


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run, found by the words of their names, and the calls of its classes.

    Without `is_whole` more may have been set than is seen.
    """

    all: tuple[Setting, ...]
    by_word: dict[str, tuple[Setting, ...]]
    calls: dict[str, tuple[Call, ...]]
    ran: Collection[RelPath]
    examples: frozenset[tuple[RelPath, int]]
    groups: tuple[Group, ...]
    procedures: tuple[Setting, ...] = ()
    is_whole: bool = True

    def naming(self, words: Iterable[str]) -> list[Setting]:
        """Settings whose own words hold one of these, each once."""
        found = {id(s): s for word in words for s in self.by_word.get(word, ())}
        return list(found.values())

    def counts(self, setting: Setting) -> bool:
        """Whether it is set by a script that ran, or stands in a configuration, and is no example."""
        return not setting.is_example and (
            setting.rank is Rank.PASSED or not setting.path.endswith(PYTHON) or self.has_run(setting.path)
        )

    def has_run(self, path: RelPath) -> bool:
        """Whether a script ran; any may have where none is known to."""
        return not self.ran or path in self.ran

    def may_tell(self, value: LedgerValue) -> bool:
        """Whether a literal of the code tells of the run: none of a file of tests, or of a part that did not run."""
        return value.source is not Source.CODE or (value.path, value.place.first) not in self.examples


def learn_settings(
    files: EvidenceFiles,
    ledger: Ledger,
    ran: Collection[RelPath],
    started: Container[RelPath] | None = None,
) -> Settings:
    """What the code sets. `started` are the scripts that a command started; None if no command is known."""
    found: list[Setting] = []
    procedures: list[Setting] = []
    calls: dict[str, list[Call]] = defaultdict(list)
    for path in files.of_role(ArtifactRole.CODE):
        tree = files.tree(path) if path.endswith(PYTHON) else None
        if tree is not None and len(found) < _MOST:
            was_started = started is None or path in started
            is_test = _TESTS.search(path) is not None
            found += settings_of(path, tree, files.text(path), is_example=is_test, was_started=was_started)
            procedures += procedures_of(path, tree) if not is_test else ()
            for call in calls_of(path, tree) if not is_test else ():
                calls[call.function].append(call)
    found += _passed(ledger)
    passed = {s.words for s in found if s.rank is Rank.PASSED}
    kept = tuple(s for s in found if s.rank is Rank.PASSED or s.words not in passed)
    by_word: dict[str, list[Setting]] = defaultdict(list)
    for setting in kept:
        for word in setting.own or setting.around:
            by_word[word].append(setting)
    return Settings(
        kept,
        {word: tuple(items) for word, items in by_word.items()},
        {function: tuple(items) for function, items in calls.items()},
        ran,
        frozenset((s.path, s.place.first) for s in found if s.is_example and s.path.endswith(PYTHON)),
        tuple(result_groups(ledger.values)),
        tuple(procedures),
    )


def _passed(ledger: Ledger) -> list[Setting]:
    """Options on recorded commands, and what configuration files hold."""
    found = []
    for value in ledger.values:
        passed = value.source is Source.OPTION and value.place.form == "action"
        if (passed or value.source is Source.CONFIG) and not value.aspect:
            rank = Rank.PASSED if passed else Rank.CHOSEN
            parts = value.name.parts
            found.append(Setting(value.path, value.place, parts[-1], (value.value,), rank, parts[:-1]))
    return found
