"""All runs of the checkout against three foreign runs each: how many of their numbers chance would support."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.audit.chance import ChanceMatch, Tally
from mlrbench_gui.domain.values import RunName, Verdict
from tests.quality.places import Places

if TYPE_CHECKING:
    from mlrbench_gui.infra.pdf.press import ChildPress
    from mlrbench_gui.services.chance import ChanceGauge

GOAL = 0.02
_WORST = 8
_EVERY_NUMBER = 1_000_000

Matched = tuple[RunName, ChanceMatch]


def print_chance(places: Places, *, details: bool, jobs: int) -> bool:
    """Measure and print; whether the rate over all runs is below the goal."""
    parts = [(places.checkout, part, jobs) for part in range(jobs)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        found = [one for part in pool.map(_matched, parts) for one in part]
    results = sum((match.results for _, match in found), Tally())
    setup = sum((match.setup for _, match in found), Tally())
    print(
        f"\nchance match of {len(found)} runs against up to three foreign runs each (supported / held, contradicted)"
    )
    for name, match in worst(found):
        print(f"  {name:58} {_told(match.results)}   setup {_told(match.setup)}")
        if details:
            _print_links(match)
    met = results.rate < GOAL
    print(f"{'numbers':60} {_told(results)}   goal < {GOAL:.0%} {'met' if met else 'MISSED'}")
    print(f"{'setup values':60} {_told(setup)}   counted apart")
    return met


def worst(found: Sequence[Matched]) -> list[Matched]:
    """The runs with the highest rates, those with a rate at all."""
    ranked = sorted(found, key=lambda one: (-one[1].results.rate, -one[1].setup.rate, one[0]))
    return [one for one in ranked if one[1].results.supported][:_WORST]


def _told(tally: Tally) -> str:
    return f"{tally.supported:4} / {tally.held:5} = {tally.rate:6.2%}, {tally.contradicted:3}"


def _print_links(match: ChanceMatch) -> None:
    for link in match.links:
        if link.verdict is Verdict.SUPPORTED:
            print(
                f"      {link.kind} {' '.join(link.quote.split())[-90:]!r}\n        {link.foreign}: {link.reason}"
            )


def _matched(work: tuple[Path, int, int]) -> list[Matched]:
    """The runs of one part, one after the other."""
    from mlrbench_gui.infra.checkout.run_folders import find_run_folders
    from mlrbench_gui.infra.pdf.press import ChildPress

    checkout, part, parts = work
    folders = sorted(find_run_folders(checkout).items())
    gauge = _gauge(checkout)
    press = ChildPress()
    try:
        matches = [(name, _match(name, folder, gauge, press)) for name, folder in folders[part::parts]]
    finally:
        press.close()
    return [(name, match) for name, match in matches if match.against]


def _gauge(checkout: Path) -> "ChanceGauge":
    from mlrbench_gui.infra.checkout.run_folders import RunFolders, runs_in
    from mlrbench_gui.services.chance import ChanceGauge

    return ChanceGauge(runs_in(checkout / "agent_results"), RunFolders({}), most_held=_EVERY_NUMBER)


def _match(name: RunName, folder: Path, gauge: "ChanceGauge", press: "ChildPress") -> ChanceMatch:
    from mlrbench_gui.audit.run import audit_texts
    from mlrbench_gui.infra.files.folder import FolderFiles

    files = FolderFiles(folder)
    return gauge.take(name, files, audit_texts(files, pdf_text=press.pdf_text))
