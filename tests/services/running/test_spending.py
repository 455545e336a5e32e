"""What kept replies cost counts in a bound, by the tokens and prices that are known."""

from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mlrbench_gui.domain.model_calls import ModelCall
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.values import Mode, Sha256, Stage
from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.services.models.budget import Purse
from mlrbench_gui.services.running.chain import RunOrder
from mlrbench_gui.services.running.spending import purse_of

HERON = ModelProfile(
    name="heron", base_url="https://h.example/v1", model="h", price_prompt=1.0, price_reply=2.0
)
IDEA = RunOrder("iclr2025_wsl", (Stage.IDEA,), Mode.END_TO_END)
RUN = "end2end_heron/iclr2025_wsl"


def call(number: int, scope: str, tokens: TokenUse | None, cost: float | None) -> ModelCall:
    return ModelCall(
        id=f"{number}",
        scope=scope,
        request_sha256=Sha256(f"{number:064}"),
        profile="heron",
        model="h",
        text="größer",
        finish="stop",
        refusal="",
        tokens=tokens,
        cost=cost,
        seconds=2.0,
        at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def purse(
    tmp_path: Path, profile: ModelProfile, kept: Iterable[tuple[str, TokenUse | None, float | None]]
) -> Purse:
    with closing(open_workspace(tmp_path / "w.mlrb", create=True)) as workspace:
        for number, item in enumerate(kept):
            workspace.calls.append(call(number, *item))
        return purse_of(workspace, profile, [IDEA])


USE = TokenUse(prompt=1_000_000, reply=500_000)


def test_that_each_try_at_the_stage_counts_and_nothing_else(tmp_path: Path) -> None:
    kept = [(f"{RUN}/idea/0", USE, 2.0), (f"{RUN}/idea/1", USE, 3.0), (f"{RUN}/proposal/0", USE, 9.0)]
    kept += [(f"{RUN}_2/idea/0", USE, 9.0), ("end2end_other/iclr2025_wsl/idea/0", USE, 9.0)]
    found = purse(tmp_path, HERON, kept)
    assert (found.tokens, found.cost, found.longest) == (3_000_000, 5.0, 2.0)


@pytest.mark.parametrize(
    ("tokens", "profile", "expected"),
    [
        (USE, HERON, (1_500_000, 2.0)),
        (USE, HERON.model_copy(update={"price_reply": None}), (1_500_000, None)),
        (None, HERON, (8, 16e-6)),
    ],
)
def test_that_what_was_not_told_is_taken_from_what_is_known(
    tmp_path: Path, tokens: TokenUse | None, profile: ModelProfile, expected: tuple[int, float | None]
) -> None:
    found = purse(tmp_path, profile, [(f"{RUN}/idea/0", tokens, None)])
    assert found.tokens == expected[0]
    assert found.cost == (None if expected[1] is None else pytest.approx(expected[1]))
