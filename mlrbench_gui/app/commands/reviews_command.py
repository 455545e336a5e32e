"""`reviews`: the state of people's reviews, and handing them over as files. Scores are never printed here."""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from mlrbench_gui.app.commands._output import emit_json, write_text
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.people import ExcludedKind
from mlrbench_gui.services.naming import resolve_run
from mlrbench_gui.services.people.exchange import export_reviews, import_reviews
from mlrbench_gui.services.people.sharing import exclude, exclusions, progress, set_blind
from mlrbench_gui.services.people.standing import RunStanding, standing

if TYPE_CHECKING:
    from mlrbench_gui.domain.sharing import Exclusion
    from mlrbench_gui.services.context import Context


def run(options: argparse.Namespace) -> int:
    """Do what the verb says."""
    with opened(options.workspace) as context:
        match options.verb:
            case "list":
                _list(context, options)
            case "progress":
                _progress(context, options)
            case "export":
                _export(context, options)
            case "import":
                _import(context, options)
            case "blind":
                seed = set_blind(context, on=options.state == "on", seed=options.seed)
                print(f"blind review is {options.state}, seed {seed}")
            case _:
                _exclude(context, options)
    return 0


def _list(context: "Context", options: argparse.Namespace) -> None:
    runs, out = standing(context), exclusions(context)
    if options.json:
        emit_json(
            options.json, {"runs": [asdict(item) for item in runs], "excluded": [asdict(x) for x in out]}
        )
    if options.json != "-":
        for item in runs:
            print(_line(item))
        for excluded in out:
            print(_excluded_line(excluded))
        if not runs:
            print("no run is assigned or reviewed yet")


def _line(item: RunStanding) -> str:
    done = [f"{name} v{version}" for name, version in item.submitted.items()]
    parts = [
        f"assigned {', '.join(item.assigned) or 'to nobody'}",
        f"submitted {', '.join(done) or 'by nobody'}",
        *([f"begun {', '.join(item.begun)}"] if item.begun else []),
        *([f"{item.open} of {item.differences} differences open"] if item.differences else []),
    ]
    return f"{item.run}  " + "; ".join(parts)


def _excluded_line(item: "Exclusion") -> str:
    key = f" {item.key}" if item.key else ""
    return f"excluded: {item.what.value}{key} of {item.run}, {item.author}: {item.reason}"


def _progress(context: "Context", options: argparse.Namespace) -> None:
    lines = progress(context)
    if options.json:
        emit_json(options.json, {"reviewers": [asdict(line) for line in lines]})
    if options.json != "-":
        for line in lines:
            print(
                f"{line.reviewer:<20} {line.done_of_assigned} of {line.assigned} assigned submitted, "
                f"{line.submitted} submitted in all, {line.begun} begun, {round(line.seconds / 60)} min"
            )


def _export(context: "Context", options: argparse.Namespace) -> None:
    known = context.workspace.runs.names()
    runs = [resolve_run(known, name) for name in options.runs] if options.runs else None
    write_text(options.output, export_reviews(context, runs))
    print(options.output)


def _import(context: "Context", options: argparse.Namespace) -> None:
    for file in options.files:
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"{file}: no file of reviews (it is not UTF-8 text)") from error
        taken = import_reviews(context, text, str(file))
        print(f"{file}: {taken.records} new lines of reviewers, {taken.decisions} new decisions")


def _exclude(context: "Context", options: argparse.Namespace) -> None:
    name = resolve_run(context.workspace.runs.names(), options.run)
    what, key = ExcludedKind.RUN, ""
    if options.review:
        what, key = ExcludedKind.REVIEW, options.review
    elif options.claim:
        what, key = ExcludedKind.CLAIM, options.claim
    exclude(context, name, reason=options.reason, what=what, key=key, on=not options.off)
    print(
        f"{what.value}{' ' + key if key else ''} of {name} {'counts again' if options.off else 'is left out'}"
    )
