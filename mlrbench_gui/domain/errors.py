"""The error tree. Every message names the thing, the cause and the remedy, on one line.

MlrbenchError
├── InputError          bad usage or bad input: exit code 2
│   ├── UnknownRun      no run of that name
│   ├── AmbiguousRun    several runs fit, all listed
│   ├── WorkspaceError  foreign, newer, damaged, read-only or full
│   └── UnsafeInput     a path or archive that must not be read
├── MissingPart         an outside part is missing: exit code 3
│   └── ModelUnavailable  a model's endpoint does not answer, or not with an answer
└── Cancelled           the user stopped the work: exit code 130
"""


class MlrbenchError(Exception):
    """Base of all errors that are told to people in one line."""


class InputError(MlrbenchError):
    """What was asked or given cannot be used; the message says what and where."""


class UnknownRun(InputError):
    """No run has this name."""


class AmbiguousRun(InputError):
    """Several runs fit a partial name; the message lists them."""


class WorkspaceError(InputError):
    """The workspace file cannot be used as asked."""


class UnsafeInput(InputError):
    """A path leads out of its folder, or an archive is hostile."""


class MissingPart(MlrbenchError):
    """An outside part (engine, key, font, library) is not there."""


class ModelUnavailable(MissingPart):
    """A model cannot be asked: no key, a refused one, no connection, or an endpoint that fails again and again."""


class Cancelled(MlrbenchError):
    """The work was cancelled before its end; nothing half done was kept."""
