"""`tasks`: the catalogue of 201 tasks, listed, imported, verified."""

import argparse

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import opened, say
from mlrbench_gui.domain.work import CancelToken, Finished
from mlrbench_gui.infra.files.tree import open_tree
from mlrbench_gui.services.catalogue import (
    Verification,
    catalogue,
    count_by_topic,
    count_by_venue_and_year,
    import_tasks,
    verify_tree,
    verify_workspace,
)


def run(options: argparse.Namespace) -> int:
    """Run the asked verb. `verify` ends with 2 where a text is missing or differs."""
    match options.verb:
        case "list":
            return _list(options)
        case "import":
            return _import(options)
        case _:
            return _verify(options)


def _list(options: argparse.Namespace) -> int:
    known = catalogue()
    if options.json:
        emit_json(options.json, [task.model_dump() for task in known.tasks])
        if options.json == "-":
            return 0
    for task in known.tasks:
        print(f"{task.id:34} {task.venue:8} {task.year}  {task.topic:22} {task.title}")
    print("\ntopic                   ours  upstream")
    for topic, ours in count_by_topic(known.tasks).items():
        print(f"{topic:22} {ours:>5} {known.upstream_topic_totals[topic]:>9}")
    print("Topics are our own judgement; upstream publishes totals alone.")
    return 0


def _import(options: argparse.Namespace) -> int:
    tree = open_tree(options.path)
    try:
        with opened(options.workspace, create=True) as context:
            result = import_tasks(context.workspace, tree, CancelToken(), say)
            say(Finished())
    finally:
        tree.close()
    return _tell(result)


def _verify(options: argparse.Namespace) -> int:
    if options.path is None:
        with opened(options.workspace) as context:
            return _tell(verify_workspace(context.workspace))
    tree = open_tree(options.path)
    try:
        return _tell(verify_tree(tree))
    finally:
        tree.close()


def _tell(result: Verification) -> int:
    tasks = catalogue().tasks
    print(f"{len(result.matching)} of {len(tasks)} hashes match")
    matching = [task for task in tasks if task.id in set(result.matching)]
    for venue, years in count_by_venue_and_year(tasks).items():
        found = count_by_venue_and_year(matching).get(venue, {})
        print(
            f"  {venue:8} " + "  ".join(f"{year}: {found.get(year, 0)} of {n}" for year, n in years.items())
        )
    for what, ids in (
        ("differs", result.differing),
        ("missing", result.missing),
        ("unknown", result.unknown),
    ):
        for task in ids:
            print(f"  {what}: {task}")
    return 0 if result.complete else 2
