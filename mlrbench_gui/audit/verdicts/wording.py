"""The verdict on statements without a number: rankings, figures, setup by names, references, words of praise."""

import ast
import re

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.rankings.judging import RankingBench
from mlrbench_gui.audit.rankings.unmeasured import Unmeasured
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.audit.verdicts.file_places import file_evidence
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import ClaimKind, Verdict

_LONGEST_LINE = 2000
LONGEST_READ = 400_000
"""Files above so many bytes are not looked through line by line."""
_NO_BOARD = (
    "Who is compared with whom, or by which measure, could not be told from the words and values of the run."
)
_TITLE = re.compile(
    r"[\"“*_](?P<title>[^\"”*_]{15,200})[\"”*_]|\(\d{4}[a-z]?\)\.?\s*(?P<after>[^.]{15,200})\."
)
_NAMED = re.compile(
    r"`(?P<code>[^`\n]{2,60})`|\b(?P<mixed>[A-Za-z]+[-_]?\d[\w.-]*|[A-Z][a-z]+[A-Z]\w+|[A-Z]{2,}[\w-]*)"
)

_WOULD = re.compile(r"\bwould\b", re.IGNORECASE)
_GENERAL = re.compile(r"(?:[LV]L?LM|LM|FM|DNN|NLP|RAG|API|GPU|CPU|TPU|SOTA)s?")
"""Short forms of fields and kinds of machines: that code has them, too, tells nothing of this run."""


def judge_wording(
    statement: Statement, text: str, files: EvidenceFiles, rankings: RankingBench, unmeasured: Unmeasured
) -> Decision:
    """The verdict on a statement that has no number."""
    if statement.kind is ClaimKind.CITATION:
        return _citation(statement, text, files)
    if statement.about is not About.RUN:
        return Decision(Verdict.UNVERIFIABLE, 0.6, "It is not about what this run did.")
    if statement.kind is ClaimKind.RANKING:
        return (
            rankings.judge(statement, text)
            or unmeasured.decide(statement, text)
            or Decision(Verdict.UNVERIFIABLE, 0.3, _NO_BOARD)
        )
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


def _citation(statement: Statement, text: str, files: EvidenceFiles) -> Decision:
    quote = statement.quote(text)
    for path in files.of_role(ArtifactRole.LITERATURE):
        line = _line_of_work(quote, files.text(path))
        if line:
            held = (file_evidence(path, Place("line", "", line), quote[:60]),)
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
    if _WOULD.search(text[slice(*statement.sentence)]) or all(_GENERAL.fullmatch(name) for name in names):
        names = []  # a sentence on what would be done, or on a field of work, names nothing that was used
    held = [found for name in names if (found := name_in_code(name, files)) is not None]
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


def name_in_code(name: str, files: EvidenceFiles) -> Held | None:
    """Where a name stands in code, a log or results as a word of its own; what code says of itself proves no use."""
    wanted = as_word(name)
    for path in files.of_role(ArtifactRole.CODE, ArtifactRole.LOG, ArtifactRole.JSON):
        if files.size_of(path) > LONGEST_READ:
            continue
        if wanted.search(files.text(path)) is None:
            continue
        remarks = _remarks(files.tree(path))
        for number, line in enumerate(files.text(path).split("\n"), start=1):
            if number in remarks or len(line) >= _LONGEST_LINE:
                continue
            said = line.partition("#")[0] if path.endswith((".py", ".sh")) else line
            if wanted.search(said):
                return file_evidence(path, Place("line", "", number), name)
    return None


def as_word(name: str) -> re.Pattern[str]:
    """The name however its parts are joined, also of one in plural; only with a digit in it within a longer word."""
    singular = name[:-1] if re.fullmatch(r"[A-Z]{2,}s", name) else name
    parts = [part for part in re.split(r"[\W_]+", singular) if part]
    begins = "" if re.search(r"\d", name) else r"(?<![a-z])"
    return re.compile(rf"{begins}{r'[-_ .]?'.join(map(re.escape, parts))}(?:s\b|(?![a-z]))", re.IGNORECASE)


def _remarks(tree: ast.Module | None) -> frozenset[int]:
    """The lines of docstrings and other texts that stand alone."""
    if tree is None:
        return frozenset()
    alone = (
        n.value for n in all_nodes(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)
    )
    return frozenset(n for text in alone for n in range(text.lineno, (text.end_lineno or text.lineno) + 1))
