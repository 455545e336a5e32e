"""Every run of a checkout audits: valid, exact, repeatable. The environment MLRBENCH_FULL=1 takes all runs."""

import json
import os
from pathlib import Path

import jsonschema
import pytest

from mlrbench_gui.audit.run import audit_run, audit_texts
from mlrbench_gui.audit.schema import schema_json
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.files.folder import FolderFiles

pytestmark = pytest.mark.realdata

CHECKOUT = os.environ.get("MLRBENCH_CHECKOUT")
SAMPLE = 6


def run_folders() -> list[Path]:
    if not CHECKOUT:
        return []
    root = Path(CHECKOUT) / "agent_results"
    folders = [*root.glob("end2end_*/*/"), *root.glob("experiments_and_writeups/*/*/")]
    runs = sorted(folder for folder in folders if folder.is_dir())
    return runs if os.environ.get("MLRBENCH_FULL") == "1" else runs[:: max(1, len(runs) // SAMPLE)]


@pytest.mark.skipif(not CHECKOUT, reason="MLRBENCH_CHECKOUT names no checkout")
@pytest.mark.parametrize("folder", run_folders(), ids=lambda path: "/".join(path.parts[-2:]))
def test_that_a_real_run_audits_valid_exact_and_repeatable(folder: Path) -> None:
    files = FolderFiles(folder)
    name = RunName("/".join(folder.parts[-2:]))

    audit = audit_run(name, files)
    again = audit_run(name, FolderFiles(folder))
    texts = audit_texts(files)

    jsonschema.validate(json.loads(audit.to_json()), json.loads(schema_json()))
    assert all(texts[c.paper][slice(*c.span)] == c.quote for c in audit.claims)
    assert audit.model_copy(update={"timings": {}}) == again.model_copy(update={"timings": {}})
    assert bool(audit.claims) == bool(audit.papers)
