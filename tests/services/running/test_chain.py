"""One task through its stages: each recorded, none repeated, and the gate before the paper."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

import pytest

from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.audit import Audit, Gate, Transition
from mlrbench_gui.domain.decisions import DecisionEntry, OverrideGate
from mlrbench_gui.domain.errors import BudgetReached, InputError, MissingPart, ModelUnavailable
from mlrbench_gui.domain.layout import GATE_MANIFEST
from mlrbench_gui.domain.stages import GatePolicy, StageState
from mlrbench_gui.domain.values import GATE_ORDER, GateState, Mode, RelPath, RunName, Stage
from mlrbench_gui.infra.db.workspace import SqliteWorkspace
from mlrbench_gui.infra.llm.scripted.faults import Fault, Faults
from mlrbench_gui.services.models.budget import Bounds
from mlrbench_gui.services.ports.calls import AuditRun
from mlrbench_gui.services.running.chain import RunOrder, RunOutcome
from mlrbench_gui.services.running.inputs import Given
from mlrbench_gui.services.running.publishing import publish

TASK = "iclr2025_wsl"
TEXTS = (Stage.IDEA, Stage.LITERATURE, Stage.PROPOSAL)
RUN = RunName(f"end2end_scripted/{TASK}")
IDEAS = RunOrder(TASK, TEXTS, Mode.END_TO_END)
RESULTS = {
    RelPath("code/run.py"): b"print(1)\n",
    RelPath("results/metrics.json"): b'{"nearest": {"accuracy": 0.8125}, "majority": {"accuracy": 0.5}}',
    RelPath("results/results.md"): b"# Results\n\nAccuracy 0.8125 against 0.5.\n",
    RelPath("results/fig.png"): b"\x89PNG",
}


class Bench(Protocol):
    workspace: SqliteWorkspace

    @property
    def calls(self) -> int: ...

    def chain(self, order: RunOrder, given: Given | None = None, **desk: object) -> RunOutcome: ...


Open = Callable[..., Bench]


def text(bench: Bench, outcome: RunOutcome, stage: Stage) -> str:
    record = next(item for item in outcome.records if item.stage is stage)
    (data,) = [d for p, d in bench.workspace.stages.files(record).items() if p != GATE_MANIFEST]
    return data.decode()


def test_that_stages_build_on_each_other_and_each_is_recorded_in_full(bench: Open) -> None:
    made = bench()
    outcome = made.chain(IDEAS)
    assert (outcome.run, outcome.ended) == (RUN, None)
    assert [record.stage for record in outcome.records] == list(TEXTS)
    for record in outcome.records:
        assert record.state is StageState.FINISHED
        assert (record.model, record.prompt) == ("scripted-1", f"{record.stage}-1")
        assert len(record.prompt_sha256) == 64
        assert (record.account.calls, record.account.cost, record.account.untold) == (1, 0.0, 0)
        assert record.account.tokens > 100
    assert text(made, outcome, Stage.IDEA).startswith("# ")
    assert "named from memory, not looked up" in text(made, outcome, Stage.LITERATURE)
    assert "## Hypothesis" in text(made, outcome, Stage.PROPOSAL)


def test_that_what_is_finished_is_not_done_again_unless_told_or_its_inputs_change(bench: Open) -> None:
    made = bench()
    first = made.chain(IDEAS)
    assert made.chain(IDEAS).records == first.records
    assert made.calls == 3
    again = made.chain(RunOrder(TASK, (Stage.IDEA,), Mode.END_TO_END, again=True))
    assert (made.calls, again.records[0].attempt) == (4, 1)
    other = Given({RelPath("idea.md"): b"# Another idea\n\nOf another kind."})
    changed = made.chain(RunOrder(TASK, (Stage.PROPOSAL,), Mode.END_TO_END), other)
    assert (made.calls, changed.records[0].attempt) == (5, 1)


def test_that_a_stage_after_a_break_asks_only_what_was_not_answered(bench: Open) -> None:
    made = bench(Faults({3: Fault.WRONG_KEY}))
    with pytest.raises(ModelUnavailable, match="the key was refused"):
        made.chain(IDEAS)
    assert made.calls == 3
    assert len(made.workspace.stages.of_run(RUN)) == 2
    assert made.chain(IDEAS).ended is None
    assert made.calls == 4


def test_that_a_reply_that_was_kept_is_used_after_a_crash_before_the_record(
    bench: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = bench()

    def crash(*_args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(made.workspace.stages, "append", crash)
        with pytest.raises(KeyboardInterrupt):
            made.chain(IDEAS)
    assert made.calls == 1
    assert made.chain(IDEAS).records[0].account.calls == 1
    assert made.calls == 3


@pytest.mark.parametrize(
    ("fault", "state", "words"),
    [
        (Fault.REFUSAL, StageState.REFUSED, "scripted-1: will not answer: I will not do that."),
        (
            Fault.BROKEN_JSON,
            StageState.FAILED,
            "its reply cannot be used, also not the second: it holds no JSON",
        ),
        (Fault.OTHER_SHAPE, StageState.FAILED, "title: Field required"),
    ],
)
def test_that_a_reply_that_cannot_be_used_ends_the_run_with_a_record_and_a_later_try_asks_anew(
    bench: Open, fault: Fault, state: StageState, words: str
) -> None:
    made = bench(Faults({1: fault, 2: fault} if state is StageState.FAILED else {1: fault}))
    outcome = made.chain(IDEAS)
    (record,) = outcome.records
    assert record.state is state
    assert words in (outcome.ended or "")
    assert record.account.calls == (2 if state is StageState.FAILED else 1)
    again = made.chain(IDEAS)
    assert (again.records[0].attempt, again.ended) == (1, None)


def test_that_a_broken_reply_is_mended_and_both_calls_are_accounted(bench: Open) -> None:
    made = bench(Faults({1: Fault.BROKEN_JSON}))
    outcome = made.chain(RunOrder(TASK, (Stage.IDEA,), Mode.STEPWISE))
    assert outcome.records[0].state is StageState.FINISHED
    assert outcome.records[0].account.calls == 2


def test_that_a_budget_stops_in_the_middle_and_what_was_finished_stays(bench: Open) -> None:
    made = bench(stage_tokens=2000)
    with pytest.raises(BudgetReached, match="the next question could pass 6,000 tokens"):
        made.chain(IDEAS, bounds=Bounds(tokens=6000))
    finished = made.workspace.stages.of_run(RUN)
    assert 0 < len(finished) < 3
    assert made.chain(IDEAS).records[: len(finished)] == finished


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        ((Stage.PROPOSAL,), "stage proposal needs the idea; run stage idea first, or give it with --inputs"),
        ((Stage.IDEA, Stage.PAPER), "stage paper needs the proposal"),
        ((Stage.IDEA, Stage.PROPOSAL, Stage.PAPER), "stage paper needs the experiment"),
    ],
)
def test_that_a_missing_input_is_named_with_the_way_to_it(
    bench: Open, stages: tuple[Stage, ...], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        bench().chain(RunOrder(TASK, stages, Mode.END_TO_END))


def test_that_an_unknown_task_is_named(bench: Open) -> None:
    with pytest.raises(InputError, match="no_such_task: is no task"):
        bench().chain(RunOrder("no_such_task", TEXTS, Mode.STEPWISE))


def test_that_without_an_agent_no_experiment_is_done(bench: Open) -> None:
    with pytest.raises(MissingPart, match="no agent can do the experiment"):
        bench().chain(RunOrder(TASK, (*TEXTS, Stage.EXPERIMENT), Mode.END_TO_END))


def test_that_given_works_are_shown_to_the_model_and_others_are_from_memory(bench: Open) -> None:
    made = bench()
    given = Given({RelPath("sources/a.md"): b"# A work\n\nIt says that herons wait."})
    made.chain(IDEAS, given)
    asked = made.server.script.asked[1]  # type: ignore[attr-defined]
    assert ("source a.md", "# A work\n\nIt says that herons wait.") in asked.fences()


def test_that_own_prompts_of_a_profile_are_used_and_known_by_their_hash(bench: Open, tmp_path: Path) -> None:
    (tmp_path / "idea-1.md").write_text(
        "You propose one research idea for a task of a machine-learning workshop.\nBe short.\n"
        "=== user ===\n{{task}}\n",
        encoding="utf-8",
    )
    made = bench(prompts=str(tmp_path))
    own = made.chain(RunOrder(TASK, (Stage.IDEA,), Mode.STEPWISE))
    asked = made.server.script.asked[0]  # type: ignore[attr-defined]
    assert asked.system.endswith("Be short.")
    assert own.records[0].prompt_sha256 != bench().chain(IDEAS).records[0].prompt_sha256


@pytest.mark.parametrize(
    ("content", "words"),
    [("no parts", "is no prompt"), ("a\n=== user ===\n{{weather}}", "no place {{weather}}")],
)
def test_that_a_prompt_that_is_none_is_told(bench: Open, tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / "idea-1.md").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        bench(prompts=str(tmp_path)).chain(IDEAS)


FULL = RunOrder(TASK, tuple(Stage), Mode.END_TO_END)


def test_that_a_whole_run_ends_in_a_paper_of_the_experiments_numbers_and_is_a_run_like_others(
    bench: Open, worker: Callable[..., object]
) -> None:
    made = bench()
    agent = worker(RESULTS)
    outcome = made.chain(FULL, agent=agent)
    assert outcome.ended is None
    paper = text(made, outcome, Stage.PAPER)
    assert "| results/metrics.json | nearest accuracy | 0.8125 |" in paper
    assert "](fig.png)" in paper
    assert agent.asked[0].proposal.startswith("# ")  # type: ignore[attr-defined]

    assert publish(made.workspace, [RUN]) == (RUN,)
    files = made.workspace.runs.files(RUN)
    assert {"task.md", "idea.md", "proposal.md", "results/paper.md", GATE_MANIFEST} <= set(files.paths())
    assert json.loads(files.read(RelPath("idea_token_usage.json")))["input_tokens"] > 0
    run = made.workspace.runs.get(RUN)
    assert (run.agent, run.mode, run.papers) == ("scripted", Mode.END_TO_END, ("results/paper.md",))
    assert publish(made.workspace, [RUN]) == ()


def test_that_an_experiment_that_failed_ends_the_run_and_its_files_can_be_audited(
    bench: Open, worker: Callable[..., object]
) -> None:
    made = bench()
    outcome = made.chain(FULL, agent=worker({RelPath("results/log.txt"): b"boom"}, "gave up after 20 turns"))
    assert outcome.ended == "gave up after 20 turns"
    assert [record.stage for record in outcome.records] == [*TEXTS, Stage.EXPERIMENT]
    publish(made.workspace, [RUN])
    assert "results/log.txt" in made.workspace.runs.files(RUN).paths()


TYPED = {
    RelPath("results/metrics.json"): b'{"accuracy": 0.97}',
    RelPath("results/results.md"): b"# Results\n\nAccuracy 0.97.\n",
    RelPath("claude_output.json"): json.dumps(
        [
            {
                "type": "assistant",
                "message": {
                    "role": "assistant",
                    "content": [
                        {
                            "type": "tool_use",
                            "id": "t1",
                            "name": "Write",
                            "input": {
                                "file_path": "/w/results/metrics.json",
                                "content": '{"accuracy": 0.97}',
                            },
                        }
                    ],
                },
            }
        ]
    ).encode(),
}


def test_that_the_strict_gate_writes_no_paper_from_typed_results_and_says_why(
    bench: Open, worker: Callable[..., object], real_audit: AuditRun
) -> None:
    made = bench()
    outcome = made.chain(FULL, agent=worker(TYPED), audit=real_audit)
    last = outcome.records[-1]
    assert (last.stage, last.state) == (Stage.PAPER, StageState.BLOCKED)
    assert "a paper needs measured" in (outcome.ended or "")
    assert made.calls == 3
    manifest = json.loads(made.workspace.stages.files(last)[RelPath(GATE_MANIFEST)])
    assert (manifest["policy"], manifest["blocked"]) == ("strict", outcome.ended)
    publish(made.workspace, [RUN])
    assert GATE_MANIFEST in made.workspace.runs.files(RUN).paths()


@pytest.mark.parametrize("policy", [GatePolicy.WARN, GatePolicy.OFF])
def test_that_another_policy_passes_all_and_keeps_the_manifest(
    bench: Open, worker: Callable[..., object], real_audit: AuditRun, policy: GatePolicy
) -> None:
    made = bench()
    order = RunOrder(TASK, tuple(Stage), Mode.END_TO_END, policy)
    outcome = made.chain(order, agent=worker(TYPED), audit=real_audit)
    assert outcome.ended is None
    asked = made.server.script.asked[-1]  # type: ignore[attr-defined]
    assert any(name == "results/metrics.json" for name, _ in asked.fences())
    assert any(name == "refused" for name, _ in asked.fences()) is (policy is GatePolicy.WARN)
    assert json.loads(made.workspace.stages.files(outcome.records[-1])[RelPath(GATE_MANIFEST)])["refused"]


REASON = "the number was measured on another machine; its log was read"


def word(at: datetime, state: GateState, *, passed: bool, number: int) -> DecisionEntry:
    said = OverrideGate(state=state, passed=passed)
    return DecisionEntry(
        id=f"{number:032x}", step=f"{number:032x}", run=RUN, author="Ada", at=at, action=said, reason=REASON
    )


def say(made: Bench, at: datetime, *, passed: bool = True) -> None:
    """A person's word on the transitions that typed results do not pass, or on the last of them."""
    states = (
        (GateState.ATTEMPTED, GateState.EXECUTED, GateState.MEASURED) if passed else (GateState.MEASURED,)
    )
    known = len(made.workspace.decisions.entries(RUN))
    words = [word(at, state, passed=passed, number=known + n) for n, state in enumerate(states)]
    made.workspace.decisions.append(words)


NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_that_the_word_of_a_person_lets_the_paper_be_written_from_marked_evidence(
    bench: Open, worker: Callable[..., object], real_audit: AuditRun
) -> None:
    made = bench()
    agent = worker(TYPED)
    assert made.chain(FULL, agent=agent, audit=real_audit).ended is not None
    publish(made.workspace, [RUN])
    say(made, NOW)
    outcome = made.chain(FULL, agent=agent, audit=real_audit)
    assert outcome.ended is None
    asked = made.server.script.asked[-1]  # type: ignore[attr-defined]
    assert {"results/metrics.json", "refused"} <= {name for name, _ in asked.fences()}
    manifest = json.loads(made.workspace.stages.files(outcome.records[-1])[RelPath(GATE_MANIFEST)])
    assert (manifest["policy"], manifest["stands"], manifest["blocked"]) == ("strict", "measured", None)
    assert {(item["author"], item["reason"]) for item in manifest["overrides"]} == {("Ada", REASON)}
    assert "results/metrics.json" in {item["path"] for item in manifest["refused"]}


def test_that_who_let_an_earlier_experiment_through_has_not_seen_a_later_one(
    bench: Open, worker: Callable[..., object], real_audit: AuditRun
) -> None:
    made = bench()
    made.chain(FULL, agent=worker(TYPED), audit=real_audit)
    publish(made.workspace, [RUN])
    say(made, NOW - timedelta(days=1))
    assert made.chain(FULL, agent=worker(TYPED), audit=real_audit).ended is not None


def test_that_a_person_may_refuse_what_the_rules_let_through(
    bench: Open, worker: Callable[..., object]
) -> None:
    made = bench()
    made.chain(RunOrder(TASK, tuple(Stage)[:-1], Mode.END_TO_END), agent=worker(RESULTS), audit=passing)
    publish(made.workspace, [RUN])
    say(made, NOW, passed=False)
    outcome = made.chain(FULL, agent=worker(RESULTS), audit=passing)
    assert outcome.ended == f"the gate stands at executed, for Ada refused measured: {REASON}"


def passing(name: RunName, files: RunFiles) -> Audit:
    """An audit that lets all transitions pass."""
    steps = tuple(Transition(to=state, passed=True, rules=()) for state in GATE_ORDER[1:-1])
    gate = Gate(reached=GateState.MEASURED, claimed=None, transitions=steps)
    return Audit(run=name, tool_version="1", papers=(), claims=(), findings=(), gate=gate)


def test_that_what_a_person_gave_for_a_paper_lies_in_the_run_beside_it(
    bench: Open, real_audit: AuditRun
) -> None:
    made = bench()
    given = Given({RelPath("idea.md"): b"# I\n", RelPath("proposal.md"): b"# Plan\n", **RESULTS})
    for policy in (GatePolicy.STRICT, GatePolicy.WARN):
        made.chain(RunOrder(TASK, (Stage.PAPER,), Mode.STEPWISE, policy), given, audit=real_audit)
        (changed,) = publish(made.workspace, [RunName(f"experiments_and_writeups/scripted/{TASK}")])
        assert {"proposal.md", *RESULTS} <= set(made.workspace.runs.files(changed).paths())
