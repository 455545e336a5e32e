"""Audits, the list of runs, settings and cache: what is put comes back, and counts follow decisions."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

import pytest

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.audit import Audit, Claim, Finding, Gate, Paper
from mlrbench_gui.domain.decisions import Action, DecisionEntry, JudgeFinding, SetVerdict, Undo
from mlrbench_gui.domain.errors import InputError, UnknownRun
from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.runs import Run, RunGroup, RunRecord
from mlrbench_gui.domain.values import (
    ClaimKind,
    FindingKind,
    GateState,
    Mode,
    RelPath,
    RunName,
    Severity,
    Sha256,
    Trust,
    Verdict,
)
from mlrbench_gui.infra.db.audits import KEPT
from mlrbench_gui.infra.db.cache import SqliteCache
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

NAME = RunName("end2end_x/task_a")
PAPER = RelPath("results/paper.md")
TEXT = "# Paper\n\nWe reach 0.5.\n"


class Source(Protocol):
    files: dict[str, bytes]

    def record(self, name: RunName = NAME) -> RunRecord: ...

    def put_into(self, workspace: SqliteWorkspace, name: RunName = NAME) -> dict[str, int]: ...


def audit(verdict: Verdict = Verdict.SUPPORTED, seconds: float = 1.0) -> Audit:
    sha256 = text_sha256(TEXT)
    start = TEXT.index("We reach 0.5")
    claim = Claim(
        id="c1",
        fingerprint="f1",
        paper=PAPER,
        span=(start, start + len("We reach 0.5")),
        quote="We reach 0.5",
        section="",
        kind=ClaimKind.VALUE,
        value=0.5,
        unit=None,
        verdict=verdict,
        trust=Trust.DOUBTFUL,
        confidence=1.0,
        reason="So says the log – “0.5”.",
    )
    finding = Finding(
        id="x1", kind=FindingKind.TYPED_LOG, severity=Severity.HIGH, path=None, locator=None, message="typed"
    )
    return Audit(
        run=NAME,
        tool_version="1",
        papers=(Paper(path=PAPER, sha256=sha256, text_sha256=sha256, title="Paper"),),
        claims=(claim,),
        findings=(finding,),
        gate=Gate(reached=GateState.EXECUTED, claimed=GateState.REPORTED, transitions=()),
        timings={"total_s": seconds},
    )


def decide(workspace: SqliteWorkspace, number: int, action: Action) -> None:
    entry = DecisionEntry(
        id=str(number),
        step=f"s{number}",
        run=NAME,
        author="ada",
        at=datetime(2026, 1, 1, 0, number, tzinfo=UTC),
        action=action,
    )
    workspace.decisions.append([entry])


def test_that_an_audit_comes_back_equal_with_key_and_time(workspace: SqliteWorkspace, source: Source) -> None:
    source.put_into(workspace)
    assert workspace.audits.latest(NAME) is None
    workspace.audits.save(audit(), "key-1")
    stored = workspace.audits.latest(NAME)
    assert stored is not None
    assert (stored.audit, stored.input_key) == (audit(), "key-1")
    assert stored.at.tzinfo is not None


def test_that_earlier_audits_are_kept_and_equal_ones_are_not_doubled(
    workspace: SqliteWorkspace, source: Source
) -> None:
    source.put_into(workspace)
    for made in (audit(), audit(seconds=9.0), audit(Verdict.CONTRADICTED)):
        workspace.audits.save(made, "key")
    with workspace._database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM audit").scalar_one() == 2
    latest = workspace.audits.latest(NAME)
    assert latest is not None
    assert latest.audit.claims[0].verdict is Verdict.CONTRADICTED


def test_that_the_audit_before_the_latest_comes_with_the_files_that_it_was_made_on(
    workspace: SqliteWorkspace, source: Source
) -> None:
    source.put_into(workspace)
    assert workspace.audits.before(NAME) is None
    workspace.audits.save(audit(), "key-1")
    source.files["results/log.txt"] = b"acc 0.6\n"
    source.put_into(workspace)
    workspace.audits.save(audit(Verdict.CONTRADICTED), "key-2")

    before, latest = workspace.audits.before(NAME), workspace.audits.latest(NAME)

    assert before is not None
    assert latest is not None
    assert (before.input_key, before.version, latest.input_key, latest.version) == ("key-1", 1, "key-2", 2)
    old, new = (workspace.runs.hashes(NAME, stored.version) for stored in (before, latest))
    assert {path for path in old if old[path] != new[path]} == {"results/log.txt"}
    assert workspace.runs.hashes(NAME, 9) == {}


def test_that_only_the_last_few_audits_of_a_run_stay(workspace: SqliteWorkspace, source: Source) -> None:
    source.put_into(workspace)
    for number in range(KEPT + 3):
        workspace.audits.save(audit(), f"key-{number}")
    oldest = workspace.audits.before(NAME, KEPT - 1)
    assert oldest is not None
    assert oldest.input_key == "key-3"
    assert workspace.audits.before(NAME, KEPT) is None


def test_that_the_list_shows_a_run_before_and_after_its_audit(
    workspace: SqliteWorkspace, source: Source
) -> None:
    source.put_into(workspace)
    (row,) = workspace.runs.rows()
    assert (row.gate, row.claims, row.audited_at, row.stale) == (None, 0, None, False)
    workspace.audits.save(audit(), "key")
    (row,) = workspace.runs.rows()
    assert row.gate == audit().gate
    assert (row.verdicts, row.trusts, row.findings) == ({"supported": 1}, {"doubtful": 1}, {"high": 1})
    assert (row.claims, row.decided) == (1, 0)


def test_that_the_lists_counts_follow_decisions_and_their_undoing(
    workspace: SqliteWorkspace, source: Source
) -> None:
    source.put_into(workspace)
    workspace.audits.save(audit(), "key")
    at = anchor_of(audit().claims[0], TEXT, Sha256(text_sha256(TEXT)))
    decide(workspace, 1, SetVerdict(anchor=at, verdict=Verdict.UNSUPPORTED))
    decide(workspace, 2, JudgeFinding(finding="x1", confirmed=False))
    (row,) = workspace.runs.rows()
    assert (row.verdicts, row.findings, row.decided) == ({"unsupported": 1}, {}, 1)
    decide(workspace, 3, Undo(step="s1"))
    (row,) = workspace.runs.rows()
    assert (row.verdicts, row.decided) == ({"supported": 1}, 0)


def test_that_a_run_whose_files_changed_since_its_audit_is_stale(
    workspace: SqliteWorkspace, source: Source
) -> None:
    source.put_into(workspace)
    workspace.audits.save(audit(), "key")
    assert not workspace.runs.rows()[0].stale
    source.files["results/log.txt"] += b"more\n"
    source.put_into(workspace)
    assert workspace.runs.rows()[0].stale


def test_that_judges_means_are_of_the_run_and_one_a_judge(workspace: SqliteWorkspace, source: Source) -> None:
    source.put_into(workspace)
    with workspace.importing("reviews") as batch:
        for number, (judge, target, score) in enumerate(
            [
                ("b", ReviewTarget.END_TO_END, 7),
                ("a", ReviewTarget.END_TO_END, 4),
                ("a", ReviewTarget.END_TO_END_NO_CODE, 1),
            ]
        ):
            scores = (Score("Overall", score), Score("Clarity", 10))
            batch.put_review(
                Review(
                    f"{number}.json",
                    Sha256("a" * 64),
                    target,
                    judge,
                    judge,
                    "t",
                    NAME,
                    True,
                    NAME,
                    scores=scores,
                )
            )
        batch.put_human_review(HumanReview("h.csv", 1, "1", "x", "t", NAME, True, (Score("Overall", 5),)))
    (row,) = workspace.runs.rows()
    assert (row.judge_means, row.human_reviews) == ((4.0, 7.0), 1)
    assert [item.scores for item in workspace.reviews.humans_of_run(NAME)] == [(Score("Overall", 5),)]


def test_that_a_run_that_is_not_there_is_unknown(workspace: SqliteWorkspace) -> None:
    for ask in (workspace.runs.get, workspace.runs.artifacts, workspace.runs.files, workspace.runs.intervals):
        with pytest.raises(UnknownRun, match="no run named"):
            ask(RunName("a/b"))


def test_that_a_file_that_could_not_be_read_says_so(workspace: SqliteWorkspace, source: Source) -> None:
    record = source.record()
    lost = replace(record.artifacts[0], path=RelPath("lost.bin"), sha256=None)
    with workspace.importing("x") as batch:
        batch.put_run(RunRecord(record.run, (lost,)))
    files = workspace.runs.files(NAME)
    with pytest.raises(InputError, match=r"lost\.bin"):
        files.read(RelPath("lost.bin"))
    with pytest.raises(KeyError):
        files.read(RelPath("other"))


def test_that_settings_are_replaced(workspace: SqliteWorkspace) -> None:
    assert workspace.settings.get("reviewer") is None
    workspace.settings.put("reviewer", "ada")
    workspace.settings.put("reviewer", "Ada Ω")
    assert workspace.settings.get("reviewer") == "Ada Ω"


def test_that_the_cache_drops_the_oldest_when_it_is_full(workspace: SqliteWorkspace) -> None:
    cache = SqliteCache(workspace._database, limit=1000)
    for key in "abc":
        cache.put(key, key.encode() * 400)
    cache.put("too large", bytes(1001))
    assert [cache.get(key) is not None for key in ("a", "b", "c", "too large")] == [False, True, True, False]
    cache.put("b", b"new")
    assert cache.get("b") == b"new"


def test_that_each_change_by_anyone_moves_the_version(workspace: SqliteWorkspace, place: Place) -> None:
    first = workspace.data_version()
    assert workspace.data_version() == first
    workspace.settings.put("a", "1")
    second = workspace.data_version()
    with closing(open_workspace(place)) as other:
        other.settings.put("a", "2")
        assert first < second < workspace.data_version()


def test_that_time_is_the_files_own_without_a_clock(place: Place) -> None:
    with closing(open_workspace(place, create=True)) as opened, opened.importing("x"):
        pass
    with closing(open_workspace(place)) as opened, opened._database.read() as connection:
        at = datetime.fromisoformat(str(connection.exec_driver_sql("SELECT at FROM import_log").scalar_one()))
    assert at.utcoffset() is not None
    assert at.year >= 2026


def test_that_reading_files_of_an_old_version_goes_on_during_an_import(
    workspace: SqliteWorkspace, source: Source, note: Callable[..., DecisionEntry]
) -> None:
    source.put_into(workspace)
    files = workspace.runs.files(NAME)
    source.files["code/main.py"] = b"print(1)\n"
    with workspace.importing("again") as batch:
        batch.put_blob(b"print(1)\n")
        batch.put_run(source.record())
        batch.report()
        assert files.read(RelPath("code/main.py")) == b"print('acc', 0.5)\n"
        assert workspace.runs.artifacts(NAME) != source.record().artifacts
    assert workspace.runs.artifacts(NAME) == source.record().artifacts


def test_that_a_loose_run_is_listed_beside_the_others(workspace: SqliteWorkspace) -> None:
    run = Run(RunName("my/run"), RunGroup.LOOSE, Mode.END_TO_END, "my", "run", None, None, ())
    with workspace.importing("x") as batch:
        batch.put_run(RunRecord(run, ()))
    assert workspace.runs.rows()[0].run == run
