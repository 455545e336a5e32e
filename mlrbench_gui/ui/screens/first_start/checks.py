"""What a check of this machine found, as the start screen shows it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MachineCheck:
    """A part that the program needs: `ok` None where it is not there and not needed yet."""

    name: str
    ok: bool | None
    detail: str
