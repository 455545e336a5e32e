"""The error tree. Every message names the thing, the cause and the remedy, on one line.

MlrbenchError
├── InputError          bad usage or bad input: exit code 2
│   ├── UnknownRun      no run of that name
│   ├── AmbiguousRun    several runs fit, all listed
│   ├── WorkspaceError  foreign, newer, damaged, read-only or full
│   └── UnsafeInput     a path or archive that must not be read
├── MissingPart         an outside part is missing: exit code 3
│   └── ModelUnavailable  a model's endpoint does not answer, or not with an answer
│       └── RequestRefused  it answers others, and refuses or fails on this sort of question
├── ReplyUnusable       a model's reply cannot be read, also after it was asked to mend it
│   └── ReplyRefused    the model will not answer
├── BudgetReached       the next call could pass a bound in money, tokens or time
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


class RequestRefused(ModelUnavailable):
    """The endpoint is there, and refuses this sort of question or fails on it."""


class ReplyUnusable(MlrbenchError):
    """A model's reply cannot be read as what was asked for, also after one round of repair."""


class ReplyRefused(ReplyUnusable):
    """The model said that it will not answer."""


class BudgetReached(MlrbenchError):
    """The next call could pass a bound; it was not made, and what was answered before is kept."""


class Cancelled(MlrbenchError):
    """The work was cancelled before its end; nothing half done was kept."""
