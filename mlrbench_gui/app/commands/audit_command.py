"""`audit`: audits imported runs, or run folders straight from disk, on one or more processes."""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.app.commands._audit_targets import Target, own_part, targets_of
from mlrbench_gui.app.commands._output import write_text
from mlrbench_gui.app.compose import AuditWithPress, cores, opened, say
from mlrbench_gui.domain.audit import Audit, Finding
from mlrbench_gui.domain.errors import InputError, MissingPart, MlrbenchError
from mlrbench_gui.domain.layout import CHECKOUT_RUNS
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import SEVERITY_RANK, RelPath, Severity
from mlrbench_gui.domain.work import Finished, Progress

if TYPE_CHECKING:
    from mlrbench_gui.audit.chance import ChanceMatch
    from mlrbench_gui.infra.checkout.run_folders import RunFolders
    from mlrbench_gui.services.chance import ChanceGauge
    from mlrbench_gui.services.ports.papers import FigureReader

_LONGEST_NAME = 240
"""In bytes; file systems take 255, and a file that is being written has a longer name for a moment."""


@dataclass(frozen=True, slots=True)
class _Result:
    """An audit with the texts that its spans count in, the findings that nobody dismissed, the chance-match rate.

    `chance` is None where a cluster made the audit: it was not taken.
    """

    audit: Audit
    texts: dict[RelPath, str]
    standing: tuple[Finding, ...]
    chance: "ChanceMatch | None"


def run(options: argparse.Namespace) -> int:
    """Audit all targets; 1 where a standing finding is as grave as `--fail-on` says."""
    reader = _reader(options.read_figures)
    if reader is not None and reader.missing():
        raise MissingPart(reader.missing())
    whole = [replace(target, read_figures=options.read_figures) for target in targets_of(options)]
    results = []
    with own_part(options, whole) as (targets, note):
        for done, result in enumerate(_results(options, targets), start=1):
            say(Progress(done, len(targets), result.audit.run))
            results.append(result)
            _write(options, result, len(targets))
            note(done)
    say(Finished())
    if options.shard is not None:
        print(
            f"part {options.shard.part} of {options.shard.parts}: {len(results)} of {len(whole)} runs",
            file=sys.stderr,
        )
    if options.json == "-":
        _print_json([result.audit for result in results])
    elif options.json and options.json.endswith(".json") and len(results) != 1:
        write_text(Path(options.json), _array([result.audit for result in results]))
    for result in results:
        chance = None if result.chance is None else _chance(result.chance)
        if options.json != "-":
            print("; ".join(filter(None, (_line(result), chance))))
        elif chance:
            print(f"{result.audit.run}: {chance}", file=sys.stderr)
    return _exit_code(results, options.fail_on)


def _reader(wanted: bool) -> "FigureReader | None":
    from mlrbench_gui.infra.figures.reader import ChildFigureReader

    return ChildFigureReader() if wanted else None


def _results(options: argparse.Namespace, targets: Sequence[Target]) -> Iterator[_Result]:
    if options.cluster:
        from mlrbench_gui.app.commands._audit_together import audited_together

        for audit, standing in audited_together(options, targets):
            yield _Result(audit, {}, standing, None)
        return
    jobs = options.jobs or cores()
    if jobs == 1 or len(targets) <= 1:
        yield from map(_audited, targets)
        return
    with ProcessPoolExecutor(min(jobs, len(targets)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_audited, targets)


def _audited(target: Target) -> _Result:
    try:
        return _from_disk(target) if target.folder is not None else _from_workspace(target)
    except MlrbenchError:
        raise
    except RecursionError as error:
        raise InputError(f"{target.name}: nested too deeply to be audited") from error


def _from_disk(target: Target) -> _Result:
    from mlrbench_gui.audit.run import audit_texts
    from mlrbench_gui.infra.checkout.run_folders import surroundings_of
    from mlrbench_gui.infra.files.folder import FolderFiles
    from mlrbench_gui.infra.pdf.press import ChildPress
    from mlrbench_gui.services.auditing import audit_folder

    assert target.folder is not None
    files = FolderFiles(target.folder)
    press = ChildPress()
    try:
        audit = audit_folder(target.name, files, AuditWithPress(press, _reader(target.read_figures)))
        texts = audit_texts(files, pdf_text=press.pdf_text)
    finally:
        press.close()
    chance = _gauge_among(surroundings_of(target.folder)).take(target.name, files, texts)
    return _Result(audit, texts, audit.findings, chance)


@lru_cache(maxsize=4)
def _gauge_among(surroundings: Path) -> "ChanceGauge":
    """One gauge for the runs of a folder: what was read of foreign runs serves the next one."""
    from mlrbench_gui.infra.checkout.run_folders import runs_in
    from mlrbench_gui.services.chance import ChanceGauge

    return ChanceGauge(runs_in(surroundings), _sample())


def _sample() -> "RunFolders":
    """The bundled run, which stands in where there is no other."""
    from mlrbench_gui.infra.checkout.run_folders import runs_in

    return runs_in(resource("sample", CHECKOUT_RUNS))


def _from_workspace(target: Target) -> _Result:
    from mlrbench_gui.domain.work import CancelToken, ignore
    from mlrbench_gui.services.auditing import audit_stored
    from mlrbench_gui.services.chance import ChanceGauge
    from mlrbench_gui.services.reviewing import load_view

    with opened(target.workspace) as known:
        reading = AuditWithPress(known.press, known.figures)
        context = replace(known, audit_run=reading) if target.read_figures else known
        audit = audit_stored(context, target.name, cancel=CancelToken(), emit=ignore)
        view = load_view(context, target.name)
        standing = tuple(item.finding for item in view.review.findings if item.confirmed is not False)
        texts = dict(view.texts)
        gauge = ChanceGauge(context.workspace.runs, _sample())
        chance = gauge.take(target.name, context.workspace.runs.files(target.name), texts)
        return _Result(audit, texts, standing, chance)


def _file_name(name: str, ending: str) -> str:
    """The name with `/` as `__`; one that is too long for a file is cut and told apart by a hash."""
    plain = name.replace("/", "__")
    told = plain.encode("utf-8", "surrogateescape")
    if len(told) + len(ending) <= _LONGEST_NAME:
        return plain + ending
    start = told[: _LONGEST_NAME - 20].decode("utf-8", "ignore")
    return f"{start}-{hashlib.sha256(told).hexdigest()[:12]}{ending}"


def _write(options: argparse.Namespace, result: _Result, targets: int) -> None:
    if options.json and options.json != "-":
        target = Path(options.json)
        if target.suffix != ".json":
            write_text(target / _file_name(result.audit.run, ".json"), result.audit.to_json())
        elif targets == 1:
            write_text(target, result.audit.to_json())
    if options.text:
        for path, text in result.texts.items():
            write_text(options.text / _file_name(f"{result.audit.run}/{path}", ".txt"), text)


def _print_json(audits: Sequence[Audit]) -> None:
    sys.stdout.write(audits[0].to_json() if len(audits) == 1 else _array(audits))
    sys.stdout.flush()


def _array(audits: Sequence[Audit]) -> str:
    return "[\n" + ",\n".join(audit.to_json().rstrip("\n") for audit in audits) + "\n]\n"


def _line(result: _Result) -> str:
    audit = result.audit
    verdicts = [claim.verdict.value for claim in audit.claims]
    told = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in sorted(set(verdicts))) or "none"
    high = sum(finding.severity is Severity.HIGH for finding in result.standing)
    claimed = audit.gate.claimed or "nothing"
    return (
        f"{audit.run}: reached {audit.gate.reached}, claims {claimed}; {len(audit.claims)} claims ({told}); "
        f"{len(result.standing)} findings, {high} high"
    )


def _chance(chance: "ChanceMatch") -> str:
    """How many of the numbers foreign evidence would support as well: what a link of this audit is worth."""
    runs = len(chance.against)
    if not runs:
        return "chance match not taken, no number to match or no run of another task"
    results, setup = (
        f"{tally.rate:.1%} of {tally.held // runs} {what}"
        for tally, what in ((chance.results, "numbers"), (chance.setup, "setup values"))
    )
    return f"chance match {results}, {setup}, against {runs} foreign run{'s' if runs > 1 else ''}"


def _exit_code(results: Sequence[_Result], fail_on: Severity | None) -> int:
    if fail_on is None:
        return 0
    grave = SEVERITY_RANK[fail_on]
    return int(any(SEVERITY_RANK[f.severity] >= grave for result in results for f in result.standing))
