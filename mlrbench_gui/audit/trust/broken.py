"""Measurements that are broken though code ran: error texts scored as answers, tests that are never called."""

import math
import re

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import trees_that_ran
from mlrbench_gui.audit.trust.column_names import walked_columns
from mlrbench_gui.audit.trust.constant_losses import constant_losses
from mlrbench_gui.audit.trust.equal_outcomes import equal_outcomes
from mlrbench_gui.audit.trust.error_values import errors_as_values
from mlrbench_gui.audit.trust.fallback_data import fallback_data, fallback_models
from mlrbench_gui.audit.trust.leaked_truth import leaked_truths
from mlrbench_gui.audit.trust.noised_measures import drawn_embeddings, noised_measures
from mlrbench_gui.audit.trust.random_groups import random_groups
from mlrbench_gui.audit.trust.same_errors import same_errors
from mlrbench_gui.audit.trust.same_variable import compared_with_itself
from mlrbench_gui.audit.trust.seen_tests import seen_tests
from mlrbench_gui.audit.trust.standing_in import constants_standing_in
from mlrbench_gui.audit.trust.unfilled import unfilled_measures
from mlrbench_gui.audit.trust.unread_parts import unread_parts
from mlrbench_gui.audit.trust.unrunnable_tests import unrunnable_tests
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind

_ERROR_ANSWER = re.compile(
    r"\"(?:\[?(?:error|failed|exception)\b[^\"]{5,200}|"
    r"[^\"]{0,40}\b(?:error (?:generating|calling|in)|api error|traceback)[^\"]{0,200})\"",
    re.IGNORECASE,
)
_TEST_FIELD = re.compile(r"\[[\"'](?:test|tests|test_code)[\"']\]|\btest_code\b")
_CALLS_CHECK = re.compile(r"\bcheck\(|pytest|unittest\.main|doctest")


def find_breakages(files: EvidenceFiles, runs: ScriptRuns) -> tuple[Breakage, ...]:
    """Broken measurements, each with a place to look at."""
    return (
        *_error_answers(files),
        *_uncalled_tests(files, runs),
        *_uniform_guesses(files),
        *_asked_columns(files, runs),
        *equal_outcomes(files),
        *same_errors(files),
        *_by_code(files, runs),
    )


def _by_code(files: EvidenceFiles, runs: ScriptRuns) -> list[Breakage]:
    """What the code that ran shows to be no measurement of what its name says."""
    trees = trees_that_ran(files, runs)
    return [
        *compared_with_itself(trees),
        *unfilled_measures(trees),
        *constants_standing_in(trees, files),
        *random_groups(trees),
        *noised_measures(trees),
        *drawn_embeddings(trees),
        *seen_tests(trees),
        *leaked_truths(trees),
        *unread_parts(trees),
        *fallback_data(trees, files),
        *fallback_models(trees, files),
        *unrunnable_tests(trees, files),
        *errors_as_values(trees, files),
    ]


def _error_answers(files: EvidenceFiles) -> list[Breakage]:
    """Result files where most answers are error texts taint all results of the run."""
    found = []
    for path in files.of_role(ArtifactRole.JSON):
        if files.size_of(path) > 4_000_000:
            continue
        text = files.text(path)
        hits = list(_ERROR_ANSWER.finditer(text))
        answers = len(
            re.findall(
                r"\"(?:[\w ]*(?:response|answer|output|prediction|generated|completion)[\w ]*)\"\s*:\s*\"",
                text,
                re.IGNORECASE,
            )
        )
        if hits and answers and len(hits) >= 0.5 * answers:
            line = text.count("\n", 0, hits[0].start()) + 1
            errors = f"{min(len(hits), answers)} of {answers} stored answers are error texts"
            message = f"{errors}, scored as if they were answers."
            found.append(
                Breakage(
                    path,
                    Place("line", "", line),
                    message,
                    kind=FindingKind.EXPERIMENT_FAILED,
                    scores_errors=True,
                )
            )
    return found


def _asked_columns(files: EvidenceFiles, runs: ScriptRuns) -> list[Breakage]:
    """Code that ran and walks a slice of a data set as if it were a list of its rows taints all results."""
    trees = {path: tree for path in runs.readings if (tree := files.tree(path)) is not None}
    ran = trees_that_ran(files, runs)
    message = "A slice of the data set is a mapping of columns; the loop over it takes the names of columns for rows."
    walked = ((path, line) for path, line in walked_columns(trees) if path in ran)
    return [Breakage(path, Place("line", "", line), message) for path, line in walked][:1]


def _uniform_guesses(files: EvidenceFiles) -> list[Breakage]:
    """Losses that tell of a model which gives every choice the same probability."""
    found = []
    for path in files.of_role(ArtifactRole.JSON):
        losses = constant_losses(files, path)
        if losses:
            loss = min(losses)
            text = files.text(path)
            line = text.count("\n", 0, max(text.find(repr(loss)), 0)) + 1
            message = (
                f"The loss {loss:.5g} is the same in training and evaluation and the logarithm of "
                f"{round(math.exp(loss))}: the model gives each of so many choices the same probability."
            )
            place = Place("line", "", line)
            found.append(Breakage(path, place, message, frozenset({path}), losses, kind=FindingKind.OTHER))
    return found


def _uncalled_tests(files: EvidenceFiles, runs: ScriptRuns) -> list[Breakage]:
    """Code that appends a data set's test text, which only defines a check, and runs it without calling the check."""
    sources = {path: files.text(path) for path in runs.readings}
    if not any(_TEST_FIELD.search(text) for text in sources.values()) or any(
        _CALLS_CHECK.search(text) for text in sources.values()
    ):
        return []
    for path, text in sorted(sources.items()):
        hit = re.search(r"^.*\+.*\btest(?:_code|s)?\b.*$", text, re.MULTILINE)
        if hit and re.search(r"subprocess|exec\(", text):
            line = text.count("\n", 0, hit.start()) + 1
            return [
                Breakage(
                    path,
                    Place("line", "", line),
                    "The tests are appended to the program, but no check is ever called: a file that imports passes.",
                    by_absence=True,
                )
            ]
    return []
