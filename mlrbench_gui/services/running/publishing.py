"""What stages made, as the rest of the program knows it: ideas, reviews and proposals over tasks, and runs."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.layout import DOCUMENTS, classify, group_of, paper_paths
from mlrbench_gui.domain.model_calls import Account
from mlrbench_gui.domain.runs import DocumentKind, DocumentRecord, Run, RunRecord
from mlrbench_gui.domain.stages import STAGE_FILES, StageRecord, StageState
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Sha256, Stage
from mlrbench_gui.services.ports.stores import ImportBatch
from mlrbench_gui.services.ports.workspace import Workspace
from mlrbench_gui.services.running.inputs import TASK_FILE, task_text

_KINDS = {
    Stage.IDEA: DocumentKind.IDEA,
    Stage.LITERATURE: DocumentKind.LITERATURE,
    Stage.PROPOSAL: DocumentKind.PROPOSAL,
}
_USAGE = {Stage.IDEA: "idea", Stage.LITERATURE: "lit", Stage.PROPOSAL: "proposal", Stage.PAPER: "paper"}
_HEADING = "# "
_WORTH = {StageState.STOPPED: 0, StageState.FAILED: 1, StageState.BLOCKED: 2, StageState.FINISHED: 2}


@dataclass(frozen=True, slots=True)
class _Product:
    record: StageRecord
    files: Mapping[RelPath, bytes]


def publish(workspace: Workspace, runs: Iterable[RunName]) -> tuple[RunName, ...]:
    """Put the newest products of these runs where imported ones are; gives the runs that are new or changed.

    A stepwise idea, review or proposal is a document of its task. A run is put where it has an experiment or a paper,
    or went end to end.
    """
    changed: list[RunName] = []
    with workspace.importing("own runs") as batch:
        for run in dict.fromkeys(runs):
            products = _products(workspace, run)
            if not products:
                continue
            any_record = next(iter(products.values())).record
            if any_record.mode is Mode.STEPWISE:
                _put_documents(batch, products)
            if any_record.mode is Mode.END_TO_END or not products.keys().isdisjoint(
                {Stage.EXPERIMENT, Stage.PAPER}
            ):
                batch.put_run(_run_record(batch, run, _files(workspace, products), any_record))
        changed.extend(batch.report().changed_runs)
    return tuple(changed)


def _products(workspace: Workspace, run: RunName) -> dict[Stage, _Product]:
    """The newest try with files of each stage: an experiment that failed, and why a paper was blocked, are told too.

    One that failed never takes the place of one that was finished, nor one that was stopped that of any other.
    """
    newest: dict[Stage, StageRecord] = {}
    for record in workspace.stages.of_run(run):
        kept = newest.get(record.stage)
        if record.outputs and _is_told(record) and (kept is None or _worth(record) >= _worth(kept)):
            newest[record.stage] = record
    return {stage: _Product(record, workspace.stages.files(record)) for stage, record in newest.items()}


def _is_told(record: StageRecord) -> bool:
    return record.state in _WORTH and (
        record.state is not StageState.FAILED or record.stage is Stage.EXPERIMENT
    )


def _worth(record: StageRecord) -> int:
    return _WORTH[record.state]


def _put_documents(batch: ImportBatch, products: Mapping[Stage, _Product]) -> None:
    for stage, kind in _KINDS.items():
        product = products.get(stage)
        if product is None:
            continue
        record, data = product.record, product.files[STAGE_FILES[stage]]
        source = f"{DOCUMENTS}/{record.task}/{kind}/{kind}_{record.agent}.md"
        title = data.decode("utf-8", "replace").split("\n", 1)[0].removeprefix(_HEADING).strip()
        batch.put_document(
            DocumentRecord(kind, record.task, record.agent, title, source, batch.put_blob(data))
        )


def _files(workspace: Workspace, products: Mapping[Stage, _Product]) -> dict[RelPath, bytes]:
    record = next(iter(products.values())).record
    files = {TASK_FILE: task_text(workspace, record.task).encode()}
    for stage, product in products.items():
        files |= product.files
        if stage in _USAGE:
            files[RelPath(f"{_USAGE[stage]}_token_usage.json")] = _usage(product.record.account)
    return files


def _usage(used: Account) -> bytes:
    told = {"input_tokens": used.prompt_tokens, "output_tokens": used.reply_tokens}
    return (json.dumps(told, indent=2) + "\n").encode()


def _run_record(
    batch: ImportBatch, name: RunName, files: Mapping[RelPath, bytes], record: StageRecord
) -> RunRecord:
    artifacts = []
    for path, data in sorted(files.items()):
        role, stage = classify(path, len(data))
        sha256 = batch.put_blob(data, Sha256(hashlib.sha256(data).hexdigest()))
        artifacts.append(Artifact(path, sha256, len(data), role, stage))
    run = Run(
        name=name,
        group=group_of(name),
        mode=record.mode,
        agent=record.agent,
        task=record.task,
        writer_model=record.model,
        coding_agent=None,
        papers=paper_paths(files),
    )
    return RunRecord(run, tuple(artifacts))
