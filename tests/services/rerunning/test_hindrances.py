"""What keeps scripts from running again, read off their code."""

import ast

import pytest

from mlrbench_gui.domain.rerunning import Obstacle
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.services.rerunning.hindrances import hindrances_of

MAKER = "class Maker:\n    def load_dataset(self, path):\n        return open(path).read()\n"


def told(**scripts: str) -> list[tuple[str, int | None, str]]:
    trees = {RelPath(f"code/{name}.py"): ast.parse(text) for name, text in scripts.items()}
    return [(found.text, found.line, str(found.path)) for found in hindrances_of(trees)]


@pytest.mark.parametrize(
    "call",
    [
        "from datasets import load_dataset\nrows = load_dataset('x')\n",
        "import datasets\nrows = datasets.load_dataset('x')\n",
        "from datasets import load_dataset\n\ndef rows():\n    return load_dataset('x')\n",
    ],
)
def test_that_a_hub_is_asked_where_its_library_is_called(call: str) -> None:
    (found,) = told(a=call, maker=MAKER)

    assert found[0] == "loads a data set from a hub"
    assert found[2] == "code/a.py"


@pytest.mark.parametrize(
    "call",
    [
        "def load_dataset(name):\n    return open(name).read()\n\nrows = load_dataset('x.json')\n",
        "from maker import Maker\nrows = Maker().load_dataset('x.json')\n",
        "class A:\n    def run(self):\n        return self.maker.load_dataset('x.json')\n",
    ],
)
def test_that_what_the_run_defines_itself_asks_for_nothing(call: str) -> None:
    assert told(a=call, maker=MAKER) == []


def test_that_the_body_of_an_own_function_tells_what_it_needs() -> None:
    text = (
        "from sklearn.datasets import fetch_openml\n\ndef load_dataset(name):\n    return fetch_openml(name)\n\n"
        "rows = load_dataset('x')\n"
    )
    assert told(a=text) == [("loads a data set from OpenML", 4, "code/a.py")]


def test_that_a_key_is_needed_where_a_service_is_imported() -> None:
    trees = {RelPath("code/a.py"): ast.parse("import openai\n")}

    assert [found.obstacle for found in hindrances_of(trees)] == [Obstacle.KEY]
