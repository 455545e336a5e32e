"""Costs are told as far as runs state them; what bears no price is a count of tokens and no zero."""

import json

import pytest

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole
from mlrbench_gui.domain.values import RelPath, Sha256, Stage
from mlrbench_gui.services.costing import RunCost, cost_of


def files(**contents: bytes) -> tuple[list[Artifact], dict[str, bytes]]:
    roles = {"log": ArtifactRole.TRANSCRIPT}
    made = [
        Artifact(
            RelPath(name), Sha256("0" * 64), len(data), roles.get(name, ArtifactRole.TOKEN_USAGE), Stage.IDEA
        )
        for name, data in contents.items()
    ]
    return made, contents


def test_that_the_agents_own_account_is_its_last_one() -> None:
    assert cost_of(*files(log=b'{"cost_usd": 0.5}\n{"cost_usd": 1.25}')) == RunCost(None, 1.25, None)


def test_that_a_tracker_states_the_whole_over_all_models() -> None:
    tracker = json.dumps({"m": {"tokens": {"prompt": 3}, "cost (USD)": 1.5}, "n": {"cost (USD)": 1}}).encode()
    assert cost_of(*files(tracker=tracker)) == RunCost(2.5, None, None)


def test_that_tokens_are_counted_once_whichever_names_they_bear() -> None:
    by_prompt = json.dumps({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}).encode()
    by_input = json.dumps(
        {
            "input_tokens": 7,
            "output_tokens": 5,
            "cache_read_input_tokens": 3,
            "cache_creation_input_tokens": 0,
        }
    ).encode()
    assert cost_of(*files(idea=by_prompt, paper=by_input)) == RunCost(None, None, 135)


@pytest.mark.parametrize("broken", [b"", b"[]", b"{", b'{"m": {"cost (USD)": "much"}}', b"\xff\xfe"])
def test_that_a_file_that_tells_nothing_is_no_cost(broken: bytes) -> None:
    assert cost_of(*files(usage=broken, log=broken)) == RunCost(None, None, None)
