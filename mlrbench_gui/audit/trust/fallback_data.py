"""Made-up data in place of data that could not be loaded: code says so where loading fails, and a log has it."""

import ast
import re
from collections.abc import Iterator

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import Trees, called
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, RelPath

_MADE = re.compile(
    r"\b(?:creat\w+|generat\w+|us(?:e|es|ing)|fall(?:s|ing)? ?back (?:to|on)|substitut\w+|replac\w+|switch\w+ to)\b"
    r"[^.\n]{0,40}?\b(?:dummy|synthetic|mock|placeholder|fake|random|simulated|artificial|toy)\b[^.\n]{0,30}?"
    r"\b(?:data\w*|samples?|corpus|images?|texts?|examples?|questions?|knowledge base|benchmark)\b",
    re.IGNORECASE,
)
_MOCKED = re.compile(
    r"\b(?:us(?:e|es|ing)|fall(?:s|ing)? ?back (?:to|on)|switch\w+ to|return\w*|running (?:in|with)|initiali[sz]\w+)\b"
    r"[^.\n]{0,30}?\b(?:mock|dummy|fake|simulated|stub|placeholder)\b[^.\n]{0,20}?"
    r"\b(?:responses?|answers?|outputs?|generations?|predictions?|completions?|"
    r"(?:language )?models?|llms?|clients?|api|"
    r"mode)\b",
    re.IGNORECASE,
)
_LACKS = re.compile(r"key|token|avail|client|model|api|None|has_", re.IGNORECASE)
_TELLS = frozenset({"print", "info", "warning", "warn", "error", "debug", "exception", "critical", "log"})
_FAILED = re.compile(
    r"\b(?:failed|failure|could not|couldn't|cannot|unable|error|not found|doesn't exist)\b", re.IGNORECASE
)
_LOADING = re.compile(r"\b(?:load|download|read|fetch|open|import)\w*\b", re.IGNORECASE)
_QUOTED = re.compile(r"[\"'`(]\s*$")
_HELD_OUT = frozenset(name_words("test testing eval evaluation"))
_BEFORE = 4
_SHORTEST = 12
_MEASURES = tuple(
    frozenset((word,))
    for word in name_words(
        "accuracy recall precision f1 loss auc auroc map mrr ndcg bleu rouge mse rmse mae error perplexity r2 acc"
    )
)
"""What is measured on held-out data; the rest may rest on the data that were loaded."""


def fallback_data(trees: Trees, files: EvidenceFiles) -> Iterator[Breakage]:
    """Where a log of the run has the message that code prints when it puts made-up data in place of the real ones."""
    for path, tree in trees.items():
        for line, message in _messages(tree):
            found = _logged(files, message)
            if found is None:
                continue
            log, at, before = found
            told = (
                f"Data could not be loaded and were made up: the log has “{message.strip()[:80]}” "
                f"({path}, line {line} prints it where loading fails)."
            )
            is_test = bool(_HELD_OUT & {word for text in before for word in name_words(text)})
            yield Breakage(
                log,
                Place("line", "", at),
                told,
                names=frozenset(_MEASURES) if is_test else frozenset(),
                kind=FindingKind.SYNTHETIC_DATA,
                missing=frozenset(word for text in before if _is_failure(text) for word in name_words(text)),
            )
            return


def _messages(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts printed or logged where an error is handled, that tell of made-up data."""
    for handler in (node for node in all_nodes(tree) if isinstance(node, ast.ExceptHandler)):
        for call in all_nodes(handler):
            if isinstance(call, ast.Call) and called(call) in _TELLS:
                for argument in call.args:
                    yield from ((call.lineno, text) for text in _texts(argument) if _MADE.search(text))


def fallback_models(trees: Trees, files: EvidenceFiles) -> Iterator[Breakage]:
    """Where a log has the message that code prints when it answers in the place of a model that it could not reach."""
    for path, tree in trees.items():
        for line, message in _mocked(tree):
            found = _logged(files, message)
            if found is not None:
                told = (
                    f"A model could not be reached and was replaced: the log has “{message.strip()[:80]}” "
                    f"({path}, line {line} prints it)."
                )
                log, at, _ = found
                yield Breakage(log, Place("line", "", at), told, kind=FindingKind.SIMULATED_RESULTS)
                return


def _mocked(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts told where an error is handled or a key, client or model is missing, that tell of one made up instead."""
    for node in all_nodes(tree):
        is_lacking = isinstance(node, ast.If) and _LACKS.search(ast.unparse(node.test)) is not None
        if isinstance(node, ast.ExceptHandler) or is_lacking:
            for call in all_nodes(node):
                if isinstance(call, ast.Call) and called(call) in _TELLS:
                    for argument in call.args:
                        yield from ((call.lineno, text) for text in _texts(argument) if _MOCKED.search(text))


def _texts(node: ast.expr) -> Iterator[str]:
    """The literal pieces of a text, long enough to be known again."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    for part in parts:
        if (
            isinstance(part, ast.Constant)
            and isinstance(part.value, str)
            and len(part.value.strip()) >= _SHORTEST
        ):
            yield part.value.strip(" .\n")


def _logged(files: EvidenceFiles, message: str) -> tuple[RelPath, int, list[str]] | None:
    """The last line of a log with the message, and the lines before it; logs below `results/` first."""
    logs = [path for path in files.of_role(ArtifactRole.LOG) if path != files.transcript()]
    for path in sorted(logs, key=lambda p: (not p.startswith("results/"), p)):
        lines = files.text(path).split("\n")
        for number in range(len(lines) - 1, -1, -1):
            at = lines[number].find(message)
            if at >= 0 and not _QUOTED.search(lines[number][:at]):
                return path, number + 1, lines[max(0, number - _BEFORE) : number + 1]
    return None


def _is_failure(line: str) -> bool:
    return _FAILED.search(line) is not None and _LOADING.search(line) is not None
