"""All runs of the checkout: how many of the files that writes, edits and patches made replay gives byte for byte."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.domain.values import RelPath, RunName

if TYPE_CHECKING:
    from mlrbench_gui.audit.transcript.history import FileHistory, RunHistory

GOAL = 0.98
_EDITOR = ("written", "edited")


@dataclass(frozen=True, slots=True)
class Replayed:
    """One run: files that come out, all that could, why the others do not, and edits of what a program had made."""

    run: RunName
    exact: int
    made: int
    others: tuple[tuple[RelPath, str], ...]
    over_programs: tuple[RelPath, ...] = ()


def print_replay(checkout: Path, *, details: bool) -> bool:
    """Measure and print; whether the share over all runs meets the goal."""
    from mlrbench_gui.audit.histories import run_history
    from mlrbench_gui.infra.checkout.run_folders import find_run_folders
    from mlrbench_gui.infra.files.folder import FolderFiles

    folders = sorted(find_run_folders(checkout).items())
    rows = [replayed(name, run_history(FolderFiles(folder))) for name, folder in folders]
    print("\nfiles made by writes, edits and patches that replay gives byte for byte")
    for row in (row for row in rows if row.made or row.over_programs):
        print(f"  {row.run:58} {row.exact:4}/{row.made}")
        for path, reason in row.others:
            print(f"      differs: {path}: {reason}")
        if details:
            for path in row.over_programs:
                print(
                    f"      counted apart: {path}: edits of what a program had written, which no transcript holds"
                )
    exact, made = sum(row.exact for row in rows), sum(row.made for row in rows)
    apart = sum(len(row.over_programs) for row in rows)
    share = exact / made if made else 1.0
    met = share >= GOAL
    print(f"{'replay':60} {exact:4}/{made} = {share:.4f}   goal >= {GOAL:.2f} {'met' if met else 'MISSED'}")
    print(f"{'edits of files that a program had written':60} {apart:4}   counted apart")
    return met


def replayed(name: RunName, history: "RunHistory") -> Replayed:
    """The run's figure. A file counts if an action wrote it whole, it is still there, and the editor had it last."""
    exact, others, over = 0, list[tuple[RelPath, str]](), list[RelPath]()
    for path, found in sorted(history.files.items()):
        told = [version for version in found.versions if version.action is not None]
        if found.sha256 is None or not any(version.how in _EDITOR for version in told):
            continue
        if any(version.is_present and version.sha256 == found.sha256 for version in told):
            exact += 1
        elif _begins_unknown(found):
            over.append(path)
        else:
            others.append((path, found.reason))
    return Replayed(name, exact, exact + len(others), tuple(others), tuple(over))


def _begins_unknown(found: "FileHistory") -> bool:
    """Whether the first edit was of a text that no action tells."""
    first = next(at for at, version in enumerate(found.versions) if version.how in _EDITOR)
    return found.versions[first].how == "edited" and found.versions[first].text is None
