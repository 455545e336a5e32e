"""Files that code on the command line writes, typed or computed."""

import pytest

from mlrbench_gui.audit.transcript._inline import written_files


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("open('log.txt', 'w').write('a 0.5')", [("log.txt", "typed")]),
        ("from pathlib import Path\nPath('log.txt').write_text('a 0.5')", [("log.txt", "typed")]),
        (
            "import random, json\njson.dump([random.random()], open('r.json', mode='w'))",
            [("r.json", "typed")],
        ),
        (
            "import json\nd = json.load(open('r.json'))\nopen('log.txt', 'w').write(str(d))",
            [("log.txt", "captured")],
        ),
        ("import torch\nopen('log.txt', 'w').write(str(torch.ones(1)))", [("log.txt", "captured")]),
        ("print(open('log.txt').read())", []),
        ("open(name, 'w').write('x')", []),
        ("this is no python (", []),
    ],
)
def test_that_only_literals_draws_and_the_clock_are_typed(code: str, expected: list[tuple[str, str]]) -> None:
    assert list(written_files(code)) == expected
