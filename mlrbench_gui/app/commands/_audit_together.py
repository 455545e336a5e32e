"""`audit --cluster`: the runs of a shared workspace by the workers of a cluster."""

import argparse
from collections.abc import Iterator, Sequence

from mlrbench_gui.app.cluster_desk import card_of
from mlrbench_gui.app.commands._audit_targets import Target
from mlrbench_gui.app.commands._shared_only import check_shared
from mlrbench_gui.app.compose import opened, say
from mlrbench_gui.domain.audit import Audit, Finding
from mlrbench_gui.domain.errors import InputError


def audited_together(
    options: argparse.Namespace, targets: Sequence[Target]
) -> Iterator[tuple[Audit, tuple[Finding, ...]]]:
    """Each run's audit from the table, with the findings that nobody dismissed, once all are there."""
    from mlrbench_gui.infra.cluster.crew import crew_at
    from mlrbench_gui.services.clustering import audit_together
    from mlrbench_gui.services.reviewing import load_view

    _check(options, targets)
    names = tuple(dict.fromkeys(target.name for target in targets))
    with opened(options.workspace) as context:
        with crew_at(options.cluster, options.tls, card_of(context)) as crew:
            audit_together(context.workspace, names, crew, say)
        for name in names:
            view = load_view(context, name)
            assert view.stored is not None  # all are in the table
            yield (
                view.stored.audit,
                tuple(item.finding for item in view.review.findings if item.confirmed is not False),
            )


def _check(options: argparse.Namespace, targets: Sequence[Target]) -> None:
    """Raise InputError for what a cluster cannot be given."""
    folder = next((target.folder for target in targets if target.folder is not None), None)
    if folder is not None:
        raise InputError(f"{folder}: a cluster audits runs of a shared workspace; import the folder first")
    check_shared(options, ("text", "read_figures", "shard", "jobs"))
