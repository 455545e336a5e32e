"""What a cluster needs and cannot be given, whatever the command."""

import argparse
from collections.abc import Sequence

from mlrbench_gui.domain.addresses import Place, ServerAddress
from mlrbench_gui.domain.errors import InputError


def check_shared(options: argparse.Namespace, for_one: Sequence[str]) -> None:
    """Raise InputError for what a cluster cannot be given."""
    server_of(options.workspace)
    for name in for_one:
        if getattr(options, name):
            raise InputError(f"--{name.replace('_', '-')} is for one machine; leave it out with --cluster")


def server_of(place: Place) -> ServerAddress:
    """The workspace as one that machines can share. Raises InputError for a file."""
    if not isinstance(place, ServerAddress):
        raise InputError(
            f"{place}: is a file, which several machines cannot share; name a workspace on a server with "
            "--workspace postgresql://USER@HOST/DATABASE"
        )
    return place
