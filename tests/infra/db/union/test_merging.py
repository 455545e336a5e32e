"""A union of workspaces loses nothing, depends on no order, and is all or nothing."""

import hashlib
import itertools
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from mlrbench_gui.domain.anchoring import hand_anchor
from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.audit import Audit, Gate
from mlrbench_gui.domain.decisions import DecisionEntry, Redo, SetNote, SetVerdict, Undo
from mlrbench_gui.domain.errors import InputError, WorkspaceError
from mlrbench_gui.domain.layout import classify
from mlrbench_gui.domain.model_calls import Account, ModelCall
from mlrbench_gui.domain.opinions import Opinion, OpinionState
from mlrbench_gui.domain.reviewing import review_of
from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.runs import Irregularity, Run, RunGroup, RunRecord, TaskRecord
from mlrbench_gui.domain.stages import StageOutput, StageRecord, StageState
from mlrbench_gui.domain.steps import history_of, in_order
from mlrbench_gui.domain.values import GateState, Mode, RelPath, RunName, Sha256, Stage, Verdict
from mlrbench_gui.infra.db.schema import METADATA, SCHEMA_VERSION
from mlrbench_gui.infra.db.union._imported import IMPORTED
from mlrbench_gui.infra.db.union._logs import LOGS
from mlrbench_gui.infra.db.union.uniting import LOCAL
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

RUNS = (RunName("end2end_x/task_a"), RunName("end2end_x/task_b"))
PAPER = RelPath("results/paper.md")
WORDS = ("one", "two", "three", "four")
TEXT = " ".join(WORDS)
START = datetime(2026, 1, 1, tzinfo=UTC)


def sha(data: bytes) -> Sha256:
    return Sha256(hashlib.sha256(data).hexdigest())


@dataclass
class Person:
    """Someone with a workspace of their own, whose clock ticks with every look at it."""

    name: str
    workspace: SqliteWorkspace
    ticks: Iterator[int]
    count: Iterator[int] = field(default_factory=itertools.count)

    def now(self) -> datetime:
        return START + timedelta(minutes=next(self.ticks))

    def id(self) -> str:
        return f"{self.name}-{next(self.count)}"

    def imports(self, run: RunName, state: int, writer: str | None = None) -> None:
        """A run whose log is in one of a few states; a judge's review, whose score depends on it as well."""
        files = {PAPER: TEXT.encode(), RelPath("results/log.txt"): b"acc %d\n" % state * 100}
        artifacts = tuple(
            Artifact(path, sha(data), len(data), *classify(path, len(data)))
            for path, data in sorted(files.items())
        )
        group, mode = RunGroup.END_TO_END, Mode.END_TO_END
        made = Run(run, group, mode, "x", run.rpartition("/")[2], writer, None, (PAPER,))
        score = (Score("Overall", state + 1),)
        with self.workspace.importing(f"folder-{state}") as batch:
            for data in files.values():
                batch.put_blob(data)
            batch.put_run(RunRecord(made, artifacts))
            batch.put_task(TaskRecord(f"task-{state}", batch.put_blob(b"task %d" % state)))
            review = Review(
                source=f"{run}.json",
                sha256=batch.put_blob(b"{%d}" % state),
                target=ReviewTarget.END_TO_END,
                judge="j",
                judge_family="j",
                task=made.task,
                target_key=run,
                target_present=False,
                run=run,
                scores=score,
            )
            batch.put_review(review)
            batch.put_human_review(HumanReview("h.csv", state, "ann", "x", made.task, run, False, score))
            batch.put_irregularity(Irregularity(f"odd-{state}", "odd", "kept"))

    def audits(self, run: RunName, state: int) -> None:
        gate = Gate(reached=GateState.EXECUTED, claimed=None, transitions=())
        audit = Audit(run=run, tool_version=str(state), papers=(), claims=(), findings=(), gate=gate)
        self.workspace.audits.save(audit, f"key-{state}")

    def decides(self, run: RunName, word: str, verdict: Verdict) -> None:
        start = TEXT.index(word)
        anchor = hand_anchor(PAPER, (start, start + len(word)), TEXT)
        self.writes(run, SetVerdict(anchor=anchor, verdict=verdict), SetNote(anchor=anchor, text=self.name))

    def undoes(self, run: RunName) -> None:
        step = history_of(in_order(self.workspace.decisions.entries(run))).to_undo(self.name)
        if step is not None:
            self.writes(run, Undo(step=step.id))

    def redoes(self, run: RunName) -> None:
        step = history_of(in_order(self.workspace.decisions.entries(run))).to_redo(self.name)
        if step is not None:
            self.writes(run, Redo(step=step.id))

    def writes(self, run: RunName, *actions: SetVerdict | SetNote | Undo | Redo) -> None:
        step, at = self.id(), self.now()
        self.workspace.decisions.append(
            [
                DecisionEntry(id=self.id(), step=step, run=run, author=self.name, at=at, action=action)
                for action in actions
            ]
        )

    def asks(self, run: RunName) -> None:
        """A model, for an opinion and for a stage."""
        at = self.now()
        self.workspace.opinions.append(
            Opinion(
                id=self.id(),
                run=run,
                paper=PAPER,
                fingerprint="f",
                state=OpinionState.INVALID,
                verdict=None,
                words="",
                model="m",
                prompt="p",
                prompt_sha256=Sha256("a" * 64),
                tokens=None,
                cost=None,
                at=at,
                raw=self.name,
            )
        )
        call = ModelCall(
            id=self.id(),
            scope=f"{run}/idea/0",
            request_sha256=Sha256("b" * 64),
            profile="p",
            model="m",
            text=self.name,
            finish="stop",
            refusal="",
            tokens=None,
            cost=None,
            seconds=1.0,
            at=at,
        )
        self.workspace.calls.append(call)
        data = f"# Idea of {self.name}\n".encode()
        output = StageOutput(path=RelPath("idea.md"), sha256=sha(data), size=len(data))
        record = StageRecord(
            id=self.id(),
            run=run,
            task="t",
            stage=Stage.IDEA,
            mode=Mode.STEPWISE,
            agent="x",
            model="m",
            attempt=0,
            key=Sha256("a" * 64),
            prompt="p",
            prompt_sha256=Sha256("b" * 64),
            state=StageState.FINISHED,
            outputs=(output,),
            account=Account(),
            started=at,
            ended=at,
        )
        self.workspace.stages.append(record, {RelPath("idea.md"): data})


Deed = Callable[[Person], None]
_runs = st.sampled_from(RUNS)
_states = st.integers(0, 2)
DEEDS: st.SearchStrategy[Deed] = st.one_of(
    st.builds(
        lambda run, state, writer: lambda p: p.imports(run, state, writer),
        _runs,
        _states,
        st.sampled_from((None, "w1", "w2")),
    ),
    st.builds(lambda run, state: lambda p: p.audits(run, state), _runs, _states),
    st.builds(
        lambda run, word, verdict: lambda p: p.decides(run, word, verdict),
        _runs,
        st.sampled_from(WORDS),
        st.sampled_from((Verdict.SUPPORTED, Verdict.CONTRADICTED)),
    ),
    st.builds(lambda run: lambda p: p.undoes(run), _runs),
    st.builds(lambda run: lambda p: p.redoes(run), _runs),
    st.builds(lambda run: lambda p: p.asks(run), _runs),
)
HISTORIES = st.lists(DEEDS, max_size=6)


@contextmanager
def people(folder: Path, *names: str, ticks: Iterator[int] | None = None) -> Iterator[list[Person]]:
    """One workspace each; all clocks are one, as on machines that keep time."""
    shared = ticks or itertools.count()
    with ExitStack() as stack:
        made = []
        for name in names:
            clock = lambda: START + timedelta(minutes=next(shared))  # noqa: E731
            workspace = open_workspace(folder / f"{name}.mlrb", create=True, clock=clock)
            stack.callback(workspace.close)
            made.append(Person(name, workspace, shared))
        yield made


def copied(path: Path, name: str) -> Path:
    """The workspace as a colleague gets it."""
    target = path.with_name(f"{name}.mlrb")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
    return target


def merged(*paths: Path) -> dict[str, Any]:
    """The state of a copy of the first with the others merged into it, one after the other."""
    target = copied(paths[0], "+".join(path.stem for path in paths))
    with closing(open_workspace(target)) as workspace:
        for path in paths[1:]:
            workspace.merge([path])
        return state(workspace)


def state(workspace: SqliteWorkspace) -> dict[str, Any]:
    """All that a workspace holds, under names that do not depend on the order of writing."""
    tables: dict[str, Any] = {}
    with workspace._database.read() as connection:
        versions = {
            row.id: (row.name, row.number)
            for row in connection.exec_driver_sql(
                "SELECT v.id, r.name, v.number FROM run_version v JOIN run r ON r.id = v.run_id"
            )
        }
        runs = {row.id: row.name for row in connection.exec_driver_sql("SELECT id, name FROM run")}
        for name, table in METADATA.tables.items():
            if name in LOCAL:
                continue
            rows = []
            own = {"seq"} if name in LOG_TABLES else {"id", "seq"}
            for row in connection.execute(select(table)).mappings():
                cells = {key: cell for key, cell in row.items() if key not in own}
                if "run_id" in cells:
                    cells["run_id"] = runs[cells["run_id"]]
                if "version_id" in cells:
                    cells["version_id"] = versions[cells["version_id"]]
                rows.append(cells)
            if "superseded" in table.c:
                rows = _last_of_each(rows)
            tables[name] = sorted(
                tuple(sorted((key, repr(cell)) for key, cell in row.items())) for row in rows
            )
    names = workspace.runs.names()
    seen = {
        "rows": workspace.runs.rows(),
        "audits": [[workspace.audits.before(name, back) for back in range(9)] for name in names],
        "reviews": (workspace.reviews.all(), workspace.reviews.humans()),
        "opinions": [workspace.opinions.of_run(name) for name in RUNS],
        "calls": workspace.calls.of_scopes(""),
        "stages": workspace.stages.all(),
        "folded": [review_of(None, workspace.decisions.entries(name), {PAPER: TEXT}) for name in RUNS],
        "disputes": workspace.disputes(),
        "totals": workspace.totals(),
        "tasks": workspace.tasks.all(),
    }
    return {**tables, **seen}


def _last_of_each(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A content that came back after another stands twice in a file; when it came first is of no consequence."""
    rows.sort(key=lambda row: (row["at"], not row["superseded"]))
    return list({(row["key"], row["digest"]): row for row in rows}.values())


LOG_TABLES = frozenset(table.name for table in LOGS.values())


@pytest.mark.fuzzed
@pytest.mark.timeout(3000)
@given(histories=st.tuples(HISTORIES, HISTORIES, HISTORIES, HISTORIES))
@settings(max_examples=max(8, settings().max_examples // 10))  # an example writes some twenty files
def test_that_merging_depends_on_no_order_and_loses_nothing(
    histories: tuple[Sequence[Deed], Sequence[Deed], Sequence[Deed], Sequence[Deed]],
) -> None:
    common, *own = histories
    with TemporaryDirectory() as folder:
        ticks = itertools.count()
        with people(Path(folder), "origin", ticks=ticks) as (origin,):
            for deed in common:
                deed(origin)
        for name in ("ada", "bob", "cyd"):
            copied(Path(folder) / "origin.mlrb", name)
        with people(Path(folder), "ada", "bob", "cyd", ticks=ticks) as three:
            for deed, person in _interleaved(own, three):
                deed(person)
            alone = [state(person.workspace) for person in three]
        ada, bob, cyd = (Path(folder) / f"{name}.mlrb" for name in ("ada", "bob", "cyd"))

        both = merged(ada, bob)
        assert both == merged(bob, ada)
        assert merged(ada, ada) == merged(ada, Path(folder) / "origin.mlrb")
        assert merged(ada, bob, bob, ada) == both

        pair = Path(folder) / "bob+cyd.mlrb"
        merged(bob, cyd)
        assert merged(ada, pair) == merged(ada, bob, cyd) == merged(cyd, ada, bob)
        for before in alone[:2]:
            _lost_nothing(before, both)


def _interleaved(own: Sequence[Sequence[Deed]], three: Sequence[Person]) -> Iterator[tuple[Deed, Person]]:
    for row in itertools.zip_longest(*own):
        yield from ((deed, person) for deed, person in zip(row, three, strict=True) if deed is not None)


def _lost_nothing(before: dict[str, Any], after: dict[str, Any]) -> None:
    for name in LOG_TABLES | {"blob"}:
        assert set(before[name]) <= set(after[name])
    for table in IMPORTED.values():
        contents = [
            {(dict(row)["key"], dict(row)["digest"]) for row in side[table.name]} for side in (before, after)
        ]
        assert contents[0] <= contents[1]
    assert {row.run.name for row in before["rows"]} <= {row.run.name for row in after["rows"]}


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Person, Person]]:
    with people(tmp_path, "ada", "bob") as (ada, bob):
        yield ada, bob


def test_that_an_export_into_an_empty_workspace_and_back_is_the_same(tmp_path: Path) -> None:
    with people(tmp_path, "ada", "bob") as (ada, bob):
        ada.imports(RUNS[0], 0)
        ada.audits(RUNS[0], 0)
        ada.decides(RUNS[0], "one", Verdict.CONTRADICTED)
        ada.undoes(RUNS[0])
        ada.asks(RUNS[0])
        ada.imports(RUNS[0], 1)
        report = bob.workspace.merge([ada.workspace.path])
        assert state(bob.workspace) == state(ada.workspace)
        assert (report.added["runs"], report.added["versions"], report.added["decisions"]) == (1, 2, 3)
        assert bob.workspace.runs.files(RUNS[0]).read(RelPath("results/log.txt")) == b"acc 1\n" * 100
        assert not any(ada.workspace.merge([bob.workspace.path]).added.values())


def test_that_both_decisions_stay_and_the_conflict_is_told_once_as_new(pair: tuple[Person, Person]) -> None:
    ada, bob = pair
    for person, verdict in ((ada, Verdict.CONTRADICTED), (bob, Verdict.SUPPORTED)):
        person.imports(RUNS[0], 0)
        person.decides(RUNS[0], "two", verdict)
    report = ada.workspace.merge([bob.workspace.path])
    (dispute,) = report.new_disputes
    assert [(word.author, word.says) for word in dispute.words] == [
        ("ada", "contradicted"),
        ("bob", "supported"),
    ]
    assert (dispute.told, ada.workspace.disputes()) == ("two", (dispute,))
    assert {entry.author for entry in ada.workspace.decisions.entries(RUNS[0])} == {"ada", "bob"}
    again = ada.workspace.merge([bob.workspace.path])
    assert (again.disputes, again.new_disputes) == ((dispute,), ())


def test_that_of_two_imports_the_later_one_stands_in_both_directions(pair: tuple[Person, Person]) -> None:
    ada, bob = pair
    ada.imports(RUNS[0], 0, "w1")
    bob.imports(RUNS[0], 1)
    ada.workspace.merge([bob.workspace.path])
    (row,) = ada.workspace.runs.rows()
    assert (row.judge_means, row.run.writer_model) == ((2.0,), "w1")
    bob.workspace.merge([ada.workspace.path])
    assert state(ada.workspace) == state(bob.workspace)


def test_that_a_dry_run_tells_the_same_and_changes_nothing(pair: tuple[Person, Person]) -> None:
    ada, bob = pair
    bob.imports(RUNS[0], 0)
    bob.decides(RUNS[0], "one", Verdict.SUPPORTED)
    before, version = state(ada.workspace), ada.workspace.data_version()
    told = ada.workspace.merge([bob.workspace.path], keep=False)
    assert (state(ada.workspace), ada.workspace.data_version()) == (before, version)
    assert ada.workspace.merge([bob.workspace.path]) == told


def test_that_the_other_file_is_not_touched_even_where_it_is_of_an_older_schema(
    tmp_path: Path, pair: tuple[Person, Person]
) -> None:
    older = tmp_path / "older.mlrb"
    with closing(sqlite3.connect(older)) as connection:
        script = Path(__file__).parents[1] / "first_schema.sql"
        connection.executescript(script.read_text(encoding="utf-8"))
    older.chmod(0o444)
    before = older.read_bytes()
    pair[0].workspace.merge([older])
    assert [e.author for e in pair[0].workspace.decisions.entries(RUNS[0])] == ["ada", "bob"]
    assert older.read_bytes() == before
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("older.mlrb.")]


def test_that_a_broken_newer_or_altered_workspace_changes_nothing(
    tmp_path: Path, pair: tuple[Person, Person]
) -> None:
    ada, bob = pair
    bob.imports(RUNS[0], 0)
    bob.decides(RUNS[0], "one", Verdict.SUPPORTED)
    ada.workspace.merge([bob.workspace.path])
    bob.imports(RUNS[1], 0)
    good = copied(bob.workspace.path, "good")
    before = state(ada.workspace)
    for name, statement, what in (
        ("newer", f"PRAGMA user_version = {SCHEMA_VERSION + 1}", "newer version"),
        ("altered", "UPDATE decision SET reason = 'because'", "says something else than here"),
        ("blob", "UPDATE blob SET data = zeroblob(9), codec = 'raw'", "is not what was stored"),
    ):
        other = copied(good, name)
        with closing(sqlite3.connect(other)) as connection:
            if name == "blob":
                connection.execute("UPDATE blob SET sha256 = 'f' || substr(sha256, 2)")
            connection.execute(statement)
            connection.commit()
        with pytest.raises(WorkspaceError, match=what) as told:
            ada.workspace.merge([good, other])
        assert f"{name}.mlrb" in str(told.value)
        assert state(ada.workspace) == before
    cut = tmp_path / "cut.mlrb"
    cut.write_bytes(good.read_bytes()[:20000])
    with pytest.raises(WorkspaceError, match="it ends after"):
        ada.workspace.merge([good, cut])
    with pytest.raises(InputError, match="this workspace itself"):
        ada.workspace.merge([good, ada.workspace.path])
    assert state(ada.workspace) == before


def test_that_what_an_unfinished_import_has_only_staged_is_not_taken(pair: tuple[Person, Person]) -> None:
    ada, bob = pair
    with bob.workspace.importing("folder") as batch:
        batch.put_blob(b"half" * 1000)
        batch._blobs.flush(None)
        assert ada.workspace.merge([bob.workspace.path]).added["files"] == 0
    assert ada.workspace.merge([bob.workspace.path]).added["files"] == 1


def test_that_every_table_is_merged_or_said_to_be_this_files_own() -> None:
    files = {"blob", "run", "run_version", "run_file", "audit", "irregularity", "shard"}
    merged_tables = {table.name for table in (*IMPORTED.values(), *LOGS.values())} | files
    assert merged_tables | LOCAL == set(METADATA.tables)
    assert not merged_tables & LOCAL
