"""What is for a workspace file alone, told as such where a server's is named."""

from pathlib import Path

from mlrbench_gui.domain.addresses import Place, ServerAddress
from mlrbench_gui.domain.errors import InputError


def file_of(place: Place, what: str) -> Path:
    """The file. Raises InputError for a shared workspace, with the way to a file of one's own."""
    if isinstance(place, ServerAddress):
        raise InputError(
            f"{place}: {what} needs a workspace file; take over what is shared with "
            f"`mlrbench-gui --workspace study.mlrb merge {place}` and use study.mlrb"
        )
    return place
