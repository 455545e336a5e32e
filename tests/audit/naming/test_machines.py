"""The accelerator and the number format of a paper are held against what logs tell."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
CODE = 'import torch\nprint("GPU", torch.cuda.get_device_name(0))\n'
HALF = "import torch\nwith torch.autocast('cuda'):\n    print(net(x))\n"
SETUP = "4 Experimental Setup"


def verdicts(
    audit_of: MakeAudit, sentence: str, log: str = "", code: str = CODE, title: str = SETUP
) -> list[tuple[str | None, float | None, str]]:
    audit = audit_of(
        {
            "results/paper.md": f"# T\n\n## {title}\n\n{sentence}\n",
            "code/run.py": code,
            "results/log.txt": log,
        }
    )
    return [(c.name, c.value, c.verdict.value) for c in audit.claims if c.name is not None]


@pytest.mark.parametrize(
    ("log", "verdict"),
    [
        ("GPU: NVIDIA A100-SXM4-40GB\n", "supported"),
        ("GPU available: NVIDIA GeForce RTX 3090\n", "contradicted"),
        ("GPU: RTX 3090\nGPU: NVIDIA A100\n", "supported"),
        ("device: cuda\n", "unsupported"),
        ("sample RTX 3090 from the store\n", "unsupported"),
    ],
)
def test_that_an_accelerator_is_held_against_logs(audit_of: MakeAudit, log: str, verdict: str) -> None:
    assert verdicts(audit_of, "Hardware: NVIDIA A100 GPUs.", log) == [("A100", 100, verdict)]


@pytest.mark.parametrize(
    ("log", "code", "verdict"),
    [
        ("fp16: False\n", HALF, "contradicted"),
        ("fp16: False\nfp16: True\n", CODE, "supported"),
        ("loss 0.5\n", HALF, "supported"),
        ("loss 0.5\n", CODE, "unsupported"),
    ],
)
def test_that_half_precision_is_held_against_its_switch(
    audit_of: MakeAudit, log: str, code: str, verdict: str
) -> None:
    assert verdicts(audit_of, "Training uses FP16 mixed precision.", log, code) == [("FP16", 16, verdict)]


@pytest.mark.parametrize(
    ("sentence", "log", "absent"),
    [
        ("Training uses FP16 mixed precision.", "fp16: False\n", "The code that ran does not use FP16"),
        ("Hardware: NVIDIA A100 GPUs.", "GPU available: NVIDIA GeForce RTX 3090\n", "The run names no A100"),
    ],
)
def test_that_a_switch_that_is_off_is_not_told_as_unnamed(
    audit_of: MakeAudit, sentence: str, log: str, absent: str
) -> None:
    files = {
        "results/paper.md": f"# T\n\n## 4 Setup\n\n{sentence}\n",
        "code/run.py": HALF,
        "results/log.txt": log,
    }
    (claim,) = [c for c in audit_of(files).claims if c.name is not None]

    assert claim.reason.startswith(f"{absent};")


@pytest.mark.parametrize("title", ["2 Related Work", "6 Results"])
def test_that_machines_of_others_are_no_claim(audit_of: MakeAudit, title: str) -> None:
    assert not verdicts(audit_of, "NVIDIA A100 GPUs are fast.", title=title)
