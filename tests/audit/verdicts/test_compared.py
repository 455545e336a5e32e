"""Baselines that a paper lists, against what the run holds of them."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Claim

AuditOf = Callable[[Mapping[str, str | bytes]], Audit]
PAPER = "# Caches\n\n## 4. Experimental Setup\n\nBaselines: FlowKV [1], UNMix [2].\n\n## 5. Results\n\nIt works.\n"
CODE = "METHODS = ['ours', 'flow_kv']\n"
LOG = "INFO Evaluating flow_kv\nERROR Error evaluating flow_kv: index 5 is out of bounds\nINFO ours done\n"


@pytest.fixture
def claim_of(audit_of: AuditOf) -> Callable[..., Claim]:
    """The claim that FlowKV was compared with, beside these files."""

    def claim(files: Mapping[str, str], name: str = "FlowKV") -> Claim:
        audit = audit_of({"results/paper.md": PAPER, **files})
        (found,) = [c for c in audit.claims if c.name == name]
        return found

    return claim


def test_one_with_results_is_supported_by_them(claim_of: Callable[..., Claim]) -> None:
    results = json.dumps({"ours": {"accuracy": 0.71}, "flow_kv": {"accuracy": 0.52}})
    found = claim_of({"code/run.py": CODE, "code/results.json": results})
    assert found.verdict == "supported", found.reason
    assert found.evidence[0].path == "code/results.json"


def test_one_that_only_failed_is_contradicted_by_its_log(claim_of: Callable[..., Claim]) -> None:
    results = json.dumps({"ours": {"accuracy": 0.71}})
    found = claim_of({"code/run.py": CODE, "code/results.json": results, "code/log.txt": LOG})
    assert found.verdict == "contradicted", found.reason
    assert found.evidence[0].path == "code/log.txt"
    assert found.evidence[0].locator is not None
    assert found.evidence[0].locator.line == 2


def test_one_that_failed_and_then_ran_is_supported(claim_of: Callable[..., Claim]) -> None:
    results = json.dumps({"ours": {"accuracy": 0.71}, "flow_kv": {"accuracy": 0.52}})
    found = claim_of({"code/run.py": CODE, "code/results.json": results, "code/log.txt": LOG})
    assert found.verdict == "supported", found.reason


def test_a_command_line_that_lists_it_gives_it_no_results(claim_of: Callable[..., Claim]) -> None:
    log = f"$ python run.py --methods full ours flow_kv rake_attention un_mix --length 128 --depth 4\n{LOG}"
    found = claim_of({"code/run.py": CODE, "code/log.txt": log})
    assert found.verdict == "contradicted", found.reason


def test_one_that_nothing_names_is_unsupported(claim_of: Callable[..., Claim]) -> None:
    results = json.dumps({"ours": {"accuracy": 0.71}})
    found = claim_of({"code/run.py": CODE, "code/results.json": results}, "UNMix")
    assert found.verdict == "unsupported", found.reason


def test_one_that_code_names_without_results_is_left_open(claim_of: Callable[..., Claim]) -> None:
    results = json.dumps({"ours": {"accuracy": 0.71}})
    found = claim_of({"code/run.py": CODE, "code/results.json": results})
    assert found.verdict == "unverifiable", found.reason


def test_nothing_is_denied_where_the_run_came_without_code(claim_of: Callable[..., Claim]) -> None:
    assert claim_of({}, "UNMix").verdict == "unverifiable"


def test_one_that_results_may_have_by_its_first_word_is_left_open(claim_of: Callable[..., Claim]) -> None:
    results = json.dumps({"ours": {"accuracy": 0.71}, "flow": {"accuracy": 0.52}})
    found = claim_of({"code/results.json": results, "code/run.py": "print('ours')\n"})
    assert found.verdict == "unverifiable", found.reason
    assert found.evidence[0].path == "code/results.json"
