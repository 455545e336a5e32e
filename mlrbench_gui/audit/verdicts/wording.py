"""The verdict on statements without a number: rankings, figures, setup by names, references, words of praise."""

import re
from decimal import Decimal

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import LedgerValue, NameTable, Place, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.rankings.judging import RankingBench
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import ClaimKind, RelPath, Verdict

_ONE = Agreement(agrees=True, factor=Decimal(1))
_NO_BOARD = (
    "Who is compared with whom, or by which measure, could not be told from the words and values of the run."
)
_TITLE = re.compile(
    r"[\"“*_](?P<title>[^\"”*_]{15,200})[\"”*_]|\(\d{4}[a-z]?\)\.?\s*(?P<after>[^.]{15,200})\."
)
_NAMED = re.compile(
    r"`(?P<code>[^`\n]{2,60})`|\b(?P<mixed>[A-Za-z]+[-_]?\d[\w.-]*|[A-Z][a-z]+[A-Z]\w+|[A-Z]{2,}[\w-]*)"
)


def judge_wording(statement: Statement, text: str, files: EvidenceFiles, rankings: RankingBench) -> Decision:
    """The verdict on a statement that has no number."""
    if statement.kind is ClaimKind.CITATION:
        return _citation(statement, text, files)
    if statement.about is not About.RUN:
        return Decision(Verdict.UNVERIFIABLE, 0.6, "It is not about what this run did.")
    if statement.kind is ClaimKind.RANKING:
        return rankings.judge(statement, text) or Decision(Verdict.UNVERIFIABLE, 0.3, _NO_BOARD)
    if statement.kind is ClaimKind.SETUP:
        return _setup(statement, text, files)
    compared = rankings.judge(statement, text)
    if compared is not None and compared.verdict is not Verdict.UNVERIFIABLE:
        return compared
    return Decision(
        Verdict.UNVERIFIABLE,
        0.3,
        "The rules cannot hold these words against a value; a person must read them.",
    )


def _file_evidence(
    path: RelPath, place: Place, title: str, *, agrees: bool = True, primary: bool = True
) -> Held:
    value = LedgerValue(path, place, NameTable().name((title,)), 0.0, Source.PROSE, text=title)
    return Held(Candidate(value, 0.6, _ONE), primary=primary, agrees=agrees)


def _citation(statement: Statement, text: str, files: EvidenceFiles) -> Decision:
    quote = statement.quote(text)
    for path in files.of_role(ArtifactRole.LITERATURE):
        line = _line_of_work(quote, files.text(path))
        if line:
            held = (_file_evidence(path, Place("line", "", line), quote[:60]),)
            return Decision(Verdict.NARRATIVE_ONLY, 0.6, f"The work is listed in {path}, line {line}.", held)
    return Decision(Verdict.UNVERIFIABLE, 0.4, "The run holds nothing about this work; it lies elsewhere.")


def _line_of_work(quote: str, literature: str) -> int:
    """The line that tells of the same work: its identifier, or most words of its title."""
    identifier = re.search(r"\d{4}\.\d{4,5}", quote)
    title = _TITLE.search(quote)
    words = set(name_words((title.group("title") or title.group("after")) if title else quote))
    for number, line in enumerate(literature.split("\n"), start=1):
        if identifier and identifier.group() in line:
            return number
        own = set(name_words(line))
        if len(words) >= 4 and len(words & own) >= 0.8 * len(words):
            return number
    return 0


def _setup(statement: Statement, text: str, files: EvidenceFiles) -> Decision:
    """Names that the sentence uses (models, data sets, tools) looked up in the code and logs of the run."""
    names = [hit.group("code") or hit.group("mixed") for hit in _NAMED.finditer(statement.quote(text))]
    names = [name for name in dict.fromkeys(names) if len(name) >= 3][:6]
    held = [found for name in names if (found := _name_in_code(name, files)) is not None]
    if names and len(held) == len(names):
        where = held[0].candidate.value
        return Decision(
            Verdict.SUPPORTED,
            0.5,
            f"{', '.join(names)}: named in {where.path}, {where.place.words()}.",
            tuple(held[:5]),
        )
    if held:
        missing = [n for n in names if all(h.candidate.value.text != n for h in held)]
        return Decision(
            Verdict.UNVERIFIABLE,
            0.3,
            f"The code names some of it, but not {', '.join(missing)}.",
            tuple(held[:5]),
        )
    return Decision(
        Verdict.UNVERIFIABLE,
        0.3,
        "The rules cannot hold these words against the code; a person must read them.",
    )


def _name_in_code(name: str, files: EvidenceFiles) -> Held | None:
    wanted = re.sub(r"[\W_]+", "", name).lower()
    for path in files.of_role(ArtifactRole.CODE, ArtifactRole.LOG, ArtifactRole.JSON):
        if files.size_of(path) > 400_000:
            continue
        for number, line in enumerate(files.text(path).split("\n"), start=1):
            if len(line) < 2000 and wanted in re.sub(r"[\W_]+", "", line).lower():
                return _file_evidence(path, Place("line", "", number), name)
    return None
