"""What `audit` is to audit: folders on disk and runs of the workspace, all of them or this machine's part."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.addresses import Place, is_there
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RunName


@dataclass(frozen=True, slots=True)
class Target:
    """What to audit: a folder on disk, or a run of the workspace; whether charts are read from their pictures."""

    name: RunName
    folder: Path | None
    workspace: Place
    read_figures: bool = False


def targets_of(options: argparse.Namespace) -> list[Target]:
    """All that the command line names. Raises InputError for what is neither a folder nor one of the runs."""
    from mlrbench_gui.infra.checkout.run_folders import find_run_folders

    folders = {text: Path(text) for text in options.runs if text and Path(text).is_dir()}
    named = [text for text in options.runs if text not in folders]
    stored: dict[str, tuple[RunName, ...]] = {}
    if named:
        missing = [text for text in named if "/" in text and Path(text).exists()]
        if missing:
            raise InputError(
                f"{missing[0]}: is not a folder; audit takes a run's folder or an imported run's name"
            )
        stored = _stored_names(named, options.workspace)
    targets: list[Target] = []
    for text in options.runs:
        if text in folders:
            found = find_run_folders(folders[text])
            targets += [Target(name, folder, options.workspace) for name, folder in found.items()]
        else:
            targets += [Target(name, None, options.workspace) for name in stored[text]]
    return targets


def _stored_names(named: Sequence[str], workspace: Place) -> dict[str, tuple[RunName, ...]]:
    from mlrbench_gui.services.naming import ALL, resolve_runs

    if not is_there(workspace):
        raise InputError(
            f"{named[0]}: no such folder, and no workspace at {workspace} to look for a run of that name"
        )
    with opened(workspace) as context:
        names = context.workspace.runs.names()
    if ALL in named and not names:
        raise InputError(f"{workspace}: holds no run; import some first")
    return {text: resolve_runs(names, [text]) for text in named}


@contextmanager
def own_part(
    options: argparse.Namespace, targets: Sequence[Target]
) -> Iterator[tuple[list[Target], Callable[[int], None]]]:
    """This machine's part of the targets, and what is to be told of how many of its stored runs are done.

    Runs of the workspace are noted there as a part of the whole; folders on disk leave no note.
    """
    if options.shard is None:
        yield list(targets), _untold
        return
    own = [target for target in targets if options.shard.holds(target.name)]
    stored = [target.name for target in targets if target.folder is None]
    if not stored:
        yield own, _untold
        return
    from mlrbench_gui.audit.run import ENGINE_VERSION
    from mlrbench_gui.services.sharding import Whole, own_share

    with opened(options.workspace) as context:
        whole = Whole("audit", (f"rules {ENGINE_VERSION}",), tuple(stored))
        share = own_share(context.workspace.shards, context.clock, options.shard, whole)
        own.sort(key=lambda target: target.folder is not None)  # what is counted comes first
        yield own, lambda done: share.keep(min(done, share.record.own))


def _untold(_done: int) -> None:
    """Nobody keeps count."""
