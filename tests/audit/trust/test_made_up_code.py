"""What code that makes results up sets, names and draws is doubtful; code that measures is not touched by it."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from tests.audit.provenance.test_trust import DRAWING, MEASURING, RESULTS, ran, wrote
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
PAPER = "# T\n\n## 3 Experimental Setup\n\n- Batch size: 48\n\n## 4 Results\n\nAccuracy of ours: 0.912.\n"
SETTING = "batch_size = 48\n"
HELPER = 'import json\n\ndef settings():\n    return {"batch_size": 48}\n'
CALLING = "import shared\nshared.settings()\n"


def trust_of_batch_size(audit: Audit) -> tuple[str, str]:
    claim = next(c for c in audit.claims if c.value == 48)
    return claim.verdict, claim.trust


def run_of(files: Mapping[str, str], *commands: str, failed: bool = False) -> dict[str, str]:
    written = [wrote(path, text) for path, text in files.items()]
    calls = [ran(f"cd /home/x/run && {command}", failed=failed) for command in commands]
    return {
        "results/paper.md": PAPER,
        "results/results.json": RESULTS,
        **files,
        "claude_output.json": transcript_of(*written, *calls),
    }


@pytest.mark.parametrize(("script", "trust"), [(DRAWING, "doubtful"), (MEASURING, "measured")])
def test_that_a_setting_rests_on_the_script_that_has_it(audit_of: MakeAudit, script: str, trust: str) -> None:
    audit = audit_of(run_of({"code/run.py": SETTING + script}, "python code/run.py"))

    assert trust_of_batch_size(audit) == ("supported", trust)


@pytest.mark.parametrize(
    ("commands", "trust"),
    [
        (("python code/draw.py",), "doubtful"),
        (("python code/draw.py", "python code/run.py"), "measured"),
    ],
    ids=["only by made-up code", "by measuring code, too"],
)
def test_that_a_module_rests_on_the_scripts_that_make_use_of_it(
    audit_of: MakeAudit, commands: tuple[str, ...], trust: str
) -> None:
    files = {"code/shared.py": HELPER, "code/draw.py": CALLING + DRAWING, "code/run.py": CALLING + MEASURING}

    assert trust_of_batch_size(audit_of(run_of(files, *commands))) == ("supported", trust)


@pytest.mark.parametrize(
    ("command", "failed", "trust"),
    [
        ("python code/run.py", False, "measured"),
        ("python code/run.py", True, "unknown"),
        ("python code/draw.py", False, "unknown"),
    ],
    ids=["read by code that ended", "by code that failed", "by code that never ran"],
)
def test_that_a_configuration_rests_on_the_code_that_reads_it(
    audit_of: MakeAudit, command: str, trust: str, *, failed: bool
) -> None:
    reading = 'import json\nconfig = json.load(open("code/configs/base.json"))\n'
    files = {
        "code/configs/base.json": '{"batch_size": 48}',
        "code/run.py": reading + MEASURING,
        "code/draw.py": DRAWING,
    }

    assert trust_of_batch_size(audit_of(run_of(files, command, failed=failed))) == ("supported", trust)
