"""A data set counts as used by what is loaded: not by the name of a class, nor by what an error's handler tries."""

import ast
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.audit.naming.loading import loaded_instead, loading_of
from mlrbench_gui.audit.naming.vocabulary import things_in
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import RelPath
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
OTHER = """from datasets import load_dataset

class IMDBData:
    def __init__(self):
        log("Loading IMDB")
        self.rows = load_dataset("tiny_reviews", split="train")
"""
TRYING = """from datasets import load_dataset
try:
    rows = load_dataset("tiny_reviews")
except Exception as error:
    log(f"Failed to load: {error}")
    rows = load_dataset("stanford/imdb")
"""


def instead(code: str, *logs: str) -> list[str]:
    thing = next(iter(things_in("IMDB")))
    module = loading_of(RelPath("run.py"), ast.parse(code))
    return [load.name for load in loaded_instead(thing, [module], logs)]


@pytest.mark.parametrize(
    ("code", "others"),
    [
        (OTHER, ["tiny_reviews"]),
        (OTHER.replace("tiny_reviews", "imdb"), []),
        (OTHER.replace('"tiny_reviews"', "name"), []),
        (OTHER + 'rows = load_dataset("imdb")', []),
        (OTHER + 'name = "imdb"', []),
        (OTHER + 'rows = open("data/imdb.tsv")', []),
        (OTHER + "from torchtext.datasets import IMDB", []),
        (OTHER.replace("from datasets", "from mine"), []),
        ("class IMDBData: pass", []),
    ],
    ids=[
        "another is loaded",
        "itself",
        "a name that is not spelled out",
        "both",
        "a name that may be handed on",
        "a file",
        "a library's own",
        "no loader of the library",
        "nothing loaded",
    ],
)
def test_that_a_name_without_loading_is_not_used(code: str, others: list[str]) -> None:
    assert instead(code) == others


@pytest.mark.parametrize(
    ("log", "others"),
    [
        ("Loaded 10 rows", ["tiny_reviews"]),
        ("Failed to load tiny_reviews", []),
        ("Failed to load tiny_reviews\nFailed to load stanford/imdb", ["tiny_reviews"]),
    ],
    ids=["the first came through", "the first failed", "both failed"],
)
def test_that_logs_tell_whether_the_handler_of_an_error_loaded(log: str, others: list[str]) -> None:
    assert instead(TRYING, log) == others


def test_that_without_a_log_the_handler_may_have_loaded() -> None:
    assert instead(TRYING) == []


@pytest.mark.parametrize(
    ("loaded", "verdict"),
    [("tiny_reviews", "contradicted"), ("imdb", "supported")],
)
def test_that_a_data_set_told_is_held_against_what_is_loaded(
    audit_of: MakeAudit, loaded: str, verdict: str
) -> None:
    code = OTHER.replace("log(", "print(").replace("tiny_reviews", loaded) + "IMDBData()\n"
    call = ("Write", {"file_path": "/home/x/run/code/run.py", "content": code}, "File created", False)
    audit = audit_of(
        {
            "results/paper.md": "# T\n\n## 3 Experimental Setup\n\nWe evaluate on the IMDB dataset.\n",
            "code/run.py": code,
            "claude_output.json": transcript_of(
                call, ("Bash", {"command": "cd /home/x/run && python code/run.py"}, "Loading IMDB", False)
            ),
        }
    )

    assert [c.verdict for c in audit.claims if c.name] == [verdict]
