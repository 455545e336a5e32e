"""Logs whose words no code holds, and options that a tool lacks."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

LOG = "results/log.txt"
CODE = """import logging
logging.basicConfig(filename="results/log.txt")
logger = logging.getLogger("trainer")
logger.info("Loading the training data")
logger.info(f"Epoch {epoch} of the training has loss {loss}")
"""


def log_of(name: str, *messages: str) -> str:
    return "".join(f"2025-01-01 10:00:0{n},000 - {name} - INFO - {m}\n" for n, m in enumerate(messages))


STRANGE = ("Opening files", "Warming up", "Fitting it", "Fitting more", "Writing out")
OWN = ("Loading the training data", *(f"Epoch {n} of the training has loss 0.{n}" for n in range(4)))


def messages(audit: Audit) -> list[str]:
    return [
        f.message for f in audit.findings if "No code of the run" in f.message or "option that" in f.message
    ]


@pytest.mark.parametrize(
    ("log", "is_told"),
    [
        (log_of("engine", *STRANGE), True),
        (log_of("trainer", *STRANGE), False),
        (log_of("engine", *OWN), False),
        (log_of("run", *STRANGE), False),
        (log_of("engine", *STRANGE[:3]), False),
        ("\n".join(STRANGE), False),
    ],
    ids=["strange", "own logger", "own messages", "logger named by its module", "few lines", "no logger"],
)
def test_that_a_log_is_told_only_if_neither_name_nor_message_is_the_codes(
    audit_of: MakeAudit, log: str, is_told: bool
) -> None:
    found = messages(audit_of({"code/run.py": CODE, LOG: log}))

    assert found == (
        ["No code of the run holds a message or a logger's name of this log (engine): 5 lines."] * is_told
    )


def test_that_an_option_which_a_tool_lacks_is_told_at_its_line(audit_of: MakeAudit) -> None:
    log = "Loading the training data\nusage: check [-h]\ncheck: error: unrecognized arguments: --analysis_timeout\n"
    ran = transcript_of(("Bash", {"command": "cd /home/x/run && python code/run.py"}, "", False))

    audit = audit_of({"code/run.py": CODE, LOG: log, "claude_output.json": ran})

    found = [f for f in audit.findings if "option that it lacks" in f.message]
    assert [f.locator.line for f in found if f.locator is not None] == [3]
    assert "--analysis_timeout" in found[0].message
